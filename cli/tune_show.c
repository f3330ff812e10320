/* The plan of a search, its progress and its result in words (tune_show.h). */
#include "tune_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "out.h"

static const char *const states[] = {
    [ADROP_TRIAL_WAITS] = "waits", [ADROP_TRIAL_STOPPED] = "stopped",
    [ADROP_TRIAL_DONE] = "done",   [ADROP_TRIAL_FAILED] = "failed",
    [ADROP_TRIAL_EQUAL] = "equal", [ADROP_TRIAL_LEFT_OUT] = "left out",
};

/* "98.61 %" or "0.0123". */
static char *shown(char buffer[64], const char *metric, double x)
{
    if (strstr(metric, "acc"))
        snprintf(buffer, 64, isfinite(x) ? "%.2f %%" : "undefined", x);
    else
        snprintf(buffer, 64, "%s", OUT_NUMBER(x, 5));
    return buffer;
}

#define SHOWN(metric, x) shown((char[64]){ 0 }, (metric), (x))

static const char *words(const char *metric)
{
    return !strcmp(metric, "val_acc")    ? "validation accuracy"
           : !strcmp(metric, "val_rmse") ? "validation RMSE"
           : !strcmp(metric, "val_loss") ? "validation loss"
           : !strcmp(metric, "test_acc") ? "test accuracy"
                                         : "test RMSE";
}

/* -- The plan -------------------------------------------------------------------- */

static void show_time(char *text, size_t size, double seconds)
{
    const char *unit = seconds < 90 ? "seconds" : seconds < 5400 ? "minutes" : "hours";
    const double in = seconds < 90 ? seconds : seconds < 5400 ? seconds / 60 : seconds / 3600;

    snprintf(text, size, ", about %s %s", OUT_NUMBER(in, 2), unit);
}

/* "27 x 1, 9 x 3, 3 x 9 epochs". */
static void show_rungs(const adrop_tune *t, char *text, size_t size)
{
    adrop_rung rung;
    size_t used = 0;

    for (size_t i = 0; adrop_tune_rung_at(t, i, &rung) && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%zu until epoch %zu",
                                 !used            ? ""
                                 : rung.rung == 1 ? "; then "
                                                  : ", ",
                                 rung.trials, rung.epochs);
}

void tune_show_plan(FILE *file, const adrop_tune *t, double seconds_left)
{
    char rungs[2048] = "", time[64] = "", how[128];
    adrop_tune_result r;
    adrop_trial trial;

    adrop_tune_describe(t, &r);
    show_rungs(t, rungs, sizeof rungs);
    out_say(file, "%zu trials, %zu of them distinct: %s", r.trials, r.distinct, rungs);
    for (size_t i = 0; r.left_out && adrop_tune_trial_at(t, i, &trial); i++)
        if (trial.state == ADROP_TRIAL_LEFT_OUT)
            out_say(file, "trial %zu (%s) is left out: %s", trial.trial, trial.settings,
                    trial.message);
    if (r.folds)
        snprintf(how, sizeof how, "%zu folds of the training rows", r.folds);
    else
        snprintf(how, sizeof how, "%zu rows held out of %zu", r.n_val, r.n_train + r.n_val);
    out_say(file, "judged by %s on %s; %zu test rows are kept for the winner", words(r.by), how,
            r.n_test);
    if (isfinite(seconds_left))
        show_time(time, sizeof time, seconds_left);
    out_say(file,
            "%zu epochs (%zu if every trial were trained to the end) and %zu of the final "
            "runs, %zu %s at once%s",
            r.epochs_all, r.epochs_full, r.epochs_final, r.jobs, r.jobs == 1 ? "run" : "runs",
            time);
}

static void json_trial(json *j, const adrop_tune *t, const adrop_trial *trial)
{
    const char *key;
    char text[ADROP_TEXT_SIZE];

    json_open(j, '{');
    json_key(j, "trial");
    json_count(j, trial->trial);
    json_key(j, "settings");
    json_open(j, '{');
    for (size_t k = 0; adrop_tune_setting_at(t, trial->trial - 1, k, &key, text); k++)
        json_key_text(j, key, text);
    json_close(j);
    json_key_text(j, "state", states[trial->state]);
    json_key_text(j, "run", trial->run);
    json_close(j);
}

