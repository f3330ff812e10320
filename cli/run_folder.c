/* Folders of runs (run_folder.h). */
#include "run_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "kept.h"
#include "out.h"

enum { LONGEST = 60, MOST = 100000 };

/* A letter, digit or allowed sign of ASCII, whatever the locale. */
static int is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Append the text, cut to size, with one '-' for any run of characters unfit for a folder name. */
static void add_word(char *name, size_t size, const char *text)
{
    size_t used = strlen(name), start = used;

    for (; *text && used + 2 < size && used - start < LONGEST; text++) {
        if (is_plain(*text) || (*text == '.' && used > start))
            name[used++] = *text;
        else if (used > start && name[used - 1] != '-')
            name[used++] = '-';
    }
    while (used > start && name[used - 1] == '-')
        used--;
    name[used] = 0;
    if (used > start)
        strcpy(name + used, "-");
}

/* The last component of a path. */
static const char *last_part(const char *path)
{
    const char *last = path;

    for (; *path; path++)
        if (*path == '/' && path[1] && path[1] != '/')
            last = path + 1;
    return last;
}

const char *run_folder_name(adrop_ctx *ctx, const char *data, const char *model,
                            const char *dropout, size_t seed)
{
    char name[3 * LONGEST + 16] = "", folder[sizeof name + 64];

    add_word(name, sizeof name, last_part(data));
    add_word(name, sizeof name, model);
    add_word(name, sizeof name, dropout);
    snprintf(folder, sizeof folder, "runs/%s%zu", name, seed);
    for (int i = 2; !access(folder, F_OK) && i < MOST; i++)
        snprintf(folder, sizeof folder, "runs/%s%zu-%d", name, seed, i);
    return access(folder, F_OK) ? kept(ctx, "%s", folder) : "";
}

/* In runs/, without a trailing '-'. */
static const char *in_runs(adrop_ctx *ctx, const char *name)
{
    return kept(ctx, "runs/%.*s", (int)strlen(name) - 1, name);
}

const char *run_folder_compare(adrop_ctx *ctx, const adrop_texts *data, const adrop_texts *model)
{
    char name[2 * LONGEST + 16] = "compare-";

    for (size_t i = 0; i < data->n; i++)
        add_word(name, sizeof name, last_part(adrop_texts_at(data, i)));
    for (size_t i = 0; i < model->n; i++)
        add_word(name, sizeof name, adrop_texts_at(model, i));
    return in_runs(ctx, name);
}

const char *run_folder_tune(adrop_ctx *ctx, const char *data, const adrop_texts *vary)
{
    char name[2 * LONGEST + 16] = "tune-", key[LONGEST];

    add_word(name, sizeof name, last_part(data));
    for (size_t i = 0; i < vary->n; i++) {
        const char *text = adrop_texts_at(vary, i);
        snprintf(key, sizeof key, "%.*s", (int)strcspn(text, "="), text);
        add_word(name, sizeof name, key);
    }
    return in_runs(ctx, name);
}

const char *run_folder_prune(adrop_ctx *ctx, const char *data, const char *unit,
                             const char *criterion)
{
    char name[3 * LONGEST + 16] = "prune-";

    add_word(name, sizeof name, last_part(data));
    add_word(name, sizeof name, unit);
    add_word(name, sizeof name, criterion);
    return in_runs(ctx, name);
}

int run_folder_check(const command_call *call)
{
    const char *name = call->command->name;
    char path[4096];

    if (!call->n_arguments) {
        out_complain(name, "which run? give the folder that 'adrop train' has written");
        return OUT_USAGE;
    }
    if (snprintf(path, sizeof path, "%s/run.json", call->arguments[0]) < (int)sizeof path &&
        !access(path, F_OK))
        return OUT_OK;
    out_complain(name, "there is no run in '%s': give a folder that 'adrop train' has written",
                 call->arguments[0]);
    return OUT_INPUT;
}
