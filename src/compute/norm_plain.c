/* Batch normalisation in double, plain order, channel by channel: the oracle (norm.h). With h = (x
 * - mean) / sqrt(var + eps), z = gamma h + beta and, with ReLU, dz = dy where z > 0, over the N
 * rows and positions of a channel:
 *
 *     dbeta = sum dz,  dgamma = sum dz h,  dx = gamma (dz - dbeta / N - h dgamma / N)
 *                                               / sqrt(var + eps) */
#include <math.h>

#include "base/parallel.h"
#include "compute/norm_impl.h"

typedef struct {
    const ad_norm *n;
    const double *x, *dy, *gamma, *beta; /* (rows, channels, area), the same, (channels) twice */
    double *mean, *var;                  /* (channels) */
    double *out, *dgamma, *dbeta;        /* y or dx */
    const double *all;                   /* (1 + 2 channels): norm.h */
} job;

static adrop_status norm_plain_plan(ad_norm *n)
{
    (void)n;
    return ADROP_OK;
}

static size_t area(const job *j)
{
    return j->n->spec.in.height * j->n->spec.in.width;
}

/* Where channel c of row r begins. */
static size_t norm_plain_start(const job *j, size_t r, size_t c)
{
    return (r * j->n->spec.in.channels + c) * area(j);
}

static void norm_plain_moments(void *arg, size_t c)
{
    const job *j = arg;
    const double count = (double)(j->n->spec.in.rows * area(j));
    double sum = 0, squares = 0;

    for (size_t r = 0; r < j->n->spec.in.rows; r++)
        for (size_t i = 0; i < area(j); i++)
            sum += j->x[norm_plain_start(j, r, c) + i];
    const double mean = sum / count;
    for (size_t r = 0; r < j->n->spec.in.rows; r++)
        for (size_t i = 0; i < area(j); i++) {
            const double d = j->x[norm_plain_start(j, r, c) + i] - mean;
            squares += d * d;
        }
    j->mean[c] = mean;
    j->var[c] = squares / count;
}

static void norm_plain_apply(void *arg, size_t c)
{
    const job *j = arg;
    const double inverse = 1 / sqrt(j->var[c] + j->n->spec.epsilon);

    for (size_t r = 0; r < j->n->spec.in.rows; r++)
        for (size_t i = norm_plain_start(j, r, c), end = i + area(j); i < end; i++) {
            const double z = j->gamma[c] * ((j->x[i] - j->mean[c]) * inverse) + j->beta[c];
            j->out[i] = j->n->spec.relu && z < 0 ? 0 : z;
        }
}

/* (x - mean) / sqrt(var + eps) of element i of channel c, and the gradient before ReLU. */
static double gradient(const job *j, size_t c, size_t i, double inverse, double *dz)
{
    const double h = (j->x[i] - j->mean[c]) * inverse;
    const double z = j->gamma[c] * h + j->beta[c];

    *dz = j->n->spec.relu && z <= 0 ? 0 : j->dy[i];
    return h;
}

static void sums(void *arg, size_t c)
{
    const job *j = arg;
    const double inverse = 1 / sqrt(j->var[c] + j->n->spec.epsilon);
    double dz, dgamma = 0, dbeta = 0;

    for (size_t r = 0; r < j->n->spec.in.rows; r++)
        for (size_t i = norm_plain_start(j, r, c), end = i + area(j); i < end; i++) {
            const double h = gradient(j, c, i, inverse, &dz);
            dgamma += dz * h;
            dbeta += dz;
        }
    j->dgamma[c] = dgamma;
    j->dbeta[c] = dbeta;
}

/* With the sums of this part of the batch, or of the whole batch. */
static void input(void *arg, size_t c)
{
    const job *j = arg;
    const double inverse = 1 / sqrt(j->var[c] + j->n->spec.epsilon);
    const double count = j->all ? j->all[0] : (double)(j->n->spec.in.rows * area(j));
    const double dbeta = j->all ? j->all[1 + c] : j->dbeta[c];
    const double dgamma = j->all ? j->all[1 + j->n->spec.in.channels + c] : j->dgamma[c];
    double dz;

    for (size_t r = 0; r < j->n->spec.in.rows; r++)
        for (size_t i = norm_plain_start(j, r, c), end = i + area(j); i < end; i++) {
            const double h = gradient(j, c, i, inverse, &dz);
            j->out[i] = j->gamma[c] * inverse * (dz - dbeta / count - h * dgamma / count);
        }
}

static job job_of(const ad_norm *n, const ad_norm_args *a, void *out)
{
    return (job){ .n = n,
                  .x = a->x,
                  .dy = a->dy,
                  .gamma = a->gamma,
                  .beta = a->beta,
                  .mean = a->mean,
                  .var = a->var,
                  .out = out,
                  .dgamma = a->dgamma,
                  .dbeta = a->dbeta,
                  .all = a->all };
}

static adrop_status take_moments(ad_norm *n, const ad_norm_args *a)
{
    job j = job_of(n, a, NULL);

    ad_parallel(n->e->threads, n->spec.in.channels, norm_plain_moments, &j);
    return ADROP_OK;
}

static adrop_status eval(ad_norm *n, const ad_norm_args *a)
{
    job j = job_of(n, a, a->y);

    ad_parallel(n->e->threads, n->spec.in.channels, norm_plain_apply, &j);
    return ADROP_OK;
}

static adrop_status norm_plain_train(ad_norm *n, const ad_norm_args *a)
{
    take_moments(n, a);
    return eval(n, a);
}

static adrop_status take_sums(ad_norm *n, const ad_norm_args *a)
{
    job j = job_of(n, a, NULL);

    ad_parallel(n->e->threads, n->spec.in.channels, sums, &j);
    return ADROP_OK;
}

static adrop_status give_input(ad_norm *n, const ad_norm_args *a)
{
    job j = job_of(n, a, a->dx);

    ad_parallel(n->e->threads, n->spec.in.channels, input, &j);
    return ADROP_OK;
}

static adrop_status norm_plain_backward(ad_norm *n, const ad_norm_args *a)
{
    take_sums(n, a);
    return give_input(n, a);
}

const ad_norm_impl ad_norm_plain = {
    norm_plain_plan,     NULL,         norm_plain_train, eval,
    norm_plain_backward, take_moments, take_sums,        give_input
};
