/* Documents of a search: its plan; its trials, the winner and its margin (adrop/tune.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "study/tune_impl.h"

enum { VALUE_SIZE = 64, RUNGS_SIZE = 2048 };

/* "98.61 %" or "0.0123". */
static char *say_value(char text[VALUE_SIZE], const char *metric, double x)
{
    if (!isfinite(x))
        return strcpy(text, "undefined");
    if (!strstr(metric, "acc"))
        return adrop_number_round(text, x, 5);
    ad_print(text, VALUE_SIZE, "%.2f %%", x);
    return text;
}

#define VALUE(metric, x)  say_value((char[VALUE_SIZE]){ 0 }, (metric), (x))
#define NUMBER(x, digits) adrop_number_round((char[ADROP_NUMBER_SIZE]){ 0 }, (x), (digits))

static const char *words_of(const char *metric)
{
    return !strcmp(metric, "val_acc")    ? "validation accuracy"
           : !strcmp(metric, "val_rmse") ? "validation RMSE"
           : !strcmp(metric, "val_loss") ? "validation loss"
           : !strcmp(metric, "test_acc") ? "test accuracy"
                                         : "test RMSE";
}

/* -- The trials ------------------------------------------------------------------------------ */

/* The keys that order trials. */
typedef struct {
    size_t trial;
    int is_equal; /* to an earlier trial */
    size_t epochs;
    double worse;
} place;

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;

    if (x->is_equal != y->is_equal)
        return x->is_equal - y->is_equal;
    if (x->epochs != y->epochs)
        return x->epochs > y->epochs ? -1 : 1;
    if (x->worse != y->worse)
        return x->worse < y->worse ? -1 : 1;
    return x->trial < y->trial ? -1 : x->trial > y->trial;
}

static void tune_document_add_columns(adrop_document *d, const adrop_tune *t)
{
    adrop_document_table(d, "trials", "", 0);
    adrop_document_column(d, "trial", "trial", 'r', "", 0);
    adrop_document_column(d, NULL, NULL, 'l', "", 0); /* settings */
    for (size_t k = 0; k < t->n_vary; k++)
        adrop_document_column(d, t->vary[k].key, t->vary[k].key, 'l', "", 0);
    adrop_document_column(d, "epochs", "epochs", 'r', "", 0);
    adrop_document_column(d, t->shown.by, t->shown.by, 'r', "", 0);
    adrop_document_column(d, "state", "state", 'l', "", 0);
    adrop_document_rank(d, 1);
    adrop_document_column(d, NULL, NULL, 'l', "", 0); /* state */
    adrop_document_column(d, NULL, NULL, 'l', "", 0); /* run */
}

/* The settings that apply: one object for programs, one column each for people and in CSV. */
static void add_settings(adrop_document *d, const adrop_tune *t, size_t trial, adrop_mark mark)
{
    char number[ADROP_NUMBER_SIZE];
    const char *key, *text;

    adrop_document_group(d, NULL, NULL);
    for (size_t k = 0; adrop_tune_setting_at(t, trial, k, &key, &text); k++)
        adrop_document_text(d, key, NULL, text);
    adrop_document_end(d);
    adrop_document_differs(d, "settings", "", 0);
    for (size_t k = 0; k < t->n_vary; k++) {
        adrop_document_cell_text(d, !ad_tune_applies(t, trial, k)
                                        ? ""
                                        : ad_vary_text(&t->vary[k], t->trials[trial].x[k], number));
        adrop_document_differs(d, NULL, "", 0);
        adrop_document_mark(d, mark);
    }
}

/* "as 3" or "done"; for programs one word. */
static void add_state(adrop_document *d, const adrop_trial *trial, adrop_mark mark)
{
    char text[32];

    ad_print(text, sizeof text, "as %zu", trial->same_as);
    adrop_document_cell_text(d, trial->same_as ? text : ad_tune_states[trial->state]);
    adrop_document_differs(d, NULL, "", 0);
    adrop_document_mark(d, mark);
    adrop_document_cell_text(d, ad_tune_states[trial->state]);
    adrop_document_differs(d, "state", "", 0);
}

