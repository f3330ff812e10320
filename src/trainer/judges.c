/* Rows that only judge responses (trainer.h): with `dropout-judge` held-out some training
 * rows are withheld from training, and responses use the loss of these rows.
 *
 * The seed and the row numbers determine which rows. The response of the step that is
 * the k-th multiple of `dropout-every` takes batch k mod n of pass k / n over them, with a new
 * order in every pass; so resuming needs no extra state. Every rank prepares the whole batch.
 *
 * J. Luketina, M. Berglund, K. Greff, T. Raiko, "Scalable gradient-based tuning of continuous
 * regularization hyperparameters", ICML 2016: the rows judge without noise, by the response alone
 * (model/response.h). */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/memory.h"
#include "rows/batches.h"
#include "rows/order.h"
#include "trainer/options.h"
#include "trainer/trainer.h"

enum { LEAST_ROWS = 8 };

static int ascending(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return x < y ? -1 : x > y;
}

/* The rows with the smallest keys judge. */
static adrop_status judges_choose(adrop_trainer *t, const uint32_t *rows, size_t n)
{
    ad_judges *j = &t->judges;
    ad_keyed *keys;
    adrop_status status;

    if ((status = AD_NEW(t->ctx, n, "rows that judge", &j->rows)) ||
        (status = AD_NEW(t->ctx, n, "rows that judge", &keys)))
        return status;
    for (size_t i = 0; i < n; i++) {
        const ad_address at = { .seed = t->opts.seed, .row = rows[i], .purpose = AD_FOR_JUDGE };
        keys[i] = (ad_keyed){ ad_row_key(&at), 0, rows[i] };
    }
    ad_keyed_sort(keys, n);
    for (size_t i = 0; i < n; i++)
        j->rows[(i + j->n_rest) % n] = keys[i].row;
    qsort(j->rows, j->n_rest, sizeof *j->rows, ascending);
    qsort(j->rows + j->n_rest, j->n, sizeof *j->rows, ascending);
    ad_free(t->ctx, keys);
    return ADROP_OK;
}

adrop_status ad_judges_choose(adrop_trainer *t)
{
    const double part = t->opts.dropout_held_out;
    ad_judges *j = &t->judges;
    size_t n;

    if (t->opts.dropout_judge != AD_JUDGE_HELD_OUT || !t->model->response || !t->opts.dropout_every)
        return ADROP_OK;
    const uint32_t *rows = adrop_data_rows(t->data, ADROP_PART_TRAIN, &n);
    j->n = (size_t)round(part * (double)n);
    j->n_rest = n - j->n;
    if (j->n < LEAST_ROWS || !j->n_rest)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "`dropout-held-out` %s leaves %zu of %zu training rows to judge and %zu to "
                       "train on: give at least %d and 1",
                       AD_NUM(part), j->n, n, j->n_rest, LEAST_ROWS);
    t->info.n_train = j->n_rest;
    return judges_choose(t, rows, n);
}

adrop_status ad_judges_open(adrop_trainer *t, const adrop_batches_opts *of_steps)
{
    ad_judges *j = &t->judges;
    adrop_batches_opts o = *of_steps;
    const adrop_status status = ad_batches_of_rows(t->ctx, t->data, of_steps, j->rows, j->n_rest,
                                                   &t->steps);

    o.rows = o.rows < j->n ? o.rows : j->n;
    o.drop_last = 1;
    o.augment = 0;
    return status ? status
                  : ad_batches_of_rows(t->ctx, t->data, &o, j->rows + j->n_rest, j->n, &j->batches);
}

adrop_status ad_judges_take(adrop_trainer *t, adrop_data_batch *rows)
{
    ad_judges *j = &t->judges;
    const size_t n = adrop_batches_count(j->batches), k = t->state.step / t->opts.dropout_every;
    adrop_status status = ADROP_OK;

    if (k != j->next || k % n == 0)
        status = adrop_batches_begin(j->batches, (uint32_t)(k / n), k % n);
    j->next = k + 1;
    return status ? status : adrop_batches_next(j->batches, rows);
}

void ad_judges_free(adrop_trainer *t)
{
    adrop_batches_free(t->judges.batches);
    ad_free(t->ctx, t->judges.rows);
}
