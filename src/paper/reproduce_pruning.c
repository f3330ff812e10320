/* The figure of pruning (reproduce_impl.h): a pruning (adrop/pruning.h) for each part (nodes,
 * weights), criterion and run, in PART/CRITERION/SEED, and sheets of their results. Run k has the
 * same seed for every criterion, and so the same initial weights: criteria are compared in
 * pairs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/pruning.h"
#include "adrop/stats.h"
#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "paper/reproduce_impl.h"

enum { MOST_RUNS = 64 };

/* -- Rounds -------------------------------------------------------------------------------- */

static adrop_status settings_of(adrop_reproduction *r, const ad_reproduce_part *part,
                                const char *criterion, size_t run, ad_recipe_opts *o)
{
    adrop_status status = ad_reproduce_options(r, part, o);
    const size_t seed = r->opts.seed + run;

    o->data.data = part->plan.data.text[0];
    o->train.model = part->plan.model.text[0];
    o->train.dropout = "";
    o->train.seed = seed;
    o->prune.criterion = criterion;
    return status
               ? status
               : ad_keep_format(r->ctx, &o->prune.out, "%s/%s/%zu", part->folder, criterion, seed);
}

/* Copy the finished rounds. */
static adrop_status reproduce_pruning_keep(adrop_reproduction *r, const adrop_pruning *p,
                                           ad_reproduce_swept *to)
{
    adrop_prune_info info;
    adrop_status status;

    adrop_prune_describe(p, &info);
    status = AD_NEW(r->ctx, info.rounds, "the rounds", &to->rounds);
    for (size_t i = 0; !status && i < info.rounds; i++) {
        adrop_prune_round_at(p, i, &to->rounds[i]);
        if (!to->rounds[i].is_done)
            break;
        to->n = i + 1;
    }
    return status;
}

/* One pruning. With hooks, its missing rounds are run. */
static adrop_status sweep(adrop_reproduction *r, size_t part, const char *criterion, size_t run,
                          ad_recipe_opts *o, const adrop_compare_hooks *hooks)
{
    ad_reproduce_swept *to = &r->swept[r->n_swept];
    adrop_pruning *p = NULL;
    adrop_status status = settings_of(r, &r->parts[part], criterion, run, o);

    *to = (ad_reproduce_swept){ .part = part, .run = run, .criterion = criterion };
    if (!status)
        status = adrop_prune_create(r->ctx, &o->prune, &o->data, &o->train, &p);
    if (!status && hooks) {
        const adrop_prune_hooks mine = { .size = sizeof mine,
                                         .user = hooks->user,
                                         .stop = hooks->stop };
        status = adrop_prune_go(p, &mine);
    }
    if (!status && !(status = reproduce_pruning_keep(r, p, to))) {
        r->n_swept++;
        if (hooks && to->n)
            ad_log(r->ctx, ADROP_LOG_INFO, "%s by '%s', run %zu: %zu rounds, test accuracy %.2f %%",
                   r->parts[part].plan.part->name, criterion, run + 1, to->n - 1,
                   to->rounds[to->n - 1].test);
    }
    adrop_prune_free(p);
    return status;
}

void ad_reproduce_forget_swept(adrop_reproduction *r)
{
    for (size_t i = 0; i < r->n_swept; i++)
        ad_free(r->ctx, r->swept[i].rounds);
    ad_free(r->ctx, r->swept);
    r->swept = NULL;
    r->n_swept = 0;
}

static adrop_status sweep_all(adrop_reproduction *r, ad_recipe_opts *o,
                              const adrop_compare_hooks *hooks)
{
    adrop_status status = ADROP_OK;
    size_t room = 0;

    for (size_t i = 0; i < r->n_parts; i++)
        room += r->parts[i].plan.dropout.n * MOST_RUNS;
    if ((status = AD_NEW(r->ctx, room, "the prunings", &r->swept)))
        return status;
    for (size_t i = 0; i < r->n_parts && !status; i++) {
        const ad_doc_texts *criteria = &r->parts[i].plan.dropout;
        if ((status = ad_reproduce_options(r, &r->parts[i], o)))
            break;
        const size_t runs = o->compare.runs < MOST_RUNS ? o->compare.runs : MOST_RUNS;
        for (size_t run = 0; run < runs && !status; run++) /* all criteria of a run first */
            for (size_t c = 0; c < criteria->n && !status; c++)
                status = sweep(r, i, criteria->text[c], run, o, hooks);
    }
    return status;
}

