/* A run directory opened again, with a data set to test on or to predict (adrop/train.h): a
 * predictor of its model, and rows read like those it was trained on. */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "adrop/comm.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "data/known.h"
#include "data/opening.h"
#include "model/file.h"
#include "predict/newest.h"
#include "predict/predictor.h"
#include "rows/batches.h"
#include "train/data_record.h"
#include "train/inputs.h"
#include "train/plugin.h"
#include "train/settings.h"
#include "trainer/score.h"

struct adrop_run {
    adrop_ctx *ctx;
    ad_folder folder;
    adrop_train_opts train;
    adrop_data *data;
    adrop_data_info info;
    adrop_model *model;
    adrop_predictor *predictor; /* of the model */
    int changed;                /* the run's own data differ from the record */
    int is_own;                 /* the data are the run's own, perhaps moved */
};

/* Reset the settings that choose among rows. */
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
    opts->folds = opts->fold = 0;
    opts->test = "";
}

/* The schema of the run's own data: from its record, or by reading the data again. */
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

/* The path of the run's own data: the absolute path in the record, so that it works from any
 * folder. For known names, and if nothing is there any more, the path as typed. */
static adrop_status own_path(adrop_run *run, const char **typed)
{
    const char *path;

    if (ad_known_find(*typed))
        return ADROP_OK;
    const adrop_status status = ad_folder_data_path(&run->folder, &path);
    if (!status && path && !access(path, F_OK))
        *typed = path;
    return status;
}

/* Do the opened data match the record? */
static adrop_status check_own(adrop_run *run, int allow)
{
    ad_json b = { 0 };
    json_t *now = ad_identity_write(&b, run->data);
    char whose[AD_PATH_SIZE];
    adrop_status status = ad_json_end(&b, run->ctx, "checksums", &now);

    snprintf(whose, sizeof whose, "the run in '%s'", run->folder.path);
    if (!status)
        status = ad_identity_check(run->ctx, json_object_get(run->folder.record, "data"), now,
                                   whose, allow, &run->changed);
    json_decref(now);
    return status;
}

/* Was the run trained on rows in memory? */
static int is_of_memory(const adrop_run *run)
{
    const json_t *data = json_object_get(run->folder.record, "data");
    const char *format = json_string_value(json_object_get(data, "format"));

    return format && !strcmp(format, "arrays");
}

/* Are the named or open data the run's own, perhaps moved? */
static adrop_status find_own(adrop_run *run)
{
    ad_json b = { 0 };
    json_t *now = ad_identity_write(&b, run->data);
    const adrop_status status = ad_json_end(&b, run->ctx, "checksums", &now);

    const json_t *then = json_object_get(run->folder.record, "data");
    const int has_sums = json_array_size(json_object_get(then, "files")) > 0;
    run->is_own = !status && (has_sums || !is_of_memory(run)) &&
                  !ad_identity_compare(run->ctx, then, now, "the run");
    json_decref(now);
    return status;
}

/* Open o->data, or the run's own data, read as the run was trained to read them. */
static adrop_status open_data(adrop_run *run, adrop_data_opts *opts, const adrop_run_opts *o)
{
    const ad_known *known = ad_known_find(opts->data);
    const int is_own = !o->data || !strcmp(o->data, opts->data);
    ad_schema schema = { 0 };

    adrop_status status = is_own ? own_path(run, &opts->data) : ADROP_OK;
    if (!status)
        status = find_schema(run, opts, &schema);
    if (!is_own) {
        opts->data = o->data;
        opts->format = 0; /* detected for the other data */
        opts->test = "";
        if (known && !opts->image_size)
            opts->image_size = known->image_size;
    }
    opts->task = (int)schema.task;
    if (o->all)
        choose_all(opts);
    if (!status)
        status = ad_data_open(run->ctx, opts, &schema, o->inputs, &run->data);
    ad_schema_release(&schema, run->ctx);
    if (status && is_own && is_of_memory(run))
        return ad_fail(run->ctx, status,
                       "the run in '%s' was trained on rows in memory, which are not there: name "
                       "others with `data`, or open it on rows (adrop_run_open_on)",
                       run->folder.path);
    if (status == ADROP_ENOENT && is_own && !known)
        status = ad_fail(run->ctx, ADROP_EIO,
                         "the data of the run in '%s', '%.300s', are not there any more: put them "
                         "back, or name their new place with `data`",
                         run->folder.path, opts->data);
    if (!status && is_own && !(o->inputs && o->all))
        status = check_own(run, o->allow_changed_data);
    run->is_own = is_own;
    return status || is_own ? status : find_own(run);
}

