/* Winograd convolution beside oneDNN's direct one: GFLOP/s of direct-convolution
 * work, per pass and shape. The two take turns; the best of ROUNDS counts.
 *
 *     bench_winograd [threads [batch [in out map]]]      2, 128, a list of shapes */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/parallel.h"
#include "compute/version_dnnl.h"
#include "compute/winograd.h"

enum { ROUNDS = 25, N_PASSES = 3 };

static const char *const pass_names[N_PASSES] = { "forward", "data", "weights" };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void need(dnnl_status_t status, const char *what)
{
    if (status != dnnl_success) {
        fprintf(stderr, "bench_winograd: oneDNN: %s failed (%d)\n", what, (int)status);
        exit(EXIT_FAILURE);
    }
}

static float *room(size_t bytes)
{
    const size_t n = bytes / 64 * 16 + 16;
    float *p = aligned_alloc(64, n * sizeof *p);

    if (!p) {
        fprintf(stderr, "bench_winograd: out of memory\n");
        exit(EXIT_FAILURE);
    }
    for (size_t i = 0; i < n; i++)
        p[i] = (float)(i % 7) * 0.1f - 0.3f;
    return p;
}

static dnnl_memory_t memory(dnnl_engine_t engine, ad_md d)
{
    dnnl_memory_t m;

    need(ad_md_memory(&d, engine, &m), "memory");
    need(dnnl_memory_set_data_handle(m, room(ad_md_bytes(&d))), "memory");
    return m;
}

static void release(dnnl_memory_t m)
{
    void *p;

    need(dnnl_memory_get_data_handle(m, &p), "handle");
    dnnl_memory_destroy(m);
    free(p);
}

/* oneDNN's three passes on one shape. */
typedef struct {
    dnnl_stream_t stream;
    dnnl_primitive_t run[N_PASSES];
    dnnl_exec_arg_t args[N_PASSES][5];
    int n_args[N_PASSES];
} direct;

static void add_pass(direct *d, dnnl_engine_t engine, int pass, const dnnl_primitive_desc_t pd,
                     const dnnl_exec_arg_t *args, int n)
{
    for (int i = 0; i < n; i++)
        d->args[pass][i] = args[i];
    d->args[pass][n].arg = DNNL_ARG_SCRATCHPAD;
    d->args[pass][n].memory = memory(engine, ad_md_query(pd, dnnl_query_scratchpad_md, 0));
    d->n_args[pass] = n + 1;
    need(dnnl_primitive_create(&d->run[pass], pd), "primitive");
}

static void direct_create(direct *d, dnnl_engine_t engine, const ad_winograd_spec *s)
{
    const dnnl_dim_t rows = (dnnl_dim_t)s->rows, in = (dnnl_dim_t)s->in, out = (dnnl_dim_t)s->out,
                     h = (dnnl_dim_t)s->height, w = (dnnl_dim_t)s->width;
    const ad_md x = ad_md_by_tag(4, (dnnl_dims_t){ rows, in, h, w }, dnnl_f32, dnnl_nChw8c);
    const ad_md y = ad_md_by_tag(4, (dnnl_dims_t){ rows, out, h, w }, dnnl_f32, dnnl_nChw8c);
    const ad_md wt = ad_md_by_tag(4, (dnnl_dims_t){ out, in, 3, 3 }, dnnl_f32, dnnl_format_tag_any);
    const ad_md b = ad_md_by_tag(1, (dnnl_dims_t){ out }, dnnl_f32, dnnl_a);
    ad_op op = { .kind = AD_OP_CONV,
                 .algorithm = dnnl_convolution_direct,
                 .x = &x,
                 .weights = &wt,
                 .bias = &b,
                 .y = &y,
                 .strides = { 1, 1 },
                 .before = { 1, 1 },
                 .after = { 1, 1 } };
    dnnl_primitive_attr_t attr;
    dnnl_primitive_desc_t f, pd;

    need(dnnl_primitive_attr_create(&attr), "attributes");
    dnnl_primitive_attr_set_scratchpad_mode(attr, dnnl_scratchpad_mode_user);

    dnnl_memory_t mx = memory(engine, x), my = memory(engine, y), mb = memory(engine, b);
    need(ad_op_desc(&op, engine, attr, NULL, &f), "forward");
    dnnl_memory_t mw = memory(engine, ad_md_query(f, dnnl_query_weights_md, 0));
    add_pass(d, engine, 0, f,
             (dnnl_exec_arg_t[]){ { DNNL_ARG_SRC, mx },
                                  { DNNL_ARG_WEIGHTS, mw },
                                  { DNNL_ARG_BIAS, mb },
                                  { DNNL_ARG_DST, my } },
             4);
    op.hint = f;
    op.bias = NULL;
    op.kind = AD_OP_CONV_DATA;
    need(ad_op_desc(&op, engine, attr, NULL, &pd), "data");
    mw = memory(engine, ad_md_query(pd, dnnl_query_weights_md, 0));
    add_pass(d, engine, 1, pd,
             (dnnl_exec_arg_t[]){
                 { DNNL_ARG_DIFF_DST, my }, { DNNL_ARG_WEIGHTS, mw }, { DNNL_ARG_DIFF_SRC, mx } },
             3);
    dnnl_primitive_desc_destroy(pd);
    op.bias = &b;
    op.kind = AD_OP_CONV_WEIGHTS;
    need(ad_op_desc(&op, engine, attr, NULL, &pd), "weights");
    mw = memory(engine, ad_md_query(pd, dnnl_query_diff_weights_md, 0));
    add_pass(d, engine, 2, pd,
             (dnnl_exec_arg_t[]){ { DNNL_ARG_SRC, mx },
                                  { DNNL_ARG_DIFF_DST, my },
                                  { DNNL_ARG_DIFF_WEIGHTS, mw },
                                  { DNNL_ARG_DIFF_BIAS, mb } },
             4);
    dnnl_primitive_desc_destroy(pd);
    dnnl_primitive_desc_destroy(f);
    dnnl_primitive_attr_destroy(attr);
    need(dnnl_stream_create(&d->stream, engine, dnnl_stream_default_flags), "stream");
}

