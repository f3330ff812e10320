/* Where the data of a run are (place.h). */
#include "train/place.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/identity.h"

static void put_path(ad_json *b, json_t *to, const char *key, const char *typed)
{
    char path[PATH_MAX];

    if (realpath(typed, path))
        ad_record_put_text(b, to, key, path);
    else
        b->failed |= errno == ENOMEM;
}

json_t *ad_place_write(ad_json *b, const adrop_data_opts *how, const adrop_data *opened)
{
    json_t *d = ad_identity_write(b, opened);
    adrop_data_info info;

    adrop_data_describe(opened, &info);
    if (*info.path)
        put_path(b, d, "absolute", info.path);
    if (how && *how->test)
        put_path(b, d, "test_absolute", how->test);
    return d;
}

const char *ad_folder_data_path(ad_folder *f)
{
    return ad_record_text(json_object_get(f->record, "data"), "absolute", f->absolute);
}

void ad_place_find_test(ad_folder *f, adrop_data_opts *opts)
{
    char bytes[AD_PATH_SIZE];
    const char *path;

    if (!*opts->test || !access(opts->test, F_OK))
        return;
    path = ad_record_text(json_object_get(f->record, "data"), "test_absolute", bytes);
    if (path && strlen(path) < sizeof opts->test && !access(path, F_OK))
        snprintf(opts->test, sizeof opts->test, "%s", path);
}
