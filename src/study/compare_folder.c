/* What the folder of a comparison holds: compare.json, and what was chosen by its runs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/version.h"
#include "base/file.h"
#include "study/compare_impl.h"
#include "study/shared.h"
#include "train/identity.h"
#include "train/settings.h"

ad_record_place ad_compare_place(const adrop_compare *c)
{
    return (ad_record_place){ c->ctx, c->how.out, "compare.json", "comparison" };
}

/* -- compare.json ------------------------------------------------------------------ */

static json_t *settings_of(ad_json *b, const adrop_compare *c)
{
    const adrop_option *study = adrop_compare_options();
    json_t *s = json_object();

    ad_record_put_rows(b, s, study, &c->how, NULL);
    ad_record_put_rows(b, s, adrop_train_options(), &c->train, study);
    ad_record_put_rows(b, s, adrop_data_options(), &c->data, study);
    return s;
}

/* The data sets and their checksums, by name; changed: those of sets that are not any more as
 * when the comparison was begun, which the other keeps. */
static json_t *data_of(ad_json *b, const adrop_compare *c, int changed)
{
    json_t *data = json_object();

    for (size_t i = 0; i < c->n_groups; i++) {
        const ad_group *g = &c->groups[i];
        if (changed && !g->before)
            continue;
        json_t *name = ad_json_string(g->data);
        ad_json_put(b, data, name ? json_string_value(name) : NULL,
                    json_incref(g->before && !changed ? g->before : g->identity));
        json_decref(name);
    }
    return data;
}

/* Before rows were shared an unpaired comparison drew other rows for each technique. */
static adrop_status check_rows(const adrop_compare *c, const json_t *record)
{
    const json_t *settings = json_object_get(record, "settings");
    const char *paired = json_string_value(json_object_get(settings, "paired"));

    if (!paired || strcmp(paired, "no") || json_object_get(record, "rows"))
        return ADROP_OK;
    return ad_fail(c->ctx, ADROP_EINVAL,
                   "the comparison in '%s' is of an older adrop, which gave every technique rows "
                   "and seeds of its own: begin anew in another `out`",
                   c->how.out);
}

