/* The choices of a comparison. Each candidate of a cell trains on part of the training rows; the
 * one that does best on the rest is chosen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/keep.h"
#include "study/compare_impl.h"

/* "beta=0.2 of 0.001, 0.1, 0.2, 0.5, 1, 3". */
static adrop_status tell_choice(adrop_ctx *ctx, ad_cell *cell, const char *best)
{
    adrop_status status = ad_keep_format(ctx, &cell->chosen, "%s of ", best);

    for (const char *const *k = cell->choices; *k && !status; k++)
        status = ad_keep_format(ctx, &cell->chosen, "%s%s%s", cell->chosen,
                                k == cell->choices ? "" : ", ", strchr(*k, '=') + 1);
    return status;
}

/* -1, 1: the best of numeric candidates is the smallest, the largest; 0: neither. */
static int edge_of(const ad_cell *cell, const char *best)
{
    bool is_least = true, is_greatest = true;
    double chosen, other;

    if (adrop_number_read(strchr(best, '=') + 1, &chosen))
        return 0;
    for (const char *const *k = cell->choices; *k; k++) {
        if (adrop_number_read(strchr(*k, '=') + 1, &other))
            return 0;
        is_least &= chosen <= other;
        is_greatest &= chosen >= other;
    }
    return (int)is_greatest - (int)is_least;
}

/* No candidate could be trained, so neither can the cell. */
static void give_up_cell(adrop_compare *c, const ad_cell *cell)
{
    for (size_t k = 1; k <= c->opts.runs; k++) {
        ad_training *r = ad_compare_run(c, (size_t)(cell - c->cells), k);
        r->state = ADROP_RUN_FAILED;
        snprintf(r->message, sizeof r->message,
                 "no setting of '%s' could be trained: see the runs that one was to be chosen by",
                 cell->asked);
    }
}

static adrop_status choose_for_cell(adrop_compare *c, ad_cell *cell)
{
    const int less = c->groups[cell->group].task == ADROP_REGRESSION;
    const char *best = NULL;
    double most = NAN;

    for (size_t i = cell->first_choice; i < cell->first_choice + cell->n_choices; i++) {
        ad_run_figures f;
        if (c->runs[i].state == ADROP_RUN_FAILED)
            continue; /* a candidate that cannot be trained is not chosen */
        if (c->runs[i].state != ADROP_RUN_DONE)
            return ADROP_OK;
        const adrop_status status = ad_run_read(c->ctx, c->runs[i].path, &f);
        if (status)
            return status;
        if (!isnan(f.val) && (!best || (less ? f.val < most : f.val > most))) {
            best = cell->choices[c->runs[i].number];
            most = f.val;
        }
    }
    if (!best) {
        give_up_cell(c, cell);
        return ADROP_OK;
    }
    cell->dropout_lr = ad_compare_rate(best);
    cell->edge = edge_of(cell, best);
    const adrop_status status = ad_compare_candidate(c->ctx, cell, best, &cell->dropout);
    return status ? status : tell_choice(c->ctx, cell, best);
}

adrop_status ad_compare_choose(adrop_compare *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->n_cells && !status; i++)
        if (c->cells[i].choices)
            status = choose_for_cell(c, &c->cells[i]);
    return status;
}
