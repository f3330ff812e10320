/* Downloading the files of a known set, one after another, to where the set is looked for. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "adrop/fetch.h"
#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "base/option_check.h"
#include "data/download.h"
#include "data/known.h"
#include "data/origin.h"
#include "data/verify.h"

/* A call of adrop_data_get. */
typedef struct {
    adrop_ctx *ctx;
    adrop_get_opts opts;
    adrop_get_hooks hooks;
    adrop_get_result *result;
    const ad_known *known;
    const ad_origin *origin;
    char folder[AD_PATH_SIZE]; /* where the files go */
    uint64_t done, all;        /* bytes of the files that are in place; of all files */
    adrop_get_progress progress;
    double begin; /* seconds */
} getting;

void adrop_get_hooks_init_sized(adrop_get_hooks *hooks, size_t size)
{
    ad_struct_init(hooks, size, &(const adrop_get_hooks){ 0 }, sizeof *hooks);
}

#define SECONDS(name_, field_, default_, help_)                                                    \
  {                                                                                                \
    .name = name_, .group = ADROP_GROUP_OWN, .kind = ADROP_OPT_REAL,                               \
    .offset = offsetof(adrop_get_opts, field_), .fallback = default_, .max = 1e6,                  \
    .open = ADROP_OPEN_MIN | ADROP_OPEN_MAX, .help = help_                                         \
  }

static const adrop_option options[] = {
    SECONDS("connect-seconds", connect_seconds, 30, "a server must be reached within"),
    SECONDS("stall-seconds", stall_seconds, 60,
            "after which a server that sends nothing is given up"),
    { 0 },
};

const adrop_option *adrop_get_options(void)
{
    return options;
}

