/* How far a search is (tune_show.h). */
#include "tune_show.h"

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
