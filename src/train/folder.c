/* The run directory: made, locked, closed (folder.h). */
#include "train/folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/json_text.h"
#include "base/memory.h"

char *ad_folder_file(const ad_folder *f, const char *name, char text[AD_PATH_SIZE])
{
    snprintf(text, AD_PATH_SIZE, "%s/%s", f->path, name);
    return text;
}

/* run.json, if it is there. */
static adrop_status read_record(ad_folder *f)
{
    enum { MOST = 16 << 20 };
    char path[AD_PATH_SIZE], *text;
    json_error_t error;
    size_t size;
    adrop_status status = ad_file_read(f->ctx, ad_folder_file(f, "run.json", path), MOST, &text,
                                       &size);

    if (status)
        return status;
    f->record = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    ad_free(f->ctx, text);
    if (!json_is_object(f->record) || !json_is_object(json_object_get(f->record, "settings")))
        return ad_fail(f->ctx, ADROP_EFORMAT, "'%s' is not the record of a run: %s", path,
                       f->record ? "there are no settings in it" : error.text);
    if (json_integer_value(json_object_get(f->record, "format")) != 1)
        return ad_fail(f->ctx, ADROP_EFORMAT,
                       "'%s' is of another version of adrop: its format is "
                       "not 1",
                       path);
    return ADROP_OK;
}

static void start(adrop_ctx *ctx, const char *path, ad_folder *f)
{
    *f = (ad_folder){ .ctx = ctx, .lock = -1 };
    snprintf(f->path, sizeof f->path, "%s", path);
}

adrop_status ad_folder_open(adrop_ctx *ctx, const char *path, int resume, ad_folder *f,
                            int *existed)
{
    char file[AD_PATH_SIZE];
    adrop_status status;

    start(ctx, path, f);
    *existed = 0;
    if ((status = ad_file_make_folders(ctx, path)) ||
        (status = ad_file_lock(ctx, ad_folder_file(f, "lock", file), &f->lock)))
        return status;
    *existed = access(ad_folder_file(f, "run.json", file), F_OK) == 0;
    if (*existed && !resume)
        return ad_fail(ctx, ADROP_EEXIST,
                       "there is a run in '%s' already: give `resume` to go on with it, or another "
                       "`out`",
                       path);
    ad_file_sweep(path);
    return *existed ? read_record(f) : ADROP_OK;
}

adrop_status ad_folder_read(adrop_ctx *ctx, const char *path, ad_folder *f)
{
    start(ctx, path, f);
    return read_record(f);
}

void ad_folder_close(ad_folder *f)
{
    json_decref(f->record);
    if (f->lock >= 0)
        close(f->lock);
    f->record = NULL;
    f->lock = -1;
}

adrop_status ad_folder_write(ad_folder *f, const char *state)
{
    char path[AD_PATH_SIZE], *text;

    json_object_set_new(f->record, "status", json_string(state));
    adrop_status status = ad_json_text(f->ctx, f->record, JSON_INDENT(2), &text);
    if (!status)
        status = ad_file_replace(f->ctx, ad_folder_file(f, "run.json", path), text, strlen(text));
    ad_free(f->ctx, text);
    return status;
}
