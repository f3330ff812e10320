/* Progress of searches and prunings (study_show.h). */
#include "study_show.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "out.h"

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
    char val[64];

    adrop_tune_describe(t, &r);
    if (strstr(r.by, "acc"))
        snprintf(val, sizeof val, "validation accuracy %.2f %%", trial->val);
    else
        snprintf(val, sizeof val, "validation %s %s", strstr(r.by, "rmse") ? "RMSE" : "loss",
                 OUT_NUMBER(trial->val, 5));
    fprintf(file, "trial %zu, epoch %zu: %s, %s\n", trial->trial, trial->epochs, val,
            trial->settings);
}

void prune_show_plan(FILE *file, const adrop_pruning *p)
{
    adrop_prune_info info;
    adrop_prune_round first, last;

    adrop_prune_describe(p, &info);
    adrop_prune_round_at(p, 0, &first);
    adrop_prune_round_at(p, info.rounds - 1, &last);
    out_say(file,
            "%zu rounds of %zu epochs remove %zu of %zu %ss by the criterion '%s' and leave %s %%; "
            "the network is '%s' with '%s'%s",
            info.rounds - 1, info.epochs, first.units - last.units, first.units, info.unit,
            info.criterion, OUT_NUMBER(100 * last.kept, 3), OUT_CLEAN(info.model),
            OUT_CLEAN(info.dropout), info.done ? "; what is done already is not done again" : "");
}

void prune_show_progress(progress *bar, const adrop_prune_progress *p)
{
    char label[64], detail[64];

    snprintf(label, sizeof label, "round %zu of %zu", p->round, p->rounds);
    snprintf(detail, sizeof detail, "epoch %zu of %zu", p->at->epoch, p->at->epochs);
    progress_draw(bar, label, p->done, detail, p->seconds_left);
}

/* "98.61 %" or "0.0123", or a dash. */
static char *shown(char buffer[64], const adrop_prune_info *info, double x)
{
    if (isnan(x))
        snprintf(buffer, 64, "-");
    else if (info->task == ADROP_REGRESSION)
        snprintf(buffer, 64, "%s", OUT_NUMBER(x, 5));
    else
        snprintf(buffer, 64, "%.2f %%", x);
    return buffer;
}

#define SHOWN(info, x) shown((char[64]){ 0 }, (info), (x))

void prune_show_round(FILE *file, const adrop_pruning *p, const adrop_prune_round *r)
{
    adrop_prune_info info;

    adrop_prune_describe(p, &info);
    fprintf(file, "round %zu: %zu %ss (%s %%), test %s %s", r->round, r->units, info.unit,
            OUT_NUMBER(100 * r->kept, 3), info.task == ADROP_REGRESSION ? "rmse" : "accuracy",
            SHOWN(&info, r->test));
    if (!isnan(r->test_before))
        fprintf(file, " (%s before training)", SHOWN(&info, r->test_before));
    fputc('\n', file);
}
