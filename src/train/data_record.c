/* The data of a record (data_record.h). */
#define _XOPEN_SOURCE 700 /* realpath */
#include "train/data_record.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/context.h"
#include "rows/dataset.h"
#include "train/record.h"

/* -- Files ---------------------------------------------------------------------------------- */

static void put_sum(ad_json *b, json_t *to, const char *key, uint64_t sum)
{
    char text[20];

    snprintf(text, sizeof text, "%016" PRIx64, sum);
    ad_json_put(b, to, key, json_string(text));
}

static json_t *files_of(ad_json *b, const adrop_data *data)
{
    json_t *files = json_array();
    adrop_data_file file;

    for (size_t i = 0; adrop_data_file_at(data, i, &file); i++) {
        json_t *one = json_object();
        ad_json_put(b, one, "path", ad_json_string(file.path));
        ad_json_put(b, one, "bytes", json_integer((json_int_t)file.bytes));
        put_sum(b, one, "xxh3", file.xxh3);
        if (file.contents)
            put_sum(b, one, "contents", file.contents);
        ad_json_append(b, files, one);
    }
    return files;
}

json_t *ad_identity_write(ad_json *b, const adrop_data *data)
{
    json_t *d = json_object();
    adrop_data_info info;

    adrop_data_describe(data, &info);
    ad_json_put(b, d, "name", ad_json_string(info.name));
    ad_json_put(b, d, "path", ad_json_string(info.path));
    ad_json_put(b, d, "format", json_string(info.format));
    ad_json_put(b, d, "train", json_integer((json_int_t)info.n_train));
    ad_json_put(b, d, "val", json_integer((json_int_t)info.n_val));
    ad_json_put(b, d, "test", json_integer((json_int_t)info.n_test));
    ad_json_put(b, d, "files", files_of(b, data));
    return d;
}

static const char *path_of(const json_t *file)
{
    const char *path = json_string_value(json_object_get(file, "path"));

    return path ? path : "";
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static int has(const json_t *files, const char *name)
{
    for (size_t i = 0; i < json_array_size(files); i++)
        if (!strcmp(last_part(path_of(json_array_get(files, i))), name))
            return 1;
    return 0;
}

/* The first file of a list that the other list lacks, by file name; "" if there is none. */
static const char *odd_one(const json_t *files, const json_t *others)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *path = path_of(json_array_get(files, i));
        if (!has(others, last_part(path)))
            return path;
    }
    return "";
}

/* Sums that a record lacks (older ones have no "contents") are not compared. */
static int is_same(const json_t *then, const json_t *now)
{
    const json_t *contents = json_object_get(then, "contents");

    return json_equal(json_object_get(then, "xxh3"), json_object_get(now, "xxh3")) &&
           (!contents || json_equal(contents, json_object_get(now, "contents")));
}

static const char cure[] = "put the data back as they were, begin anew in another "
                           "folder, or give `allow-changed-data`";

static adrop_status compare_files(adrop_ctx *ctx, const json_t *then, const json_t *now,
                                  const char *whose)
{
    const char *lost = odd_one(then, now), *new = odd_one(now, then);

    if (json_array_size(then) != json_array_size(now) && *lost)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%.300s' was among the data of %.300s and is missing: %s", lost, whose,
                       cure);
    if (json_array_size(then) != json_array_size(now) && *new)
        return ad_fail(ctx, ADROP_EFORMAT, "'%.300s' was not among the data of %.300s: %s", new,
                       whose, cure);
    if (json_array_size(then) != json_array_size(now))
        return ad_fail(ctx, ADROP_EFORMAT, "the data of %.300s had %zu files, and now have %zu: %s",
                       whose, json_array_size(then), json_array_size(now), cure);
    for (size_t i = 0; i < json_array_size(now); i++)
        if (!is_same(json_array_get(then, i), json_array_get(now, i)))
            return ad_fail(ctx, ADROP_EFORMAT,
                           "'%.300s' is not the file that %.300s was begun with: its checksum "
                           "differs; %s",
                           path_of(json_array_get(now, i)), whose, cure);
    return ADROP_OK;
}

static int is_in_memory(const json_t *data)
{
    const char *format = json_string_value(json_object_get(data, "format"));

    return format && !strcmp(format, "arrays");
}

