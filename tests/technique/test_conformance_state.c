/* Conformance: phases, in-place calls, determinism, independence of the batch,
 * shards, state as named tensors. */
#include "bed.h"

static adrop_ctx *ctx;

static size_t bytes(const bed *b, size_t n)
{
    return n * ad_real_size(b->d->set);
}

static void *clone(const bed *b, const void *array, size_t n)
{
    void *to = malloc(bytes(b, n) + 1);

    return memcpy(to, array, bytes(b, n));
}

/* Phase mean is the bitwise identity unless the technique says otherwise. */
static void check_mean(const char *text, const ad_site *site)
{
    bed b;

    CHECK(bed_make(ctx, AD_F32, text, site, 1, &b));
    b.a.where.phase = ADROP_MEAN;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_OK);
    if (!(b.d->traits & AD_OWN_MEAN))
        CHECK(!memcmp(b.a.x, b.a.y, bytes(&b, site->rows * b.n)));
    CHECK_EQ(ad_dropout_backward(b.d, 0, &b.a), ADROP_EINVAL); /* no gradients but in train */
    bed_drop(&b);
}

/* The same address gives the same bits; another step, seed or phase other ones;
 * y may be x, dx may be dy. */
static void check_determinism(const char *text, const ad_site *site)
{
    bed b;

    CHECK(bed_make(ctx, AD_F32, text, site, 1, &b));
    const size_t n = site->rows * b.width, n_x = site->rows * b.n;
    bed_forward_backward(&b);
    void *y = clone(&b, b.a.y, n), *dx = clone(&b, b.a.dx, n_x);
    bed_forward_backward(&b);
    CHECK(!memcmp(y, b.a.y, bytes(&b, n)));
    CHECK(!memcmp(dx, b.a.dx, bytes(&b, n_x)));
    if (!(b.d->traits & AD_REPLACES_PRODUCT)) {
        void *x = clone(&b, b.a.x, n_x), *dy = clone(&b, b.a.dy, n);
        ad_call inplace = b.a;
        inplace.y = x; /* forward over its own input */
        inplace.x = x;
        CHECK_EQ(ad_dropout_forward(b.d, 0, &inplace), ADROP_OK);
        CHECK(!memcmp(y, x, bytes(&b, n)));
        ad_dropout_forward(b.d, 0, &b.a);
        inplace = b.a;
        inplace.dy = inplace.dx = dy;
        CHECK_EQ(ad_dropout_backward(b.d, 0, &inplace), ADROP_OK);
        CHECK(!memcmp(dx, dy, bytes(&b, n_x)));
        free(x);
        free(dy);
    }
    b.a.where.step++;
    ad_dropout_forward(b.d, 0, &b.a);
    CHECK(n < 20 || !strcmp(text, "none") || memcmp(y, b.a.y, bytes(&b, n)));
    free(y);
    free(dx);
    bed_drop(&b);
}

/* In phase sample a row's result depends on its own number, not on its batch. */
static void check_sample(const char *text, const ad_site *site)
{
    bed b;
    uint32_t numbers[64];

    CHECK(bed_make(ctx, AD_F32, text, site, 1, &b));
    for (uint32_t i = 0; i < site->rows; i++)
        numbers[i] = 1000 - 3 * i;
    b.a.where.phase = ADROP_SAMPLE;
    b.a.where.row_numbers = numbers;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_OK);
    const size_t row = site->rows - 2, width = b.width;
    void *whole = clone(&b, (const char *)b.a.y + bytes(&b, row * width), width);
    ad_call one = b.a;
    one.x = (const char *)b.a.x + bytes(&b, row * b.n);
    one.pre = (const char *)b.a.pre + bytes(&b, row * b.n);
    one.where.row_numbers = numbers + row;
    one.rows = 1;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &one), ADROP_OK);
    CHECK(!memcmp(whole, b.a.y, bytes(&b, width)));
    free(whole);
    bed_drop(&b);
}

/* Two shards, each by itself: outputs are those of the whole batch where nothing
 * is computed from the batch, and parameters' gradients add up to rounding. */
