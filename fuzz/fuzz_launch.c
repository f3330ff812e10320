/* Fuzz: the folder shared by a head and its workers: head.json, then worker.json, task.json,
 * at.json and done.json of worker 0. Anyone with write access to the folder can write them. A task
 * is parsed in memory: accepted tasks have settings that their tables allow and an available number
 * of threads; refused ones must give a message. One input in SELDOM is written to the folder, and
 * shown as `adrop runs` shows workers. Code named in a task is not loaded. */
#include <math.h>

#include "base/json.h"
#include "base/option_check.h"
#include "scene.h"
#include "study/launch.h"

enum { HEAD, WORKER, TASK, AT, DONE, FILES, SELDOM = 16 };

static const char *const names[FILES] = { "launch/head.json", "launch/0/worker.json",
                                          "launch/0/task.json", "launch/0/at.json",
                                          "launch/0/done.json" };

static json_t *parse(adrop_ctx *ctx, const uint8_t *text, size_t size)
{
    json_t *file = NULL;

    if (ad_json_parse(ctx, "a file", (const char *)text, size, 0, &file) &&
        !*adrop_ctx_message(ctx))
        abort(); /* refused without a message */
    return file;
}

static void read_task(adrop_ctx *ctx, const uint8_t *text, size_t size)
{
    static ad_launch_task t;
    json_t *file = parse(ctx, text, size);

    if (!file)
        return;
    json_object_del(file, "plugins");
    ctx->message[0] = 0;
    if (ad_launch_task_read(ctx, file, &t)) {
        if (!*adrop_ctx_message(ctx))
            abort();
    } else if (ctx->threads < 1 || ctx->threads > AD_MOST_THREADS ||
               ad_options_check(ctx, adrop_train_options(), &t.train, sizeof t.train, "train") ||
               ad_options_check(ctx, adrop_data_options(), &t.data, sizeof t.data, "data") ||
               !t.data.data) {
        abort();
    }
    ctx->threads = 1;
    json_decref(file);
}

static void read_result(adrop_ctx *ctx, const uint8_t *text, size_t size)
{
    adrop_train_result r = { 0 };
    json_t *file = parse(ctx, text, size);

    ad_launch_result_read(json_object_get(file, "result"), &r);
    if ((int)r.task < 0 || r.task > ADROP_REGRESSION || r.epochs > 1000000 ||
        r.best_epoch > 1000000 || isinf(r.test_acc))
        abort();
    json_decref(file);
}

static void show(adrop_ctx *ctx, const uint8_t *const part[FILES], const size_t n[FILES])
{
    char path[128];
    adrop_worker_info info;

    snprintf(path, sizeof path, "%s/launch", scene_folder());
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/launch/0", scene_folder());
    mkdir(path, 0700);
    for (int i = 0; i < FILES; i++)
        scene_write(names[i], part[i], n[i]);
    for (size_t i = 0; i < 2; i++) {
        const int there = adrop_worker_at(ctx, scene_folder(), i, &info);
        if (!info.host || !info.job || !info.run || (!there && *info.run))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int whole = scene_seldom(data, size, SELDOM);
    adrop_ctx *ctx = scene_ctx();
    const uint8_t *part[FILES];
    size_t n[FILES];

    for (int i = 0; i < FILES; i++)
        n[i] = scene_part(&data, &size, &part[i]);
    read_task(ctx, part[TASK], n[TASK]);
    read_result(ctx, part[DONE], n[DONE]);
    if (whole)
        show(ctx, part, n);
    return 0;
}
