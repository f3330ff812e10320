/* Lines of a training run (train_show.h). */
#include "train_show.h"

#include <math.h>
#include <string.h>

#include "json.h"
#include "out.h"

/* A number of fixed width; blanks for one that does not apply. */
static void column(FILE *file, double x, int width, int decimals)
{
    if (isnan(x))
        fprintf(file, "  %*s", width, "-");
    else
        fprintf(file, "  %*.*f", width, decimals, x);
}

void train_show_header(FILE *file, const adrop_data_info *data)
{
    const char *kind = data->task == ADROP_REGRESSION ? "rmse" : "acc";

    fprintf(file, "%sepoch     loss  train %-4s", out_bold(file), kind);
    if (data->n_val)
        fprintf(file, "  val %-4s", kind);
    fprintf(file, "  test %-4s  rate, noise level (mu, sigma) of dropout layers%s\n", kind,
            out_plain(file));
}

void train_show_epoch(FILE *file, const adrop_data_info *data, const adrop_model *model,
                      const adrop_epoch *e)
{
    const int regression = data->task == ADROP_REGRESSION, decimals = regression ? 4 : 2;
    char dropouts[2048];

    fprintf(file, "%5zu", e->epoch);
    column(file, e->train_loss, 7, 4);
    column(file, regression ? e->train_rmse : e->train_acc, 10, decimals);
    if (data->n_val)
        column(file, regression ? e->val_rmse : e->val_acc, 8, decimals);
    column(file, regression ? e->test_rmse : e->test_acc, 9, decimals);
    train_show_dropouts(model, 1, dropouts, sizeof dropouts);
    fprintf(file, "%s%s\n", *dropouts ? "  " : "", dropouts);
}

char *train_show_dropouts(const adrop_model *model, int with_level, char *buffer, size_t size)
{
    adrop_moments m;

    *buffer = 0;
    for (size_t i = 0; adrop_model_dropout_average(model, i, &m); i++) {
        size_t used = strlen(buffer);
        snprintf(buffer + used, size - used, "%s%.3f", i ? "  " : "", m.rate);
        used = strlen(buffer);
        if (with_level)
            snprintf(buffer + used, size - used, " %.3f", m.level);
        used = strlen(buffer);
        if (!isnan(m.mu))
            snprintf(buffer + used, size - used, " (%.2f, %.2f)", m.mu, m.sigma);
    }
    return buffer;
}

void train_show_start(FILE *file, const adrop_data *data, const adrop_model *model)
{
    adrop_data_info d;
    adrop_model_info m;

    adrop_data_describe(data, &d);
    adrop_model_describe(model, &m);
    fprintf(file, "%s: %zu rows to train on, ", d.name, d.n_train);
    if (d.n_val)
        fprintf(file, "%zu to validate with, ", d.n_val);
    fprintf(file, "%zu to test with; a network of %zu parameters", d.n_test, m.n_params);
    if (m.n_dropout_params)
        fprintf(file, " and %zu of dropout", m.n_dropout_params);
    fprintf(file, ", %s\n", m.precision);
}

void train_show_result(FILE *file, const adrop_train_result *r, const char *run)
{
    if (r->task == ADROP_REGRESSION)
        fprintf(file, "test rmse %s, best %s; ", OUT_NUMBER(r->test_rmse, 5),
                OUT_NUMBER(r->best_test_rmse, 5));
    else
        fprintf(file, "test accuracy %.2f %%, best %.2f %%; ", r->test_acc, r->best_test_acc);
    fprintf(file, "%zu epoch%s in %.1f s\n", r->epochs, r->epochs == 1 ? "" : "s", r->seconds);
    if (*run)
        fprintf(file, "the run is in %s\n", run);
}

void train_show_json(FILE *file, const adrop_train_result *r, const char *run)
{
    const int regression = r->task == ADROP_REGRESSION;
    json j = { .file = file };

    json_open(&j, '{');
    json_key_text(&j, "event", r->interrupted ? "interrupted" : "done");
    json_key_text(&j, "run", *run ? run : NULL);
    json_key(&j, "epochs");
    json_count(&j, r->epochs);
    if (regression) {
        json_key_number(&j, "test_rmse", r->test_rmse);
        json_key_number(&j, "best_test_rmse", r->best_test_rmse);
        json_key_number(&j, "train_rmse_mean", r->train_rmse_mean);
    } else {
        json_key_number(&j, "test_acc", r->test_acc);
        json_key_number(&j, "best_test_acc", r->best_test_acc);
        json_key_number(&j, "train_acc_mean", r->train_acc_mean);
    }
    json_key_number(&j, "seconds", r->seconds);
    json_close(&j);
}
