/* Reading the records of runs (adrop/record.h). */
#include "adrop/record.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "train/folder.h"

enum { MOST_METRICS = 256 << 20, DEEPEST = 8 };

struct adrop_record {
    adrop_ctx *ctx;
    ad_folder folder;
    json_t *epochs; /* an array, owned */
    int is_locked;
    int is_cut; /* metrics.jsonl has fewer bytes than run.json says */
};

/* Is a program working on the run? */
static int is_locked(const ad_folder *f)
{
    char path[AD_PATH_SIZE];
    int lock = -1;

    if (access(ad_folder_file(f, "lock", path), F_OK))
        return 0;
    const adrop_status status = ad_file_lock(f->ctx, path, &lock);
    if (lock >= 0)
        close(lock);
    return status == ADROP_EEXIST;
}

/* Read a line of the metrics; lines that are not JSON are skipped. */
static adrop_status read_line(adrop_record *r, const char *path, const char *line, size_t size)
{
    json_t *one;
    const adrop_status status = ad_json_parse(r->ctx, path, line, size, 0, &one);

    if (status)
        return status == ADROP_EFORMAT ? ADROP_OK : status;
    const int failed = json_is_object(one) && json_array_append(r->epochs, one);
    json_decref(one);
    return failed ? ad_fail(r->ctx, ADROP_ENOMEM, "not enough memory for '%s'", path) : ADROP_OK;
}

/* Read line by line; the last line may be incomplete. */
static adrop_status read_metrics(adrop_record *r)
{
    char path[AD_PATH_SIZE], *text = NULL;
    size_t size = 0;
    adrop_status status = ADROP_OK;

    if (!(r->epochs = json_array()))
        return ad_fail(r->ctx, ADROP_ENOMEM, "not enough memory for the metrics");
    ad_folder_file(&r->folder, "metrics.jsonl", path);
    const double bytes = adrop_record_number(r, "metrics.bytes");
    r->is_cut = bytes > 0;
    if (access(path, F_OK))
        return ADROP_OK;
    if ((status = ad_file_read(r->ctx, path, MOST_METRICS, &text, &size)))
        return status;
    r->is_cut = bytes > (double)size;
    for (char *line = text, *end;
         !status && (end = memchr(line, '\n', size - (size_t)(line - text))); line = end + 1)
        status = read_line(r, path, line, (size_t)(end - line));
    ad_free(r->ctx, text);
    return status;
}

