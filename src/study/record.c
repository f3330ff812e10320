/* The record of a study's folder (study.h): its settings and data, which later calls must match,
 * what the study adds, and the lock against other writers.
 *
 *     "format": 1, "adrop": version, "threads", "kernels", "settings": {name: text},
 *     "data": identity, or {name: identity} for a study on several sets,
 *     "changed_data": the same for data that have changed since, if that was allowed
 *
 * It contains no times, and only paths within the folder. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/memory.h"
#include "study/study.h"
#include "train/data_record.h"

enum { LARGEST_RECORD = 16 << 20 };

static char *file_in(const ad_study *s, const char *name, char path[AD_PATH_SIZE])
{
    snprintf(path, AD_PATH_SIZE, "%s/%s", s->folder, name);
    return path;
}

/* -- Settings ------------------------------------------------------------------------------ */

/* Put the rows of a table that are not free and are not in the study's own table. */
static void record_put_rows(ad_json *b, adrop_ctx *ctx, json_t *to, const adrop_option *rows,
                            const void *from, const adrop_option *own)
{
    for (const adrop_option *row = rows; row->name; row++)
        if (!(row->traits & ADROP_TRAIT_FREE) && !(own && adrop_option_find(own, row->name)) &&
            !json_object_get(to, row->name)) {
            const char *text = adrop_option_show(ctx, row, from);
            ad_json_put(b, to, row->name, text ? ad_json_string(text) : NULL);
        }
}

/* The settings follow from the plan, and are made once. */
static adrop_status make_settings(ad_study *s)
{
    const ad_planner *planner = s->planner;
    const adrop_option *own = planner->options();
    ad_json b = { 0 };

    if (s->settings)
        return ADROP_OK;
    s->settings = json_object();
    if (!planner->has_sets)
        ad_json_put(&b, s->settings, "data", ad_json_string(s->data.data));
    record_put_rows(&b, s->ctx, s->settings, own, s->opts, NULL);
    record_put_rows(&b, s->ctx, s->settings, adrop_train_options(), &s->train, own);
    record_put_rows(&b, s->ctx, s->settings, adrop_data_options(), &s->data, own);
    if (planner->put_settings)
        planner->put_settings(s, &b, s->settings);
    return ad_json_end(&b, s->ctx, "settings", &s->settings);
}

static adrop_status compare_settings(const ad_study *s, const json_t *then)
{
    const char *key;
    json_t *value;

    json_object_foreach(s->settings, key, value)
    {
        const json_t *old = json_object_get(then, key);
        if (json_is_string(old) && !json_equal(value, old))
            return ad_fail(s->ctx, ADROP_EINVAL,
                           "the %s in '%s' was made with %s '%s', not '%s': give the same, or "
                           "another `out`",
                           s->planner->what, s->folder, key, json_string_value(old),
                           json_string_value(value));
    }
    return ADROP_OK;
}

/* -- Data ---------------------------------------------------------------------------------- */

/* The section of a set; NULL if the record lacks it: the set is new to the study. */
static json_t *data_of(const ad_study *s, const ad_study_set *set, const json_t *section)
{
    json_t *name = s->planner->has_sets ? ad_json_string(set->name) : NULL;
    json_t *of = s->planner->has_sets
                     ? json_object_get(section, name ? json_string_value(name) : "")
                     : (json_t *)section;

    json_decref(name);
    return of;
}

static adrop_status compare_data(ad_study *s, const json_t *then)
{
    char whose[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    snprintf(whose, sizeof whose, "the %s in '%s'", s->planner->what, s->folder);
    for (size_t i = 0; i < s->n_sets && !status; i++) {
        ad_study_set *set = &s->set[i];
        json_t *old = data_of(s, set, then);
        int changed = 0;
        if (old || !s->planner->has_sets)
            status = ad_identity_check(s->ctx, old, set->identity, whose,
                                       s->train.allow_changed_data, &changed);
        json_decref(set->before);
        set->before = !status && changed ? json_incref(old) : NULL;
    }
    return status;
}

/* The identities of the sets when the study began, or of those changed since; NULL if there are
 * none. */
static json_t *make_data(const ad_study *s, ad_json *b, int changed)
{
    json_t *all = NULL;

    for (size_t i = 0; i < s->n_sets; i++) {
        const ad_study_set *set = &s->set[i];
        json_t *of = json_incref(set->before && !changed ? set->before : set->identity);
        if (changed && !set->before) {
            json_decref(of);
        } else if (!s->planner->has_sets) {
            all = of;
        } else {
            json_t *name = ad_json_string(set->name);
            all = all ? all : json_object();
            ad_json_put(b, all, name ? json_string_value(name) : NULL, of);
            json_decref(name);
        }
    }
    return all;
}

/* -- Reading ------------------------------------------------------------------------------- */

/* The planner whose record has this file name; NULL if none. */
static const ad_planner *planner_of(const char *file)
{
#define AD_PLANNER(name) &ad_planner_##name,
    static const ad_planner *const planners[] = {
#include "study/planner_list.h"
    };
#undef AD_PLANNER

    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++)
        if (!strcmp(planners[i]->record, file))
            return planners[i];
    return NULL;
}

/* Without a record, do not overwrite somebody else's file. Folders are allowed: each run checks its
 * own. */
