/* Prediction speed of a round (adrop/pruning.h): passes without noise over a batch of test rows and
 * over one row, alternating with the network of round 0, so that a busy machine slows both. Zero
 * weights are skipped where predictors skip them. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "study/prune_impl.h"

enum { WARM_UP = 2, MOST_PASSES = 10000 };

static int prune_time_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

static double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, prune_time_compare);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static adrop_status pass(adrop_model *m, const adrop_batch *b, double *ms)
{
    const double start = ad_clock();
    const adrop_status status = adrop_model_forward(m, ADROP_PHASE_MEAN, b);

    *ms = 1e3 * (ad_clock() - start);
    return status;
}

/* Medians of both models, timed in turn. took (2, passes) is scratch. */
static adrop_status by_turns(adrop_model *const models[2], const adrop_batch *b, size_t passes,
                             double *took, double ms[2])
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < WARM_UP + passes; i++)
        for (size_t k = 0; k < 2 && !status; k++)
            status = pass(models[k], b, &took[k * passes + (i < WARM_UP ? 0 : i - WARM_UP)]);
    for (size_t k = 0; k < 2; k++)
        ms[k] = median(took + k * passes, passes);
    return status;
}

/* Time on the first test rows. */
static adrop_status with_rows(const adrop_pruning *p, adrop_model *const models[2], size_t passes,
                              double *took, double ms[4])
{
    adrop_batches_opts o;
    adrop_batches *batches = NULL;
    adrop_data_batch rows;
    double of[2];

    adrop_batches_opts_init(&o);
    o.part = ADROP_PART_TEST;
    o.rows = p->study.train.batch;
    o.shuffle = 0;
    adrop_status status = adrop_batches_create(p->ctx, p->rows, &o, &batches);
    if (!status && !(status = adrop_batches_begin(batches, 0, 0)))
        status = adrop_batches_next(batches, &rows);
    for (size_t single = 0; single < 2 && !status; single++) {
        adrop_batch b;
        adrop_batch_input(&b, 0, single ? 1 : rows.n, rows.x);
        b.sparse = rows.sparse;
        b.row_numbers = rows.rows;
        status = by_turns(models, &b, passes, took, of);
        ms[single] = of[0];
        ms[2 + single] = of[1];
    }
    adrop_batches_free(batches);
    return status;
}

adrop_status adrop_prune_time(adrop_pruning *p, size_t i, size_t passes)
{
    const char *path;
    adrop_model *models[2] = { 0 };
    double *took = NULL;
    adrop_status status;

    if (i >= p->n_rounds || !p->rounds[i].is_done || !passes || passes > MOST_PASSES)
        return ad_fail(p->ctx, ADROP_EINVAL,
                       "round %zu cannot be timed in %zu passes: it must be done, with 1 to %d", i,
                       passes, MOST_PASSES);
    if ((status = AD_NEW(p->ctx, 2 * passes, "the times", &took)))
        return status;
    for (size_t k = 0; k < 2 && !status; k++) {
        status = ad_prune_path(p, "rounds/%zu/model.safetensors", k ? 0 : i, &path);
        if (!status && !(status = ad_prune_open_model(p, path, &models[k])))
            status = adrop_model_sparse_weights(models[k], ADROP_SPARSE_AUTO, NULL);
    }
    if (!status)
        status = with_rows(p, models, passes, took, p->rounds[i].ms);
    adrop_model_free(models[0]);
    adrop_model_free(models[1]);
    ad_free(p->ctx, took);
    return status;
}