static void add_trial(adrop_document *d, const adrop_tune *t, size_t i)
{
    const adrop_trial trial = ad_tune_shown(t, i);
    const adrop_mark mark = i == t->best ? ADROP_MARK_BEST : ADROP_MARK_PLAIN;

    adrop_document_cell_count(d, trial.trial);
    adrop_document_mark(d, mark);
    add_settings(d, t, i, mark);
    adrop_document_cell_count(d, trial.epochs);
    adrop_document_mark(d, mark);
    if (isnan(trial.val))
        adrop_document_cell_null(d);
    else
        adrop_document_cell_number(d, trial.val);
    adrop_document_differs(d, "val", "", strstr(t->shown.by, "acc") ? ADROP_DECIMALS(2) : 5);
    adrop_document_mark(d, mark);
    add_state(d, &trial, mark);
    adrop_document_cell_text(d, trial.run);
    adrop_document_differs(d, "run", "", 0);
}

/* Sorted by result, or by number. */
static adrop_status add_trials(adrop_document *d, const adrop_tune *t, size_t most, int is_sorted)
{
    char note[64];
    place *places;
    adrop_status status = AD_NEW(t->ctx, t->n_trials, "the trials", &places);

    if (status)
        return status;
    for (size_t i = 0; i < t->n_trials; i++) {
        const adrop_trial trial = ad_tune_shown(t, i);
        places[i] = (place){ .trial = i,
                             .is_equal = trial.same_as != 0,
                             .epochs = trial.epochs,
                             .worse = isnan(trial.val)   ? (double)INFINITY
                                      : t->shown.by_less ? trial.val
                                                         : -trial.val };
    }
    if (is_sorted)
        qsort(places, t->n_trials, sizeof *places, compare_places);
    tune_document_add_columns(d, t);
    for (size_t i = 0; i < t->n_trials && i < most; i++)
        add_trial(d, t, places[i].trial);
    ad_print(note, sizeof note, "%zu of %zu trials are shown.", most, t->n_trials);
    if (most < t->n_trials)
        adrop_document_note(d, note);
    adrop_document_end(d);
    ad_free(t->ctx, places);
    return ADROP_OK;
}

/* Discard a document that could not be finished. */
static adrop_status tune_document_finish(adrop_status status, adrop_document **out)
{
    if (status) {
        adrop_document_free(*out);
        *out = NULL;
    }
    return status;
}

/* -- The plan -------------------------------------------------------------------------------- */

static void add_rungs(adrop_document *d, const adrop_tune *t)
{
    static const char *const keys[] = { "bracket", "rung", "trials", "epochs" };
    adrop_rung rung;

    adrop_document_table(d, "rungs", NULL, 0);
    for (size_t k = 0; k < 4; k++)
        adrop_document_column(d, keys[k], keys[k], 'r', "", 0);
    for (size_t i = 0; adrop_tune_rung_at(t, i, &rung); i++) {
        adrop_document_cell_count(d, rung.bracket);
        adrop_document_cell_count(d, rung.rung);
        adrop_document_cell_count(d, rung.trials);
        adrop_document_cell_count(d, rung.epochs);
    }
    adrop_document_end(d);
}

/* "27 until epoch 1, 9 until epoch 3; then 9 until epoch 3". */
static const char *say_rungs(const adrop_tune *t, char text[RUNGS_SIZE])
{
    adrop_rung rung;
    size_t used = 0;

    *text = 0;
    for (size_t i = 0; adrop_tune_rung_at(t, i, &rung) && used < RUNGS_SIZE; i++)
        used += (size_t)ad_print(text + used, RUNGS_SIZE - used, "%s%zu until epoch %zu",
                                 !used            ? ""
                                 : rung.rung == 1 ? "; then "
                                                  : ", ",
                                 rung.trials, rung.epochs);
    return text;
}

static void say_plan(adrop_document *d, const adrop_tune *t, const adrop_tune_result *r,
                     double seconds_left)
{
    char text[RUNGS_SIZE], time[AD_TIME_SIZE];

    adrop_document_say(d, "%zu trials, %zu of them distinct: %s", r->trials, r->distinct,
                       say_rungs(t, text));
    for (size_t i = 0; i < t->n_trials; i++) {
        const adrop_trial trial = ad_tune_shown(t, i);
        if (trial.state == ADROP_TRIAL_LEFT_OUT)
            adrop_document_say(d, "trial %zu (%s) is left out: %s", trial.trial, trial.settings,
                               trial.message);
    }
    if (r->folds)
        ad_print(text, sizeof text, "%zu folds of the training rows", r->folds);
    else
        ad_print(text, sizeof text, "%zu rows held out of %zu", r->n_val, r->n_train + r->n_val);
    adrop_document_say(d, "judged by %s on %s; %zu test rows are kept for the winner",
                       words_of(r->by), text, r->n_test);
    adrop_document_say(d,
                       "%zu epochs (%zu if every trial were trained to the end) and %zu of the "
                       "final runs, %zu %s at once%s",
                       r->epochs_all, r->epochs_full, r->epochs_final, r->jobs,
                       r->jobs == 1 ? "run" : "runs", ad_time_text(time, ", about ", seconds_left));
}