adrop_status adrop_record_open(adrop_ctx *ctx, const char *path, adrop_record **out)
{
    if (ad_check_given(ctx, "path", path) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_record *r;
    adrop_status status = AD_NEW(ctx, 1, "a record", &r);

    *out = NULL;
    if (status)
        return status;
    r->ctx = ctx;
    if (!(status = ad_folder_read(ctx, path, &r->folder)))
        status = read_metrics(r);
    if (status) {
        adrop_record_free(r);
        return status;
    }
    r->is_locked = is_locked(&r->folder);
    *out = r;
    return ADROP_OK;
}

void adrop_record_free(adrop_record *r)
{
    if (!r)
        return;
    json_decref(r->epochs);
    ad_folder_close(&r->folder);
    ad_free(r->ctx, r);
}

/* The value at a dotted name, or NULL. */
static const json_t *records_find(const json_t *in, const char *name)
{
    if (!name)
        return NULL;
    while (in && *name) {
        char key[128];
        const size_t n = strcspn(name, ".");
        if (n >= sizeof key)
            return NULL;
        memcpy(key, name, n);
        key[n] = 0;
        in = json_is_array(in) ? json_array_get(in, strtoul(key, NULL, 10))
                               : json_object_get(in, key);
        name += n + (name[n] == '.');
    }
    return in;
}

static double records_number(const json_t *x)
{
    double value;

    if (json_is_number(x))
        return json_number_value(x);
    if (json_is_boolean(x))
        return json_is_true(x);
    if (!json_is_string(x))
        return NAN;
    const char *text = json_string_value(x);
    return adrop_number_read(text, &value) ? NAN : value;
}

const char *adrop_record_state(const adrop_record *r)
{
    const char *state = adrop_record_text(r, "status");

    if (!state)
        return "unknown";
    if (!strcmp(state, "done") && r->is_cut)
        return "damaged";
    return !strcmp(state, "running") && !r->is_locked ? "stopped" : state;
}

const char *adrop_record_text(const adrop_record *r, const char *name)
{
    return json_string_value(records_find(r->folder.record, name));
}

double adrop_record_number(const adrop_record *r, const char *name)
{
    return records_number(records_find(r->folder.record, name));
}

int adrop_record_setting(const adrop_record *r, size_t i, const char **key, const char **value)
{
    json_t *settings = json_object_get(r->folder.record, "settings");
    const char *unused[2];
    void *at = json_object_iter(settings);

    while (at && i--)
        at = json_object_iter_next(settings, at);
    key = key ? key : &unused[0];
    value = value ? value : &unused[1];
    *key = at ? json_object_iter_key(at) : NULL;
    *value = at ? json_string_value(json_object_iter_value(at)) : NULL;
    if (at && !*value)
        *value = "";
    return at != NULL;
}

size_t adrop_record_epochs(const adrop_record *r)
{
    return json_array_size(r->epochs);
}

double adrop_record_epoch(const adrop_record *r, size_t i, const char *name)
{
    return records_number(records_find(json_array_get(r->epochs, i), name));
}

const char *adrop_record_epoch_text(const adrop_record *r, size_t i, const char *name)
{
    return json_string_value(records_find(json_array_get(r->epochs, i), name));
}

/* -- Finding runs -------------------------------------------------------------------- */

typedef struct {
    adrop_ctx *ctx;
    void (*found)(void *user, const char *path);
    void *user;
} hunt;

static adrop_status unreadable(adrop_ctx *ctx, const char *folder)
{
    return ad_fail(ctx, errno == ENOMEM ? ADROP_ENOMEM : ADROP_EIO,
                   "cannot read the folder '%s': %s", folder, strerror(errno));
}

static int not_hidden(const struct dirent *e)
{
    return *e->d_name != '.';
}

/* In the order of strcmp; alphasort depends on the locale. */
static int records_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Skip the trials of a search (adrop/tune.h): they are many, and its record sums them up. They are
 * found if their own folder is searched. */
static int is_passed_over(const char *folder, const char *name)
{
    char path[AD_PATH_SIZE];

    return !strcmp(name, "trials") &&
           snprintf(path, sizeof path, "%s/tune.json", folder) < (int)sizeof path &&
           !access(path, F_OK);
}

/* A folder without read permission counts as empty; lack of memory is a
 * failure. */
static adrop_status search(const hunt *h, const char *folder, int depth)
{
    struct dirent **list = NULL;
    adrop_status status = ADROP_OK;
    char path[AD_PATH_SIZE];
    struct stat info;

    if (snprintf(path, sizeof path, "%s/run.json", folder) < (int)sizeof path &&
        !access(path, F_OK)) {
        h->found(h->user, folder);
        return ADROP_OK; /* runs do not contain runs */
    }
    if (depth >= DEEPEST)
        return ADROP_OK;
    const int n = scandir(folder, &list, not_hidden, records_by_name);
    if (n < 0)
        return errno == ENOMEM ? unreadable(h->ctx, folder) : ADROP_OK;
    for (int i = 0; i < n; i++) {
        if (!status && !is_passed_over(folder, list[i]->d_name) &&
            snprintf(path, sizeof path, "%s%s%s", strcmp(folder, ".") ? folder : "",
                     strcmp(folder, ".") ? "/" : "", list[i]->d_name) < (int)sizeof path &&
            !lstat(path, &info) && S_ISDIR(info.st_mode))
            status = search(h, path, depth + 1);
        free(list[i]);
    }
    free(list);
    return status;
}

adrop_status adrop_records_find(adrop_ctx *ctx, const char *folder,
                                void (*found)(void *user, const char *path), void *user)
{
    if (ad_check_given(ctx, "folder", folder) || ad_check_given(ctx, "found", found ? ctx : NULL))
        return ADROP_EINVAL;

    const hunt h = { ctx, found, user };
    DIR *there = opendir(folder);

    if (!there)
        return unreadable(ctx, folder);
    closedir(there);
    return search(&h, folder, 0);
}
