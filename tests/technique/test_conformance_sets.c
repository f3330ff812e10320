/* Conformance: the shipped float kernels agree with the double ones on the same
 * noise, with each other bit for bit, and with themselves on 1, 2 and 4 threads. */
#include "bed.h"

typedef struct {
    const char *name;
    size_t n;
    double *value;
} result;

enum { N_RESULTS = 7 };

/* Everything a step writes, as doubles. */
static void run(ad_kernel_set set, int threads, const char *text, const ad_site *site,
                result out[N_RESULTS])
{
    adrop_ctx *ctx = bed_context(threads);
    bed b;

    CHECK(bed_make(ctx, set, text, site, 1, &b));
    bed_forward_backward(&b);
    ad_dropout_penalty(b.d, &b.a);
    ad_dropout_commit(b.d);
    const struct {
        const char *name;
        const void *array;
        size_t n;
    } arrays[N_RESULTS] = {
        { "y", b.a.y, site->rows * b.width },
        { "dx", b.a.dx, site->rows * b.n },
        { "dpre", b.a.dpre, site->rows * b.n },
        { "dweight", b.a.dweight, b.p * b.n },
        { "dbias", b.a.dbias, b.p },
        { "grads", b.d->grads, b.d->plan.params.n_reals },
        { "buffers", b.d->buffers, b.d->plan.buffers.n_reals },
    };
    for (size_t r = 0; r < N_RESULTS; r++) {
        out[r] = (result){ arrays[r].name, arrays[r].n,
                           malloc((arrays[r].n + 1) * sizeof(double)) };
        for (size_t i = 0; i < arrays[r].n; i++)
            out[r].value[i] = bed_get(&b, arrays[r].array, i);
    }
    bed_drop(&b);
    adrop_ctx_free(ctx);
}

static void release(result r[N_RESULTS])
{
    for (size_t i = 0; i < N_RESULTS; i++)
        free(r[i].value);
}

static void same_bits(const result a[N_RESULTS], const result b[N_RESULTS])
{
    for (size_t r = 0; r < N_RESULTS; r++)
        if (memcmp(a[r].value, b[r].value, a[r].n * sizeof(double))) {
            printf("%s differs\n", a[r].name);
            CHECK(!"the same bits");
        } else {
            CHECK(1);
        }
}

static void close_to(const result a[N_RESULTS], const result b[N_RESULTS])
{
    for (size_t r = 0; r < N_RESULTS; r++) {
        double largest = 0, worst = 0;
        for (size_t i = 0; i < a[r].n; i++) {
            largest = fmax(largest, fabs(b[r].value[i]));
            worst = fmax(worst, fabs(a[r].value[i] - b[r].value[i]));
        }
        if (!(worst <= 1e-5 * largest))
            printf("%s: largest %g\n", a[r].name, largest);
        CHECK_NEAR(worst, 0, 1e-5 * largest);
    }
}

static void check_sets(const char *text, const ad_site *site)
{
    result exact[N_RESULTS], base[N_RESULTS];

    run(AD_F64, 1, text, site, exact);
    run(AD_F32, 1, text, site, base);
    close_to(base, exact);
    for (int s = AD_F32_AVX2; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
        result fast[N_RESULTS];
        run((ad_kernel_set)s, 1, text, site, fast);
        same_bits(fast, base);
        release(fast);
    }
    release(exact);
    release(base);
}

static void check_threads(const char *text, const ad_site *small)
{
    ad_site site = *small;
    result one[N_RESULTS];

    site.rows = ad_site_area(small) > 1 ? 100
                                        : 801; /* several blocks of rows, the last one short */
    for (int s = AD_F32; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s); s++) {
        run((ad_kernel_set)s, 1, text, &site, one);
        for (int threads = 2; threads <= 4; threads *= 2) {
            result more[N_RESULTS];
            run((ad_kernel_set)s, threads, text, &site, more);
            same_bits(more, one);
            release(more);
        }
        release(one);
    }
}

static void float_equals_double(void)
{
    CHECK(bed_each(check_sets) >= 30);
}

static void threads_do_not_matter(void)
{
    CHECK(bed_each(check_threads) >= 30);
}

CHECK_MAIN(float_equals_double, threads_do_not_matter)
