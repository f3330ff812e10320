/* A run that was trained: its model and data again (adrop/train.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "data/known.h"
#include "data/opening.h"
#include "predict/newest.h"
#include "train/inputs.h"
#include "train/settings.h"
#include "trainer/score.h"

/* What rows are wanted for. */
typedef enum { TO_TEST, INPUTS_OF_A_PART, INPUTS_ALL } rows_of;

struct adrop_run {
    adrop_ctx *ctx;
    ad_folder folder;
    adrop_train_opts train;
    adrop_data *data;
    adrop_data_info info;
    adrop_model *model;
};

/* model.safetensors, or the newest checkpoint of a run that is not done. */
static adrop_status load(adrop_run *run)
{
    char path[AD_PATH_SIZE];
    const adrop_status status = ad_newest_file(run->ctx, run->folder.path, path);

    return status ? status : adrop_model_load(run->model, path);
}

/* Settings that choose among rows, as if they had not been given. */
static void choose_all(adrop_data_opts *opts)
{
    adrop_data_opts none;

    adrop_data_opts_init(&none);
    opts->val_fraction = none.val_fraction;
    opts->test_fraction = none.test_fraction;
    opts->train_per_class = none.train_per_class;
    opts->test_per_class = none.test_per_class;
    opts->train_limit = none.train_limit;
    opts->test_limit = none.test_limit;
    opts->split = none.split;
}

/* How the run's own data were read: by its record, or by reading them again. */
static adrop_status find_schema(adrop_run *run, const adrop_data_opts *own, ad_schema *schema)
{
    adrop_data *data;
    int found;
    adrop_status status = ad_inputs_read(&run->folder, schema, &found);

    if (status || found)
        return status;
    if ((status = adrop_data_open(run->ctx, own, &data)))
        return ad_fail(run->ctx, status,
                       "'%s/run.json' is of an older adrop and does not say how inputs are to be "
                       "read, and the run's own data cannot be: %s",
                       run->folder.path, adrop_ctx_message(run->ctx));
    status = ad_schema_copy(ad_data_schema(data), run->ctx, schema);
    adrop_data_free(data);
    return status;
}

/* Rows of data, or of the run's own, as the run was trained to read them. */
static adrop_status open_data(adrop_run *run, adrop_data_opts *opts, const char *data, rows_of rows)
{
    const ad_known *known = ad_known_find(opts->data);
    ad_schema schema = { 0 };
    adrop_status status = find_schema(run, opts, &schema);

    if (data && strcmp(data, opts->data) != 0) {
        opts->data = data;
        opts->format = 0; /* the other's own */
        if (known && !opts->image_size)
            opts->image_size = known->image_size;
    }
    opts->task = (int)schema.task;
    if (rows == INPUTS_ALL)
        choose_all(opts);
    if (!status)
        status = ad_data_open(run->ctx, opts, &schema, rows != TO_TEST, &run->data);
    ad_schema_release(&schema, run->ctx);
    return status;
}

static adrop_status open_run(adrop_run *run, const char *path, const char *data,
                             const char *data_dir, rows_of rows)
{
    adrop_data_opts opts;
    adrop_status status = ad_folder_read(run->ctx, path, &run->folder);

    adrop_data_opts_init(&opts);
    adrop_train_opts_init(&run->train);
    if (status || (status = ad_folder_settings(&run->folder, &opts, &run->train)))
        return status;
    opts.data_dir = data_dir;
    opts.seed = run->train.seed;
    if ((status = open_data(run, &opts, data, rows)))
        return status;
    adrop_data_describe(run->data, &run->info);
    const json_t *n = json_object_get(json_object_get(run->folder.record, "data"), "train");
    if (json_integer_value(n) > 0)
        run->info.n_train = (size_t)json_integer_value(n);
    const adrop_model_opts o = ad_train_model_opts(&run->info, &run->train);
    status = adrop_model_create(run->ctx, &o, &run->model);
    return status ? status : load(run);
}

static adrop_status make_run(adrop_ctx *ctx, const char *path, const char *data,
                             const char *data_dir, rows_of rows, adrop_run **out)
{
    adrop_run *run;
    adrop_status status = ad_alloc(ctx, 1, sizeof *run, "a run", &run);

    *out = NULL;
    if (status)
        return status;
    run->ctx = ctx;
    run->folder.lock = -1;
    status = open_run(run, path, data, data_dir, rows);
    if (status)
        adrop_run_free(run);
    else
        *out = run;
    return status;
}

adrop_status adrop_run_open(adrop_ctx *ctx, const char *path, const char *data,
                            const char *data_dir, adrop_run **out)
{
    return make_run(ctx, path, data, data_dir, TO_TEST, out);
}

