/* Techniques at sites, with their arrays (fixture.h). */
#include "conform/fixture.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "random/noise.h"

const ad_site ad_fixture_sites[AD_FIXTURE_SITES] = {
    { .rows = 5,
      .channels = 7,
      .height = 1,
      .width = 1,
      .outputs = 4,
      .n_train = 60,
      .layer = 1,
      .has_pre = 1 },
    { .rows = AD_BED_MOST_ROWS,
      .channels = 50,
      .height = 1,
      .width = 1,
      .outputs = 9,
      .n_train = 1000,
      .layer = 2,
      .has_pre = 1 },
    { .rows = 6,
      .channels = 18,
      .height = 5,
      .width = 4,
      .outputs = 0,
      .n_train = 300,
      .layer = 3,
      .has_pre = 1,
      .branch = 2,
      .branches = 4 },
    { .rows = 2,
      .channels = 1,
      .height = 1,
      .width = 1,
      .outputs = 1,
      .n_train = 9,
      .layer = 4,
      .has_pre = 1 },
};

double ad_fixture_get(const ad_fixture *b, const void *array, size_t i)
{
    return b->d->set == AD_F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

void ad_fixture_put(const ad_fixture *b, const void *array, size_t i, double value)
{
    if (b->d->set == AD_F64)
        ((double *)(uintptr_t)array)[i] = value;
    else
        ((float *)(uintptr_t)array)[i] = (float)value;
}

enum { CHUNK = 256 };

/* Up to CHUNK normal numbers of array `which`, from index first; they are floats, for every set.
 * Returns their number. */
static size_t normal(uint16_t which, size_t first, size_t n, float value[CHUNK])
{
    const ad_address at = { .seed = 99, .layer = which, .purpose = AD_FOR_SPLIT };

    if (n > CHUNK)
        n = CHUNK;
    ad_noise_normal_f32(&at, first, n, value);
    return n;
}

typedef struct {
    void *slot; /* of a pointer */
    size_t n;
    uint16_t which;
    double scale; /* 0: zeros */
} piece;

static adrop_status fixture_fill(ad_fixture *b, const piece *p)
{
    void *array;
    float value[CHUNK];
    const adrop_status status = ad_memory_take(b->d->ctx, p->n, ad_real_size(b->d->set),
                                               "what a technique is checked on", p->slot);

    if (status || p->scale == 0)
        return status;
    memcpy(&array, p->slot, sizeof array);
    for (size_t first = 0, done; first < p->n; first += done) {
        done = normal(p->which, first, p->n - first, value);
        for (size_t i = 0; i < done; i++)
            ad_fixture_put(b, array, first + i, (double)(float)((double)value[i] * p->scale));
    }
    return ADROP_OK;
}

adrop_status ad_fixture_stir(ad_dropout *d)
{
    adrop_status status = ADROP_OK;

    for (size_t t = 0; t < d->plan.params.n && !status; t++) {
        const ad_tensor *tensor = ad_dropout_tensor(d, t);
        const size_t n = ad_tensor_size(tensor);
        float *now = NULL, value[CHUNK];
        if ((status = AD_NEW(d->ctx, n, "parameters", &now)))
            break;
        ad_dropout_get(d, t, now);
        for (size_t first = 0, done; first < n; first += done) {
            done = normal((uint16_t)(20 + t), first, n - first, value);
            for (size_t i = 0; i < done; i++)
                now[first + i] += (float)((double)value[i] * 0.2);
        }
        status = ad_dropout_set(d, tensor->name, n, now);
        ad_free(d->ctx, now);
    }
    return status;
}

static adrop_status arrays(ad_fixture *b)
{
    const size_t rows = b->d->site.rows;
    const piece pieces[] = {
        { &b->a.x, rows * b->n, 1, 1 },        { &b->a.pre, rows * b->n, 2, 1.5 },
        { &b->a.weight, b->p * b->n, 3, 0.5 }, { &b->a.bias, b->p, 4, 0.5 },
        { &b->a.y, rows * b->width, 0, 0 },    { &b->a.dy, rows * b->width, 6, 1 },
        { &b->a.dx, rows * b->n, 0, 0 },       { &b->a.dpre, rows * b->n, 0, 0 },
        { &b->a.dweight, b->p * b->n, 0, 0 },  { &b->a.dbias, b->p, 0, 0 },
    };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < sizeof pieces / sizeof *pieces && !status; i++)
        status = fixture_fill(b, &pieces[i]);
    return status;
}

adrop_status ad_fixture_make(adrop_ctx *ctx, ad_kernel_set set, const char *text,
                             const ad_site *site, size_t n_shards, ad_fixture *b)
{
    *b = (ad_fixture){ .n = ad_site_units(site), .p = site->outputs };
    adrop_status status = ad_dropout_create(ctx, set, text, site, n_shards, &b->d);

    if (status)
        return status;
    b->width = b->d->traits & AD_REPLACES_PRODUCT ? b->p : b->n;
    b->a = (ad_call){
        .where.phase = ADROP_PHASE_TRAIN, .where.seed = 2021, .where.step = 17, .rows = site->rows
    };
    ad_dropout_init(b->d, 4711);
    if ((status = ad_fixture_stir(b->d)) || (status = arrays(b)))
        ad_fixture_free(b);
    return status;
}

void ad_fixture_free(ad_fixture *b)
{
    const void *const all[] = { b->a.x,  b->a.pre, b->a.weight, b->a.bias,    b->a.y,
                                b->a.dy, b->a.dx,  b->a.dpre,   b->a.dweight, b->a.dbias };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ad_free(b->d->ctx, (void *)(uintptr_t)all[i]);
    ad_dropout_free(b->d);
}
