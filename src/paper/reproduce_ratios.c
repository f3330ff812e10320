/* What techniques gain for the time they take: from the paper's tables (paper_ratios.h),
 * and from our runs of the recipe that `from` names, where they are and were timed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"
#include "paper/paper_ratios.h"
#include "paper/reproduce_impl.h"

static void add_headers(ad_sheet *s, const char *last)
{
    static const char *const headers[] = { "data",   "model", "s1",   "rank",
                                           "normed", "s2",    "rank", "normed" };

    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        ad_sheet_header(s, "%s", headers[i]);
    ad_sheet_header(s, "%s", last);
}

/* Nothing is shown of rank 0: there is no ratio then. */
static void add_rank(ad_sheet *s, size_t rank)
{
    ad_sheet_number(s, rank ? (double)rank : (double)NAN, 0);
}

static void add_row(ad_sheet *s, const ad_ratio_row *a)
{
    ad_sheet_number(s, a->s1, 4);
    add_rank(s, a->s1_rank);
    ad_sheet_number(s, a->s1_norm, 3);
    ad_sheet_number(s, a->s2, 4);
    add_rank(s, a->s2_rank);
    ad_sheet_number(s, a->s2_norm, 3);
}

static const char *best_by_s2(const ad_ratio_case *c)
{
    for (size_t i = 0; i < AD_RATIO_ROWS; i++)
        if (c->rows[i].s2_rank == 1)
            return c->rows[i].method;
    return "";
}

static adrop_status add_paper(adrop_reproduction *r, int swap)
{
    ad_ratios *v;
    ad_sheet *s = NULL;
    adrop_status status = AD_NEW(r->ctx, 1, "the ratios", &v);

    if (!status)
        status = ad_ratios_compute(r->ctx, r->paper, swap, v);
    if (!status)
        status = ad_reproduce_sheet(
            r,
            swap ? "advanced, from the paper's numbers, times of cifar100 exchanged"
                 : "advanced, from the paper's numbers",
            &s);
    if (!status) {
        add_headers(s, "best by s2");
        for (size_t i = 0; i < AD_RATIO_CASES; i++) {
            const ad_ratio_case *c = &v->cases[i];
            ad_sheet_text(s, "%s", c->dataset);
            ad_sheet_text(s, "%s", c->model);
            add_row(s, ad_ratio_find(c, "advanced"));
            ad_sheet_text(s, "%s", best_by_s2(c));
        }
        ad_sheet_note(s, "first by s1 in %zu of %d cases, by s2 in %zu of %d, second by s2 in %zu",
                      v->s1_first, AD_RATIO_CASES, v->s2_first, AD_RATIO_CASES, v->s2_second);
    }
    ad_free(r->ctx, v);
    return status;
}

/* Rank of a ratio in the rows of its data set and network; 0: none. */
static int rank_of(const adrop_reproduction *from, const adrop_compare_row *row, int second)
{
    const double own = second ? row->s2 : row->s1;
    int rank = isnan(own) ? 0 : 1;

    for (size_t i = 0; rank && i < from->n_rows; i++) {
        const adrop_compare_row *a = &from->rows[i].ours;
        rank += !strcmp(a->data, row->data) && !strcmp(a->model, row->model) &&
                (second ? a->s2 : a->s1) > own;
    }
    return rank;
}

static void add_ours(ad_sheet *s, const adrop_reproduction *from)
{
    int guarded = 0;

    add_headers(s, "technique");
    for (size_t i = 0; i < from->n_rows; i++) {
        const adrop_compare_row *a = &from->rows[i].ours;
        if (isnan(a->s1))
            continue;
        ad_sheet_text(s, "%s", a->data);
        ad_sheet_text(s, "%s", a->model);
        add_row(s, &(ad_ratio_row){ .s1 = a->s1,
                                    .s2 = a->s2,
                                    .s1_norm = a->s1_norm,
                                    .s2_norm = a->s2_norm,
                                    .s1_rank = (size_t)rank_of(from, a, 0),
                                    .s2_rank = (size_t)rank_of(from, a, 1) });
        ad_sheet_text(s, "%s", a->asked);
        guarded |= isnan(a->s2);
    }
    if (guarded)
        ad_sheet_note(s, "no s2: the technique took no more time than no dropout at all, so there "
                         "is nothing to divide by");
    if (!s->n_cells)
        ad_sheet_note(s,
                      "No runs of '%s' in '%s' that were timed: reproducing '%s' with "
                      "timing makes them.",
                      from->recipe->label, from->out, from->recipe->label);
}

/* Ours, if the folder is there at all; out is that of the recipe the runs are from. */
static adrop_status add_from(adrop_reproduction *r)
{
    adrop_reproduce_opts *how;
    adrop_reproduction *from = NULL;
    char folder[ADROP_TEXT_SIZE];
    ad_sheet *s;

    snprintf(folder, sizeof folder, "%s", r->how.out);
    if (!*folder)
        snprintf(folder, sizeof folder, "runs/reproduce-%s-%s", r->recipe->from,
                 ad_scale_words[r->how.scale]);
    adrop_status status = ad_reproduce_sheet(r, "all techniques, from our runs", &s);
    if (status || access(folder, F_OK)) {
        if (!status)
            ad_sheet_note(s, "No runs in '%s': reproducing '%s' with timing makes them.", folder,
                          r->recipe->from);
        return status;
    }
    if ((status = AD_NEW(r->ctx, 1, "options", &how)))
        return status;
    *how = r->how;
    snprintf(how->out, sizeof how->out, "%s", folder);
    status = adrop_reproduce_create(r->ctx, r->recipe->from, how, &from);
    ad_free(r->ctx, how);
    if (!status)
        status = adrop_reproduce_table(from);
    if (!status)
        add_ours(s, from);
    adrop_reproduce_free(from);
    return status;
}

adrop_status ad_reproduce_ratios(adrop_reproduction *r)
{
    adrop_status status = add_paper(r, 0);

    if (!status)
        status = add_paper(r, 1);
    return status || !r->recipe->from ? status : add_from(r);
}
