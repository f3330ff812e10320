/* Reproductions as files and pages (reproduce_page.h). */
#include "reproduce_page.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adrop/page.h"
#include "kept.h"
#include "out.h"
#include "out_file.h"

adrop_status reproduce_figures(const adrop_reproduction *r, const adrop_document *d,
                               const char *folder, int png, int pdf)
{
    adrop_reproduce_info info;
    adrop_figure *f;
    adrop_status status = ADROP_OK;
    char name[128];

    adrop_reproduce_describe(r, &info);
    for (size_t i = 0; *folder && !status && (f = adrop_document_figure_at(d, i)); i++) {
        snprintf(name, sizeof name, i ? "%s-%zu" : "%s", info.label, i + 1);
        status = adrop_figure_save(f, folder, name, NULL);
        if (!status && png)
            status = adrop_figure_save_png(f, folder, name, NULL, 2);
        if (!status && pdf)
            status = adrop_figure_save_pdf(f, folder, name, NULL);
    }
    return status;
}

/* A section about a reproduction, with its verdicts on the first screen. */
static void reproduce_page_put(adrop_page *page, const adrop_reproduction *r,
                               const adrop_document *d)
{
    adrop_reproduce_info info;
    adrop_example e;
    char text[2600];

    adrop_reproduce_describe(r, &info);
    snprintf(text, sizeof text, "%s: %s", info.label, info.title);
    adrop_page_section(page, text);
    for (size_t i = 0; adrop_reproduce_verdict(r, i); i++) {
        snprintf(text, sizeof text, "%s: %s.", info.label, adrop_reproduce_verdict(r, i));
        adrop_page_found(page, text);
    }
    adrop_page_put(page, d);
    for (size_t i = 0; adrop_reproduce_example_at(r, i, &e); i++) {
        snprintf(text, sizeof text, "%s: row %zu, class %s, predicted %s", e.rule, e.row, e.truth,
                 e.predicted);
        if ((e.channels == 1 || e.channels == 3) && e.height > 1)
            adrop_page_put_picture(page, e.channels, e.height, e.width, e.pixels, text);
    }
}

/* Write the page completely or not at all. */
static adrop_status reproduce_page_save(adrop_ctx *ctx, adrop_page *page, const char *path,
                                        size_t *bytes)
{
    char *html;
    out_file out;
    adrop_status status = adrop_page_write(page, &html);

    if (status)
        return status;
    *bytes = strlen(html);
    if (out_file_open(&out, path)) {
        out_complain("reproduce", "cannot create '%s': %s", OUT_CLEAN(path), strerror(errno));
        status = ADROP_EDISK;
    } else {
        fwrite(html, 1, *bytes, out.file);
        if (out_file_close(&out)) {
            out_complain("reproduce", "cannot write '%s': %s", OUT_CLEAN(path), strerror(errno));
            status = ADROP_EDISK;
        }
    }
    adrop_free(ctx, html);
    return status;
}

adrop_status reproduce_report(adrop_ctx *ctx, const adrop_reproduction *r, const adrop_document *d,
                              const char *path)
{
    adrop_reproduce_info info;
    adrop_page *page;
    size_t bytes;

    adrop_reproduce_describe(r, &info);
    adrop_status status = adrop_page_create(ctx, info.title, &page);
    if (!status) {
        reproduce_page_put(page, r, d);
        status = reproduce_page_save(ctx, page, path, &bytes);
    }
    adrop_page_free(page);
    return status;
}

/* -- All of them ---------------------------------------------------------------------------------
 */

typedef struct {
    const command_call *call;
    const adrop_reproduce_opts *opts;
    const char *records;
    const adrop_recipes *recipes;
    adrop_page *page;
} work;

static int is_json(const struct dirent *e)
{
    const size_t n = strlen(e->d_name);

    return *e->d_name != '.' && n > 5 && !strcmp(e->d_name + n - 5, ".json");
}

/* strcmp order; alphasort depends on the locale. */
static int reproduce_page_by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Does the record belong to the label? "results-mnist.json" belongs to "results". */
static int is_of(const char *name, const char *label)
{
    const size_t n = strlen(label);

    if (!strcmp(label, "uncertainty") && !strncmp(name, "uncertainty-examples", 20))
        return 0; /* another recipe */
    return !strncmp(name, label, n) && (name[n] == '-' || name[n] == '.');
}

static int is_of_none(const char *name, const adrop_recipes *recipes)
{
    adrop_recipe_info info;

    for (size_t i = 0; adrop_recipes_at(recipes, i, &info); i++)
        if (is_of(name, info.label))
            return 0;
    return 1;
}