/* Rows of a program have one sum. Records of older versions have none and are not compared. */
static adrop_status compare_rows(adrop_ctx *ctx, const json_t *then, const json_t *now,
                                 const char *whose)
{
    const json_t *a = json_array_get(then, 0), *b = json_array_get(now, 0);

    if (!a || !b || is_same(a, b))
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT,
                   "the rows of '%.300s' are not those that %.300s was begun with: their checksum "
                   "differs; %s",
                   path_of(b), whose, cure);
}

adrop_status ad_identity_compare(adrop_ctx *ctx, const json_t *then, const json_t *now,
                                 const char *whose)
{
    const json_t *old = json_object_get(then, "files"), *new = json_object_get(now, "files");

    if (!json_is_array(old))
        return ad_fail(ctx, ADROP_EFORMAT, "the record of %.300s does not say which data it had",
                       whose);
    if (is_in_memory(then) && is_in_memory(now))
        return compare_rows(ctx, old, new, whose);
    return compare_files(ctx, old, new, whose);
}

adrop_status ad_identity_check(adrop_ctx *ctx, const json_t *then, const json_t *now,
                               const char *whose, int allow, int *changed)
{
    const adrop_status status = ad_identity_compare(ctx, then, now, whose);

    *changed = status == ADROP_EFORMAT;
    if (!*changed || !allow)
        return status;
    ad_log(ctx, ADROP_LOG_WARNING, "%s", adrop_ctx_message(ctx));
    return ADROP_OK;
}

/* -- Paths ---------------------------------------------------------------------------------- */

static void put_path(ad_json *b, adrop_ctx *ctx, json_t *to, const char *key, const char *typed)
{
    char path[PATH_MAX];

    if (realpath(typed, path))
        ad_record_put_text(b, ctx, to, key, path);
    else
        b->failed |= errno == ENOMEM;
}

json_t *ad_place_write(ad_json *b, adrop_ctx *ctx, const adrop_data_opts *opts,
                       const adrop_data *opened)
{
    json_t *d = ad_identity_write(b, opened);
    adrop_data_info info;

    adrop_data_describe(opened, &info);
    if (*info.path)
        put_path(b, ctx, d, "absolute", info.path);
    if (opts && *opts->test)
        put_path(b, ctx, d, "test_absolute", opts->test);
    return d;
}

adrop_status ad_folder_data_path(ad_folder *f, const char **path)
{
    return ad_record_text(f->ctx, json_object_get(f->record, "data"), "absolute", path);
}

adrop_status ad_place_find_test(ad_folder *f, adrop_data_opts *opts)
{
    const char *path;

    if (!*opts->test || !access(opts->test, F_OK))
        return ADROP_OK;
    const adrop_status status = ad_record_text(f->ctx, json_object_get(f->record, "data"),
                                               "test_absolute", &path);
    if (!status && path && !access(path, F_OK))
        opts->test = path;
    return status;
}

/* -- Rows: XXH3 of a part's row numbers, ascending, 32 bits each, low byte first ------------- */

enum { AT_ONCE = 256, BYTES = 4 };

/* 0 on success; -1 without memory. */
static int sum_of(const uint32_t *rows, size_t n, uint64_t *sum)
{
    XXH3_state_t *state = XXH3_createState();
    uint8_t bytes[AT_ONCE * BYTES];
    size_t filled = 0;

    if (!state)
        return -1;
    XXH3_64bits_reset(state);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < BYTES; k++)
            bytes[filled++] = (uint8_t)(rows[i] >> (8 * k));
        if (filled == sizeof bytes || i + 1 == n) {
            XXH3_64bits_update(state, bytes, filled);
            filled = 0;
        }
    }
    *sum = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return 0;
}

json_t *ad_selection_write(ad_json *b, const adrop_data *data)
{
    static const char *const names[AD_N_PARTS] = { "train", "val", "test" };
    json_t *parts = json_object();

    for (int p = 0; p < AD_N_PARTS; p++) {
        char text[20] = "";
        uint64_t sum;
        if (!sum_of(data->part[p], data->n_part[p], &sum))
            snprintf(text, sizeof text, "%016" PRIx64, sum);
        else
            b->failed = 1;
        ad_json_put(b, parts, names[p],
                    json_pack("{s:I, s:s}", "n", (json_int_t)data->n_part[p], "xxh3", text));
    }
    return parts;
}
