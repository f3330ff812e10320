/* How far a comparison is, and its results (compare_show.h). */
#include "compare_show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document_out.h"
#include "out.h"

char *compare_show_name(const adrop_planned_run *run, char *buffer, size_t size)
{
    if (run->run)
        snprintf(buffer, size, "%s, %s, %s, run %zu", run->data, run->model, run->dropout,
                 run->run);
    else
        snprintf(buffer, size, "%s, %s, %s, trying %s", run->data, run->model, run->dropout,
                 run->candidate);
    return out_clean(buffer);
}

void compare_show_ended(FILE *file, size_t done, size_t runs, const adrop_planned_run *run,
                        const adrop_train_result *result)
{
    char name[1024];

    fprintf(file, "%zu of %zu: %s: ", done, runs, compare_show_name(run, name, sizeof name));
    if (result->task == ADROP_REGRESSION)
        fprintf(file, "test rmse %s", OUT_NUMBER(result->test_rmse, 5));
    else
        fprintf(file, "test accuracy %.2f %%", result->test_acc);
    fprintf(file, ", %.1f s\n", result->seconds);
}

/* Of one run, in [0, 1]. */
static double part_of(const adrop_progress *at)
{
    if (!at->epochs || !at->steps)
        return 0;
    return ((double)at->epoch - 1 + (double)at->step / (double)at->steps) / (double)at->epochs;
}

void compare_show_progress(progress *bar, const adrop_compare_progress *p)
{
    char label[64], detail[256], epoch[64] = "";
    const size_t ended = p->done + p->failed;
    const double part = (double)ended + (p->running == 1 ? part_of(p->at) : 0);

    snprintf(label, sizeof label, "%zu of %zu runs", ended, p->runs);
    if (p->at->epochs)
        snprintf(epoch, sizeof epoch, ", epoch %zu of %zu", p->at->epoch, p->at->epochs);
    snprintf(detail, sizeof detail, "%.40s %s%.30s%s", p->run->dropout, p->run->run ? "run " : "",
             p->run->run ? OUT_NUMBER((double)p->run->run, 6) : p->run->candidate, epoch);
    out_clean(detail);
    progress_draw(bar, label, p->runs ? part / (double)p->runs : 0, detail, p->seconds_left);
}

adrop_status compare_show_results(adrop_ctx *ctx, const adrop_compare *c,
                                  const adrop_report_opts *opts, int format)
{
    static const adrop_document_form forms[] = { ADROP_DOCUMENT_TEXT, ADROP_DOCUMENT_CSV,
                                                 ADROP_DOCUMENT_MARKDOWN, ADROP_DOCUMENT_LATEX };
    adrop_document *d;
    const adrop_status status = adrop_report_document(ctx, c, opts, &d);

    return status ? status : document_print_brief(ctx, d, forms[format]);
}

adrop_status compare_show_json(adrop_ctx *ctx, const adrop_compare *c,
                               const adrop_report_opts *opts)
{
    adrop_document *d;
    const adrop_status status = adrop_report_document(ctx, c, opts, &d);

    return status ? status : document_print_brief(ctx, d, ADROP_DOCUMENT_JSON);
}