adrop_status ad_reproduce_sweep(adrop_reproduction *r, const adrop_compare_hooks *hooks)
{
    ad_recipe_opts *o;
    adrop_status status;

    if (r->recipe->kind != ADROP_RECIPE_PRUNING || (r->swept && !hooks))
        return ADROP_OK;
    if (r->opts.jobs > 1)
        return ad_fail(r->ctx, ADROP_EINVAL,
                       "prunings are done one after the other: leave `jobs` out");
    ad_reproduce_forget_swept(r);
    if ((status = AD_NEW(r->ctx, 1, "a part's options", &o)))
        return status;
    status = sweep_all(r, o, hooks);
    ad_free(r->ctx, o);
    return status;
}

/* -- Sheets -------------------------------------------------------------------------------- */

/* Results of a criterion's runs after a round; returns their number. */
static size_t results(const adrop_reproduction *r, size_t part, const char *criterion, size_t round,
                      double x[MOST_RUNS], double *kept)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_swept && n < MOST_RUNS; i++) {
        const ad_reproduce_swept *s = &r->swept[i];
        if (s->part != part || strcmp(s->criterion, criterion) != 0 || round >= s->n)
            continue;
        *kept = s->rounds[round].kept;
        x[n++] = s->rounds[round].test;
    }
    return n;
}

static double reproduce_pruning_mean_of(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : NAN;
}

static size_t rounds_of(const adrop_reproduction *r, size_t part)
{
    size_t most = 0;

    for (size_t i = 0; i < r->n_swept; i++)
        if (r->swept[i].part == part && r->swept[i].n > most)
            most = r->swept[i].n;
    return most;
}

/* Begin the panel of a figure: means against the share kept, one column per criterion. */
static void begin_panel(const adrop_reproduction *r, adrop_document *d, size_t part)
{
    static const adrop_column columns[] = { { "", "round", 'r', NULL, 0, 0 },
                                            { "", "kept %", 'r', NULL, ADROP_DECIMALS(2), 0 },
                                            { 0 } };
    const ad_doc_texts *criteria = &r->parts[part].plan.dropout;
    double x[MOST_RUNS], kept;
    char title[256];

    snprintf(title, sizeof title, "%s: test accuracy by what is kept, means of the runs",
             r->parts[part].plan.part->name);
    ad_reproduce_sheet(d, title, columns);
    for (size_t c = 0; c < criteria->n; c++)
        adrop_document_column(d, "", criteria->text[c], 'r', "", ADROP_DECIMALS(2));
    for (size_t k = 0; k < rounds_of(r, part); k++) {
        kept = NAN;
        for (size_t c = 0; c < criteria->n && isnan(kept); c++)
            results(r, part, criteria->text[c], k, x, &kept);
        adrop_document_cell_count(d, k);
        ad_reproduce_number(d, 100 * kept);
        for (size_t c = 0; c < criteria->n; c++) {
            const size_t n = results(r, part, criteria->text[c], k, x, &kept);
            ad_reproduce_number(d, reproduce_pruning_mean_of(x, n));
        }
    }
}

/* The mean over all rounds of a run except round 0; NaN if it has none. */
static double mean_of_run(const adrop_reproduction *r, size_t part, const char *criterion,
                          size_t run, size_t rounds)
{
    for (size_t i = 0; i < r->n_swept; i++) {
        const ad_reproduce_swept *s = &r->swept[i];
        if (s->part != part || s->run != run || strcmp(s->criterion, criterion) != 0)
            continue;
        double sum = 0;
        for (size_t k = 1; k < rounds && k < s->n; k++)
            sum += s->rounds[k].test;
        return s->n >= rounds && rounds > 1 ? sum / (double)(rounds - 1) : NAN;
    }
    return NAN;
}

/* Advanced against one criterion: the rounds in which its mean is higher, and the difference of the
 * means over all rounds, paired by seed. */