/* Data sets that the record does not have are new to the comparison. */
static adrop_status compare_data(adrop_compare *c, const json_t *then)
{
    char whose[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    snprintf(whose, sizeof whose, "the comparison in '%s'", c->how.out);
    for (size_t i = 0; i < c->n_groups && !status; i++) {
        ad_group *g = &c->groups[i];
        json_t *name = ad_json_string(g->data);
        json_t *old = json_object_get(then, name ? json_string_value(name) : "");
        int changed = 0;
        if (!name)
            status = ad_fail(c->ctx, ADROP_ENOMEM, "not enough memory for checksums");
        else if (old)
            status = ad_identity_check(c->ctx, old, g->identity, whose, c->train.allow_changed_data,
                                       &changed);
        if (!status && changed)
            g->before = json_incref(old);
        json_decref(name);
    }
    return status;
}

adrop_status ad_compare_head(const adrop_compare *c, json_t **settings)
{
    ad_json b = { 0 };

    *settings = settings_of(&b, c);
    return ad_json_end(&b, c->ctx, "settings", settings);
}

adrop_status ad_compare_match(adrop_compare *c, const json_t *record, const json_t *settings)
{
    const ad_record_place place = ad_compare_place(c);
    adrop_status status;

    if ((status = check_rows(c, record)) || (status = ad_record_compare(&place, record, settings)))
        return status;
    return compare_data(c, json_object_get(record, "data"));
}

adrop_status ad_compare_check_folder(adrop_compare *c)
{
    const ad_record_place place = ad_compare_place(c);
    json_t *record, *now = NULL;
    adrop_status status = ad_record_read(&place, &record);

    if (!status && record && !(status = ad_compare_head(c, &now)))
        status = ad_compare_match(c, record, now);
    json_decref(now);
    json_decref(record);
    return status;
}

adrop_status ad_compare_write_folder(adrop_compare *c)
{
    const ad_record_place place = ad_compare_place(c);
    ad_json b = { 0 };
    adrop_status status = ad_record_lock(&place, &c->lock);

    if (status)
        return status;
    json_t *record = json_pack("{s:i, s:s, s:i, s:s, s:s}", "format", 1, "adrop", adrop_version(),
                               "threads", ad_compare_threads(c), "kernels",
                               adrop_ctx_isa_name(c->ctx), "rows", "shared");
    ad_json_put(&b, record, "settings", settings_of(&b, c));
    ad_json_put(&b, record, "data", data_of(&b, c, 0));
    json_t *changed = data_of(&b, c, 1);
    if (json_object_size(changed))
        ad_json_put(&b, record, "changed_data", json_incref(changed));
    b.failed |= !changed;
    json_decref(changed);
    status = ad_json_end(&b, c->ctx, "compare.json", &record);
    if (!status)
        status = ad_record_write(&place, record);
    json_decref(record);
    return status;
}

/* -- Choices ----------------------------------------------------------------------- */

/* "beta=0.2 of 0.001, 0.1, 0.2, 0.5, 1, 3". */
static void tell_choice(ad_cell *cell, const char *best)
{
    size_t used = (size_t)snprintf(cell->chosen, sizeof cell->chosen, "%s of ", best);

    for (const char *const *k = cell->choices; *k && used < sizeof cell->chosen; k++)
        used += (size_t)snprintf(cell->chosen + used, sizeof cell->chosen - used, "%s%s",
                                 k == cell->choices ? "" : ", ", strchr(*k, '=') + 1);
}

/* Where the best stands among the candidates, which are numbers: -1 the least, 1 the greatest. */
static int edge_of(const ad_cell *cell, const char *best)
{
    bool is_least = true, is_greatest = true;
    double chosen, other;

    if (adrop_number_read(strchr(best, '=') + 1, &chosen))
        return 0;
    for (const char *const *k = cell->choices; *k; k++) {
        if (adrop_number_read(strchr(*k, '=') + 1, &other))
            return 0;
        is_least &= chosen <= other;
        is_greatest &= chosen >= other;
    }
    return (int)is_greatest - (int)is_least;
}

/* No candidate could be trained, so the cell cannot be. */
static void give_up(adrop_compare *c, const ad_cell *cell)
{
    for (size_t k = 1; k <= c->how.runs; k++) {
        ad_comparison_run *r = ad_compare_run(c, (size_t)(cell - c->cells), k);
        r->state = ADROP_RUN_FAILED;
        snprintf(r->message, sizeof r->message,
                 "no setting of '%s' could be trained: see the runs that one was to be chosen by",
                 cell->asked);
    }
}

static adrop_status choose(adrop_compare *c, ad_cell *cell)
{
    const int less = c->groups[cell->group].task == ADROP_REGRESSION;
    const char *best = NULL;
    double most = NAN;

    for (size_t i = cell->first_choice; i < cell->first_choice + cell->n_choices; i++) {
        ad_run_figures f;
        if (c->runs[i].state == ADROP_RUN_FAILED)
            continue; /* a candidate that cannot be trained is not chosen */
        if (c->runs[i].state != ADROP_RUN_DONE)
            return ADROP_OK;
        const adrop_status status = ad_run_read(c->ctx, c->runs[i].path, &f);
        if (status)
            return status;
        if (!isnan(f.val) && (!best || (less ? f.val < most : f.val > most))) {
            best = c->runs[i].candidate;
            most = f.val;
        }
    }
    if (!best) {
        give_up(c, cell);
        return ADROP_OK;
    }
    ad_compare_candidate(cell, best, cell->dropout);
    cell->dropout_lr = ad_compare_rate(best);
    tell_choice(cell, best);
    cell->edge = edge_of(cell, best);
    return ADROP_OK;
}

adrop_status ad_compare_choose(adrop_compare *c)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < c->n_cells && !status; i++)
        if (c->cells[i].choices)
            status = choose(c, &c->cells[i]);
    return status;
}
