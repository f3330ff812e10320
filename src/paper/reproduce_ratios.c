/* Gain of techniques relative to their training time: from the paper's tables (paper_ratios.h), and
 * from our runs of the recipe named by `from`, if they exist and were timed. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "paper/paper_ratios.h"
#include "paper/reproduce_impl.h"

static void reproduce_ratios_begin(adrop_document *d, const char *title, const char *last)
{
    static const adrop_column columns[] = { { "", "data", 'l', NULL, 0, 0 },
                                            { "", "model", 'l', NULL, 0, 0 },
                                            { "", "s1", 'r', NULL, ADROP_DECIMALS(4), 0 },
                                            { "", "rank", 'r', NULL, 0, 0 },
                                            { "", "normed", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { "", "s2", 'r', NULL, ADROP_DECIMALS(4), 0 },
                                            { "", "rank", 'r', NULL, 0, 0 },
                                            { "", "normed", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { 0 } };

    ad_reproduce_sheet(d, title, columns);
    adrop_document_column(d, "", last, 'l', "", 0);
}

/* Rank 0 is left empty: there is no ratio. */
static void add_rank(adrop_document *d, size_t rank)
{
    ad_reproduce_number(d, rank ? (double)rank : (double)NAN);
}

static void reproduce_ratios_add_row(adrop_document *d, const ad_ratio_row *a)
{
    ad_reproduce_number(d, a->s1);
    add_rank(d, a->s1_rank);
    ad_reproduce_number(d, a->s1_norm);
    ad_reproduce_number(d, a->s2);
    add_rank(d, a->s2_rank);
    ad_reproduce_number(d, a->s2_norm);
}

static const char *best_by_s2(const ad_ratio_case *c)
{
    for (size_t i = 0; i < AD_RATIO_ROWS; i++)
        if (c->rows[i].s2_rank == 1)
            return c->rows[i].method;
    return "";
}

static adrop_status add_paper(const adrop_reproduction *r, adrop_document *d, int swap)
{
    ad_ratios *v;
    adrop_status status = AD_NEW(r->ctx, 1, "the ratios", &v);

    if (!status)
        status = ad_ratios_compute(r->ctx, r->paper, swap, v);
    if (!status) {
        reproduce_ratios_begin(
            d,
            swap ? "advanced, from the paper's numbers, times of cifar100 exchanged"
                 : "advanced, from the paper's numbers",
            "best by s2");
        for (size_t i = 0; i < AD_RATIO_CASES; i++) {
            const ad_ratio_case *c = &v->cases[i];
            adrop_document_cell_text(d, c->dataset);
            adrop_document_cell_text(d, c->model);
            reproduce_ratios_add_row(d, ad_ratio_find(c, "advanced"));
            adrop_document_cell_text(d, best_by_s2(c));
        }
        ad_reproduce_note(d,
                          "first by s1 in %zu of %d cases, by s2 in %zu of %d, second by s2 in %zu",
                          v->s1_first, AD_RATIO_CASES, v->s2_first, AD_RATIO_CASES, v->s2_second);
        adrop_document_end(d);
    }
    ad_free(r->ctx, v);
    return status;
}

/* Rank of a ratio within its data set and network; 0: none. */
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

static const char own_title[] = "all techniques, from our runs";

static void add_ours(adrop_document *d, const adrop_reproduction *from)
{
    int guarded = 0, any = 0;

    for (size_t i = 0; i < from->n_rows; i++) {
        const adrop_compare_row *a = &from->rows[i].ours;
        if (isnan(a->s1))
            continue;
        adrop_document_cell_text(d, a->data);
        adrop_document_cell_text(d, a->model);
        reproduce_ratios_add_row(d, &(ad_ratio_row){ .s1 = a->s1,
                                                     .s2 = a->s2,
                                                     .s1_norm = a->s1_norm,
                                                     .s2_norm = a->s2_norm,
                                                     .s1_rank = (size_t)rank_of(from, a, 0),
                                                     .s2_rank = (size_t)rank_of(from, a, 1) });
        adrop_document_cell_text(d, a->asked);
        guarded |= isnan(a->s2);
        any = 1;
    }
    if (guarded)
        ad_reproduce_note(d,
                          "no s2: the technique took no more time than no dropout at all, so there "
                          "is nothing to divide by");
    if (!any)
        ad_reproduce_note(d,
                          "No runs of '%s' in '%s' that were timed: reproducing '%s' with "
                          "timing makes them.",
                          from->recipe->label, from->out, from->recipe->label);
}

/* Our ratios, if the folder exists. `out` is the folder of the recipe `from`. */
static adrop_status add_from(const adrop_reproduction *r, adrop_document *d)
{
    adrop_reproduce_opts *opts;
    adrop_reproduction *from = NULL;
    const char *folder = r->opts.out;
    adrop_status status = *folder ? ADROP_OK
                                  : ad_keep_format(r->ctx, &folder, "runs/reproduce-%s-%s",
                                                   r->recipe->from, ad_scale_words[r->opts.scale]);
    if (status)
        return status;
    if (access(folder, F_OK)) {
        ad_reproduce_sheet(d, own_title, NULL);
        ad_reproduce_note(d, "No runs in '%s': reproducing '%s' with timing makes them.", folder,
                          r->recipe->from);
        adrop_document_end(d);
        return ADROP_OK;
    }
    if ((status = AD_NEW(r->ctx, 1, "options", &opts)))
        return status;
    *opts = r->opts;
    opts->out = folder;
    status = adrop_reproduce_create(r->ctx, r->recipe->from, opts, &from);
    ad_free(r->ctx, opts);
    if (!status)
        status = adrop_reproduce_table(from);
    reproduce_ratios_begin(d, own_title, "technique");
    if (!status)
        add_ours(d, from);
    adrop_document_end(d);
    adrop_reproduce_free(from);
    return status;
}

adrop_status ad_reproduce_ratios(const adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = add_paper(r, d, 0);

    if (!status)
        status = add_paper(r, d, 1);
    return status || !r->recipe->from ? status : add_from(r, d);
}