static adrop_status check_content(const ad_study *s)
{
    DIR *list = opendir(s->folder);
    const ad_planner *other = NULL;
    char odd[256] = "";
    struct stat info;

    for (struct dirent *e; list && !other && (e = readdir(list));)
        if (*e->d_name != '.' && strcmp(e->d_name, "lock") != 0 &&
            !fstatat(dirfd(list), e->d_name, &info, AT_SYMLINK_NOFOLLOW) &&
            !S_ISDIR(info.st_mode)) {
            snprintf(odd, sizeof odd, "%s", e->d_name);
            other = planner_of(odd);
        }
    if (list)
        closedir(list);
    if (other)
        return ad_fail(
            s->ctx, ADROP_EEXIST,
            "'%s' is the folder of a %s, not of a %s: give an empty folder, or a new one",
            s->folder, other->what, s->planner->what);
    if (*odd)
        return ad_fail(s->ctx, ADROP_EEXIST,
                       "'%s' is not empty ('%s') and not a %s: give an empty folder, or a new one",
                       s->folder, odd, s->planner->what);
    return ADROP_OK;
}

adrop_status ad_study_parse(const ad_study *s, const char *text, size_t size, json_t **out)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ad_json_parse(s->ctx, file_in(s, s->planner->record, path), text, size,
                                        JSON_REJECT_DUPLICATES, out);
    const json_t *format = json_object_get(*out, "format");
    const char *version = json_string_value(json_object_get(*out, "adrop"));

    if (!status && json_is_integer(format) && json_integer_value(format) != 1)
        status = ad_fail(s->ctx, ADROP_EFORMAT,
                         "'%s' was made by adrop %.40s in format %d, and this version reads format "
                         "1: resume it with that version, or begin anew in another `out`",
                         path, version ? version : "(it does not say which)",
                         (int)json_integer_value(format));
    else if (!status && (!format || !json_is_object(json_object_get(*out, "settings"))))
        status = ad_fail(s->ctx, ADROP_EFORMAT,
                         "'%s' is not the record of a %s: its settings or its format are missing",
                         path, s->planner->what);
    if (status) {
        json_decref(*out);
        *out = NULL;
    }
    return status;
}

adrop_status ad_study_match(ad_study *s, const json_t *record)
{
    adrop_status status = make_settings(s);

    if (!status)
        status = compare_settings(s, json_object_get(record, "settings"));
    if (!status)
        status = compare_data(s, json_object_get(record, "data"));
    return status || !s->planner->take ? status : s->planner->take(s, record);
}

adrop_status ad_study_check(ad_study *s)
{
    enum { LONGEST = AD_PATH_SIZE - 512 }; /* room for names of runs and their files */
    char path[AD_PATH_SIZE], *text;
    json_t *record = NULL;
    size_t size;

    if (strlen(s->folder) >= LONGEST)
        return ad_fail(s->ctx, ADROP_EINVAL,
                       "the folder '%.60s..' has a name of %zu bytes, and at most %d are accepted: "
                       "give a shorter one",
                       s->folder, strlen(s->folder), LONGEST - 1);
    if (access(file_in(s, s->planner->record, path), F_OK))
        return check_content(s);
    adrop_status status = ad_file_read(s->ctx, path, LARGEST_RECORD, &text, &size);
    if (!status)
        status = ad_study_parse(s, text, size, &record);
    if (!status)
        status = ad_study_match(s, record);
    ad_free(s->ctx, text);
    json_decref(record);
    return status;
}

/* -- Writing ------------------------------------------------------------------------------- */

adrop_status ad_study_record(ad_study *s, json_t **out)
{
    ad_json b = { 0 };
    const adrop_status status = make_settings(s);

    *out = NULL;
    if (status)
        return status;
    *out = json_pack("{s:i, s:s, s:i, s:s}", "format", 1, "adrop", adrop_version(), "threads",
                     ad_study_threads(s), "kernels", adrop_ctx_isa_name(s->ctx));
    ad_json_put(&b, *out, "settings", json_incref(s->settings));
    ad_json_put(&b, *out, "data", make_data(s, &b, 0));
    json_t *changed = make_data(s, &b, 1);
    if (changed)
        ad_json_put(&b, *out, "changed_data", changed);
    if (s->planner->put)
        s->planner->put(s, &b, *out);
    return ad_json_end(&b, s->ctx, s->planner->record, out);
}

/* Create the folder if needed, lock it, and remove what a killed program left. */
static adrop_status study_lock(ad_study *s)
{
    char path[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    if (s->lock >= 0)
        return ADROP_OK;
    if (!(status = ad_file_make_folders(s->ctx, s->folder)))
        status = ad_file_lock(s->ctx, file_in(s, "lock", path), &s->lock);
    if (!status)
        ad_file_sweep(s->folder);
    return status;
}

void ad_study_unlock(ad_study *s)
{
    if (s->lock >= 0)
        close(s->lock);
    s->lock = -1;
}

adrop_status ad_study_write(ad_study *s)
{
    char path[AD_PATH_SIZE];
    json_t *record = NULL;
    adrop_status status = study_lock(s);

    if (!status)
        status = ad_study_record(s, &record);
    if (!status)
        status = ad_json_replace(s->ctx, file_in(s, s->planner->record, path), record,
                                 JSON_INDENT(2));
    if (!status)
        s->is_changed = 0;
    json_decref(record);
    return status;
}
