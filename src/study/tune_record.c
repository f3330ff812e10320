/* What a search adds to tune.json beyond the common record (record.c). No times, only paths within
 * the folder, and nothing that depends on the number of jobs: equal searches write equal files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "study/tune_impl.h"
#include "train/settings.h"

/* A JSON number if the text is a number, else a string. */
static json_t *value_of(const char *text)
{
    double x;

    if (adrop_number_read(text, &x))
        return ad_json_string(text);
    return x == floor(x) && fabs(x) < 1e15 ? json_integer((json_int_t)x) : ad_json_real(x);
}

static json_t *trial_settings(ad_json *b, const adrop_tune *t, size_t trial)
{
    json_t *s = json_object();
    char number[ADROP_NUMBER_SIZE];

    for (size_t k = 0; k < t->n_vary; k++)
        if (ad_tune_applies(t, trial, k))
            ad_json_put(b, s, t->vary[k].key,
                        value_of(ad_vary_text(&t->vary[k], t->trials[trial].x[k], number)));
    return s;
}

static json_t *trial_of(ad_json *b, const adrop_tune *t, size_t i)
{
    const adrop_trial trial = ad_tune_shown(t, i);
    json_t *d = json_pack("{s:I, s:s}", "trial", (json_int_t)trial.trial, "state",
                          ad_tune_states[trial.state]);

    ad_json_put(b, d, "settings", trial_settings(b, t, i));
    if (trial.same_as)
        ad_json_put(b, d, "same_as", json_integer((json_int_t)trial.same_as));
    ad_json_put(b, d, "bracket",
                trial.rung ? json_integer((json_int_t)trial.bracket) : json_null());
    ad_json_put(b, d, "rung", json_integer((json_int_t)trial.rung));
    ad_json_put(b, d, "epochs", json_integer((json_int_t)trial.epochs));
    ad_json_put(b, d, "val", ad_json_real(trial.val));
    ad_json_put(b, d, "run", ad_json_string(trial.run));
    return d;
}

static json_t *runs_of(ad_json *b, const adrop_tune *t, const adrop_tune_runs *r,
                       const char *folder)
{
    json_t *d = json_object(), *ci = json_array(), *values = json_array(), *paths = json_array();

    for (size_t i = 0; i < r->n; i++)
        ad_json_append(b, values, ad_json_real(r->values[i]));
    for (size_t k = 1; k <= t->opts.runs && r->n; k++)
        ad_json_append(b, paths,
                       json_sprintf("%s/%llu", folder,
                                    (unsigned long long)ad_study_seed(t->opts.seed, "", k)));
    ad_json_append(b, ci, ad_json_real(r->low));
    ad_json_append(b, ci, ad_json_real(r->high));
    ad_json_put(b, d, "metric", json_string(t->shown.metric));
    ad_json_put(b, d, "mean", ad_json_real(r->mean));
    ad_json_put(b, d, "std", ad_json_real(r->std));
    ad_json_put(b, d, "ci", ci);
    ad_json_put(b, d, "level", ad_json_real(t->opts.level));
    ad_json_put(b, d, "values", values);
    ad_json_put(b, d, "runs", paths);
    return d;
}

void ad_tune_put(const ad_study *study, ad_json *b, json_t *record)
{
    const adrop_tune *t = (const adrop_tune *)study;
    const adrop_tune_result *s = &t->shown;
    json_t *trials = json_array(), *rungs = json_array();
    adrop_rung rung;

    for (size_t i = 0; adrop_tune_rung_at(t, i, &rung); i++)
        ad_json_append(b, rungs,
                       json_pack("{s:I, s:I, s:I, s:I}", "bracket", (json_int_t)rung.bracket,
                                 "rung", (json_int_t)rung.rung, "trials", (json_int_t)rung.trials,
                                 "epochs", (json_int_t)rung.epochs));
    for (size_t i = 0; i < t->n_trials; i++)
        ad_json_append(b, trials, trial_of(b, t, i));
    ad_json_put(b, record, "by", json_string(s->by));
    ad_json_put(b, record, "rungs", rungs);
    ad_json_put(b, record, "trials", trials);
    if (t->best == SIZE_MAX)
        return;
    ad_json_put(b, record, "best", trial_settings(b, t, t->best));
    ad_json_put(b, record, "best_trial", json_integer((json_int_t)t->best + 1));
    ad_json_put(b, record, "best_val", ad_json_real(t->trials[t->best].val));
    ad_json_put(b, record, "final", runs_of(b, t, &s->final, "final"));
    if (t->opts.no_baseline || t->baseline_is_best)
        return;
    json_t *baseline = runs_of(b, t, &s->baseline, "baseline"), *ci = json_array();
    ad_json_append(b, ci, ad_json_real(s->low));
    ad_json_append(b, ci, ad_json_real(s->high));
    ad_json_put(b, baseline, "difference", ad_json_real(s->difference));
    ad_json_put(b, baseline, "difference_ci", ci);
    ad_json_put(b, baseline, "p", ad_json_real(s->p));
    ad_json_put(b, record, "baseline", baseline);
}

adrop_status adrop_tune_json(adrop_tune *t, char **text)
{
    if (ad_check_given(t->ctx, "text", text))
        return ADROP_EINVAL;

    json_t *record;
    adrop_status status = ad_study_record(&t->study, &record);

    *text = NULL;
    if (status)
        return status;
    char *line = json_dumps(record, JSON_COMPACT);
    status = line ? ad_copy_text(t->ctx, line, text)
                  : ad_fail(t->ctx, ADROP_ENOMEM, "not enough memory for tune.json");
    free(line);
    json_decref(record);
    return status;
}