adrop_status adrop_run_open_inputs(adrop_ctx *ctx, const char *path, const char *data,
                                   const char *data_dir, int all, adrop_run **out)
{
    return make_run(ctx, path, data, data_dir, all ? INPUTS_ALL : INPUTS_OF_A_PART, out);
}

void adrop_run_free(adrop_run *run)
{
    if (!run)
        return;
    adrop_model_free(run->model);
    adrop_data_free(run->data);
    ad_folder_close(&run->folder);
    ad_free(run->ctx, run);
}

adrop_model *adrop_run_model(adrop_run *run)
{
    return run->model;
}

adrop_data *adrop_run_data(adrop_run *run)
{
    return run->data;
}

const char *adrop_run_setting(const adrop_run *run, const char *key)
{
    return json_string_value(json_object_get(json_object_get(run->folder.record, "settings"), key));
}

adrop_status adrop_run_evaluate_sized(adrop_run *run, adrop_part part, adrop_epoch *result,
                                      size_t size, size_t *n)
{
    adrop_batches_opts o;
    adrop_batches *batches = NULL;
    ad_score score = { 0 };

    adrop_batches_opts_init(&o);
    o.part = part;
    o.rows = run->train.batch;
    o.shuffle = 0;
    adrop_status status = adrop_batches_create(run->ctx, run->data, &o, &batches);
    if (!status)
        status = ad_score_rows(run->model, &run->info, batches, &score);
    adrop_batches_free(batches);
    *n = score.n;
    const adrop_score shown = ad_score_shown(&score, &run->info);
    const adrop_epoch mine = { .test_loss = shown.loss,
                               .test_acc = shown.acc,
                               .test_top5 = shown.top5,
                               .test_rmse = shown.rmse };
    ad_struct_write(result, size, &mine, sizeof mine);
    return status;
}

/* Outputs as what is reported: probabilities, or values in the target's units. */
static void convert(const adrop_run *run, size_t width, const float *y, double *out)
{
    double most = (double)y[0], sum = 0;

    if (!run->info.classes) {
        out[0] = run->info.target_mean + run->info.target_deviation * (double)y[0];
        return;
    }
    for (size_t k = 1; k < width; k++)
        most = fmax(most, (double)y[k]);
    for (size_t k = 0; k < width; k++)
        sum += out[k] = exp((double)y[k] - most);
    for (size_t k = 0; k < width; k++)
        out[k] /= sum;
}

/* One pass over all rows adds to mean and to squares about the first pass. */
static adrop_status add_pass(adrop_run *run, adrop_phase phase, uint32_t pass, size_t n,
                             const float *x, const uint32_t *row_numbers, double *mean,
                             double *squares, double *row)
{
    const size_t width = run->info.classes ? run->info.classes : 1;
    const size_t units = run->info.channels * run->info.height * run->info.width;
    adrop_status status = ADROP_OK;

    for (size_t first = 0; first < n && !status; first += run->train.batch) {
        const size_t rows = n - first < run->train.batch ? n - first : run->train.batch;
        adrop_batch b;
        adrop_batch_input(&b, pass, rows, x + first * units);
        b.row_numbers = row_numbers ? row_numbers + first : NULL;
        status = adrop_model_forward(run->model, phase, &b);
        for (size_t r = 0; r < rows && !status; r++) {
            convert(run, width, adrop_model_outputs(run->model) + r * width, row);
            for (size_t k = 0; k < width; k++) { /* Welford 1962 */
                const size_t i = (first + r) * width + k;
                const double off = row[k] - mean[i];
                mean[i] += off / (double)(pass + 1);
                if (squares)
                    squares[i] += off * (row[k] - mean[i]);
            }
        }
    }
    return status;
}

adrop_status adrop_run_predict(adrop_run *run, size_t n, const float *x,
                               const uint32_t *row_numbers, size_t samples, double *mean,
                               double *deviation)
{
    const size_t width = run->info.classes ? run->info.classes : 1;
    const size_t passes = samples ? samples : 1;
    double *row;
    adrop_status status = ad_alloc(run->ctx, width, sizeof *row, "a row of outputs", &row);

    if (status)
        return status;
    memset(mean, 0, n * width * sizeof *mean);
    if (deviation)
        memset(deviation, 0, n * width * sizeof *deviation);
    for (uint32_t pass = 0; pass < passes && !status; pass++)
        status = add_pass(run, samples ? ADROP_SAMPLE : ADROP_MEAN, pass, n, x, row_numbers, mean,
                          deviation, row);
    for (size_t i = 0; deviation && i < n * width; i++)
        deviation[i] = passes > 1 ? sqrt(deviation[i] / (double)(passes - 1)) : 0;
    ad_free(run->ctx, row);
    return status;
}
