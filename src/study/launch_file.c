/* The files through which head and workers communicate (launch.h). Each is replaced atomically, so
 * a reader on another machine sees the old file or the new one. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/struct.h"
#include "study/launch.h"

enum { LARGEST = 16 << 20 };

char *ad_launch_path(const char *folder, size_t worker, const char *name, char path[AD_PATH_SIZE])
{
    if (worker == SIZE_MAX)
        snprintf(path, AD_PATH_SIZE, "%.1023s/%.64s", folder, name);
    else
        snprintf(path, AD_PATH_SIZE, "%.1023s/%zu/%.64s", folder, worker, name);
    return path;
}

json_t *ad_launch_read(adrop_ctx *ctx, const char *folder, size_t worker, const char *name)
{
    char path[AD_PATH_SIZE], *text;
    size_t size;
    json_t *file = NULL;

    if (ad_file_read(ctx, ad_launch_path(folder, worker, name, path), LARGEST, &text, &size))
        return NULL;
    ad_json_parse(ctx, path, text, size, 0, &file);
    ad_free(ctx, text);
    return file;
}

bool ad_launch_is_of(const json_t *file, const char *session, size_t task)
{
    const char *of = json_string_value(json_object_get(file, "session"));

    return of && !strcmp(of, session) &&
           json_integer_value(json_object_get(file, "task")) == (json_int_t)task;
}

/* -- Listing workers -------------------------------------------------------------------- */

static void launch_file_keep(adrop_ctx *ctx, const char **to, const json_t *from, const char *key)
{
    ad_keep(ctx, json_string_value(json_object_get(from, key)), to);
}

static size_t launch_file_number(const json_t *from, const char *key)
{
    const json_int_t n = json_integer_value(json_object_get(from, key));

    return n > 0 ? (size_t)n : 0;
}

static void launch_file_fill(adrop_ctx *ctx, const char *folder, size_t i, const char *session,
                             adrop_worker_info *info)
{
    json_t *worker = ad_launch_read(ctx, folder, i, "worker.json"),
           *task = ad_launch_read(ctx, folder, i, "task.json"),
           *at = ad_launch_read(ctx, folder, i, "at.json"),
           *done = ad_launch_read(ctx, folder, i, "done.json");
    const size_t now = launch_file_number(task, "task");

    if (ad_launch_is_of(worker, session, 0)) {
        launch_file_keep(ctx, &info->host, worker, "host");
        launch_file_keep(ctx, &info->job, worker, "job");
    }
    if (ad_launch_is_of(task, session, now)) {
        launch_file_keep(ctx, &info->run, json_object_get(task, "train"), "out");
        info->is_idle = ad_launch_is_of(done, session, now);
        info->epochs = ad_launch_is_of(at, session, now) ? launch_file_number(at, "epochs") : 0;
        info->epoch = info->epochs ? launch_file_number(at, "epoch") : 0;
    }
    json_decref(worker);
    json_decref(task);
    json_decref(at);
    json_decref(done);
}

int adrop_worker_at_sized(adrop_ctx *ctx, const char *folder, size_t i, adrop_worker_info *info,
                          size_t size)
{
    adrop_worker_info mine = { .size = sizeof mine, .worker = i, .host = "", .job = "", .run = "" };
    char launch[AD_LAUNCH_PATH], session[AD_SESSION_SIZE];

    snprintf(launch, sizeof launch, "%.1000s/launch", folder);
    json_t *head = ad_launch_read(ctx, launch, SIZE_MAX, "head.json");
    const char *of = json_string_value(json_object_get(head, "session"));
    const int there = of && !json_is_true(json_object_get(head, "ended")) &&
                      i < launch_file_number(head, "workers");
    snprintf(session, sizeof session, "%s", of ? of : "");
    json_decref(head);
    if (there)
        launch_file_fill(ctx, launch, i, session, &mine);
    ad_struct_write(info, size, &mine, sizeof mine);
    return there;
}
