/* The search itself: one rung after another, all brackets side by side, and promotion. A rung is
 * complete before any trial is promoted, so the result depends only on the results of the runs. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/struct.h"
#include "study/tune_impl.h"

/* The epoch at which a trial stops at a rung. */
static size_t target(const adrop_tune *t, const ad_bracket *b, size_t rung, size_t trial)
{
    return rung + 1 == b->rungs ? t->trials[trial].own_epochs : ad_rung_epochs(t, b, rung);
}

static size_t members(const adrop_tune *t, const ad_bracket *b, size_t rung)
{
    const size_t n = rung < b->rungs ? ad_rung_trials(t, b, rung) : 0;

    return n < b->alive ? n : b->alive;
}

/* -- The runs of a rung ---------------------------------------------------------- */

/* The run of a part of a trial: the one that another bracket listed, or a new one. It trains until
 * the later of both epochs, and its metrics have a line for each. */
static ad_training *run_of(ad_training *runs, size_t *n, size_t trial, size_t part)
{
    for (size_t i = 0; i < *n; i++)
        if (runs[i].subject == trial && runs[i].number == part)
            return &runs[i];
    runs[*n] = (ad_training){ .subject = trial, .number = part };
    return &runs[(*n)++];
}

static adrop_status list_rung(adrop_tune *t, size_t rung)
{
    size_t room = 0;

    for (size_t b = 0; b < t->n_brackets; b++)
        room += members(t, &t->brackets[b], rung) * ad_tune_parts(t);
    const adrop_status status = AD_NEW(t->ctx, room, "the runs of a rung", &t->list);
    for (size_t k = 0; k < t->n_brackets && !status; k++) {
        const ad_bracket *b = &t->brackets[k];
        for (size_t m = 0; m < members(t, b, rung); m++)
            for (size_t part = 1; part <= ad_tune_parts(t); part++) {
                const size_t until = target(t, b, rung, b->member[m]);
                ad_training *r = run_of(t->list, &t->n_list, b->member[m], part);
                if (until > r->epochs) {
                    r->epochs = until;
                    r->from = rung ? target(t, b, rung - 1, b->member[m]) : 0;
                }
            }
    }
    return status;
}

static size_t most_rungs(const adrop_tune *t)
{
    size_t rungs = 0;

    for (size_t b = 0; b < t->n_brackets; b++)
        rungs = t->brackets[b].rungs > rungs ? t->brackets[b].rungs : rungs;
    return rungs;
}

adrop_status ad_tune_list_rung(adrop_tune *t)
{
    adrop_status status = ADROP_OK;

    while (!status && !t->n_list && !t->is_incomplete && t->rung < most_rungs(t)) {
        ad_free(t->ctx, t->list);
        t->list = NULL;
        if (!(status = list_rung(t, t->rung)) && !t->n_list)
            status = ad_tune_judge_rung(t); /* no member is left */
    }
    return status;
}

/* -- Results --------------------------------------------------------------------- */

/* The mean over a trial's parts after `epochs`; NaN if a part is missing. */
static adrop_status value_of(adrop_tune *t, size_t trial, size_t epochs, double *value)
{
    double sum = 0;

    for (size_t part = 1; part <= ad_tune_parts(t); part++) {
        ad_training r = { .subject = trial, .number = part, .epochs = epochs };
        adrop_status status = ad_tune_training(t, &r);
        if (!status)
            status = ad_study_look(&t->study, &r);
        if (status)
            return status;
        sum += r.value;
    }
    *value = sum / (double)ad_tune_parts(t);
    return ADROP_OK;
}

static int has_failed(const adrop_tune *t, size_t trial)
{
    for (size_t i = 0; i < t->n_list; i++)
        if (t->list[i].subject == trial && t->list[i].status)
            return 1;
    return 0;
}

/* Store the result of a trial. */
static void take_result(adrop_tune *t, size_t bracket, size_t rung, size_t trial, double value)
{
    ad_trial *of = &t->trials[trial];
    const size_t epochs = target(t, &t->brackets[bracket], rung, trial);

    if (!of->is_failed && epochs > of->epochs) {
        of->bracket = bracket + 1;
        of->rung = rung + 1;
        of->epochs = epochs;
        of->val = value;
    }
    if (t->study.is_training && t->hooks->trial) {
        const adrop_trial shown = ad_tune_shown(t, trial);
        t->hooks->trial(t->hooks->user, &shown);
    }
}

