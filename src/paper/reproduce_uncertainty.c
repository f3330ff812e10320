/* Sheets of the assessment (reproduce_impl.h): for every part the ways to predict and the paper's
 * numbers, and every run with intervals (DeLong's, over its rows); confusion matrices of the first
 * run of every way. Differences pair runs by number, with a paired t test. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/context.h"
#include "paper/reproduce_impl.h"

enum { MOST_RUNS = 64 };

/* The figures compared, as in the paper's table. */
enum { ACCURACY, BY_MAXP, BY_ENTROPY, ECE, NLL, N_FIGURES };
static const char *const columns[] = { "accuracy", "auroc_maxp", "auroc_entropy" };

#define WRONG_ROWS(info) ((size_t)lround((double)(info)->n * (1 - (info)->scores.accuracy)))

static double figure_of(const adrop_uncertainty_info *info, int which)
{
    switch (which) {
    case ACCURACY:
        return 100 * info->scores.accuracy;
    case BY_MAXP:
        return info->success[ADROP_BY_MAXP].auroc;
    case BY_ENTROPY:
        return info->success[ADROP_BY_ENTROPY].auroc;
    case ECE:
        return info->ece;
    default:
        return info->scores.nll;
    }
}

/* The runs of a way: figures (N_FIGURES, MOST_RUNS). Returns how many; *one is the first. */
static size_t runs_of(const adrop_reproduction *r, size_t part, size_t way,
                      double figure[N_FIGURES][MOST_RUNS], const ad_reproduce_assessed **one)
{
    adrop_uncertainty_info info;
    size_t n = 0;

    *one = NULL;
    for (size_t i = 0; i < r->n_assessed && n < MOST_RUNS; i++) {
        const ad_reproduce_assessed *a = &r->assessed[i];
        if (a->part != part || a->way != way)
            continue;
        *one = *one ? *one : a;
        adrop_uncertainty_describe(a->of, &info);
        for (int k = 0; k < N_FIGURES; k++)
            figure[k][n] = figure_of(&info, k);
        n++;
    }
    return n;
}

/* Add the mean and, with with_std, the standard deviation. */
static void add_mean(adrop_document *d, size_t n, const double *x, int with_std)
{
    double mean = 0, square = 0;

    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (x[i] - mean) * (x[i] - mean);
    ad_reproduce_number(d, mean);
    if (with_std)
        ad_reproduce_number(d, n > 1 ? sqrt(square / (double)(n - 1)) : NAN);
}

static double paper_of(const adrop_reproduction *r, const char *name, int which)
{
    const ad_paper_table *t = ad_paper_table_named(r->paper, r->recipe->table);
    const ad_paper_cell *cell = r->other_data || r->other_model
                                    ? NULL
                                    : ad_paper_find(t, name, "mnist", NULL, columns[which], 0);

    return cell ? cell->mean : NAN;
}

/* "advanced less mc-dropout, AUROC by ..: 0.0123, 95 % interval .." */
static adrop_status add_difference(const adrop_reproduction *r, adrop_document *d, int which,
                                   const char *names[2], size_t n, const double *ours,
                                   const double *its)
{
    adrop_t_result t;
    int defined = n > 1;

    for (size_t i = 0; i < n; i++) /* AUROC is undefined for a run without errors */
        defined &= isfinite(ours[i]) && isfinite(its[i]);
    if (!defined)
        return ADROP_OK;
    const adrop_status status = adrop_t_test(r->ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, n, ours, n,
                                             its, 0.95, &t);
    if (!status)
        ad_reproduce_note(
            d, "%s, %s less %s: %.4f, 95 %% interval of the mean of %zu pairs %.4f to %.4f",
            columns[which], names[0], names[1], t.difference, n, t.low, t.high);
    return status;
}

/* Notes on the paper's claim: the differences between advanced and every other way. */
static adrop_status reproduce_uncertainty_judge(const adrop_reproduction *r, adrop_document *d,
                                                size_t part)
{
    double ours[N_FIGURES][MOST_RUNS], its[N_FIGURES][MOST_RUNS];
    const ad_reproduce_assessed *me = NULL, *one;
    adrop_status status = ADROP_OK;
    size_t n = 0, way = 0;

    for (; !me || strcmp(me->name, "advanced") != 0; way++)
        if (!(n = runs_of(r, part, way, ours, &me)))
            return ADROP_OK; /* the part has no advanced dropout */
    for (way = 0; !status && runs_of(r, part, way, its, &one) == n; way++)
        for (int k = ACCURACY; one != me && k <= BY_ENTROPY && !status; k++)
            status = add_difference(r, d, k, (const char *[]){ me->name, one->name }, n, ours[k],
                                    its[k]);
    return status;
}

#define PERCENT ADROP_DECIMALS(2)
#define SHARE   ADROP_DECIMALS(4)

