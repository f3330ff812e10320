/* Shows a folder on a page: a comparison, a search, a pruning, a run, or a folder of these or of
 * archives of them. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "report/html.h"

enum { DEEPEST = 8 };

typedef struct {
    adrop_page *page;
    ad_shown_runs loose; /* runs outside comparisons */
    size_t found;
    char why[256]; /* why the last run could not be read */
} hunt;

static int has(const char *folder, const char *name)
{
    char path[AD_PATH_SIZE];

    return snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path &&
           !access(path, F_OK);
}

static int not_hidden(const struct dirent *e)
{
    return *e->d_name != '.';
}

/* strcmp order; alphasort depends on the locale. */
static int html_folder_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void take_run(hunt *h, const char *folder)
{
    const adrop_status status = ad_shown_runs_add(&h->loose, folder);

    h->found++;
    if (status == ADROP_ENOMEM)
        h->page->status = status;
    else if (status) {
        snprintf(h->why, sizeof h->why, "%.255s", adrop_ctx_message(h->page->ctx));
        ad_page_lack(h->page, "%s.", h->why);
    }
}

/* A run, or a folder that contains runs; 0: neither. */
static int html_folder_take(hunt *h, const char *folder)
{
    static const struct {
        const char *name;
        void (*show)(adrop_page *p, const char *folder);
    } kinds[] = { { "compare.json", ad_page_comparison },
                  { "tune.json", ad_page_search },
                  { "prune.json", ad_page_pruning } };

    if (has(folder, "run.json")) {
        take_run(h, folder);
        return 1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (has(folder, kinds[i].name)) {
            h->found++;
            kinds[i].show(h->page, folder);
            return 1;
        }
    return 0;
}

static int is_archive(const char *name)
{
    static const char *const ends[] = { ".tar",     ".tgz",     ".tar.gz", ".tar.xz",
                                        ".tar.zst", ".tar.bz2", ".zip" };
    const size_t n = strlen(name);

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (n > strlen(ends[i]) && !strcmp(name + n - strlen(ends[i]), ends[i]))
            return 1;
    return 0;
}

/* An archive in the folder. Archives without runs are ignored. */
static void take_archive(hunt *h, const char *path)
{
    adrop_page *p = h->page;
    const size_t sections = p->n_sections;
    const adrop_status status = ad_page_add_archive(p, path);

    h->found += !status;
    if (status == ADROP_ENOMEM || status == ADROP_EDISK)
        p->status = status;
    else if (status && (status != ADROP_EFORMAT || p->n_sections > sections))
        ad_page_lack(p, "%s.", adrop_ctx_message(p->ctx));
}

static void search(hunt *h, const char *folder, int depth);

static void search_entry(hunt *h, const char *path, const char *name, int depth)
{
    struct stat info;

    if (lstat(path, &info))
        return;
    if (S_ISDIR(info.st_mode))
        search(h, path, depth + 1);
    else if (S_ISREG(info.st_mode) && !h->page->unpacked && !h->page->status && is_archive(name))
        take_archive(h, path);
}

static void search(hunt *h, const char *folder, int depth)
{
    struct dirent **list = NULL;
    char path[AD_PATH_SIZE];

    if (h->page->status || html_folder_take(h, folder) || depth >= DEEPEST)
        return;
    const int n = scandir(folder, &list, not_hidden, html_folder_by_name);
    for (int i = 0; i < n; i++) {
        if (snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name) < (int)sizeof path)
            search_entry(h, path, list[i]->d_name, depth);
        free(list[i]);
    }
    free(list);
    if (n < 0 && errno == ENOMEM)
        h->page->status = ad_fail(h->page->ctx, ADROP_ENOMEM, "not enough memory for '%s'", folder);
}

/* Summarise one run on the first screen. */
static void tell_run(adrop_page *p, const ad_shown_run *r, int alone)
{
    ad_page_tell(p, "%s%s%s on %s with %s is %s%s%.*f%s after %.0f epochs.",
                 alone ? "" : ad_page_path(p, r->path), alone ? "" : ": ", r->model, r->data,
                 r->dropout, r->state, r->is_regression ? "; test rmse " : "; test accuracy ",
                 r->is_regression ? 4 : 2, r->test, r->is_regression ? "" : " %",
                 r->n ? r->epochs[r->n - 1].epoch : 0.0);
}

adrop_status ad_page_add_folder(adrop_page *p, const char *folder)
{
    hunt h = { .page = p, .loose = { .ctx = p->ctx, .unpacked = p->unpacked } };
    DIR *there = opendir(folder);

    if (!there)
        return ad_fail(p->ctx, errno == ENOMEM ? ADROP_ENOMEM : ADROP_EIO,
                       "cannot read the folder '%s': %s", folder, strerror(errno));
    closedir(there);
    search(&h, folder, 0);
    if (!p->status && h.loose.n) {
        if (h.loose.n == 1)
            ad_page_head(p, 2, "Run: %s", ad_page_path(p, h.loose.runs[0].path));
        else
            ad_page_head(p, 2, "%zu runs: %s", h.loose.n, ad_page_path(p, folder));
        p->within = folder;
        for (size_t i = 0; i < h.loose.n && i < 6; i++)
            tell_run(p, &h.loose.runs[i], h.loose.n == 1);
        ad_page_runs(p, &h.loose);
        p->within = NULL;
    }
    const size_t readable = h.loose.n;
    ad_shown_runs_release(&h.loose);
    if (!p->status && !h.found)
        return ad_fail(p->ctx, ADROP_EFORMAT,
                       "there is no run, comparison, search or pruning in '%s': give a folder that "
                       "adrop has written",
                       ad_page_path(p, folder));
    if (!p->status && !readable && !p->n_sections)
        return ad_fail(p->ctx, ADROP_EFORMAT, "no run in '%s' can be read: %s",
                       ad_page_path(p, folder), h.why);
    return p->status;
}