void adrop_get_opts_init_sized(adrop_get_opts *opts, size_t size)
{
    adrop_get_opts mine = { .size = sizeof mine };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static adrop_status check_opts(getting *g, const adrop_get_opts *opts)
{
    const adrop_status status = AD_SETTINGS_READ(g->ctx, adrop_get_opts, options, &g->opts, opts);

    if (status)
        return status;
    if (!g->opts.name)
        return ad_fail(g->ctx, ADROP_EINVAL, "which data set is to be got? there is no name");
    return g->opts.source ? ad_fetch_check(g->ctx, g->opts.source) : ADROP_OK;
}

/* Find the set and its origin; an error if it can only be obtained by hand. */
static adrop_status get_choose(getting *g)
{
    const char *name = g->opts.name, *dir = g->opts.data_dir;

    if (!(g->known = ad_known_find(name)))
        return ad_known_refuse(g->ctx, name);
    const char *places = g->known->shown.places;
    if (!*places)
        return ad_fail(g->ctx, ADROP_EEXIST,
                       "the data set '%s' is built in: there is nothing to get", name);
    if (!dir || !*dir)
        return ad_fail(g->ctx, ADROP_EINVAL,
                       "where is the data set '%s' to go? there is no data_dir", name);
    g->origin = ad_origin_find(name);
    if (!g->origin || !g->origin->url)
        return ad_fail(
            g->ctx, ADROP_ENOENT,
            "the data set '%s' cannot be got: %s; put it into '%s/%.*s' by hand, from %s", name,
            g->origin ? g->origin->why : "its source is not known", dir, (int)strcspn(places, ","),
            places, g->origin ? g->origin->where : "its authors");
    for (size_t i = 0; g->origin->files[i].name; i++) {
        g->all += g->origin->files[i].bytes;
        g->progress.files++;
    }
    if (snprintf(g->folder, sizeof g->folder, "%s%s%s", dir, *g->origin->folder ? "/" : "",
                 g->origin->folder) >= (int)sizeof g->folder)
        return ad_fail(g->ctx, ADROP_EINVAL, "the name of the folder '%s' is too long", dir);
    return ADROP_OK;
}

/* No place of the set that is tried before ours may exist. */
static adrop_status check_places(getting *g)
{
    const ad_origin *o = g->origin;
    const char *ours = *o->folder ? o->folder : o->files[0].name;
    char path[AD_PATH_SIZE];

    for (const char *place = g->known->shown.places; *place;) {
        const size_t n = strcspn(place, ",");
        if (n == strlen(ours) && !strncmp(place, ours, n))
            return ADROP_OK;
        snprintf(path, sizeof path, "%s/%.*s", g->opts.data_dir, (int)n, place);
        if (!access(path, F_OK))
            return ad_fail(g->ctx, ADROP_EEXIST,
                           "the data set '%s' is there already, and read from '%s': move that away "
                           "to get it anew",
                           o->set, path);
        place += n + (place[n] == ',');
    }
    return ADROP_OK;
}

/* Report the progress; returns nonzero to stop. */
static int get_watch(void *user, const ad_fetched *at)
{
    getting *g = user;
    adrop_get_progress *p = &g->progress;
    const double came = (double)(g->result->bytes + at->came), seconds = ad_clock() - g->begin;

    p->bytes = g->done + at->have;
    p->all_bytes = g->all;
    p->bytes_per_second = seconds > 0 ? came / seconds : 0;
    p->seconds_left = came > 0 && seconds > 0.5
                          ? (double)(p->all_bytes - p->bytes) / p->bytes_per_second
                          : (double)NAN;
    if (g->hooks.progress)
        g->hooks.progress(g->hooks.user, p);
    return g->hooks.stop && g->hooks.stop(g->hooks.user);
}

/* "NAME" beside "NAME.gz" would be two files with one name. */
static adrop_status check_other_form(getting *g, const char *path, const char *name)
{
    char plain[AD_PATH_SIZE];
    const size_t length = ad_plain_length(name);

    snprintf(plain, sizeof plain, "%.*s", (int)(strlen(path) - strlen(name) + length), path);
    if (!*g->origin->folder || !name[length] || access(plain, F_OK))
        return ADROP_OK;
    return ad_fail(g->ctx, ADROP_EEXIST,
                   "'%s' is there already, and cannot be compared with a published sum: move it "
                   "away to get '%s'",
                   plain, path);
}

static adrop_status get_file(getting *g, const ad_origin_file *file)
{
    const char *base = g->opts.source ? g->opts.source : g->origin->url;
    const char *slash = *base && base[strlen(base) - 1] == '/' ? "" : "/";
    char url[AD_URL_SIZE], path[AD_PATH_SIZE];
    ad_fetched at;
    adrop_status status;

    if (snprintf(url, sizeof url, "%s%s%s", base, slash, file->name) >= (int)sizeof url ||
        snprintf(path, sizeof path, "%s/%s", g->folder, file->name) >= (int)sizeof path)
        return ad_fail(g->ctx, ADROP_EINVAL, "the name of the source or of the folder is too long");
    const ad_download d = { .fetch = { .url = url,
                                       .size = file->bytes,
                                       .proxy = g->opts.proxy,
                                       .no_proxy = g->opts.no_proxy,
                                       .connect_seconds = g->opts.connect_seconds,
                                       .stall_seconds = g->opts.stall_seconds,
                                       .user = g,
                                       .watch = get_watch },
                            .path = path,
                            .sum = ad_published_sum(g->origin->set, file->name) };
    g->progress.file = file->name;
    g->progress.index++;
    if ((status = check_other_form(g, path, file->name)))
        return status;
    status = ad_download_run(g->ctx, &d, &at);
    g->result->bytes += at.came;
    g->result->interrupted = at.stopped;
    if (status || at.stopped)
        return status;
    g->done += file->bytes;
    g->result->files++;
    g->result->fetched += at.came > 0;
    if (g->hooks.file)
        g->hooks.file(g->hooks.user,
                      &(adrop_get_file){ path, url, d.sum, file->bytes, at.came > 0 });
    return ADROP_OK;
}

static adrop_status get(getting *g, adrop_get_result *result)
{
    adrop_status status;

    if ((status = get_choose(g)) || (status = check_places(g)) ||
        (status = ad_file_make_folders(g->ctx, g->folder)))
        return status;
    for (size_t i = 0; !status && !result->interrupted && g->origin->files[i].name; i++)
        status = get_file(g, &g->origin->files[i]);
    if (!result->files && *g->origin->folder)
        rmdir(g->folder); /* an empty one would hide other places of the set */
    result->seconds = ad_clock() - g->begin;
    if (!status && result->interrupted)
        status = ad_fail(g->ctx, ADROP_EINTR, "getting '%s' was stopped: what came is kept",
                         g->opts.name);
    return status;
}

adrop_status adrop_data_get_sized(adrop_ctx *ctx, const adrop_get_opts *opts,
                                  const adrop_get_hooks *hooks, adrop_get_result *result,
                                  size_t size)
{
    adrop_get_result mine = { 0 };
    getting g = { .ctx = ctx, .result = &mine, .begin = ad_clock() };

    adrop_get_opts_init(&g.opts);
    adrop_status status = hooks ? AD_STRUCT_READ(ctx, adrop_get_hooks, &g.hooks, hooks) : ADROP_OK;
    if (!status)
        status = check_opts(&g, opts);
    if (!status)
        status = get(&g, &mine);
    ad_struct_write(result, size, &mine, sizeof mine);
    return status;
}