static void check_shards(const char *text, const ad_site *site)
{
    bed whole, cut;

    CHECK(bed_make(ctx, AD_F64, text, site, 1, &whole));
    CHECK(bed_make(ctx, AD_F64, text, site, 2, &cut));
    bed_forward_backward(&whole);
    const size_t first = (site->rows + 1) / 2, n_params = whole.d->plan.params.n_reals;
    for (size_t s = 0; s < 2; s++) {
        ad_call part = cut.a;
        const size_t from = s ? first : 0;
        part.rows = s ? site->rows - first : first;
        part.where.first_row = (uint32_t)from;
        part.where.batch_rows = site->rows; /* extra losses are averages over the batch */
        part.x = (const double *)cut.a.x + from * cut.n;
        part.pre = (const double *)cut.a.pre + from * cut.n;
        part.y = (double *)cut.a.y + from * cut.width;
        part.dy = (const double *)cut.a.dy + from * cut.width;
        part.dx = (double *)cut.a.dx + from * cut.n;
        part.dpre = (double *)cut.a.dpre + from * cut.n;
        CHECK_EQ(ad_dropout_forward(cut.d, s, &part), ADROP_OK);
        CHECK_EQ(ad_dropout_backward(cut.d, s, &part), ADROP_OK);
    }
    if (!whole.d->plan.n_stats) { /* nothing is taken from the batch */
        CHECK(!memcmp(whole.a.y, cut.a.y, bytes(&cut, site->rows * cut.width)));
        CHECK(!memcmp(whole.a.dx, cut.a.dx, bytes(&cut, site->rows * cut.n)));
        for (size_t i = 0; i < n_params; i++)
            CHECK_CLOSE(bed_get(&cut, cut.d->grads, i), bed_get(&whole, whole.d->grads, i), 1e-12);
    }
    /* the running averages move to the rows' own average over the shards */
    const size_t n_buffers = cut.d->plan.buffers.n_reals, n_stats = cut.d->plan.n_stats;
    double *before = clone(&cut, cut.d->buffers, n_buffers);
    double *stats = malloc((2 * n_stats + 1) * sizeof *stats);
    memcpy(stats, cut.d->stats, 2 * n_stats * sizeof *stats);
    ad_dropout_commit(cut.d);
    if (!n_stats) /* what is no average stays as it was drawn */
        CHECK(!memcmp(before, cut.d->buffers, bytes(&cut, n_buffers)));
    for (size_t i = 0; n_stats && i < n_buffers; i++) {
        const size_t k = n_stats - n_buffers + i; /* the last statistics are what is averaged */
        const double mean = (stats[k] * (double)first +
                             stats[n_stats + k] * (double)(site->rows - first)) /
                            (double)site->rows;
        CHECK_CLOSE(bed_get(&cut, cut.d->buffers, i), 0.9 * before[i] + 0.1 * mean, 1e-12);
    }
    void *after = clone(&cut, cut.d->buffers, n_buffers);
    ad_dropout_commit(cut.d); /* nothing went forward since */
    CHECK(!memcmp(after, cut.d->buffers, bytes(&cut, n_buffers)));
    free(before), free(stats), free(after);
    bed_drop(&whole);
    bed_drop(&cut);
}

/* Every tensor goes out and in again, and the copy computes the same bits. */
static void check_tensors(const char *text, const ad_site *site)
{
    bed a, b;

    CHECK(bed_make(ctx, AD_F32, text, site, 1, &a));
    CHECK(bed_make(ctx, AD_F32, text, site, 1, &b));
    bed_forward_backward(&a);
    ad_dropout_commit(a.d);
    ad_dropout_init(b.d, 1); /* other parameters than a's */
    for (size_t t = 0; t < ad_dropout_n_tensors(a.d); t++) {
        const ad_tensor *tensor = ad_dropout_tensor(a.d, t);
        const size_t n = ad_tensor_size(tensor);
        float *values = malloc((n + 1) * sizeof *values);
        ad_dropout_get(a.d, t, values);
        CHECK_EQ(ad_dropout_set(b.d, tensor->name, n, values), ADROP_OK);
        CHECK_EQ(ad_dropout_set(b.d, tensor->name, n + 1, values), ADROP_ESHAPE);
        values[n - 1] = NAN;
        CHECK_EQ(ad_dropout_set(b.d, tensor->name, n, values), ADROP_ENUMERIC);
        free(values);
    }
    CHECK_EQ(ad_dropout_set(b.d, "no such", 1, &(float){ 0 }), ADROP_ENOENT);
    for (int phase = ADROP_TRAIN; phase <= ADROP_MEAN; phase++) {
        a.a.where.phase = b.a.where.phase = (adrop_phase)phase;
        ad_dropout_forward(a.d, 0, &a.a);
        ad_dropout_forward(b.d, 0, &b.a);
        CHECK(!memcmp(a.a.y, b.a.y, bytes(&a, site->rows * a.width)));
    }
    bed_drop(&a);
    bed_drop(&b);
}

static void over_all(bed_fn *fn)
{
    ctx = bed_context(1);
    CHECK(bed_each(fn) >= 30);
    adrop_ctx_free(ctx);
}

static void phase_mean(void)
{
    over_all(check_mean);
}

static void determinism(void)
{
    over_all(check_determinism);
}

static void sample_phase(void)
{
    over_all(check_sample);
}

static void shards(void)
{
    over_all(check_shards);
}

static void tensors(void)
{
    over_all(check_tensors);
}

CHECK_MAIN(phase_mean, determinism, sample_phase, shards, tensors)