static void direct_run(const direct *d, int pass)
{
    need(dnnl_primitive_execute(d->run[pass], d->stream, d->n_args[pass], d->args[pass]), "run");
    need(dnnl_stream_wait(d->stream), "wait");
}

/* The memories of the passes overlap: x, y and b are shared, the rest is their own. */
static void direct_free(direct *d)
{
    for (int i = 0; i < d->n_args[2]; i++)
        release(d->args[2][i].memory);
    for (int pass = 0; pass < 2; pass++) {
        release(d->args[pass][1].memory);
        release(d->args[pass][d->n_args[pass] - 1].memory);
    }
    for (int pass = 0; pass < N_PASSES; pass++)
        dnnl_primitive_destroy(d->run[pass]);
    dnnl_stream_destroy(d->stream);
}

/* Ours. */
typedef struct {
    ad_winograd_spec spec;
    float *x, *y, *w, *b;
    void *scratch;
} ours;

static void ours_run(const ours *o, int threads, int pass)
{
    if (pass == 0)
        ad_winograd_forward(&o->spec, threads, o->x, o->w, o->b, o->y, o->scratch);
    else if (pass == 1)
        ad_winograd_backward_data(&o->spec, threads, o->y, o->w, o->x, o->scratch);
    else
        ad_winograd_backward_weights(&o->spec, threads, o->x, o->y, o->w, o->b, o->scratch);
}

static void bench(dnnl_engine_t engine, int threads, const ad_winograd_spec *s)
{
    const size_t area = s->height * s->width;
    const double work = 18e-9 * (double)(s->rows * area) * (double)(s->in * s->out);
    direct d = { 0 };
    ours o = { .spec = *s };

    direct_create(&d, engine, s);
    o.x = room(s->rows * s->in * area * sizeof(float));
    o.y = room(s->rows * s->out * area * sizeof(float));
    o.w = room(s->in * s->out * 9 * sizeof(float));
    o.b = room(s->out * sizeof(float));
    o.scratch = room(ad_winograd_scratch(s, threads));
    for (int pass = 0; pass < N_PASSES; pass++) {
        double best[2] = { 1e9, 1e9 };
        for (int round = 0; round < ROUNDS; round++)
            for (int who = 0; who < 2; who++) {
                const double start = now();
                if (who)
                    ours_run(&o, threads, pass);
                else
                    direct_run(&d, pass);
                const double t = now() - start;
                best[who] = t < best[who] ? t : best[who];
            }
        printf("%4zu -> %4zu %2zux%-2zu  %-8s %8.1f %8.1f %8.2f\n", s->in, s->out, s->height,
               s->width, pass_names[pass], work / best[0], work / best[1], best[0] / best[1]);
    }
    printf("%22s scratch %.1f MB\n", "", 1e-6 * (double)ad_winograd_scratch(s, threads));
    direct_free(&d);
    free(o.x);
    free(o.y);
    free(o.w);
    free(o.b);
    free(o.scratch);
}

int main(int argc, char **argv)
{
    static const size_t shapes[][3] = { { 64, 64, 32 },  { 64, 128, 16 }, { 128, 128, 16 },
                                        { 128, 256, 8 }, { 256, 256, 8 }, { 256, 512, 4 },
                                        { 512, 512, 4 } };
    const int threads = argc > 1 ? atoi(argv[1]) : 2;
    const size_t rows = argc > 2 ? (size_t)atoi(argv[2]) : 128;
    dnnl_engine_t engine;

    if (!ad_winograd_usable()) {
        fprintf(stderr, "bench_winograd: this CPU has no AVX2 or no FMA\n");
        return EXIT_FAILURE;
    }
    ad_parallel_set(threads);
    need(dnnl_engine_create(&engine, dnnl_cpu, 0), "engine");
    printf("%12s %6s  %-8s %8s %8s %8s   (GFLOP/s, %d threads, batch %zu)\n", "channels", "map",
           "pass", "direct", "winograd", "ratio", threads, rows);
    if (argc > 5) {
        const size_t map = (size_t)atoi(argv[5]);
        bench(engine, threads,
              &(ad_winograd_spec){ rows, (size_t)atoi(argv[3]), (size_t)atoi(argv[4]), map, map });
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        bench(engine, threads,
              &(ad_winograd_spec){ .rows = rows,
                                   .in = shapes[i][0],
                                   .out = shapes[i][1],
                                   .height = shapes[i][2],
                                   .width = shapes[i][2] });
    dnnl_engine_destroy(engine);
    return EXIT_SUCCESS;
}
