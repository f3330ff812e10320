/* The product of pruned weights (pruned.h): slices of weights, and loops over blocks of rows.
 *
 * Parts of a block are split by shape alone, and every sum belongs to one part, so results do not
 * depend on threads. */
#include "compute/pruned.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compute/pruned_impl.h"

enum { INPUTS = 128, SLICES = 4, OUTPUTS = 32, SLICES_OF_ONE = 32 }; /* per part */

static double pruned_at(const ad_engine *e, const void *w, size_t i)
{
    return e->real == AD_DATA_F64 ? ((const double *)w)[i] : (double)((const float *)w)[i];
}

double ad_pruned_density(const ad_engine *e, size_t n, const void *w)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += pruned_at(e, w, i) != 0;
    return n ? (double)count / (double)n : 0;
}

/* -- Slices --------------------------------------------------------------------------- */

/* count (out) and place (out): outputs sorted by their number of weights, largest first, ties in
 * order. */
static void sort_outputs(const ad_engine *e, const void *w, ad_slices *s, uint32_t *count,
                         size_t *first)
{
    for (size_t o = 0; o < s->out; o++) {
        for (size_t k = 0; k < s->in; k++)
            count[o] += pruned_at(e, w, o * s->in + k) != 0;
        first[count[o]]++;
    }
    for (size_t n = s->in + 1, sum = 0; n-- > 0;) {
        const size_t outputs = first[n];
        first[n] = sum;
        sum += outputs;
    }
    for (size_t o = 0; o < s->out; o++)
        s->place[o] = (uint32_t)first[count[o]]++;
}

static void pruned_put(const ad_engine *e, void *values, size_t i, double v)
{
    if (e->real == AD_DATA_F64)
        ((double *)values)[i] = v;
    else
        ((float *)values)[i] = (float)v;
}

static void pruned_fill(const ad_engine *e, const void *w, ad_slices *s)
{
    for (size_t i = 0; i < s->start[s->n] * AD_PRUNED_LANES; i++)
        s->column[i] = (uint32_t)s->in;
    for (size_t o = 0; o < s->out; o++) {
        const size_t slice = s->place[o] / AD_PRUNED_LANES, lane = s->place[o] % AD_PRUNED_LANES;
        size_t to = s->start[slice] * AD_PRUNED_LANES + lane;
        for (size_t k = 0; k < s->in; k++) {
            const double v = pruned_at(e, w, o * s->in + k);
            if (v == 0)
                continue;
            s->column[to] = (uint32_t)k;
            pruned_put(e, s->value, to, v);
            to += AD_PRUNED_LANES;
        }
    }
}

static adrop_status make_slices(const ad_engine *e, const void *w, ad_slices *s)
{
    const char *what = "the weights that are not zero";
    uint32_t *count = NULL;
    size_t *first = NULL;
    adrop_status status;

    s->n = (s->out + AD_PRUNED_LANES - 1) / AD_PRUNED_LANES;
    if (!(status = AD_NEW(e->ctx, s->out, what, &count)) &&
        !(status = AD_NEW(e->ctx, s->in + 1, what, &first)) &&
        !(status = AD_NEW(e->ctx, s->n + 1, what, &s->start)) &&
        !(status = AD_NEW(e->ctx, s->n * AD_PRUNED_LANES, what, &s->length)) &&
        !(status = AD_NEW(e->ctx, s->out, what, &s->place))) {
        sort_outputs(e, w, s, count, first);
        for (size_t o = 0; o < s->out; o++)
            s->length[s->place[o]] = count[o];
        for (size_t i = 0; i < s->n; i++) /* its first output has the most */
            s->start[i + 1] = s->start[i] + s->length[i * AD_PRUNED_LANES];
        const size_t entries = s->start[s->n] * AD_PRUNED_LANES;
        if (!(status = AD_NEW(e->ctx, entries, what, &s->column)) &&
            !(status = AD_NEW_RAW(e->ctx, entries, ad_dtype_size(e->real), what, &s->value)))
            pruned_fill(e, w, s);
    }
    ad_free(e->ctx, count);
    ad_free(e->ctx, first);
    return status;
}

/* -- The operation -------------------------------------------------------------------- */

