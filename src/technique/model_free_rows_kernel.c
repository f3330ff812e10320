/* Masks of the model-free family where each row has its own mu and sigma (model_free.h):
 * the passes of model_free_kernel.c, one row at a time. */
#include "technique/model_free.h"

#include "base/memory.h"
#include "base/parallel.h"

typedef struct {
    const ad_model_free *f;
    const ad_call *call;
    const double *mu, *sigma, *c; /* (rows) */
    int through_mean;
    double *gmu, *gsigma; /* (rows); NULL forward */
    size_t step;          /* bytes of scratch per row */
} job;

static ad_site one_row(const ad_site *site)
{
    ad_site one = *site;

    one.rows = 1;
    return one;
}

static size_t step_of(const ad_model_free *f, const ad_site *site)
{
    const ad_site one = one_row(site);

    return ad_round_up(AD_KERNEL(ad_model_free_scratch)(f, &one));
}

/* Scratch: gmu and gsigma, then the scratch of each row. */
static size_t sums_size(const ad_site *site)
{
    return ad_round_up(2 * site->rows * sizeof(double));
}

size_t AD_KERNEL(ad_model_free_rows_scratch)(const ad_model_free *f, const ad_site *site)
{
    return sums_size(site) + site->rows * step_of(f, site);
}

static const void *const_at(const void *array, size_t offset)
{
    return array ? (const real *)array + offset : NULL;
}

static void *model_free_rows_at(void *array, size_t offset)
{
    return array ? (real *)array + offset : NULL;
}

/* The call restricted to one row. */
static ad_call model_free_rows_call_of(const job *j, const ad_site *one, size_t row)
{
    const ad_call *c = j->call;
    const size_t n = ad_site_units(one);
    const size_t draws = j->f->shape == AD_BY_CHANNEL ? one->channels : n;
    ad_call sub = *c;

    sub.site = one;
    sub.rows = 1;
    sub.threads = 1;
    sub.where.first_row += (uint32_t)row;
    if (sub.where.row_numbers)
        sub.where.row_numbers += row;
    if (sub.where.passes)
        sub.where.passes += row;
    sub.x = const_at(c->x, row * n);
    sub.dy = const_at(c->dy, row * n);
    sub.y = model_free_rows_at(c->y, row * n);
    sub.dx = model_free_rows_at(c->dx, row * n);
    sub.saved = model_free_rows_at(c->saved, row * (size_t)c->plan->kept_arrays *
                                                 draws); /* laid out as in mask.h */
    sub.scratch = (char *)c->scratch + sums_size(c->site) + row * j->step;
    return sub;
}

static void forward_row(void *arg, size_t row)
{
    const job *j = arg;
    const ad_site one = one_row(j->call->site);
    const ad_call sub = model_free_rows_call_of(j, &one, row);

    AD_KERNEL(ad_model_free_forward)(j->f, &sub, j->mu + row, j->sigma + row, j->c + row);
}

static void backward_row(void *arg, size_t row)
{
    const job *j = arg;
    const ad_site one = one_row(j->call->site);
    const ad_call sub = model_free_rows_call_of(j, &one, row);
    const double *sums = AD_KERNEL(ad_model_free_backward)(j->f, &sub, j->mu + row, j->sigma + row,
                                                           j->c + row, j->through_mean);

    j->gmu[row] = sums[0];
    j->gsigma[row] = sums[1];
}

void AD_KERNEL(ad_model_free_rows_forward)(const ad_model_free *f, const ad_call *call,
                                           const double *mu, const double *sigma, const double *c)
{
    job j = {
        .f = f, .call = call, .mu = mu, .sigma = sigma, .c = c, .step = step_of(f, call->site)
    };

    ad_parallel(call->threads, call->rows, forward_row, &j);
}

double *AD_KERNEL(ad_model_free_rows_backward)(const ad_model_free *f, const ad_call *call,
                                               const double *mu, const double *sigma,
                                               const double *c, int through_mean)
{
    double *gmu = call->scratch;
    job j = { .f = f,
              .call = call,
              .mu = mu,
              .sigma = sigma,
              .c = c,
              .through_mean = through_mean,
              .gmu = gmu,
              .gsigma = gmu + call->rows,
              .step = step_of(f, call->site) };

    ad_parallel(call->threads, call->rows, backward_row, &j);
    return gmu;
}