/* Do the parts hold the recorded rows? Older records do not list them; then *same is 1. */
static adrop_status compare_parts(adrop_run *run, int *same)
{
    const json_t *then = json_object_get(run->folder.record, "rows");
    ad_json b = { 0 };
    json_t *now = ad_selection_write(&b, run->data);
    const adrop_status status = ad_json_end(&b, run->ctx, "rows", &now);

    *same = !then || json_equal(then, now);
    json_decref(now);
    return status;
}

/* Use open rows. The run's own must be split as in training: as they are, or by its settings. */
static adrop_status adopt_rows(adrop_run *run, const adrop_data *rows, const adrop_data_opts *opts,
                               const adrop_run_opts *o)
{
    adrop_split_opts split_opts;
    ad_schema schema = { 0 };
    int same = 1;
    adrop_status status = find_schema(run, opts, &schema);

    adrop_data_split(rows, &split_opts);
    if (!status)
        status = ad_data_adopt_view(run->ctx, rows, &split_opts, &schema, o->inputs, &run->data);
    if (!status && !(status = find_own(run)) && run->is_own)
        status = compare_parts(run, &same);
    if (!status && !same) {
        adrop_data_free(run->data);
        adrop_data_opts_split(opts, &split_opts);
        status = ad_data_adopt_view(run->ctx, rows, &split_opts, &schema, o->inputs, &run->data);
        if (!status)
            status = compare_parts(run, &same);
    }
    ad_schema_release(&schema, run->ctx);
    if (!status && !same)
        status = ad_fail(run->ctx, ADROP_EINVAL,
                         "the run in '%s' was trained on these rows, and some of those for tests "
                         "now were for training: split them as they were",
                         run->folder.path);
    return status;
}

/* The model from the record, so that runs of older versions open too; its network and values from
 * model.safetensors or, if the run is not done, from its newest checkpoint. */
static adrop_status open_model(adrop_run *run, adrop_sparse_weights weights)
{
    const json_t *n = json_object_get(json_object_get(run->folder.record, "data"), "train");
    char path[AD_PATH_SIZE], *schema = NULL, *network;
    adrop_status status;

    adrop_data_describe(run->data, &run->info);
    if (n && !ad_json_count(n, 1, UINT32_MAX, &run->info.n_train))
        return ad_fail(run->ctx, ADROP_EFORMAT,
                       "'%s/run.json': `data.train` is not a number of rows", run->folder.path);
    adrop_model_opts o = ad_train_model_opts(&run->info, &run->train);
    if ((status = ad_newest_file(run->ctx, run->folder.path, path)) ||
        (status = ad_model_file_network(run->ctx, path, &network)))
        return status;
    /* Shards only divide training batches, and passes with noise need whole ones. */
    o.shards = 1;
    if (network) /* else an older file: the record has the network */
        o.model = network;
    status = ad_model_open(run->ctx, &o, &(ad_model_create_args){ .alone = 1 }, &run->model);
    ad_free(run->ctx, network);
    if (status || (status = adrop_model_load(run->model, path)) ||
        (status = ad_schema_write(ad_data_schema(run->data), run->ctx, &schema)))
        return status;
    if (!(status = adrop_model_set_schema(run->model, schema)) &&
        !(status = adrop_model_sparse_weights(run->model, weights, NULL)))
        status = adrop_predictor_create(run->ctx, run->model, &run->predictor);
    ad_free(run->ctx, schema);
    return status;
}

static adrop_status open_run(adrop_run *run, const char *path, const adrop_data *rows,
                             const adrop_run_opts *o)
{
    adrop_data_opts opts;
    adrop_status status = ad_folder_read(run->ctx, path, &run->folder);

    adrop_data_opts_init(&opts);
    adrop_train_opts_init(&run->train);
    if (status || (status = ad_folder_settings(&run->folder, &opts, &run->train)))
        return status;
    if ((status = ad_plugins_check(run->ctx, json_object_get(run->folder.record, "plugins"),
                                   run->train.dropout, path)))
        return status;
    opts.data_dir = o->data_dir;
    opts.seed = ad_train_data_seed(&run->train);
    status = rows ? adopt_rows(run, rows, &opts, o) : open_data(run, &opts, o);
    return status ? status : open_model(run, o->sparse_weights);
}

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_run_opts, field_), .group = ADROP_GROUP_OWN

static const char *const sparse_words[] = { "auto", "off", "on", NULL };

