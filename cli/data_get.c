/* Downloads a data set, with one line per file (data_show.h). */
#include "data_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/fetch.h"
#include "document_out.h"
#include "interrupt.h"
#include "out.h"
#include "progress.h"

/* The user data of hooks. */
typedef struct {
    const command_common *common;
    const char *name; /* of the data set */
    progress bar;
    const command_call *call;
    adrop_document *line; /* owned; NULL: no file yet */
} watcher;

static void advanced(void *user, const adrop_get_progress *p)
{
    watcher *w = user;

    progress_show_get(&w->bar, p);
}

/* The line, started with the first file. */
static void begin_document(watcher *w)
{
    static const char *const keys[] = { "path", "url", "bytes", "sum", "fetched" };

    w->line = document_start(w->call->ctx, "");
    adrop_document_text(w->line, "name", NULL, w->name);
    adrop_document_table(w->line, "files", NULL, 0);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        adrop_document_column(w->line, keys[i], NULL, 'l', "", 0);
}

static int end_document(watcher *w, const adrop_get_result *result, adrop_status status)
{
    if (!w->line)
        begin_document(w);
    adrop_document_end(w->line);
    adrop_document_count(w->line, "bytes", NULL, result->bytes);
    adrop_document_number(w->line, "seconds", NULL, result->seconds, "s", 0);
    adrop_document_truth(w->line, "complete", NULL, !status);
    adrop_document *line = w->line;
    w->line = NULL;
    return document_print(w->call, line);
}

static void file_done(void *user, const adrop_get_file *file)
{
    watcher *w = user;

    progress_clear(&w->bar);
    if (w->common->json) {
        if (!w->line)
            begin_document(w);
        adrop_document_cell_text(w->line, file->path);
        adrop_document_cell_text(w->line, file->url);
        adrop_document_cell_count(w->line, file->bytes);
        adrop_document_cell_text(w->line, file->sum);
        adrop_document_cell_truth(w->line, file->fetched);
    } else {
        const int large = file->bytes >= 1000000;
        printf("%s  %s %s  %s\n", OUT_CLEAN(file->path),
               OUT_NUMBER((double)file->bytes / (large ? 1e6 : 1e3), 3), large ? "MB" : "kB",
               file->fetched ? "as published" : "there already, as published");
    }
    fflush(stdout);
}

/* The first of these environment variables that is not empty, or NULL. */
static const char *environment(const char *const *names)
{
    for (; *names; names++)
        if (getenv(*names) && *getenv(*names))
            return getenv(*names);
    return NULL;
}

/* The known set with this name; an empty entry if there is none. */
static adrop_known_data data_get_find(const char *name)
{
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++)
        if (!strcmp(known.name, name))
            break;
    return known;
}

static int data_get_check(const char *name, const char *folder)
{
    if (!name) {
        out_complain("data", "which data set? 'adrop data list' has their names");
        return OUT_USAGE;
    }
    const adrop_known_data known = data_get_find(name);
    if (folder || !known.name || !*known.places)
        return OUT_OK;
    out_complain(
        "data",
        "where is the data set '%s' to go? give '--data-dir DIR', or set ADROP_DATA to the "
        "folder of the data sets",
        name);
    return OUT_USAGE;
}

static int data_get_finish(const command_call *call, watcher *w, const adrop_get_result *result,
                           adrop_status status)
{
    progress_clear(&w->bar);
    int code = OUT_OK;
    if (w->common->json && (w->line || !status || status == ADROP_EINTR))
        code = end_document(w, result, status);
    if (status && status != ADROP_EINTR)
        return command_fail(call, status);
    if (status) {
        out_complain("data",
                     "interrupted; what came is kept, and the same command resumes from there");
        return 128 + interrupt_signal();
    }
    if (!w->common->quiet && !data_get_find(w->name).readable)
        out_complain("data", "there is no reader for '%s' yet", w->name);
    return code;
}

int data_get(const command_call *call, const char *name, const char *folder, const char *source)
{
    static const char *const proxies[] = { "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                           NULL };
    static const char *const none[] = { "no_proxy", "NO_PROXY", NULL };
    watcher w = { .common = call->settings, .call = call, .name = name };
    const adrop_get_hooks hooks = { sizeof hooks, &w, advanced, file_done, interrupt_stop };
    adrop_get_opts opts;
    adrop_get_result result;
    const int code = data_get_check(name, folder);

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
    return data_get_finish(call, &w, &result, status);
}
