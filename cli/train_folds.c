/* Runs of folds and their summary (train_show.h). The standard deviation is that of the folds'
 * results, divided by n - 1. Folds share training rows, so it is not a standard error of their
 * mean. */
#include "train_show.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "document_out.h"
#include "kept.h"
#include "out.h"
#include "out_file.h"

void train_folds_place(adrop_ctx *ctx, const train_folds *f, size_t i, int resume,
                       adrop_train_opts *train)
{
    train->out = kept(ctx, "%s/fold-%zu", f->out, i + 1);
    train->resume = resume && !access(kept(ctx, "%s/run.json", train->out), F_OK);
}

void train_folds_take(train_folds *f, size_t i, const adrop_train_result *r)
{
    f->is_regression = r->task == ADROP_REGRESSION;
    f->results[i] = f->is_regression ? r->test_rmse : r->test_acc;
}

static double train_folds_mean_of(const train_folds *f, double *deviation)
{
    double mean = 0, squares = 0;

    for (size_t i = 0; i < f->n; i++)
        mean += f->results[i] / (double)f->n;
    for (size_t i = 0; i < f->n; i++)
        squares += (f->results[i] - mean) * (f->results[i] - mean);
    *deviation = sqrt(squares / (double)(f->n - 1));
    return mean;
}

static adrop_document *document_of(adrop_ctx *ctx, const train_folds *f)
{
    const char *unit = f->is_regression ? "" : "%";
    double deviation;
    const double mean = train_folds_mean_of(f, &deviation);
    adrop_document *d = document_start(ctx, "");

    adrop_document_text(d, "event", NULL, "folds");
    adrop_document_text(d, "run", NULL, f->out);
    adrop_document_text(d, "metric", NULL, f->is_regression ? "test_rmse" : "test_acc");
    adrop_document_list(d, "runs", NULL);
    for (size_t i = 0; i < f->n; i++)
        adrop_document_cell_number(d, f->results[i]);
    adrop_document_end(d);
    adrop_document_number(d, "mean", NULL, mean, unit, 0);
    adrop_document_number(d, "std", NULL, deviation, unit, 0);
    adrop_document_say(d,
                       f->is_regression
                           ? "%zu folds: test RMSE %.4g on average, standard deviation %.3g, in %s"
                           : "%zu folds: test accuracy %.2f %% on average, standard deviation "
                             "%.2f, in %s",
                       f->n, mean, deviation, f->out);
    return d;
}

static int train_folds_keep(adrop_ctx *ctx, const train_folds *f)
{
    const char *path = kept(ctx, "%s/folds.json", f->out);
    out_file out;

    if (!out_file_open(&out, path)) {
        document_line(ctx, out.file, document_of(ctx, f));
        if (!out_file_close(&out))
            return OUT_OK;
    }
    out_complain("train", "cannot write '%s': %s", path, strerror(errno));
    return OUT_FULL;
}

int train_folds_show(const command_call *call, const train_folds *f)
{
    const int code = document_print(call, document_of(call->ctx, f));

    return code ? code : train_folds_keep(call->ctx, f);
}
