/* Conformance: mean and variance of the mask over at least 1e6 draws, in every
 * float set, within 5 standard errors of what the technique states (false alarms:
 * 6e-7 a check), and power: copies broken in the usual ways are noticed.
 *
 * Units of a row may be correlated (squares, shared draws), rows are not: the
 * standard error comes from the rows' own averages. */
#include "bed.h"

enum { ROWS = 1250 };

static const double pre_value = 0.3;

/* The sites hold 1e6 and more draws. */
static const ad_site dense = { .rows = ROWS,
                               .channels = 1000,
                               .height = 1,
                               .width = 1,
                               .outputs = 0,
                               .n_train = 1,
                               .has_pre = 1 };
static const ad_site map = { .rows = ROWS,
                             .channels = 10,
                             .height = 10,
                             .width = 9,
                             .outputs = 0,
                             .n_train = 1,
                             .has_pre = 1,
                             .branch = 3,
                             .branches = 4 };
/* for a technique that looks at the following weights without replacing the product */
static const ad_site followed = { .rows = ROWS,
                                  .channels = 1000,
                                  .height = 1,
                                  .width = 1,
                                  .outputs = 1,
                                  .n_train = 1,
                                  .has_pre = 1 };
static const ad_site product = { .rows = ROWS,
                                 .channels = 1,
                                 .height = 1,
                                 .width = 1,
                                 .outputs = 1000,
                                 .n_train = 1,
                                 .has_pre = 1 };

typedef struct {
    double mean_z, variance_z; /* distance from theory in standard errors */
    double shift, shift_z;     /* average of y with noise less that of phase mean, relative */
} distance;

static double z_of(const double *row_average)
{
    double mean = 0, square = 0;

    for (size_t r = 0; r < ROWS; r++)
        mean += row_average[r] / ROWS;
    for (size_t r = 0; r < ROWS; r++)
        square += (row_average[r] - mean) * (row_average[r] - mean);
    const double se = sqrt(square / (ROWS - 1) / ROWS);
    return se > 1e-9 ? fabs(mean) / se : fabs(mean) / 1e-6;
}

/* How far the masks in y (for x = 1) are from the stated moments. */
static distance measure(const ad_dropout *d, size_t width, const float *y, adrop_moments *stated)
{
    static double mean[ROWS], variance[ROWS];

    for (size_t j = 0; j < width; j++)
        stated[j] = j == 0 || d->plan.distribution_share != AD_DISTRIBUTION_OF_LAYER
                        ? ad_dropout_moments(d, j, pre_value)
                        : stated[0];
    for (size_t r = 0; r < ROWS; r++) {
        mean[r] = variance[r] = 0;
        for (size_t j = 0; j < width; j++) {
            const double got = (double)y[r * width + j];
            const double m = d->traits & AD_RANDOM_SCALE ? got != 0 : got / stated[j].scale;
            const double off = m - stated[j].mean;
            mean[r] += off / (double)width;
            variance[r] += (off * off - stated[j].variance) / (double)width;
        }
    }
    return (distance){ .mean_z = z_of(mean), .variance_z = z_of(variance) };
}

/* y of the pass with noise is still in the call. */
static void measure_shift(ad_dropout *d, const ad_call *noisy, size_t width, distance *z)
{
    static double shift[ROWS];
    float *without = malloc(ROWS * width * sizeof *without);
    ad_call a = *noisy;

    if (!without)
        abort();
    a.y = without;
    a.where.phase = ADROP_MEAN;
    CHECK_EQ(ad_dropout_forward(d, 0, &a), ADROP_OK);
    z->shift = 0;
    for (size_t r = 0; r < ROWS; r++) {
        shift[r] = 0;
        for (size_t j = r * width; j < (r + 1) * width; j++)
            shift[r] += ((double)((const float *)noisy->y)[j] / (double)without[j] - 1) /
                        (double)width;
        z->shift += shift[r] / ROWS;
    }
    z->shift_z = z_of(shift);
    free(without);
}

static float *constant(size_t n, double value)
{
    float *a = malloc((n + 1) * sizeof *a);

    for (size_t i = 0; i < n; i++)
        a[i] = (float)value;
    return a;
}

/* All rows in one pass; or, where they would share one mask, each in its own. */
static void forward(ad_dropout *d, ad_call *a, size_t width)
{
    if (!(d->traits & AD_ONE_MASK)) {
        CHECK_EQ(ad_dropout_forward(d, 0, a), ADROP_OK);
        return;
    }
    for (size_t r = 0; r < ROWS; r++) {
        ad_call one = *a;
        one.rows = 1;
        one.where.step = (uint32_t)r;
        one.y = (float *)a->y + r * width;
        CHECK_EQ(ad_dropout_forward(d, 0, &one), ADROP_OK);
    }
}

/* breaks, if not NULL, replaces the technique before it is run. */
static distance run(ad_kernel_set set, const char *text, const ad_site *site,
                    const ad_technique *breaks)
{
    adrop_ctx *ctx = bed_context(2);
    ad_dropout *d;
    const size_t n = ad_site_units(site), width = site == &product ? site->outputs : n;

    if (ad_dropout_create(ctx, set, text, site, 1, &d)) {
        printf("%s\n", adrop_ctx_message(ctx));
        abort();
    }
    ad_dropout_init(d, 1);
    float *x = constant(ROWS * n, 1), *pre = constant(ROWS * n, pre_value);
    float *w = constant(width, 1), *y = constant(ROWS * width, 0);
    adrop_moments *stated = malloc(width * sizeof *stated);
    ad_call a = { .where.phase = ADROP_SAMPLE,
                  .where.seed = 5,
                  .where.step = 3,
                  .rows = ROWS,
                  .x = x,
                  .pre = pre,
                  .weight = w,
                  .y = y };
    const ad_technique *own = d->type;
    if (breaks)
        d->type = breaks;
    forward(d, &a, width);
    d->type = own;
    distance z = measure(d, width, y, stated);
    measure_shift(d, &a, width, &z);
    free(x), free(pre), free(w), free(y), free(stated);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return z;
}

