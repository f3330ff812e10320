/* Conformance: phases, in-place calls, equal bits for equal addresses, independence of the batch in
 * phase sample, state as named tensors. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "conform/conform.h"
#include "conform/fixture.h"

static const char *const accepted = "wrong calls that are not refused";

/* Allocate n numbers of the fixture's set. */
static adrop_status room(const ad_fixture *b, size_t n, char **out)
{
    return AD_NEW(b->d->ctx, n * ad_real_size(b->d->set), "a copy", out);
}

static double differ(const ad_fixture *b, const void *x, const void *y, size_t n)
{
    return ad_conform_differ(x, y, n, ad_real_size(b->d->set));
}

/* Phase mean is the bitwise identity unless the technique says otherwise. */
static adrop_status check_mean(ad_conform *c, const ad_site *site)
{
    ad_fixture b;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F32, site, 1, &b);

    if (status)
        return status;
    b.a.where.phase = ADROP_PHASE_MEAN;
    status = ad_dropout_forward(b.d, 0, &b.a);
    if (!status && !(b.d->traits & AD_OWN_MEAN))
        ad_conform_add(c, "numbers that phase mean changes",
                       differ(&b, b.a.x, b.a.y, site->rows * b.n), 0);
    if (!status) /* no gradients except in train */
        ad_conform_add(c, accepted, ad_dropout_backward(b.d, 0, &b.a) != ADROP_EINVAL, 0);
    ad_fixture_free(&b);
    return status;
}

static adrop_status both_ways(ad_fixture *b)
{
    const adrop_status status = ad_dropout_forward(b->d, 0, &b->a);

    return status ? status : ad_dropout_backward(b->d, 0, &b->a);
}

/* Forward in place over x, backward in place over dy: y and dx must not change. */
static adrop_status check_in_place(ad_conform *c, ad_fixture *b, const char *y, const char *dx)
{
    const size_t n = b->d->site.rows * b->n, bytes = n * ad_real_size(b->d->set);
    char *own = NULL;
    ad_call call = b->a;
    adrop_status status = room(b, n, &own);

    if (status)
        return status;
    memcpy(own, b->a.x, bytes);
    call.x = call.y = own;
    status = ad_dropout_forward(b->d, 0, &call);
    double off = differ(b, y, own, n);
    call = b->a;
    memcpy(own, b->a.dy, bytes);
    call.dy = call.dx = own;
    if (!status && !(status = ad_dropout_forward(b->d, 0, &b->a)) &&
        !(status = ad_dropout_backward(b->d, 0, &call))) {
        off += differ(b, dx, own, n);
        ad_conform_add(c, "numbers that change where y is x, dx is dy", off, 0);
    }
    ad_free(b->d->ctx, own);
    return status;
}

/* Do all of many steps have the same masks as the first? */
static adrop_status check_steps(ad_fixture *b, const char *y, size_t n, int *shared)
{
    enum { STEPS = 1000 };
    adrop_status status = ADROP_OK;

    *shared = 1;
    for (size_t i = 0; i < STEPS && *shared && !status; i++) {
        b->a.where.step++;
        status = ad_dropout_forward(b->d, 0, &b->a);
        *shared = differ(b, y, b->a.y, n) == 0;
    }
    return status;
}

/* The same address gives the same bits, also in place; another step gives others. */
static adrop_status check_address(ad_conform *c, const ad_site *site)
{
    ad_fixture b;
    char *y = NULL, *dx = NULL;
    int shared = 1;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F32, site, 1, &b);

    if (status)
        return status;
    const size_t n = site->rows * b.width, n_x = site->rows * b.n, size = ad_real_size(b.d->set);
    if (!(status = room(&b, n, &y)) && !(status = room(&b, n_x, &dx)) &&
        !(status = both_ways(&b))) {
        memcpy(y, b.a.y, n * size);
        memcpy(dx, b.a.dx, n_x * size);
        status = both_ways(&b);
    }
    if (!status) {
        ad_conform_add(c, "numbers that change at the same address",
                       differ(&b, y, b.a.y, n) + differ(&b, dx, b.a.dx, n_x), 0);
        if (!(b.d->traits & AD_REPLACES_PRODUCT))
            status = check_in_place(c, &b, y, dx);
    }
    /* steps of few units may have the same masks if little is dropped */
    if (!status && n >= 200 && ad_dropout_moments(b.d, 0, 0).variance > 0 &&
        !(status = check_steps(&b, y, n, &shared)))
        ad_conform_add(c, "steps that all have the same masks", shared, 0);
    ad_free(c->ctx, y);
    ad_free(c->ctx, dx);
    ad_fixture_free(&b);
    return status;
}