static const adrop_option options[] = {
    { ROW("inputs", ADROP_OPT_FLAG, inputs), .help = "rows to predict, whatever their classes" },
    { ROW("all", ADROP_OPT_FLAG, all),
      .help = "every row is wanted, without the run's splits and limits" },
    { ROW("allow-changed-data", ADROP_OPT_FLAG, allow_changed_data),
      .help = "the run's own data may differ from those of its record" },
    { ROW("sparse-weights", ADROP_OPT_CHOICE, sparse_weights), .words = sparse_words,
      .help = "are weights that are zero skipped?" },
    { 0 },
};

const adrop_option *adrop_run_options(void)
{
    return options;
}

void adrop_run_opts_init_sized(adrop_run_opts *opts, size_t size)
{
    ad_struct_init(opts, size, &(const adrop_run_opts){ 0 }, sizeof *opts);
}

/* Open the run on rows, or if rows is NULL on the data of opts. */
static adrop_status open_with(adrop_ctx *ctx, const char *path, const adrop_data *rows,
                              const adrop_run_opts *opts, adrop_run **out)
{
    adrop_run_opts mine = { .size = sizeof mine };
    adrop_run *run;
    adrop_status status = opts ? AD_SETTINGS_READ(ctx, adrop_run_opts, options, &mine, opts)
                               : ADROP_OK;

    *out = NULL;
    if (status || (status = AD_NEW(ctx, 1, "a run", &run)))
        return status;
    run->ctx = ctx;
    run->folder.lock = -1;
    status = open_run(run, path, rows, &mine);
    if (status)
        adrop_run_free(run);
    else
        *out = run;
    return status;
}

adrop_status adrop_run_open_with(adrop_ctx *ctx, const char *path, const adrop_run_opts *opts,
                                 adrop_run **out)
{
    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return open_with(ctx, path, NULL, opts, out);
}

adrop_status adrop_run_open_on(adrop_ctx *ctx, const char *path, const adrop_data *data,
                               const adrop_run_opts *opts, adrop_run **out)
{
    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "data", data) ||
        ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return open_with(ctx, path, data, opts, out);
}

adrop_status adrop_run_open(adrop_ctx *ctx, const char *path, const char *data,
                            const char *data_dir, adrop_run **out)
{
    const adrop_run_opts o = { .size = sizeof o, .data = data, .data_dir = data_dir };

    return adrop_run_open_with(ctx, path, &o, out);
}

adrop_status adrop_run_open_inputs(adrop_ctx *ctx, const char *path, const char *data,
                                   const char *data_dir, int all, adrop_run **out)
{
    const adrop_run_opts o = {
        .size = sizeof o, .data = data, .data_dir = data_dir, .inputs = 1, .all = all
    };

    return adrop_run_open_with(ctx, path, &o, out);
}

int adrop_run_has_own_data(const adrop_run *run)
{
    return run->is_own;
}

int adrop_run_has_changed_data(const adrop_run *run)
{
    return run->changed;
}

void adrop_run_free(adrop_run *run)
{
    if (!run)
        return;
    adrop_predictor_free(run->predictor);
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

/* With several processes, each takes whole batches in turn. */
static void share(const adrop_ctx *ctx, adrop_batches *batches)
{
    const ad_share part = { .rank = (size_t)adrop_comm_rank(ctx->comm),
                            .ranks = (size_t)adrop_comm_ranks(ctx->comm) };

    if (ctx->comm)
        ad_batches_share(batches, &part);
}

adrop_status adrop_run_evaluate_sized(adrop_run *run, adrop_part part, adrop_epoch *result,
                                      size_t size, size_t *n)
{
    if (ad_check_given(run->ctx, "n", n))
        return ADROP_EINVAL;

    adrop_batches_opts o;
    adrop_batches *batches = NULL;
    ad_score score = { 0 };

    adrop_batches_opts_init(&o);
    o.part = part;
    o.rows = run->train.batch;
    o.shuffle = 0;
    adrop_status status = adrop_batches_create(run->ctx, run->data, &o, &batches);
    if (!status)
        share(run->ctx, batches);
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

adrop_status adrop_run_predict(adrop_run *run, size_t n, const float *x,
                               const uint32_t *row_numbers, size_t samples, double *mean,
                               double *deviation)
{
    const ad_predict_rows rows = { .n = n, .inputs = x, .row_numbers = row_numbers };

    return ad_predictor_moments(run->predictor, &rows, samples, mean, deviation);
}
