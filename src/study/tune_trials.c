/* The trials of a search: every point of a grid, or draws; which are equal, and which cannot be
 * trained.
 *
 * An invalid combination (a schedule without room for its warm-up, a network without a place for a
 * technique) is left out. If a value makes every trial invalid, the search is refused with the
 * reason of its first trial. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/model.h"
#include "study/tune_impl.h"
#include "train/settings.h"

enum { DEFAULT_TRIALS = 27 };

/* -- How many -------------------------------------------------------------------- */

/* Number of combinations of all keys; 0 if infinite or too many. */
static adrop_status count_grid(const adrop_tune *t, int is_needed, size_t *all)
{
    size_t n;

    *all = 1;
    for (size_t k = 0; k < t->n_vary; k++) {
        const adrop_status status = ad_vary_count(t->ctx, &t->vary[k], is_needed, &n);
        if (status)
            return status;
        *all = n && *all <= AD_MOST_TRIALS ? *all * n : n ? *all : 0;
        if (!*all)
            return ADROP_OK;
    }
    if (*all > AD_MOST_TRIALS && is_needed)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "the grid has more than %d points: give fewer values, or `method` random "
                       "with `trials`",
                       AD_MOST_TRIALS);
    if (*all > AD_MOST_TRIALS)
        *all = 0;
    return ADROP_OK;
}

/* Trials of hyperband's brackets: ceil((s + 1) / (k + 1) eta^k) for k = s .. 0. */
static size_t count_hyperband(const adrop_tune *t)
{
    size_t brackets = 1, n = 0;

    for (size_t r = t->study.train.epochs / t->opts.eta; r >= t->opts.min_epochs && r;
         r /= t->opts.eta)
        brackets++;
    for (size_t k = 0, power = 1; k < brackets; k++, power *= t->opts.eta)
        n += (brackets * power + k) / (k + 1);
    return n;
}

/* The number of trials, and whether they form the grid. */
static adrop_status tune_trials_count(adrop_tune *t, int *is_grid)
{
    size_t all = 0;
    const adrop_status status = count_grid(t, t->opts.method == ADROP_TUNE_GRID, &all);

    if (status)
        return status;
    if (t->opts.method == ADROP_TUNE_HYPERBAND) {
        t->n_trials = count_hyperband(t);
        if (t->n_trials > AD_MOST_TRIALS)
            return ad_fail(t->ctx, ADROP_EINVAL,
                           "hyperband over %zu epochs takes %zu trials: give a larger `eta` or "
                           "`min-epochs`",
                           t->study.train.epochs, t->n_trials);
        return ADROP_OK;
    }
    t->n_trials = t->opts.trials ? t->opts.trials : DEFAULT_TRIALS;
    *is_grid = t->opts.method == ADROP_TUNE_GRID || (all && all <= t->n_trials);
    if (*is_grid)
        t->n_trials = all;
    return ADROP_OK;
}

/* -- Their settings -------------------------------------------------------------- */

static void tune_trials_fill(const adrop_tune *t, size_t i, int is_grid)
{
    size_t left = i, n;

    for (size_t k = t->n_vary; k-- > 0;) {
        const ad_vary *v = &t->vary[k];
        if (!is_grid) {
            t->trials[i].x[k] = ad_vary_draw(v, t->opts.seed, i + 1);
            continue;
        }
        ad_vary_count(t->ctx, v, 0, &n);
        t->trials[i].x[k] = ad_vary_point(v, left % n);
        left /= n;
    }
}

static adrop_status tune_trials_describe(adrop_tune *t, size_t i)
{
    char number[ADROP_NUMBER_SIZE];
    adrop_status status = ADROP_OK;

    t->trials[i].settings = "";
    for (size_t k = 0; k < t->n_vary && !status; k++)
        if (ad_tune_applies(t, i, k))
            status = ad_keep_format(t->ctx, &t->trials[i].settings, "%s%s%s=%s",
                                    t->trials[i].settings, *t->trials[i].settings ? " " : "",
                                    t->vary[k].key,
                                    ad_vary_text(&t->vary[k], t->trials[i].x[k], number));
    return status;
}

/* Hash of the settings that the network of a trial depends on. */
static uint64_t network_sum(const adrop_train_opts *train)
{
    char text[256];
    const int n = snprintf(text, sizeof text, "%llx %llx %d %zu %zu %d %d",
                           (unsigned long long)XXH3_64bits(train->model, strlen(train->model)),
                           (unsigned long long)XXH3_64bits(train->dropout, strlen(train->dropout)),
                           train->dropout_at, train->batch, train->shards, train->precision,
                           train->sync_batch_norm);

    return XXH3_64bits(text, (size_t)n);
}

