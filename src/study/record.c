/* The record of an experiment's folder (shared.h): its settings, which a later call must
 * share, and the lock of those who write there. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "study/shared.h"
#include "train/identity.h"

enum { LARGEST_RECORD = 16 << 20 };

static char *file_in(const ad_record_place *place, const char *name, char path[AD_PATH_SIZE])
{
    snprintf(path, AD_PATH_SIZE, "%s/%s", place->folder, name);
    return path;
}

void ad_record_put_rows(ad_json *b, json_t *to, const adrop_option *rows, const void *from,
                        const adrop_option *study)
{
    char text[ADROP_TEXTS_SIZE];

    for (const adrop_option *row = rows; row->name; row++)
        if (!(row->traits & ADROP_TRAIT_FREE) && !(study && adrop_option_find(study, row->name)) &&
            !json_object_get(to, row->name))
            ad_json_put(b, to, row->name,
                        ad_json_string(adrop_option_show(row, from, text, sizeof text)));
}

/* Without a record: a file of somebody else must not be replaced by ours. Folders are: each
 * run looks after its own. */
static adrop_status check_content(const ad_record_place *place)
{
    DIR *list = opendir(place->folder);
    char odd[256] = "";
    struct stat info;

    for (struct dirent *e; list && (e = readdir(list));)
        if (*e->d_name != '.' && strcmp(e->d_name, "lock") != 0 &&
            !fstatat(dirfd(list), e->d_name, &info, AT_SYMLINK_NOFOLLOW) && !S_ISDIR(info.st_mode))
            snprintf(odd, sizeof odd, "%s", e->d_name);
    if (list)
        closedir(list);
    if (*odd)
        return ad_fail(place->ctx, ADROP_EEXIST,
                       "'%s' is not empty ('%s') and not a %s: give an empty folder, or a new one",
                       place->folder, odd, place->what);
    return ADROP_OK;
}

adrop_status ad_record_read(const ad_record_place *place, json_t **out)
{
    char path[AD_PATH_SIZE], *text;
    size_t size;

    *out = NULL;
    if (access(file_in(place, place->file, path), F_OK))
        return check_content(place);
    adrop_status status = ad_file_read(place->ctx, path, LARGEST_RECORD, &text, &size);
    if (!status)
        status = ad_record_parse(place, text, size, out);
    ad_free(place->ctx, text);
    return status;
}

adrop_status ad_record_parse(const ad_record_place *place, const char *text, size_t size,
                             json_t **out)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ad_json_parse(place->ctx, file_in(place, place->file, path), text, size,
                                        JSON_REJECT_DUPLICATES, out);

    if (!status && (!json_is_object(json_object_get(*out, "settings")) ||
                    json_integer_value(json_object_get(*out, "format")) != 1))
        status = ad_fail(place->ctx, ADROP_EFORMAT,
                         "'%s' is not the record of a %s: its settings or its format are missing",
                         path, place->what);
    if (status) {
        json_decref(*out);
        *out = NULL;
    }
    return status;
}

adrop_status ad_record_compare(const ad_record_place *place, const json_t *record,
                               const json_t *now)
{
    const json_t *then = json_object_get(record, "settings");
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)now, key, value)
    {
        const json_t *old = json_object_get(then, key);
        if (json_is_string(old) && !json_equal(value, old))
            return ad_fail(place->ctx, ADROP_EINVAL,
                           "the %s in '%s' was made with %s '%s', not '%s': give the same, or "
                           "another `out`",
                           place->what, place->folder, key, json_string_value(old),
                           json_string_value(value));
    }
    return ADROP_OK;
}

adrop_status ad_record_match(const ad_record_place *place, const json_t *record,
                             ad_record_head *head)
{
    char whose[AD_PATH_SIZE];
    int changed = 0;
    json_t *then = json_object_get(record, "data");
    adrop_status status = ad_record_compare(place, record, head->settings);

    snprintf(whose, sizeof whose, "the %s in '%s'", place->what, place->folder);
    if (!status)
        status = ad_identity_check(place->ctx, then, head->identity, whose,
                                   head->allow_changed_data, &changed);
    if (!status && changed)
        head->before = json_incref(then);
    return status;
}

adrop_status ad_record_check(const ad_record_place *place, ad_record_head *head, json_t **out)
{
    adrop_status status = ad_record_read(place, out);

    if (!status && *out && (status = ad_record_match(place, *out, head))) {
        json_decref(*out);
        *out = NULL;
    }
    return status;
}

json_t *ad_record_begin(ad_json *b, const ad_record_place *place, const ad_record_head *head)
{
    json_t *record = json_pack("{s:i, s:s, s:I, s:s}", "format", 1, "adrop", adrop_version(),
                               "threads", (json_int_t)head->threads, "kernels",
                               adrop_ctx_isa_name(place->ctx));

    ad_json_put(b, record, "settings", json_incref(head->settings));
    ad_json_put(b, record, "data", json_incref(head->before ? head->before : head->identity));
    if (head->before)
        ad_json_put(b, record, "changed_data", json_incref(head->identity));
    return record;
}

adrop_status ad_record_write(const ad_record_place *place, const json_t *record)
{
    char path[AD_PATH_SIZE];

    return ad_json_replace(place->ctx, file_in(place, place->file, path), record, JSON_INDENT(2));
}

adrop_status ad_record_lock(const ad_record_place *place, int *lock)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ad_file_make_folders(place->ctx, place->folder);

    if (!status)
        status = ad_file_lock(place->ctx, file_in(place, "lock", path), lock);
    if (!status)
        ad_file_sweep(place->folder);
    return status;
}