/* In phase sample, a row's result depends on its number, not on its batch. */
static adrop_status check_sample(ad_conform *c, const ad_site *site)
{
    ad_fixture b;
    uint32_t numbers[AD_BED_MOST_ROWS];
    char *whole = NULL;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F32, site, 1, &b);

    if (status)
        return status;
    const size_t row = site->rows - 2, width = b.width, size = ad_real_size(b.d->set);
    for (uint32_t i = 0; i < site->rows; i++)
        numbers[i] = 1000 - 3 * i;
    b.a.where.phase = ADROP_PHASE_SAMPLE;
    b.a.where.row_numbers = numbers;
    ad_call one = b.a;
    one.x = (const char *)b.a.x + row * b.n * size;
    one.pre = (const char *)b.a.pre + row * b.n * size;
    one.where.row_numbers = numbers + row;
    one.rows = 1;
    if (!(status = room(&b, width, &whole)) && !(status = ad_dropout_forward(b.d, 0, &b.a))) {
        memcpy(whole, (const char *)b.a.y + row * width * size, width * size);
        if (!(status = ad_dropout_forward(b.d, 0, &one)))
            ad_conform_add(c, "numbers of phase sample that depend on the batch",
                           differ(&b, whole, b.a.y, width), 0);
    }
    ad_free(c->ctx, whole);
    ad_fixture_free(&b);
    return status;
}

/* Copy tensor t; invalid values must be refused. */
static adrop_status copy_tensor(ad_conform *c, const ad_dropout *from, ad_dropout *to, size_t t)
{
    const ad_tensor *tensor = ad_dropout_tensor(from, t);
    const size_t n = ad_tensor_size(tensor);
    float *values;
    adrop_status status = AD_NEW(c->ctx, n + 1, "a tensor", &values);

    if (status)
        return status;
    ad_dropout_get(from, t, values);
    status = ad_dropout_set(to, tensor->name, n, values);
    int wrong = ad_dropout_set(to, tensor->name, n + 1, values) != ADROP_ESHAPE;
    values[n - 1] = NAN;
    wrong += ad_dropout_set(to, tensor->name, n, values) != ADROP_ENUMERIC;
    wrong += ad_dropout_set(to, "no such", 1, values) != ADROP_ENOENT;
    ad_conform_add(c, accepted, wrong, 0);
    ad_free(c->ctx, values);
    return status;
}

/* Every tensor is saved and loaded, and the copy computes the same bits. */
static adrop_status check_tensors(ad_conform *c, const ad_site *site)
{
    ad_fixture a, b;
    adrop_status status = ad_conform_fixture(c, c->ctx, AD_F32, site, 1, &a);

    if (status)
        return status;
    if ((status = ad_conform_fixture(c, c->ctx, AD_F32, site, 1, &b))) {
        ad_fixture_free(&a);
        return status;
    }
    status = both_ways(&a);
    ad_dropout_commit(a.d);
    ad_dropout_init(b.d, 1); /* parameters that differ from a's */
    for (size_t t = 0; t < ad_dropout_n_tensors(a.d) && !status; t++)
        status = copy_tensor(c, a.d, b.d, t);
    for (int phase = ADROP_PHASE_TRAIN; phase <= ADROP_PHASE_MEAN && !status; phase++) {
        a.a.where.phase = b.a.where.phase = (adrop_phase)phase;
        if (!(status = ad_dropout_forward(a.d, 0, &a.a)) &&
            !(status = ad_dropout_forward(b.d, 0, &b.a)))
            ad_conform_add(c, "numbers that a copy by its tensors changes",
                           differ(&a, a.a.y, b.a.y, site->rows * a.width), 0);
    }
    ad_fixture_free(&a);
    ad_fixture_free(&b);
    return status;
}

adrop_status ad_conform_state(ad_conform *c)
{
    static ad_conform_fn *const each[] = { check_mean, check_address, check_sample, check_tensors };
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < sizeof each / sizeof *each && !status; i++)
        status = ad_conform_each(c, each[i]);
    return status;
}
