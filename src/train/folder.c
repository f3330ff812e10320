/* The run directory: making, locking and closing it (folder.h). A folder that holds anything but a
 * run of ours is refused, and only files with our own names are ever replaced or removed. */
#include "train/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "train/record.h"

char *ad_folder_file(const ad_folder *f, const char *name, char text[AD_PATH_SIZE])
{
    snprintf(text, AD_PATH_SIZE, "%s/%s", f->path, name);
    return text;
}

/* Read run.json, if it exists. */
static adrop_status read_record(ad_folder *f)
{
    enum { MOST = 16 << 20 };
    char path[AD_PATH_SIZE], *text;
    size_t size;
    adrop_status status = ad_file_read(f->ctx, ad_folder_file(f, "run.json", path), MOST, &text,
                                       &size);

    if (status)
        return status;
    status = ad_json_parse(f->ctx, path, text, size, JSON_REJECT_DUPLICATES, &f->record);
    ad_free(f->ctx, text);
    if (status)
        return status;
    if (!json_is_object(json_object_get(f->record, "settings")))
        return ad_fail(f->ctx, ADROP_EFORMAT,
                       "'%s' is not the record of a run: there are no settings in it", path);
    if (json_integer_value(json_object_get(f->record, "format")) != 1)
        return ad_fail(f->ctx, ADROP_EFORMAT,
                       "'%s' is of another version of adrop: its format is "
                       "not 1",
                       path);
    return ADROP_OK;
}

static adrop_status train_folder_start(adrop_ctx *ctx, const char *path, ad_folder *f)
{
    enum { LONGEST = AD_PATH_SIZE - 64 }; /* file names are appended */

    *f = (ad_folder){ .ctx = ctx, .lock = -1, .path = "" };
    return strlen(path) < LONGEST
               ? ad_keep(ctx, path, &f->path)
               : ad_fail(ctx, ADROP_EINVAL,
                         "the folder '%s' has a name of %zu bytes, and at most %d are accepted: "
                         "give a shorter one",
                         AD_SHOWN(path), strlen(path), LONGEST - 1);
}

/* Is this the name of a run's file? */
static int is_known(const char *name)
{
    static const char *const names[] = { "lock",
                                         "run.json",
                                         "metrics.jsonl",
                                         "calibration.json",
                                         "model.safetensors",
                                         "last.safetensors",
                                         "best.safetensors",
                                         "checkpoint.safetensors",
                                         "checkpoint.prev.safetensors",
                                         "checkpoint.next.safetensors" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return *name == '.'; /* ., .., temporary and hidden files, which are not touched */
}

/* Without run.json: does the folder hold anything that a new run would overwrite or mix with? */
static adrop_status check_content(ad_folder *f)
{
    char odd[256] = "", weights[256] = "";
    DIR *list = opendir(f->path);

    for (struct dirent *e; list && (e = readdir(list));) {
        const size_t n = strlen(e->d_name), end = sizeof ".safetensors" - 1;
        if (!is_known(e->d_name))
            snprintf(odd, sizeof odd, "%s", e->d_name);
        else if (n > end && !strcmp(e->d_name + n - end, ".safetensors"))
            snprintf(weights, sizeof weights, "%s", e->d_name);
    }
    if (!list)
        return ad_fail(f->ctx, ADROP_EDISK, "cannot list '%s': %s", f->path, strerror(errno));
    closedir(list);
    if (*weights)
        return ad_fail(f->ctx, ADROP_EEXIST,
                       "'%s' holds a run ('%s') whose run.json is lost, and is not overwritten: "
                       "put run.json back, or give another `out`",
                       f->path, weights);
    if (*odd)
        return ad_fail(f->ctx, ADROP_EEXIST,
                       "'%s' is not empty ('%s') and not a run: give an empty folder, or a new one",
                       f->path, odd);
    return ADROP_OK;
}

adrop_status ad_folder_open(adrop_ctx *ctx, const char *path, int resume, ad_folder *f,
                            int *existed)
{
    char file[AD_PATH_SIZE];
    adrop_status status;

    *existed = 0;
    if ((status = train_folder_start(ctx, path, f)))
        return status;
    ad_folder_file(f, "run.json", file);
    if ((status = ad_file_make_folders(ctx, path)) ||
        (access(file, F_OK) && (status = check_content(f))) ||
        (status = ad_file_lock(ctx, ad_folder_file(f, "lock", file), &f->lock)))
        return status;
    *existed = access(ad_folder_file(f, "run.json", file), F_OK) == 0;
    if (*existed && !resume)
        return ad_fail(ctx, ADROP_EEXIST,
                       "there is a run in '%s' already: give `resume` to continue it, or another "
                       "`out`",
                       path);
    if (!*existed && (status = check_content(f))) /* again: another program may have written */
        return status;
    ad_file_sweep(path);
    return *existed ? read_record(f) : ADROP_OK;
}

adrop_status ad_folder_read(adrop_ctx *ctx, const char *path, ad_folder *f)
{
    const adrop_status status = train_folder_start(ctx, path, f);

    return status ? status : read_record(f);
}

void ad_folder_close(ad_folder *f)
{
    json_decref(f->record);
    if (f->lock >= 0)
        close(f->lock);
    f->record = NULL;
    f->lock = -1;
}

static adrop_status write_record(ad_folder *f, ad_json *b, const char *state)
{
    char path[AD_PATH_SIZE];

    ad_json_put(b, f->record, "status", json_string(state));
    if (b->failed)
        return ad_fail(f->ctx, ADROP_ENOMEM, "not enough memory for '%s/run.json'", f->path);
    return ad_json_replace(f->ctx, ad_folder_file(f, "run.json", path), f->record, JSON_INDENT(2));
}

adrop_status ad_folder_write(ad_folder *f, const char *state)
{
    ad_json b = { 0 };

    return write_record(f, &b, state);
}

adrop_status ad_folder_write_done(ad_folder *f, const adrop_train_result *result,
                                  size_t metrics_bytes)
{
    const size_t epochs = result->epochs;
    ad_json b = { 0 };

    ad_record_end(&b, f->record, result);
    ad_json_put(
        &b, f->record, "metrics",
        json_pack("{s:I, s:I}", "epochs", (json_int_t)epochs, "bytes", (json_int_t)metrics_bytes));
    return write_record(f, &b, "done");
}