adrop_status adrop_tune_plan_document(const adrop_tune *t, size_t most, double seconds_left,
                                      double seconds, adrop_document **out)
{
    if (ad_check_given(t->ctx, "out", out))
        return ADROP_EINVAL;

    adrop_tune_result r;
    adrop_status status = adrop_document_create(t->ctx, "", out);

    if (status)
        return status;
    adrop_tune_describe(t, &r);
    adrop_document_text(*out, "folder", NULL, t->opts.out);
    adrop_document_number(*out, "seconds", NULL, seconds, "s", 0);
    adrop_document_number(*out, "seconds_left", NULL, seconds_left, "s", 0);
    adrop_document_count(*out, "epochs", NULL, r.epochs_all);
    adrop_document_count(*out, "epochs_full", NULL, r.epochs_full);
    adrop_document_count(*out, "epochs_final", NULL, r.epochs_final);
    add_rungs(*out, t);
    say_plan(*out, t, &r, seconds_left);
    return most ? tune_document_finish(add_trials(*out, t, most, 0), out) : ADROP_OK;
}

/* -- The result ------------------------------------------------------------------------------ */

static void say_runs(adrop_document *d, const char *what, const char *metric,
                     const adrop_tune_runs *runs)
{
    if (runs->n > 1)
        adrop_document_say(d, "%s: %s %s, interval %s to %s, from %zu runs%s", what,
                           words_of(metric), VALUE(metric, runs->mean), VALUE(metric, runs->low),
                           VALUE(metric, runs->high), runs->n,
                           runs->n == 2 ? ", which are few for an interval" : "");
    else
        adrop_document_say(d, "%s: %s %s, from one run: an interval takes two or more", what,
                           words_of(metric), VALUE(metric, runs->mean));
}

static void say_winner(adrop_document *d, const adrop_tune_result *r)
{
    char second[128] = "";

    if (r->second)
        ad_print(second, sizeof second, "; the next best, trial %zu, has %s", r->second,
                 VALUE(r->by, r->second_val));
    adrop_document_say(d, "The winner of %zu is trial %zu (%s), with a %s of %s%s.", r->distinct,
                       r->best, r->best_settings, words_of(r->by), VALUE(r->by, r->best_val),
                       second);
}

static void say_difference(adrop_document *d, const adrop_tune_result *r)
{
    const int is_less = r->difference < 0;

    adrop_document_say(d, "The winner is %s by %s (%s to %s, paired by seed, p = %s): %s",
                       is_less == r->metric_less ? "better" : "worse",
                       NUMBER(fabs(r->difference), 3), NUMBER(is_less ? -r->high : r->low, 3),
                       NUMBER(is_less ? -r->low : r->high, 3), NUMBER(r->p, 2),
                       r->low > 0 || r->high < 0 ? "the difference is statistically significant."
                                                 : "the two cannot be distinguished.");
}

adrop_status adrop_tune_document(const adrop_tune *t, size_t most, adrop_document **out)
{
    if (ad_check_given(t->ctx, "out", out))
        return ADROP_EINVAL;

    adrop_tune_result r;
    adrop_status status = adrop_document_create(t->ctx, "", out);

    if (!status)
        status = tune_document_finish(add_trials(*out, t, most, 1), out);
    if (status)
        return status;
    adrop_tune_describe(t, &r);
    if (r.best)
        say_winner(*out, &r);
    if (r.final.n)
        say_runs(*out, "Trained again with other seeds", r.metric, &r.final);
    if (r.baseline_is_best)
        adrop_document_say(*out, "The winner has the settings as they were given.");
    if (r.baseline.n)
        say_runs(*out, "The settings as they were given", r.metric, &r.baseline);
    if (isfinite(r.p))
        say_difference(*out, &r);
    adrop_document_say(*out, "The search is in %s, the runs of the winner in %s/final", t->opts.out,
                       t->opts.out);
    return ADROP_OK;
}
