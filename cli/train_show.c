/* Lines of a training run (train_show.h). */
#include "train_show.h"

#include <math.h>
#include <string.h>

#include "document_out.h"
#include "out.h"
#include "terminal.h"

/* A number of fixed width; blanks if it does not apply. */
static void column(FILE *file, double x, int width, int decimals)
{
    if (isnan(x))
        fprintf(file, "  %*s", width, "-");
    else
        fprintf(file, "  %*.*f", width, decimals, x);
}

/* Columns of the numbers of a line; VAL is added for validation. */
enum { FIXED = 37, VAL = 10 };
enum { DROPOUTS = 2048 }; /* bytes for the text on dropout layers */

/* Does the training rows' result fit? */
static int has_train(FILE *file, const adrop_data_info *data)
{
    return FIXED + (data->n_val ? VAL : 0) <= terminal_limit(file);
}

/* Columns left for the dropout layers. */
static size_t rest_of(FILE *file, const adrop_data_info *data)
{
    const size_t used = FIXED + (data->n_val ? VAL : 0) + 2, limit = terminal_limit(file);

    return limit > used ? limit - used : 0;
}

void train_show_header(FILE *file, const adrop_data_info *data, const adrop_model *model)
{
    static const char *const rates[] = { "  rate, noise level (mu, sigma) of dropout layers",
                                         "  rate, noise level (mu, sigma)", "  rates", "" };
    const char *kind = data->task == ADROP_REGRESSION ? "rmse" : "acc";
    const size_t columns = rest_of(file, data);
    char dropouts[DROPOUTS];
    const size_t full = strlen(train_show_dropouts(model, 1, dropouts, sizeof dropouts));
    size_t i = full <= columns ? 0 : 2;

    if (!full)
        i = 3; /* no dropout layers */
    while (*rates[i] && strlen(rates[i]) > columns + 2)
        i++;
    fprintf(file, "%sepoch     loss", out_bold(file));
    if (has_train(file, data))
        fprintf(file, "  train %-4s", kind);
    if (data->n_val)
        fprintf(file, "  val %-4s", kind);
    fprintf(file, "  test %-4s%s%s\n", kind, rates[i], out_plain(file));
}

/* The layers' rates in so many columns: with noise level and learned parameters, or rates only, or
 * only their range. */
static void fit_dropouts(const adrop_model *model, size_t columns, char *text, size_t size)
{
    double least = 1, most = 0;
    adrop_moments m;
    size_t n = 0;

    if (strlen(train_show_dropouts(model, 1, text, size)) <= columns)
        return;
    for (*text = 0; adrop_model_dropout_average(model, n, &m); n++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%.3f", n ? "  " : "", m.rate);
        least = fmin(least, m.rate);
        most = fmax(most, m.rate);
    }
    if (strlen(text) > columns)
        snprintf(text, size, "%.3f..%.3f (%zu)", least, most, n);
    if (strlen(text) > columns)
        *text = 0;
}

void train_show_epoch(FILE *file, const adrop_data_info *data, const adrop_model *model,
                      const adrop_epoch *e)
{
    const int regression = data->task == ADROP_REGRESSION, decimals = regression ? 4 : 2;
    char dropouts[DROPOUTS];

    fprintf(file, "%5zu", e->epoch);
    column(file, e->train_loss, 7, 4);
    if (has_train(file, data))
        column(file, regression ? e->train_rmse : e->train_acc, 10, decimals);
    if (data->n_val)
        column(file, regression ? e->val_rmse : e->val_acc, 8, decimals);
    column(file, regression ? e->test_rmse : e->test_acc, 9, decimals);
    fit_dropouts(model, rest_of(file, data), dropouts, sizeof dropouts);
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
    char val[64] = "", dropout[64] = "";

    if (d.n_val)
        snprintf(val, sizeof val, "%zu validation rows, ", d.n_val);
    if (m.n_dropout_params)
        snprintf(dropout, sizeof dropout, " and %zu of dropout", m.n_dropout_params);
    out_say(file, "%s: %zu training rows, %s%zu test rows; a network of %zu parameters%s, %s",
            d.name, d.n_train, val, d.n_test, m.n_params, dropout, m.precision);
}

