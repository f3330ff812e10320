/* Responses in training (trainer.h; formulas in model/response.h): every `dropout-every` steps,
 * before the gradients of the step itself, the parameters learned by response move according to the
 * effect of the step on the loss of other rows.
 *
 * The other rows are the next batch of the order, which is prepared anyway; at the end of an epoch
 * its first. An epoch of one batch has no other: its first half judges its second, whose noise is
 * that of the step. Or they are rows withheld from training (judges.c). So resuming needs only
 * Adam's state.
 *
 * The first steps have no response: until the loss falls a network learns more slowly with noise,
 * so a response would remove it for good. */
#include <math.h>

#include "base/context.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "model/response.h"
#include "trainer/trainer.h"

enum { LEAST_ROWS = 8, LEAST_HORIZON = 10, STEPS_PER_HORIZON = 100, SOME_PLACES = 3 };

static const double least_noise = 0.25;

/* Is there only one batch per epoch, which judges itself? */
static int is_one_batch(const adrop_trainer *t)
{
    return !t->judges.n && adrop_batches_count(t->steps) == 1;
}

/* The sum over sites of the masks' standard deviations at mean 1, divided by the number of sites,
 * but by at most SOME_PLACES. Below least_noise the initial noise may be too weak to be learned. */
static double noise_at_start(const adrop_trainer *t)
{
    const size_t places = t->model->n_dropouts;
    double sum = 0;

    for (size_t i = 0; i < places; i++) {
        adrop_moments m;
        if (adrop_model_dropout_average(t->model, i, &m))
            sum += sqrt(m.level);
    }
    return sum / (double)(places < SOME_PLACES ? places : SOME_PLACES);
}

/* Refuse what prevents responses, and warn of what weakens them. */
static adrop_status response_check(const adrop_trainer *t)
{
    const size_t most = is_one_batch(t) ? t->opts.batch / 2 : t->opts.batch;

    if (t->ctx->comm && !t->judges.n && (is_one_batch(t) || t->opts.dropout_rows))
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "ranks share whole batches: '%.60s' needs two of them in an epoch, and no "
                       "`dropout-rows`",
                       t->model->options.dropout);
    if (most < LEAST_ROWS)
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%.60s' learns from %d rows or more, and a batch leaves %zu: its noise stays as it "
               "starts",
               t->model->options.dropout, LEAST_ROWS, most);
    if (!t->model->response->direct && noise_at_start(t) < least_noise)
        ad_log(
            t->ctx, ADROP_LOG_WARNING,
            "'%.60s' starts with so little noise that it may lose it, even where it helps: start "
            "with more, or leave its sigma out",
            t->model->options.dropout);
    if (t->model->response->direct && !t->judges.n)
        ad_log(t->ctx, ADROP_LOG_WARNING,
               "'%.60s' is judged by rows that are trained on, which ask for little noise: give "
               "`dropout-judge` held-out",
               t->model->options.dropout);
    return ADROP_OK;
}

adrop_status ad_trainer_start_responses(adrop_trainer *t)
{
    adrop_status status;

    if (!t->model->response || !t->opts.dropout_every)
        return ADROP_OK;
    if ((status = response_check(t)) ||
        (status = AD_NEW(t->ctx, t->opts.batch, "numbers of rows", &t->row_numbers)))
        return status;
    for (size_t i = 0; i < t->opts.batch; i++)
        t->row_numbers[i] = (uint32_t)i;
    return ADROP_OK;
}

static double all_steps(const adrop_trainer *t)
{
    return (double)t->opts.epochs * (double)t->schedule.steps_per_epoch;
}

static double horizon(const adrop_trainer *t)
{
    return t->opts.dropout_horizon > 0 ? t->opts.dropout_horizon
                                       : fmax(LEAST_HORIZON, all_steps(t) / STEPS_PER_HORIZON);
}

static int is_due(const adrop_trainer *t)
{
    return t->model->response && t->opts.dropout_every &&
           t->state.step % t->opts.dropout_every == 0 &&
           (double)t->state.step >= t->opts.dropout_wait * all_steps(t);
}

/* Rows [first, first + n) of a batch, with their row numbers in it. */
static adrop_batch response_part_of(const adrop_trainer *t, const adrop_data_batch *rows,
                                    size_t first, size_t n, adrop_sparse *sparse)
{
    const size_t units = t->info.channels * t->info.height * t->info.width;
    adrop_batch b;

    adrop_batch_train(&b, (uint32_t)t->state.step, n, rows->x ? rows->x + first * units : NULL,
                      rows->labels ? rows->labels + first : NULL);
    b.targets = rows->targets ? rows->targets + first * t->width : NULL;
    b.weights = rows->weights ? rows->weights + first : NULL;
    if (rows->sparse) {
        *sparse = (adrop_sparse){ rows->sparse->start + first, rows->sparse->column,
                                  rows->sparse->value };
        b.sparse = sparse;
    }
    b.row_numbers = first ? t->row_numbers + first : NULL;
    return b;
}

adrop_status ad_trainer_respond(adrop_trainer *t, const adrop_data_batch *rows, double lr,
                                adrop_data_batch *other)
{
    const size_t half = is_one_batch(t) ? rows->n / 2 : 0;
    adrop_sparse sparse[2];
    adrop_response response;
    adrop_status status;

    *other = *rows;
    if (!is_due(t))
        return ADROP_OK;
    if (t->judges.n)
        status = ad_judges_take(t, other);
    else
        status = is_one_batch(t) ? ADROP_OK : adrop_batches_peek(t->steps, other);
    if (status)
        return status;
    size_t n = half ? half : other->n;
    if (t->opts.dropout_rows && t->opts.dropout_rows < n)
        n = t->opts.dropout_rows;
    const adrop_batch b = response_part_of(t, rows, half, rows->n - half, &sparse[0]);
    const adrop_batch a = response_part_of(t, other, 0, n, &sparse[1]);
    adrop_response_init(&response);
    response.lr = lr;
    response.horizon = horizon(t);
    response.step = t->opts.dropout_step;
    response.noise_free = t->judges.n > 0;
    status = adrop_model_response(t->model, &b, &a, &response, NULL);
    t->state.responses = t->model->response->count;
    return status;
}