static adrop_status add_table(const adrop_reproduction *r, adrop_document *d, size_t part)
{
    static const adrop_column heads[] = { { "", "way", 'l', NULL, 0, 0 },
                                          { "", "runs", 'r', NULL, 0, 0 },
                                          { "", "accuracy", 'r', NULL, PERCENT, 0 },
                                          { "", "std", 'r', NULL, PERCENT, 0 },
                                          { "", "AUROC p", 'r', NULL, SHARE, 0 },
                                          { "", "std", 'r', NULL, SHARE, 0 },
                                          { "", "AUROC H", 'r', NULL, SHARE, 0 },
                                          { "", "std", 'r', NULL, SHARE, 0 },
                                          { "", "ECE", 'r', NULL, SHARE, 0 },
                                          { "", "NLL", 'r', NULL, SHARE, 0 },
                                          { "", "paper: accuracy", 'r', NULL, PERCENT, 0 },
                                          { "", "AUROC p", 'r', NULL, SHARE, 0 },
                                          { "", "AUROC H", 'r', NULL, SHARE, 0 },
                                          { 0 } };
    double figure[N_FIGURES][MOST_RUNS];
    const ad_reproduce_assessed *one;
    char title[256];

    snprintf(title, sizeof title, "%s: right against wrong predictions, and calibration",
             r->parts[part].plan.part->name);
    ad_reproduce_sheet(d, title, heads);
    for (size_t way = 0, n; (n = runs_of(r, part, way, figure, &one)); way++) {
        adrop_document_cell_text(d, one->name);
        adrop_document_cell_count(d, n);
        for (int k = 0; k < N_FIGURES; k++)
            add_mean(d, n, figure[k], k <= BY_ENTROPY);
        for (int k = ACCURACY; k <= BY_ENTROPY; k++)
            ad_reproduce_number(d, paper_of(r, one->name, k));
    }
    ad_reproduce_note(d, "AUROC p: by the largest probability; AUROC H: by the entropy");
    const adrop_status status = reproduce_uncertainty_judge(r, d, part);
    adrop_document_end(d);
    return status;
}

static void add_runs(const adrop_reproduction *r, adrop_document *d, size_t part)
{
    static const adrop_column heads[] = { { "", "way", 'l', NULL, 0, 0 },
                                          { "", "run", 'r', NULL, 0, 0 },
                                          { "", "accuracy", 'r', NULL, PERCENT, 0 },
                                          { "", "wrong", 'r', NULL, 0, 0 },
                                          { "", "AUROC p", 'r', NULL, SHARE, 0 },
                                          { "", "from", 'r', NULL, SHARE, 0 },
                                          { "", "to", 'r', NULL, SHARE, 0 },
                                          { "", "AUROC H", 'r', NULL, SHARE, 0 },
                                          { "", "from", 'r', NULL, SHARE, 0 },
                                          { "", "to", 'r', NULL, SHARE, 0 },
                                          { 0 } };
    adrop_uncertainty_info info;
    char title[256];

    snprintf(title, sizeof title, "%s: every run, with 95 %% intervals of its rows",
             r->parts[part].plan.part->name);
    ad_reproduce_sheet(d, title, heads);
    for (size_t i = 0; i < r->n_assessed; i++) {
        const ad_reproduce_assessed *a = &r->assessed[i];
        if (a->part != part)
            continue;
        adrop_uncertainty_describe(a->of, &info);
        adrop_document_cell_text(d, a->name);
        adrop_document_cell_count(d, a->run);
        ad_reproduce_number(d, 100 * info.scores.accuracy);
        adrop_document_cell_count(d, WRONG_ROWS(&info));
        for (int by = ADROP_BY_MAXP; by <= ADROP_BY_ENTROPY; by++) {
            ad_reproduce_number(d, info.success[by].auroc);
            ad_reproduce_number(d, info.success[by].low);
            ad_reproduce_number(d, info.success[by].high);
        }
    }
    adrop_document_end(d);
}

static void add_confusion(const ad_reproduce_assessed *a, adrop_document *d)
{
    static const adrop_column heads[] = { { "", "true \\ predicted", 'l', NULL, 0, 0 }, { 0 } };
    const size_t *counts = adrop_uncertainty_confusion(a->of);
    adrop_uncertainty_info info;

    adrop_uncertainty_describe(a->of, &info);
    ad_reproduce_sheet(d, a->name, heads);
    for (size_t k = 0; k < info.classes; k++)
        adrop_document_column(d, "", adrop_uncertainty_class_name(a->of, k), 'r', "", 0);
    for (size_t t = 0; t < info.classes; t++) {
        adrop_document_cell_text(d, adrop_uncertainty_class_name(a->of, t));
        for (size_t k = 0; k < info.classes; k++)
            adrop_document_cell_count(d, counts[t * info.classes + k]);
    }
    ad_reproduce_note(d, "run 1: %zu of %zu rows are wrong", WRONG_ROWS(&info), info.n);
    adrop_document_end(d);
}

adrop_status ad_reproduce_uncertainty(adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ad_reproduce_assess(r, NULL);

    if (!status && r->recipe->kind == ADROP_RECIPE_EXAMPLES)
        return ad_reproduce_examples(r, d);
    if (!status && r->recipe->kind == ADROP_RECIPE_CONFUSION) {
        for (size_t i = 0; i < r->n_assessed; i++)
            if (r->assessed[i].run == 1)
                add_confusion(&r->assessed[i], d);
        return ADROP_OK;
    }
    for (size_t i = 0; i < r->n_parts && !status; i++) {
        if (!(status = add_table(r, d, i)))
            add_runs(r, d, i);
    }
    return status;
}