/* Can it be trained? The network is planned only if no earlier trial has the same. */
static adrop_status try_trial(adrop_tune *t, size_t i)
{
    adrop_data_opts data;
    adrop_train_opts train;
    adrop_status status = ad_tune_settings(t, t->ctx, i, &data, &train);

    if (status)
        return status;
    ad_train_resolve(&t->info, &train);
    if ((status = ad_train_check(t->ctx, &t->info, &train)))
        return status;
    t->trials[i].network = network_sum(&train);
    t->trials[i].own_epochs = train.epochs;
    for (size_t k = 0; k < i; k++)
        if (!t->trials[k].is_left_out && t->trials[k].network == t->trials[i].network)
            return ADROP_OK;
    const adrop_model_opts model = ad_train_model_opts(&t->info, &train);
    return ad_model_try(t->ctx, &model);
}

static adrop_status tune_trials_check(adrop_tune *t, size_t i)
{
    ad_trial *trial = &t->trials[i];
    adrop_status status = ad_tune_sum(t, i, trial->sum);

    trial->same_as = i;
    if (status)
        return status;
    for (size_t k = 0; k < i; k++)
        if (!memcmp(t->trials[k].sum, trial->sum, sizeof trial->sum)) {
            trial->same_as = k;
            return ADROP_OK;
        }
    status = try_trial(t, i);
    if (!status || status == ADROP_ENOMEM) {
        t->n_distinct += !status;
        return status;
    }
    trial->is_left_out = 1;
    t->n_left_out++;
    return ad_copy_text(t->ctx, adrop_ctx_message(t->ctx), &trial->message);
}

static int is_out(const adrop_tune *t, size_t i)
{
    return t->trials[t->trials[i].same_as].is_left_out;
}

/* Refuse a value of a list that makes every trial invalid. */
static adrop_status check_values(adrop_tune *t)
{
    char number[ADROP_NUMBER_SIZE];

    for (size_t k = 0; k < t->n_vary; k++)
        for (size_t x = 0; x < t->vary[k].values.n; x++) {
            size_t in = 0, out = SIZE_MAX;
            for (size_t i = 0; i < t->n_trials; i++) {
                if (t->trials[i].x[k] != (double)x)
                    continue;
                in += !is_out(t, i);
                out = is_out(t, i) && out == SIZE_MAX ? i : out;
            }
            if (!in && out != SIZE_MAX)
                return ad_fail(t->ctx, ADROP_EINVAL,
                               "`vary` %s: with '%.300s' no trial can be trained: %s",
                               t->vary[k].key, ad_vary_text(&t->vary[k], (double)x, number),
                               t->trials[t->trials[out].same_as].message);
        }
    for (size_t i = 0; i < t->n_trials && !t->n_distinct; i++)
        if (t->trials[i].is_left_out)
            return ad_fail(t->ctx, ADROP_EINVAL, "no trial can be trained: %s",
                           t->trials[i].message);
    return ADROP_OK;
}

/* Refuse a dotted key that no technique or network of the search has. */
static adrop_status check_options(adrop_tune *t)
{
    for (size_t k = 0; k < t->n_vary; k++) {
        int applies = 0;
        for (size_t i = 0; i < t->n_trials && !applies; i++)
            applies = ad_tune_applies(t, i, k);
        if (!applies)
            return ad_fail(
                t->ctx, ADROP_EINVAL,
                "`vary` %s has no effect: no %s that is tried has the option '%s'", t->vary[k].key,
                t->vary[k].owner == AD_VARY_DROPOUT ? "technique" : "network", t->vary[k].name);
    }
    return ADROP_OK;
}

adrop_status ad_tune_make_trials(adrop_tune *t)
{
    int is_grid = 0;
    adrop_status status = tune_trials_count(t, &is_grid);

    if (!status)
        status = AD_NEW(t->ctx, t->n_trials, "the trials", &t->trials);
    for (size_t i = 0; i < t->n_trials && !status; i++)
        tune_trials_fill(t, i, is_grid);
    if (!status)
        status = check_options(t);
    for (size_t i = 0; i < t->n_trials && !status; i++) {
        t->trials[i].val = NAN;
        snprintf(t->trials[i].run, sizeof t->trials[i].run, "trials/%zu", i + 1);
        if (!(status = tune_trials_describe(t, i)))
            status = tune_trials_check(t, i);
    }
    return status ? status : check_values(t);
}