adrop_status ad_pruned_create(ad_engine *e, size_t in, size_t out, const void *w, ad_pruned **out_)
{
#define ROW(set) &ad_pruned_loops_##set,
    static const ad_pruned_loops *const loops[] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW
    const size_t size = ad_dtype_size(e->real);
    ad_pruned *p;
    adrop_status status = AD_NEW(e->ctx, 1, "a pruned layer", &p);

    *out_ = NULL;
    if (status)
        return status;
    *p = (ad_pruned){ .e = e, .loops = loops[e->kernels], .slices = { .in = in, .out = out } };
    if (!(status = make_slices(e, w, &p->slices)) &&
        !(status = AD_NEW_RAW(e->ctx, (in + 1) * AD_PRUNED_ROWS, size, "a block of rows", &p->xt)))
        status = AD_NEW_RAW(e->ctx, p->slices.n * AD_PRUNED_LANES * AD_PRUNED_ROWS, size,
                            "a block of rows", &p->yt);
    if (status)
        ad_pruned_free(p);
    else
        *out_ = p;
    return status;
}

void ad_pruned_free(ad_pruned *p)
{
    if (!p)
        return;
    void *const owned[] = { p->slices.start,
                            p->slices.column,
                            p->slices.value,
                            p->slices.length,
                            p->slices.place,
                            p->xt,
                            p->yt };
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        ad_free(p->e->ctx, owned[i]);
    ad_free(p->e->ctx, p);
}

ad_pruned_way ad_pruned_way_of(const ad_pruned *p, size_t rows)
{
    return p->way[rows == 1];
}

/* One kind of part of a block: `size` of n items each. */
typedef struct {
    const ad_pruned_block *block;
    void (*run)(const ad_pruned_block *b, size_t first, size_t end);
    size_t n, size;
} parts;

static void run_part(void *arg, size_t i)
{
    const parts *p = arg;
    const size_t first = i * p->size, end = first + p->size < p->n ? first + p->size : p->n;

    p->run(p->block, first, end);
}

static void run_parts(const ad_pruned_block *b,
                      void (*run)(const ad_pruned_block *, size_t, size_t), size_t n, size_t size)
{
    parts p = { b, run, n, size };

    ad_parallel(b->p->e->threads, (n + size - 1) / size, run_part, &p);
}

static void finish_by_place(const ad_pruned_block *b, size_t first, size_t end)
{
    b->p->loops->finish(b, 1, first, end);
}

static void finish_in_order(const ad_pruned_block *b, size_t first, size_t end)
{
    b->p->loops->finish(b, 0, first, end);
}

static void run_one(const ad_pruned_block *b)
{
    const ad_pruned *p = b->p;
    const size_t size = ad_dtype_size(p->e->real);

    memcpy(p->xt, b->x, p->slices.in * size);
    memset((char *)p->xt + p->slices.in * size, 0, size);
    run_parts(b, p->loops->one, p->slices.n, SLICES_OF_ONE);
    p->loops->finish_one(b);
}

static void pruned_run_block(const ad_pruned_block *b, ad_pruned_way way)
{
    const ad_pruned *p = b->p;

    run_parts(b, p->loops->turn, p->slices.in, INPUTS);
    if (way == AD_PRUNED_CSR)
        run_parts(b, p->loops->slices, p->slices.n, SLICES);
    else
        run_parts(b, p->loops->dense, p->slices.out, OUTPUTS);
    run_parts(b, way == AD_PRUNED_CSR ? finish_by_place : finish_in_order, p->slices.out, OUTPUTS);
}

void ad_pruned_forward_by(const ad_pruned *p, ad_pruned_way way, size_t rows,
                          const ad_pruned_args *a)
{
    const size_t size = ad_dtype_size(p->e->real);

    for (size_t r = 0; r < rows; r += AD_PRUNED_ROWS) {
        const ad_pruned_block b = { .p = p,
                                    .a = a,
                                    .rows = rows - r < AD_PRUNED_ROWS ? rows - r : AD_PRUNED_ROWS,
                                    .x = (const char *)a->x + r * p->slices.in * size,
                                    .y = (char *)a->y + r * p->slices.out * size };
        if (b.rows == 1 && way == AD_PRUNED_CSR)
            run_one(&b);
        else
            pruned_run_block(&b, way);
    }
}

void ad_pruned_forward(const ad_pruned *p, size_t rows, const ad_pruned_args *a)
{
    ad_pruned_forward_by(p, ad_pruned_way_of(p, rows), rows, a);
}
