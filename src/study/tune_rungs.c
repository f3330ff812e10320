/* Brackets and rungs (adrop/tune.h): the trials of a bracket, how many train at each rung, and for
 * how long.
 *
 * A bracket of n distinct trials and K + 1 rungs trains n / eta^k of them until epoch
 * R / eta^(K - k), both rounded down, k = 0 .. K; the last rung is R itself. */
#include <string.h>

#include "base/memory.h"
#include "study/tune_impl.h"

static size_t divided(size_t n, size_t by, size_t times)
{
    while (times-- && n)
        n /= by;
    return n;
}

size_t ad_rung_trials(const adrop_tune *t, const ad_bracket *b, size_t rung)
{
    const size_t n = divided(b->n, t->opts.eta, rung);

    return n ? n : b->n > 0;
}

size_t ad_rung_epochs(const adrop_tune *t, const ad_bracket *b, size_t rung)
{
    return divided(t->study.train.epochs, t->opts.eta, b->rungs - 1 - rung);
}

/* The distinct trials of a bracket, each by its first number. */
static adrop_status tune_rungs_gather(adrop_tune *t, ad_bracket *b)
{
    const adrop_status status = AD_NEW(t->ctx, b->end - b->first, "a bracket", &b->member);

    for (size_t i = b->first; i < b->end && !status; i++) {
        const size_t first = t->trials[i].same_as;
        size_t k = 0;
        while (k < b->n && b->member[k] != first)
            k++;
        if (k == b->n && !t->trials[first].is_left_out)
            b->member[b->n++] = first;
    }
    b->alive = b->n;
    return status;
}

/* Rungs of a halving that begins with n trials. */
static size_t rungs_of(const adrop_tune *t, size_t n)
{
    size_t k = 0;

    while (divided(n, t->opts.eta, k + 1) &&
           divided(t->study.train.epochs, t->opts.eta, k + 1) >= t->opts.min_epochs)
        k++;
    return k + 1;
}

/* Hyperband's brackets, largest first. */
static adrop_status plan_hyperband(adrop_tune *t)
{
    size_t rungs = 1, first = 0;
    adrop_status status = ADROP_OK;

    while (divided(t->study.train.epochs, t->opts.eta, rungs) >= t->opts.min_epochs)
        rungs++;
    const size_t brackets = rungs;
    for (; rungs && t->n_brackets < AD_MOST_BRACKETS && !status; rungs--) {
        ad_bracket *b = &t->brackets[t->n_brackets++];
        size_t power = 1;
        for (size_t k = 1; k < rungs; k++)
            power *= t->opts.eta;
        b->first = first;
        first = b->end = first + (brackets * power + rungs - 1) / rungs;
        b->rungs = rungs;
        status = tune_rungs_gather(t, b);
    }
    return status;
}

adrop_status ad_tune_plan(adrop_tune *t)
{
    ad_bracket *b = &t->brackets[0];

    if (t->opts.method == ADROP_TUNE_HYPERBAND)
        return plan_hyperband(t);
    t->n_brackets = 1;
    b->end = t->n_trials;
    const adrop_status status = tune_rungs_gather(t, b);
    b->rungs = t->opts.method == ADROP_TUNE_HALVING ? rungs_of(t, b->n) : 1;
    return status;
}