/* The results of the run, for programs. */
static void add_facts(adrop_document *d, const adrop_train_result *r, const char *run)
{
    const int is_error = r->task == ADROP_REGRESSION;
    const char *unit = is_error ? "" : "%";

    adrop_document_text(d, "event", NULL, r->interrupted ? "interrupted" : "done");
    adrop_document_text(d, "run", NULL, *run ? run : NULL);
    adrop_document_count(d, "epochs", NULL, r->epochs);
    adrop_document_number(d, is_error ? "test_rmse" : "test_acc", NULL,
                          is_error ? r->test_rmse : r->test_acc, unit, 0);
    adrop_document_number(d, is_error ? "best_test_rmse" : "best_test_acc", NULL,
                          is_error ? r->best_test_rmse : r->best_test_acc, unit, 0);
    if (!is_error && !isnan(r->test_micro_f1)) {
        adrop_document_number(d, "test_micro_f1", NULL, r->test_micro_f1, unit, 0);
        adrop_document_number(d, "test_macro_f1", NULL, r->test_macro_f1, unit, 0);
    }
    adrop_document_number(d, is_error ? "train_rmse_mean" : "train_acc_mean", NULL,
                          is_error ? r->train_rmse_mean : r->train_acc_mean, unit, 0);
    if (r->best_epoch) {
        adrop_document_count(d, "best_epoch", NULL, r->best_epoch);
        adrop_document_truth(d, "stopped_early", NULL, r->stopped_early);
        adrop_document_number(d, is_error ? "val_rmse" : "val_acc", NULL,
                              is_error ? r->val_rmse : r->val_acc, unit, 0);
        adrop_document_number(d, is_error ? "last_test_rmse" : "last_test_acc", NULL,
                              is_error ? r->last_rmse : r->last_acc, unit, 0);
    }
    adrop_document_number(d, "seconds", NULL, r->seconds, "s", 0);
}

/* "test accuracy 97.22 %". */
static char *say_test(const adrop_train_result *r, char *text, size_t size)
{
    const int is_error = r->task == ADROP_REGRESSION;

    if (isnan(is_error ? r->test_rmse : r->test_acc))
        snprintf(text, size, "no test rows");
    else if (is_error)
        snprintf(text, size, "test rmse %s", OUT_NUMBER(r->test_rmse, 5));
    else if (isnan(r->test_micro_f1))
        snprintf(text, size, "test accuracy %.2f %%", r->test_acc);
    else
        snprintf(text, size, "test micro F1 %.2f %%, macro F1 %.2f %%, all classes right %.2f %%",
                 r->test_micro_f1, r->test_macro_f1, r->test_acc);
    return text;
}

adrop_document *train_show_result(adrop_ctx *ctx, const adrop_train_result *r, const char *run)
{
    adrop_document *d = document_start(ctx, "");
    char test[128], best[128] = "";

    add_facts(d, r, run);
    if (r->best_epoch)
        snprintf(best, sizeof best, " (weights of epoch %zu, the best on validation rows: %s)",
                 r->best_epoch,
                 r->task == ADROP_REGRESSION ? OUT_NUMBER(r->val_rmse, 5)
                                             : OUT_NUMBER(r->val_acc, 4));
    if (r->stopped_early)
        adrop_document_say(
            d, "stopped early, after epoch %zu: no better validation result since epoch %zu",
            r->epochs, r->best_epoch);
    adrop_document_say(d, "%s%s; %zu epoch%s in %.1f s", say_test(r, test, sizeof test), best,
                       r->epochs, r->epochs == 1 ? "" : "s", r->seconds);
    if (*run)
        adrop_document_say(d, "the run is in %s%s", run,
                           r->best_epoch
                               ? ": model.safetensors has the best weights, last.safetensors those "
                                 "of the last epoch"
                               : "");
    return d;
}
