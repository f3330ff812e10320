/* A data set over the network, with one line per file (data_get.h). */
#include "data_get.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/fetch.h"
#include "interrupt.h"
#include "json.h"
#include "out.h"
#include "progress.h"

/* What the hooks know. */
typedef struct {
    const command_common *common;
    const char *name; /* of the set */
    progress bar;
    json j; /* the line, begun with the first file */
} watcher;

static void advanced(void *user, const adrop_get_progress *p)
{
    watcher *w = user;

    progress_show_get(&w->bar, p);
}

static void json_begin(watcher *w)
{
    json_open(&w->j, '{');
    json_key_text(&w->j, "name", w->name);
    json_key(&w->j, "files");
    json_open(&w->j, '[');
}

static void json_end(watcher *w, const adrop_get_result *result, adrop_status status)
{
    if (!w->j.depth)
        json_begin(w);
    json_close(&w->j);
    json_key(&w->j, "bytes");
    json_count(&w->j, (size_t)result->bytes);
    json_key_number(&w->j, "seconds", result->seconds);
    json_key(&w->j, "complete");
    json_truth(&w->j, !status);
    json_close(&w->j);
}

static void file_done(void *user, const adrop_get_file *file)
{
    watcher *w = user;

    progress_clear(&w->bar);
    if (w->common->json) {
        if (!w->j.depth)
            json_begin(w);
        json_open(&w->j, '{');
        json_key_text(&w->j, "path", file->path);
        json_key_text(&w->j, "url", file->url);
        json_key(&w->j, "bytes");
        json_count(&w->j, (size_t)file->bytes);
        json_key_text(&w->j, "sum", file->sum);
        json_key(&w->j, "fetched");
        json_truth(&w->j, file->fetched);
        json_close(&w->j);
    } else {
        const int large = file->bytes >= 1000000;
        printf("%s  %s %s  %s\n", OUT_CLEAN(file->path),
               OUT_NUMBER((double)file->bytes / (large ? 1e6 : 1e3), 3), large ? "MB" : "kB",
               file->fetched ? "as published" : "there already, as published");
    }
    fflush(stdout);
}

/* The value of the first of these variables that has one, or NULL. */
static const char *environment(const char *const *names)
{
    for (; *names; names++)
        if (getenv(*names) && *getenv(*names))
            return getenv(*names);
    return NULL;
}

/* The known set called name; without a name if there is none. */
static adrop_known_data find(const char *name)
{
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++)
        if (!strcmp(known.name, name))
            break;
    return known;
}

static int check(const char *name, const char *folder)
{
    if (!name) {
        out_complain("data", "which data set? 'adrop data list' has their names");
        return OUT_USAGE;
    }
    const adrop_known_data known = find(name);
    if (folder || !known.name || !*known.places)
        return OUT_OK;
    out_complain(
        "data",
        "where is the data set '%s' to go? give '--data-dir DIR', or set ADROP_DATA to the "
        "folder of the data sets",
        name);
    return OUT_USAGE;
}

static int finish(const command_call *call, watcher *w, const adrop_get_result *result,
                  adrop_status status)
{
    progress_clear(&w->bar);
    if (w->common->json && (w->j.depth || !status || status == ADROP_EINTR))
        json_end(w, result, status);
    if (status && status != ADROP_EINTR)
        return command_fail(call, status);
    if (status) {
        out_complain("data",
                     "interrupted; what came is kept, and the same command resumes from there");
        return 128 + interrupt_signal();
    }
    if (!w->common->quiet && !find(w->name).readable)
        out_complain("data", "there is no reader for '%s' yet", w->name);
    return OUT_OK;
}

int data_get(const command_call *call, const char *name, const char *folder, const char *source)
{
    static const char *const proxies[] = { "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                           NULL };
    static const char *const none[] = { "no_proxy", "NO_PROXY", NULL };
    watcher w = { .common = call->settings, .name = name, .j = { .file = stdout } };
    const adrop_get_hooks hooks = { sizeof hooks, &w, advanced, file_done, interrupt_stop };
    adrop_get_opts opts;
    adrop_get_result result;
    const int code = check(name, folder);

    adrop_get_opts_init(&opts);
    if (code)
        return code;
    w.bar = progress_start(w.common->quiet);
    opts.name = name;
    opts.data_dir = folder;
    opts.source = *source ? source : NULL;
    opts.proxy = environment(proxies);
    opts.no_proxy = environment(none);
    interrupt_watch();
    interrupt_ready();
    const adrop_status status = adrop_data_get(call->ctx, &opts, &hooks, &result);
    return finish(call, &w, &result, status);
}