/* Is the average of y with noise that of phase mean? */
static void check_shift(unsigned traits, distance z)
{
    enum { APPROXIMATE = 7 }; /* percent that a normaliser's approximation may be off */

    if (traits & AD_SHIFTS_MEAN)
        CHECK(z.shift_z > 5);
    else
        CHECK(fabs(z.shift) < APPROXIMATE / 100.0 || z.shift_z < 5);
}

/* The first of the sites where it can stand. */
static const ad_site *site_for(const char *text)
{
    const ad_site *sites[] = { &dense, &map, &product };
    adrop_ctx *ctx = bed_context(1);
    const ad_site *found = NULL;

    for (size_t s = 0; s < 3 && !found; s++) {
        ad_dropout *d;
        if (!ad_dropout_create(ctx, AD_F32, text, sites[s], 1, &d))
            found = s < 2 || d->traits & AD_REPLACES_PRODUCT ? sites[s] : &followed;
        ad_dropout_free(d);
    }
    adrop_ctx_free(ctx);
    return found;
}

static unsigned traits_of(const char *text, const ad_site *site)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_EQ(ad_dropout_create(ctx, AD_F32, text, site, 1, &d), ADROP_OK);
    const unsigned traits = d->traits;
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
    return traits;
}

static void moments_are_as_stated(void)
{
    adrop_ctx *ctx = bed_context(1);

    for (size_t t = 0; ad_technique_of(ctx, AD_F32, t); t++)
        for (const char *const *e = ad_technique_of(ctx, AD_F32, t)->examples; *e; e++)
            for (int s = AD_F32; s < AD_N_KERNEL_SETS && ad_kernel_set_usable((ad_kernel_set)s);
                 s++) {
                const ad_site *site = site_for(*e);
                CHECK_WHERE("%s %s", *e, ad_kernel_set_name((ad_kernel_set)s));
                CHECK(site);
                if (traits_of(*e, site) & AD_LAW_BY_ROW)
                    continue; /* rows of ones are no average rows */
                const distance z = run((ad_kernel_set)s, *e, site, NULL);
                check_shift(traits_of(*e, site), z);
                CHECK_NEAR(z.mean_z, 0, 5);
                CHECK_NEAR(z.variance_z, 0, 5);
            }
    adrop_ctx_free(ctx);
}

/* ----- broken copies ----- */

static const ad_technique *original;

/* The settings that another text would give. */
static void run_as(const ad_call *c, const char *text)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;
    ad_call other = *c;

    if (ad_dropout_create(ctx, AD_F32, text, c->site, 1, &d))
        abort();
    ad_dropout_init(d, 1);
    other.settings = d->settings;
    other.params = d->params;
    other.buffers = d->buffers;
    original->forward(&other);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void rate_for_keep_rate(const ad_call *c)
{
    run_as(c, "bernoulli:rate=0.8");
}

static void missing_scale(const ad_call *c)
{
    float *y = c->y;

    original->forward(c);
    for (size_t i = 0; i < c->rows * ad_site_units(c->site); i++)
        y[i] *= 0.8f;
}

static void variance_for_deviation(const ad_call *c)
{
    run_as(c, "variational:alpha=0.0625");
}

static void sigma_squared(const ad_call *c)
{
    run_as(c, "advanced:sigma=4");
}

/* gamma = rate / b^2, without H W / ((H - b + 1)(W - b + 1)) */
static void missing_border(const ad_call *c)
{
    run_as(c, "dropblock:block=3,rate=0.12444");
}

static void breaks_are_noticed(void)
{
    static const struct {
        const char *text;
        void (*forward)(const ad_call *);
        int in_mean, in_variance; /* where it must show */
    } breaks[] = {
        { "bernoulli:rate=0.2", rate_for_keep_rate, 0, 1 }, /* its own scale hides it in the mean */
        { "bernoulli:rate=0.2", missing_scale, 1, 1 },
        { "variational:alpha=0.25", variance_for_deviation, 0, 1 },
        { "advanced:sigma=2", sigma_squared, 0, 1 },
        { "dropblock:block=3,rate=0.2", missing_border, 1, 1 },
    };

    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; i++) {
        adrop_ctx *ctx = bed_context(1);
        const char *settings;
        size_t index = 0;
        CHECK_EQ(ad_technique_find(ctx, breaks[i].text, &index, &settings), ADROP_OK);
        original = ad_technique_at(AD_F32, index);
        ad_technique broken = *original;
        broken.forward = breaks[i].forward;
        const distance z = run(AD_F32, breaks[i].text, site_for(breaks[i].text), &broken);
        CHECK_WHERE("broken copy %zu of %s: %.0f and %.0f standard errors", i, breaks[i].text,
                    z.mean_z, z.variance_z);
        CHECK(!breaks[i].in_mean || z.mean_z > 10);
        CHECK(!breaks[i].in_variance || z.variance_z > 10);
        adrop_ctx_free(ctx);
    }
}

CHECK_MAIN(moments_are_as_stated, breaks_are_noticed)