static adrop_status add_difference(const adrop_reproduction *r, adrop_document *d, size_t part,
                                   const char *criterion)
{
    const size_t rounds = rounds_of(r, part);
    double ours[MOST_RUNS], its[MOST_RUNS], x[MOST_RUNS], kept;
    size_t pairs = 0, ahead = 0;
    adrop_t_result t;
    adrop_status status;

    for (size_t run = 0; run < MOST_RUNS; run++) {
        ours[pairs] = mean_of_run(r, part, "advanced", run, rounds);
        its[pairs] = mean_of_run(r, part, criterion, run, rounds);
        pairs += !isnan(ours[pairs]) && !isnan(its[pairs]);
        if (pairs == MOST_RUNS)
            break;
    }
    if (!pairs)
        return ADROP_OK;
    for (size_t k = 1; k < rounds; k++) {
        const size_t n = results(r, part, "advanced", k, x, &kept);
        const double mine = reproduce_pruning_mean_of(x, n);
        const size_t m = results(r, part, criterion, k, x, &kept);
        ahead += mine > reproduce_pruning_mean_of(x, m);
    }
    if (pairs < 2) {
        ad_reproduce_note(d, "advanced less %s: %.2f, mean of %zu rounds of one run; ahead in %zu",
                          criterion, ours[0] - its[0], rounds - 1, ahead);
        return ADROP_OK;
    }
    status = adrop_t_test(r->ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, pairs, ours, pairs, its, 0.95,
                          &t);
    if (!status)
        ad_reproduce_note(
            d,
            "advanced less %s: %.2f, 95 %% interval of the mean of %zu pairs %.2f to %.2f "
            "(averages of %zu rounds); ahead in %zu rounds",
            criterion, t.difference, pairs, t.low, t.high, rounds - 1, ahead);
    return status;
}

/* The mean of a round's results, with its interval. */
static adrop_status add_round(const adrop_reproduction *r, adrop_document *d, const double *x,
                              size_t n)
{
    static const double zeros[MOST_RUNS];
    adrop_t_result t = { .low = NAN, .high = NAN };
    adrop_status status = ADROP_OK;
    double square = 0;

    if (n > 1)
        status = adrop_t_test(r->ctx, ADROP_TEST_PAIRED, ADROP_SIDE_TWO, n, x, n, zeros, 0.95, &t);
    for (size_t i = 0; i < n; i++)
        square += (x[i] - reproduce_pruning_mean_of(x, n)) *
                  (x[i] - reproduce_pruning_mean_of(x, n));
    adrop_document_cell_count(d, n);
    ad_reproduce_number(d, reproduce_pruning_mean_of(x, n));
    ad_reproduce_number(d, n > 1 ? sqrt(square / (double)(n - 1)) : NAN);
    ad_reproduce_number(d, t.low);
    ad_reproduce_number(d, t.high);
    return status;
}

/* Every criterion and round with intervals, for plotting programs. */
static adrop_status add_all(const adrop_reproduction *r, adrop_document *d, size_t part)
{
    static const adrop_column columns[] = { { "", "criterion", 'l', NULL, 0, 0 },
                                            { "", "round", 'r', NULL, 0, 0 },
                                            { "", "kept", 'r', NULL, ADROP_DECIMALS(5), 0 },
                                            { "", "runs", 'r', NULL, 0, 0 },
                                            { "", "mean", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { "", "std", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { "", "from", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { "", "to", 'r', NULL, ADROP_DECIMALS(3), 0 },
                                            { 0 } };
    const ad_doc_texts *criteria = &r->parts[part].plan.dropout;
    double x[MOST_RUNS], kept;
    char title[256];
    adrop_status status = ADROP_OK;

    snprintf(title, sizeof title, "%s: every round, with 95 %% intervals of the mean",
             r->parts[part].plan.part->name);
    ad_reproduce_sheet(d, title, columns);
    for (size_t c = 0; c < criteria->n; c++)
        for (size_t k = 0; k < rounds_of(r, part) && !status; k++) {
            const size_t n = results(r, part, criteria->text[c], k, x, &kept);
            if (!n)
                continue;
            adrop_document_cell_text(d, criteria->text[c]);
            adrop_document_cell_count(d, k);
            ad_reproduce_number(d, kept);
            status = add_round(r, d, x, n);
        }
    adrop_document_end(d);
    return status;
}

adrop_status ad_reproduce_pruning(adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ad_reproduce_sweep(r, NULL);

    for (size_t i = 0; i < r->n_parts && !status; i++) {
        const ad_doc_texts *criteria = &r->parts[i].plan.dropout;
        begin_panel(r, d, i);
        for (size_t c = 0; c < criteria->n && !status; c++)
            if (strcmp(criteria->text[c], "advanced") != 0)
                status = add_difference(r, d, i, criteria->text[c]);
        adrop_document_end(d);
        if (!status)
            status = add_all(r, d, i);
    }
    return status;
}