/* Sort by result after the rung, best first, ties by lower number, missing results last. values (n
 * of the rung) are permuted alike. */
static void sort_members(const adrop_tune *t, ad_bracket *b, double *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double value = values[i];
        const size_t trial = b->member[i];
        size_t k = i;
        for (; k; k--) {
            const int equal = values[k - 1] == value || (isnan(values[k - 1]) && isnan(value));
            const int before = (isnan(values[k - 1]) && !isnan(value)) ||
                               ad_tune_is_better(t, value, values[k - 1]) ||
                               (equal && trial < b->member[k - 1]);
            if (!before)
                break;
            values[k] = values[k - 1];
            b->member[k] = b->member[k - 1];
        }
        values[k] = value;
        b->member[k] = trial;
    }
}

/* Take the results of a bracket after a rung. */
static adrop_status judge_bracket(adrop_tune *t, size_t bracket, size_t rung)
{
    ad_bracket *b = &t->brackets[bracket];
    const size_t n = members(t, b, rung);
    double *values;
    adrop_status status = AD_NEW(t->ctx, n, "the results of a rung", &values);

    for (size_t m = 0; m < n && !status; m++) {
        const size_t trial = b->member[m];
        if (has_failed(t, trial))
            t->trials[trial].is_failed = 1;
        values[m] = NAN;
        if (!t->trials[trial].is_failed)
            status = value_of(t, trial, target(t, b, rung, trial), &values[m]);
        if (!status && (!isnan(values[m]) || t->trials[trial].is_failed))
            take_result(t, bracket, rung, trial, values[m]);
        else
            t->is_incomplete = 1;
    }
    if (!status && !t->is_incomplete) {
        sort_members(t, b, values, n);
        b->alive = 0;
        while (b->alive < n && !isnan(values[b->alive]))
            b->alive++;
    }
    ad_free(t->ctx, values);
    return status;
}

/* Find the best two trials that were trained to the end. */
static void find_best_two(adrop_tune *t)
{
    for (size_t i = 0; i < t->n_trials; i++) {
        const ad_trial *of = &t->trials[i];
        if (of->same_as != i || of->is_failed || !of->epochs || of->epochs < of->own_epochs ||
            isnan(of->val))
            continue;
        if (t->best == SIZE_MAX || ad_tune_is_better(t, of->val, t->trials[t->best].val)) {
            t->second = t->best;
            t->best = i;
        } else if (t->second == SIZE_MAX ||
                   ad_tune_is_better(t, of->val, t->trials[t->second].val)) {
            t->second = i;
        }
    }
}

/* Reset everything to the beginning of the search. */
void ad_tune_begin_rungs(adrop_tune *t)
{
    t->best = t->second = SIZE_MAX;
    t->rung = 0;
    t->is_incomplete = 0;
    for (size_t i = 0; i < t->n_trials; i++) {
        ad_trial *of = &t->trials[i];
        of->bracket = of->rung = of->epochs = 0;
        of->val = NAN;
        of->is_failed = 0;
    }
    for (size_t b = 0; b < t->n_brackets; b++)
        t->brackets[b].alive = t->brackets[b].n;
}

static adrop_status none_left(adrop_tune *t)
{
    for (size_t i = 0; i < t->n_trials; i++)
        if (t->trials[i].is_failed && t->trials[i].message)
            return ad_fail(t->ctx, ADROP_ENUMERIC, "no trial could be trained: %s",
                           t->trials[i].message);
    return ad_fail(t->ctx, ADROP_ENUMERIC, "no trial has a result to be judged by");
}

adrop_status ad_tune_judge_rung(adrop_tune *t)
{
    adrop_status status = ADROP_OK;

    for (size_t b = 0; b < t->n_brackets && !status; b++)
        if (t->rung < t->brackets[b].rungs)
            status = judge_bracket(t, b, t->rung);
    t->rung++;
    return status;
}

adrop_status ad_tune_choose(adrop_tune *t)
{
    find_best_two(t);
    return t->best == SIZE_MAX && t->study.is_training ? none_left(t) : ADROP_OK;
}
