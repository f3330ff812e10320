/* calibration.json in a run directory (calibration.h):
 *
 *     format       "adrop calibration 1"
 *     model        XXH3 of the model file
 *     samples      passes per prediction
 *     classes      0: regression
 *     temperature  or, for regression, noise
 *     rows         number of calibration rows; data: their identity (train/data_record.h)
 *     scores       conformal scores of these rows, ascending, by kind; null: infinite
 *
 * Thresholds at any level are order statistics of the scores, so the level can be chosen at
 * prediction time. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "experiment/calibration.h"
#include "experiment/uncertainty_impl.h"
#include "predict/newest.h"

#define FORMAT "adrop calibration 1"

enum { LARGEST = 1 << 30 };

static adrop_status path_of(adrop_ctx *ctx, const char *run, char path[AD_PATH_SIZE])
{
    return snprintf(path, AD_PATH_SIZE, "%s/calibration.json", run) < AD_PATH_SIZE
               ? ADROP_OK
               : ad_fail(ctx, ADROP_EINVAL, "the folder '%.300s' has too long a name", run);
}

adrop_status ad_calibration_model_sum(adrop_ctx *ctx, const char *run, uint64_t *sum)
{
    char path[AD_PATH_SIZE], *bytes = NULL;
    size_t size;
    adrop_status status = ad_newest_file(ctx, run, path);

    if (!status)
        status = ad_file_read(ctx, path, SIZE_MAX, &bytes, &size);
    if (!status)
        *sum = XXH3_64bits(bytes, size);
    ad_free(ctx, bytes);
    return status;
}

static json_t *scores_of(ad_json *b, const adrop_calibration *c, size_t kind)
{
    json_t *list = json_array();

    for (size_t i = 0; i < c->info.rows; i++)
        ad_json_append(b, list, ad_json_real(c->scores[kind][i]));
    return list;
}

/* Replace the file under the lock of the run's folder, and remove what a killed program left
 * there. */
static adrop_status calibration_file_keep(adrop_ctx *ctx, const char *run, const json_t *root)
{
    char path[AD_PATH_SIZE], lock_path[AD_PATH_SIZE];
    int lock = -1;
    adrop_status status = path_of(ctx, run, path);

    if (!status) {
        snprintf(lock_path, sizeof lock_path, "%s/lock", run); /* shorter than path */
        status = ad_file_lock(ctx, lock_path, &lock);
    }
    if (!status) {
        ad_file_sweep(run);
        status = ad_json_replace(ctx, path, root, JSON_REAL_PRECISION(17));
    }
    if (lock >= 0)
        close(lock);
    return status;
}

adrop_status ad_calibration_write(const adrop_calibration *c, const char *run,
                                  const json_t *identity)
{
    const adrop_calibration_info *i = &c->info;
    char sum[32];
    ad_json b = { 0 };
    json_t *root = json_object(), *scores = json_object();

    snprintf(sum, sizeof sum, "%016" PRIx64, c->model_sum);
    ad_json_put(&b, root, "format", json_string(FORMAT));
    ad_json_put(&b, root, "model", json_string(sum));
    ad_json_put(&b, root, "samples", json_integer((json_int_t)i->samples));
    ad_json_put(&b, root, "classes", json_integer((json_int_t)i->classes));
    if (i->classes)
        ad_json_put(&b, root, "temperature", ad_json_real(i->temperature));
    else
        ad_json_put(&b, root, "noise", ad_json_real(i->noise));
    ad_json_put(&b, root, "rows", json_integer((json_int_t)i->rows));
    ad_json_put(&b, root, "data", json_deep_copy(identity));
    for (size_t k = 0; k < ad_calibration_kinds(i->classes); k++)
        ad_json_put(&b, scores, ad_calibration_kind_name(i->classes, k), scores_of(&b, c, k));
    ad_json_put(&b, root, "scores", scores);
    adrop_status status = ad_json_end(&b, c->ctx, "calibration.json", &root);
    if (!status)
        status = calibration_file_keep(c->ctx, run, root);
    json_decref(root);
    return status;
}