/* Add the records of a recipe or, without a label, the records of comparisons. *n: how many. */
static adrop_status put_records(work *w, const char *label, size_t *n)
{
    struct dirent **list = NULL;
    adrop_status status = ADROP_OK;
    const int all = scandir(w->records, &list, is_json, reproduce_page_by_name);

    for (int i = 0; i < all; i++) {
        const char *name = list[i]->d_name;
        if (!status && (label ? is_of(name, label) : is_of_none(name, w->recipes))) {
            status = adrop_page_add_record(w->page, w->records, name);
            ++*n;
        }
        free(list[i]);
    }
    free(list);
    return status;
}

/* Find a recipe's runs, kept below the records or in the folder of `adrop reproduce`. */
static int find_runs(const work *w, const adrop_recipe_info *info, adrop_reproduce_opts *opts)
{
    static const char *const scales[] = { "paper", "quick" };

    for (int s = 0; s < 2; s++)
        for (int place = 0; place < 2; place++) {
            opts->out = kept(w->call->ctx, "%s%sreproduce-%s-%s", place ? "" : w->records,
                             place ? "runs/" : "/runs/", info->label, scales[s]);
            opts->scale = s ? ADROP_SCALE_QUICK : ADROP_SCALE_PAPER;
            if (!access(opts->out, F_OK))
                return 1;
        }
    return 0;
}

/* Add what can be shown without training. */
static adrop_status put_live(work *w, const adrop_recipe_info *info, size_t *n)
{
    adrop_reproduce_opts *opts = out_memory(1, sizeof *opts);
    adrop_reproduction *r = NULL;
    adrop_document *d = NULL;
    adrop_status status = ADROP_OK;
    char text[1200];

    *opts = *w->opts;
    const int there = ADROP_RECIPE_TRAINS(info->kind) ? find_runs(w, info, opts)
                                                      : (opts->out = "", 1);
    if (there && info->kind != ADROP_RECIPE_MISSING) {
        status = adrop_reproduce_create(w->call->ctx, info->label, opts, &r);
        if (!status)
            status = adrop_reproduce_document(r, &d);
        if (!status)
            reproduce_page_put(w->page, r, d);
        if (status && status != ADROP_ENOMEM) { /* for example, its data are missing */
            snprintf(text, sizeof text, "%s: %s.", info->label, adrop_ctx_message(w->call->ctx));
            adrop_page_missing(w->page, text);
            status = ADROP_OK;
        } else {
            ++*n;
        }
        adrop_document_free(d);
        adrop_reproduce_free(r);
    }
    free(opts);
    return status;
}

static adrop_status put_recipe(work *w, const adrop_recipe_info *info)
{
    size_t n = 0;
    char text[1200];
    adrop_status status = put_records(w, info->label, &n);

    if (!status)
        status = put_live(w, info, &n);
    if (!status && !n) {
        snprintf(text, sizeof text, "%s (%s): nothing is recorded%s%s.", info->label, info->title,
                 *info->missing ? "; " : "", info->missing);
        adrop_page_missing(w->page, text);
    }
    return status;
}

int reproduce_all(const command_call *call, const adrop_reproduce_opts *opts, const char *records,
                  const char *path, int quiet)
{
    work w = { call, opts, records, NULL, NULL };
    adrop_recipes *recipes = NULL;
    adrop_recipe_info info;
    size_t bytes = 0, own = 0;
    char kept[4096];
    adrop_status status = adrop_recipes_open(call->ctx, opts->data_dir, &recipes);

    w.recipes = recipes;
    if (!status)
        status = adrop_page_create(call->ctx, "Advanced dropout, reproduced", &w.page);
    for (size_t i = 0; !status && adrop_recipes_at(recipes, i, &info); i++)
        status = put_recipe(&w, &info);
    if (!status)
        status = put_records(&w, NULL, &own);
    snprintf(kept, sizeof kept, "%.4000s/runs", records);
    if (!status && !access(kept, F_OK)) /* curves of comparisons whose runs are kept */
        status = adrop_page_add(w.page, kept);
    if (!status)
        status = reproduce_page_save(call->ctx, w.page, path, &bytes);
    if (!status && !quiet)
        out_say(stdout, "%zu figures, %zu kB: %s", adrop_page_figures(w.page), (bytes + 999) / 1000,
                OUT_CLEAN(path));
    adrop_page_free(w.page);
    adrop_recipes_free(recipes);
    return status == ADROP_EDISK ? OUT_FULL : status ? command_fail(call, status) : OUT_OK;
}
