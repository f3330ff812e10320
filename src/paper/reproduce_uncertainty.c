/* Sheets of what was measured (reproduce_impl.h): for every part the ways to predict beside the
 * paper's numbers, and every run with its intervals (DeLong's, of its rows); confusion matrices of
 * the first run of every way. Differences are those of runs with the same number, by a t test for
 * pairs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/context.h"
#include "paper/reproduce_impl.h"

enum { MOST_RUNS = 64 };

/* What is compared, as the paper's table calls it. */
enum { ACCURACY, BY_MAXP, BY_ENTROPY, ECE, NLL, N_FIGURES };
static const char *const columns[] = { "accuracy", "auroc_maxp", "auroc_entropy" };

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

/* The runs of a way: figures (N_FIGURES, MOST_RUNS). Returns how many; the first in *one. */
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

/* Mean and, if wanted, standard deviation. */
static void add_mean(ad_sheet *s, size_t n, const double *x, int decimals, int with_std)
{
    double mean = 0, square = 0;

    for (size_t i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (x[i] - mean) * (x[i] - mean);
    ad_sheet_number(s, mean, decimals);
    if (with_std)
        ad_sheet_number(s, n > 1 ? sqrt(square / (double)(n - 1)) : NAN, decimals);
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
static adrop_status add_difference(adrop_reproduction *r, ad_sheet *s, int which,
                                   const char *names[2], size_t n, const double *ours,
                                   const double *its)
{
    adrop_t_result t;

    int defined = n > 1 && s->n_notes < AD_SHEET_NOTES;

    for (size_t i = 0; i < n; i++) /* of a run without errors it is not */
        defined &= isfinite(ours[i]) && isfinite(its[i]);
    if (!defined)
        return ADROP_OK;
    const adrop_status status = adrop_t_test(r->ctx, ADROP_PAIRED, ADROP_TWO_SIDED, n, ours, n, its,
                                             0.95, &t);
    if (!status)
        ad_sheet_note(s,
                      "%s, %s less %s: %.4f, 95 %% interval of the mean of %zu pairs %.4f to %.4f",
                      columns[which], names[0], names[1], t.difference, n, t.low, t.high);
    return status;
}

/* The sentence on the paper's claim: is advanced first by every figure? */
static adrop_status judge(adrop_reproduction *r, ad_sheet *s, size_t part)
{
    double ours[N_FIGURES][MOST_RUNS], its[N_FIGURES][MOST_RUNS];
    const ad_reproduce_assessed *me = NULL, *one;
    adrop_status status = ADROP_OK;
    size_t n = 0, way = 0;

    for (; !me || strcmp(me->name, "advanced") != 0; way++)
        if (!(n = runs_of(r, part, way, ours, &me)))
            return ADROP_OK; /* it is not among them */
    for (way = 0; !status && runs_of(r, part, way, its, &one) == n; way++)
        for (int k = ACCURACY; one != me && k <= BY_ENTROPY && !status; k++)
            status = add_difference(r, s, k, (const char *[]){ me->name, one->name }, n, ours[k],
                                    its[k]);
    return status;
}

static adrop_status add_table(adrop_reproduction *r, size_t part)
{
    static const char *const heads[] = { "way",     "runs", "accuracy",        "std",
                                         "AUROC p", "std",  "AUROC H",         "std",
                                         "ECE",     "NLL",  "paper: accuracy", "AUROC p",
                                         "AUROC H" };
    double figure[N_FIGURES][MOST_RUNS];
    const ad_reproduce_assessed *one;
    char title[256];
    ad_sheet *s;

    snprintf(title, sizeof title, "%s: right against wrong predictions, and calibration",
             r->parts[part].plan.part->name);
    const adrop_status status = ad_reproduce_sheet(r, title, &s);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        ad_sheet_header(s, "%s", heads[i]);
    for (size_t way = 0, n; (n = runs_of(r, part, way, figure, &one)); way++) {
        ad_sheet_text(s, "%s", one->name);
        ad_sheet_number(s, (double)n, 0);
        for (int k = 0; k < N_FIGURES; k++)
            add_mean(s, n, figure[k], k == ACCURACY ? 2 : 4, k <= BY_ENTROPY);
        for (int k = ACCURACY; k <= BY_ENTROPY; k++)
            ad_sheet_number(s, paper_of(r, one->name, k), k == ACCURACY ? 2 : 4);
    }
    ad_sheet_note(s, "AUROC p: by the largest probability; AUROC H: by the entropy");
    return judge(r, s, part);
}

static adrop_status add_runs(adrop_reproduction *r, size_t part)
{
    static const char *const heads[] = { "way",  "run", "accuracy", "wrong", "AUROC p",
                                         "from", "to",  "AUROC H",  "from",  "to" };
    adrop_uncertainty_info info;
    char title[256];
    ad_sheet *s;

    snprintf(title, sizeof title, "%s: every run, with 95 %% intervals of its rows",
             r->parts[part].plan.part->name);
    const adrop_status status = ad_reproduce_sheet(r, title, &s);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        ad_sheet_header(s, "%s", heads[i]);
    for (size_t i = 0; i < r->n_assessed; i++) {
        const ad_reproduce_assessed *a = &r->assessed[i];
        if (a->part != part)
            continue;
        adrop_uncertainty_describe(a->of, &info);
        ad_sheet_text(s, "%s", a->name);
        ad_sheet_number(s, (double)a->run, 0);
        ad_sheet_number(s, 100 * info.scores.accuracy, 2);
        ad_sheet_number(s, (double)info.n * (1 - info.scores.accuracy), 0);
        for (int by = ADROP_BY_MAXP; by <= ADROP_BY_ENTROPY; by++) {
            ad_sheet_number(s, info.success[by].auroc, 4);
            ad_sheet_number(s, info.success[by].low, 4);
            ad_sheet_number(s, info.success[by].high, 4);
        }
    }
    return ADROP_OK;
}

adrop_status ad_reproduce_confusion(adrop_reproduction *r)
{
    adrop_status status = ADROP_OK;
    adrop_uncertainty_info info;
    ad_sheet *s;

    for (size_t i = 0; i < r->n_assessed && !status; i++) {
        const ad_reproduce_assessed *a = &r->assessed[i];
        if (a->run != 1)
            continue;
        adrop_uncertainty_describe(a->of, &info);
        const size_t *counts = adrop_uncertainty_confusion(a->of);
        if ((status = ad_reproduce_sheet(r, a->name, &s)))
            break;
        ad_sheet_header(s, "true \\ predicted");
        for (size_t k = 0; k < info.classes && k + 1 < AD_SHEET_COLUMNS; k++)
            ad_sheet_header(s, "%s", adrop_uncertainty_class_name(a->of, k));
        for (size_t t = 0; t < info.classes; t++) {
            ad_sheet_text(s, "%s", adrop_uncertainty_class_name(a->of, t));
            for (size_t k = 0; k < info.classes && k + 1 < AD_SHEET_COLUMNS; k++)
                ad_sheet_number(s, (double)counts[t * info.classes + k], 0);
        }
        ad_sheet_note(s, "run 1: %zu of %zu rows are wrong",
                      (size_t)lround((double)info.n * (1 - info.scores.accuracy)), info.n);
    }
    return status;
}

adrop_status ad_reproduce_uncertainty(adrop_reproduction *r)
{
    adrop_status status = ad_reproduce_assess(r, NULL);

    if (!status && r->recipe->kind == ADROP_RECIPE_CONFUSION)
        return ad_reproduce_confusion(r);
    if (!status && r->recipe->kind == ADROP_RECIPE_EXAMPLES)
        return ad_reproduce_pick_examples(r);
    for (size_t i = 0; i < r->n_parts && !status; i++)
        if (!(status = add_table(r, i)))
            status = add_runs(r, i);
    return status;
}