/* -- Reading ------------------------------------------------------------------------- */

static adrop_status calibration_file_refuse(adrop_ctx *ctx, const char *path, const char *field)
{
    return ad_fail(
        ctx, ADROP_EFORMAT,
        "'%s': '%s' is missing or not what it should be: make the file again with 'adrop "
        "uncertainty'",
        path, field);
}

static int read_count(const json_t *root, const char *key, size_t *to)
{
    const json_t *value = json_object_get(root, key);

    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return 0;
    *to = (size_t)json_integer_value(value);
    return 1;
}

/* Read n ascending scores. */
static int read_scores(const json_t *list, size_t n, double *to)
{
    if (!json_is_array(list) || json_array_size(list) != n)
        return 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value) && !json_is_null(value))
            return 0;
        to[i] = json_is_null(value) ? INFINITY : json_number_value(value);
        if (isnan(to[i]) || (i && to[i] < to[i - 1]))
            return 0;
    }
    return 1;
}

static adrop_status read_fields(const json_t *root, const char *path, adrop_calibration *c)
{
    adrop_calibration_info *i = &c->info;
    const char *format = json_string_value(json_object_get(root, "format"));
    const char *sum = json_string_value(json_object_get(root, "model"));
    char rest;

    if (!format || strcmp(format, FORMAT) != 0)
        return calibration_file_refuse(c->ctx, path, "format");
    if (!sum || sscanf(sum, "%" SCNx64 "%c", &c->model_sum, &rest) != 1)
        return calibration_file_refuse(c->ctx, path, "model");
    if (!read_count(root, "samples", &i->samples))
        return calibration_file_refuse(c->ctx, path, "samples");
    if (!read_count(root, "classes", &i->classes))
        return calibration_file_refuse(c->ctx, path, "classes");
    if (!read_count(root, "rows", &i->rows) || !i->rows)
        return calibration_file_refuse(c->ctx, path, "rows");
    const char *fitted = i->classes ? "temperature" : "noise";
    const double x = json_number_value(json_object_get(root, fitted));
    if (!json_is_number(json_object_get(root, fitted)) || x < 0)
        return calibration_file_refuse(c->ctx, path, fitted);
    i->temperature = i->classes ? x : NAN;
    i->noise = i->classes ? NAN : x;
    for (size_t k = 0; k < ad_calibration_kinds(i->classes); k++) {
        const char *name = ad_calibration_kind_name(i->classes, k);
        const json_t *list = json_object_get(json_object_get(root, "scores"), name);
        if (json_array_size(list) != i->rows)
            return calibration_file_refuse(c->ctx, path, name);
        const adrop_status status = AD_NEW(c->ctx, i->rows, "conformal scores", &c->scores[k]);
        if (status)
            return status;
        if (!read_scores(list, i->rows, c->scores[k]))
            return calibration_file_refuse(c->ctx, path, name);
    }
    return ADROP_OK;
}

adrop_status ad_calibration_read(adrop_ctx *ctx, const char *run, adrop_calibration *c)
{
    char path[AD_PATH_SIZE], *text = NULL;
    json_t *root = NULL;
    size_t size;
    adrop_status status = path_of(ctx, run, path);

    if (!status && access(path, F_OK) && errno == ENOENT)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' is not calibrated: run 'adrop uncertainty' on it first, which needs "
                       "validation rows, or rows from `calibrate`",
                       run);
    if (!status)
        status = ad_file_read(ctx, path, LARGEST, &text, &size);
    if (!status)
        status = ad_json_parse(ctx, path, text, size, 0, &root);
    if (!status)
        status = read_fields(root, path, c);
    json_decref(root);
    ad_free(ctx, text);
    return status;
}
