/* Runs of folds and their summary (train_folds.h). The standard deviation is that of the folds'
 * results, divided by n - 1; folds share training rows, so it is no standard error of their mean.
 */
#include "train_folds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "out.h"
#include "out_file.h"

int train_folds_place(const train_folds *f, size_t i, int resume, adrop_train_opts *train)
{
    char record[ADROP_TEXT_SIZE + 16];
    const int n = snprintf(train->out, sizeof train->out, "%s/fold-%zu", f->out, i + 1);

    if (n >= (int)sizeof train->out) {
        out_complain("train", "the name of the folder '%s' is too long", f->out);
        return OUT_USAGE;
    }
    snprintf(record, sizeof record, "%s/run.json", train->out);
    train->resume = resume && !access(record, F_OK);
    return OUT_OK;
}

int train_folds_are_in(const char *out, char first[ADROP_TEXT_SIZE])
{
    char path[ADROP_TEXT_SIZE + 16];
    const int n = snprintf(first, ADROP_TEXT_SIZE, "%s/fold-1", out);

    snprintf(path, sizeof path, "%s/run.json", first);
    return n < ADROP_TEXT_SIZE && !access(path, F_OK);
}

void train_folds_take(train_folds *f, size_t i, const adrop_train_result *r)
{
    f->is_regression = r->task == ADROP_REGRESSION;
    f->results[i] = f->is_regression ? r->test_rmse : r->test_acc;
}

static double mean_of(const train_folds *f, double *deviation)
{
    double mean = 0, squares = 0;

    for (size_t i = 0; i < f->n; i++)
        mean += f->results[i] / (double)f->n;
    for (size_t i = 0; i < f->n; i++)
        squares += (f->results[i] - mean) * (f->results[i] - mean);
    *deviation = sqrt(squares / (double)(f->n - 1));
    return mean;
}

static void write_json(const train_folds *f, FILE *file)
{
    double deviation;
    const double mean = mean_of(f, &deviation);
    json j = { .file = file };

    json_open(&j, '{');
    json_key_text(&j, "event", "folds");
    json_key_text(&j, "run", f->out);
    json_key_text(&j, "metric", f->is_regression ? "test_rmse" : "test_acc");
    json_key(&j, "runs");
    json_open(&j, '[');
    for (size_t i = 0; i < f->n; i++)
        json_number(&j, f->results[i]);
    json_close(&j);
    json_key_number(&j, "mean", mean);
    json_key_number(&j, "std", deviation);
    json_close(&j);
}

static int keep(const train_folds *f)
{
    char path[ADROP_TEXT_SIZE + 16];
    out_file out;

    snprintf(path, sizeof path, "%s/folds.json", f->out);
    if (!out_file_open(&out, path)) {
        write_json(f, out.file);
        if (!out_file_close(&out))
            return OUT_OK;
    }
    out_complain("train", "cannot write '%s': %s", path, strerror(errno));
    return OUT_FULL;
}

int train_folds_show(const train_folds *f, int as_json)
{
    double deviation;
    const double mean = mean_of(f, &deviation);

    if (as_json)
        write_json(f, stdout);
    else
        out_say(stdout,
                f->is_regression
                    ? "%zu folds: test RMSE %.4g on average, standard deviation %.3g, in %s"
                    : "%zu folds: test accuracy %.2f %% on average, standard deviation %.2f, "
                      "in %s",
                f->n, mean, deviation, OUT_CLEAN(f->out));
    return keep(f);
}