void tune_show_plan_json(const adrop_tune *t, const char *folder, double seconds_left,
                         double seconds)
{
    json j = { .file = stdout };
    adrop_trial trial;
    adrop_rung rung;
    adrop_tune_result r;

    adrop_tune_describe(t, &r);
    json_open(&j, '{');
    json_key_text(&j, "folder", folder);
    json_key_number(&j, "seconds", seconds);
    json_key_number(&j, "seconds_left", seconds_left);
    json_key(&j, "epochs");
    json_count(&j, r.epochs_all);
    json_key(&j, "epochs_full");
    json_count(&j, r.epochs_full);
    json_key(&j, "epochs_final");
    json_count(&j, r.epochs_final);
    json_key(&j, "rungs");
    json_open(&j, '[');
    for (size_t i = 0; adrop_tune_rung_at(t, i, &rung); i++) {
        const size_t values[] = { rung.bracket, rung.rung, rung.trials, rung.epochs };
        static const char *const keys[] = { "bracket", "rung", "trials", "epochs" };
        json_open(&j, '{');
        for (size_t k = 0; k < 4; k++) {
            json_key(&j, keys[k]);
            json_count(&j, values[k]);
        }
        json_close(&j);
    }
    json_close(&j);
    json_key(&j, "trials");
    json_open(&j, '[');
    for (size_t i = 0; adrop_tune_trial_at(t, i, &trial); i++)
        json_trial(&j, t, &trial);
    json_close(&j);
    json_close(&j);
}

/* -- How far ---------------------------------------------------------------------- */

void tune_show_progress(progress *bar, const adrop_tune_progress *p)
{
    char label[64], detail[640], epoch[64] = "";

    snprintf(label, sizeof label, "%zu of %zu epochs", p->done, p->epochs);
    if (p->at->epochs)
        snprintf(epoch, sizeof epoch, ", epoch %zu", p->at->epoch);
    snprintf(detail, sizeof detail, "%s%s", p->what, epoch);
    progress_draw(bar, label, p->epochs ? (double)p->done / (double)p->epochs : 0, detail,
                  p->seconds_left);
}

void tune_show_trial(FILE *file, const adrop_tune *t, const adrop_trial *trial)
{
    adrop_tune_result r;

    adrop_tune_describe(t, &r);
    fprintf(file, "trial %zu, epoch %zu: %s %s, %s\n", trial->trial, trial->epochs, words(r.by),
            SHOWN(r.by, trial->val), trial->settings);
}

/* -- The result ------------------------------------------------------------------- */

static void show_runs(const char *what, const char *metric, const adrop_tune_runs *runs)
{
    if (runs->n > 1)
        out_say(stdout, "%s: %s %s, interval %s to %s, from %zu runs%s", what, words(metric),
                SHOWN(metric, runs->mean), SHOWN(metric, runs->low), SHOWN(metric, runs->high),
                runs->n, runs->n == 2 ? ", which are few for an interval" : "");
    else
        out_say(stdout, "%s: %s %s, from one run: an interval takes two or more", what,
                words(metric), SHOWN(metric, runs->mean));
}

void tune_show_result(const adrop_tune *t)
{
    adrop_tune_result r;

    adrop_tune_describe(t, &r);
    putchar('\n');
    if (r.second)
        out_say(stdout,
                "The winner of %zu is trial %zu (%s), with a %s of %s; the next best, trial %zu, "
                "has %s.",
                r.distinct, r.best, r.best_settings, words(r.by), SHOWN(r.by, r.best_val), r.second,
                SHOWN(r.by, r.second_val));
    else
        out_say(stdout, "The winner of %zu is trial %zu (%s), with a %s of %s.", r.distinct, r.best,
                r.best_settings, words(r.by), SHOWN(r.by, r.best_val));
    if (r.final.n)
        show_runs("Trained again with other seeds", r.metric, &r.final);
    if (r.baseline_is_best)
        out_say(stdout, "The winner has the settings that there are without --vary.");
    if (r.baseline.n)
        show_runs("The settings without --vary", r.metric, &r.baseline);
    if (isfinite(r.p))
        out_say(stdout, "The winner is %s by %s (%s to %s, paired by seed, p = %s): %s",
                (r.difference < 0) == r.metric_less ? "better" : "worse",
                OUT_NUMBER(fabs(r.difference), 3),
                OUT_NUMBER(r.difference < 0 ? -r.high : r.low, 3),
                OUT_NUMBER(r.difference < 0 ? -r.low : r.high, 3), OUT_NUMBER(r.p, 2),
                r.low > 0 || r.high < 0 ? "the difference is statistically significant."
                                        : "the two cannot be distinguished.");
}
