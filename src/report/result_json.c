/* A comparison as JSON: its rows, and the sentences. Keys are added, never renamed. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/json_text.h"
#include "report/view.h"

enum { SETTINGS_SIZE = 4096 };

/* What every function here works on: the view, and whether a call of Jansson failed. */
typedef struct {
    const ad_comparison_view *view;
    ad_json b;
} writer;

static void put(writer *w, json_t *to, const char *key, double x)
{
    ad_json_put(&w->b, to, key, ad_json_real(x));
}

static void put_text(writer *w, json_t *to, const char *key, const char *text)
{
    ad_json_put(&w->b, to, key, ad_json_string(text));
}

static void put_count(writer *w, json_t *to, const char *key, size_t n)
{
    ad_json_put(&w->b, to, key, json_integer((json_int_t)n));
}

/* Numbers separated by '/', as a technique's text has them. */
static json_t *number_list(writer *w, char *text)
{
    json_t *list = json_array();
    char *rest = NULL;
    double x;

    for (char *one = strtok_r(text, "/", &rest); one; one = strtok_r(NULL, "/", &rest))
        if (!adrop_number_read(one, &x))
            ad_json_append(&w->b, list, json_real(x));
    return list;
}

/* A setting as its row's kind. */
static json_t *setting(writer *w, const adrop_option *row, char *text)
{
    double x;

    if (row && row->kind == ADROP_OPT_FLAG)
        return json_boolean(!strcmp(text, "yes"));
    if (row && row->kind == ADROP_OPT_LIST)
        return number_list(w, text);
    if (row && row->kind == ADROP_OPT_COUNT && !adrop_number_read(text, &x))
        return json_integer((json_int_t)x);
    if (row && row->kind == ADROP_OPT_REAL)
        return adrop_number_read(text, &x) ? json_null() : json_real(x);
    return json_string(text);
}

/* Every setting of a technique by name, from the full text "name:key=value,key=value". */
static adrop_status settings(writer *w, const char *dropout, json_t *to)
{
    char text[SETTINGS_SIZE];
    size_t index;
    char *rest = NULL;

    adrop_status status = adrop_technique_check(w->view->ctx, dropout, &index, text, sizeof text);
    char *colon = status ? NULL : strchr(text, ':');
    if (!colon)
        return status;
    adrop_technique_info technique;
    adrop_technique_known(w->view->ctx, index, &technique);
    const adrop_option *table = technique.options;
    for (char *one = strtok_r(colon + 1, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(one, '=');
        if (!equals)
            continue;
        *equals = 0;
        ad_json_put(&w->b, to, one, setting(w, adrop_option_find(table, one), equals + 1));
    }
    return ADROP_OK;
}

static void put_runs(writer *w, json_t *to, const adrop_compare_row *r)
{
    json_t *runs = json_array(), *seeds = json_array();

    for (size_t i = 0; i < r->n; i++) {
        ad_json_append(&w->b, runs, ad_json_real(r->values[i]));
        ad_json_append(&w->b, seeds, json_integer((json_int_t)r->seeds[i]));
    }
    ad_json_put(&w->b, to, "runs", runs);
    ad_json_put(&w->b, to, "seeds", seeds);
}

static void put_tests(writer *w, json_t *to, const adrop_compare_row *r)
{
    json_t *interval = json_null();

    if (isfinite(r->low) && isfinite(r->high)) {
        interval = json_array();
        ad_json_append(&w->b, interval, json_real(r->low));
        ad_json_append(&w->b, interval, json_real(r->high));
    }
    put(w, to, "difference", r->difference);
    put(w, to, "p", r->p);
    put(w, to, "p_holm", r->p_holm);
    ad_json_put(&w->b, to, "ci", interval);
    put(w, to, "effect", r->effect);
    put(w, to, "p_paper", r->p_paper);
    put(w, to, "p_rank", r->p_rank);
    put(w, to, "least_p_rank", r->least_p_rank);
}

static adrop_status put_row(writer *w, const adrop_compare_row *r, json_t *to)
{
    json_t *of_technique = json_object();
    adrop_status status = settings(w, *r->dropout ? r->dropout : r->asked, of_technique);

    put_text(w, to, "data", r->data);
    put_text(w, to, "model", r->model);
    put_text(w, to, "dropout", r->asked);
    put_text(w, to, "trained", r->dropout);
    ad_json_put(&w->b, to, "settings", of_technique);
    ad_json_put(&w->b, to, "chosen", *r->chosen ? json_string(r->chosen) : json_null());
    ad_json_put(&w->b, to, "chosen_edge",
                r->chosen_edge < 0   ? json_string("least")
                : r->chosen_edge > 0 ? json_string("greatest")
                                     : json_null());
    put_runs(w, to, r);
    put_count(w, to, "planned", r->planned);
    put_count(w, to, "failed", r->failed);
    put(w, to, "mean", r->mean);
    put(w, to, "std", r->std);
    put(w, to, "std_population", r->std_population);
    ad_json_put(&w->b, to, "rank", r->rank ? json_integer(r->rank) : json_null());
    put_tests(w, to, r);
    put(w, to, "rate", r->rate);
    put(w, to, "noise_level", r->noise_level);
    put(w, to, "seconds_per_epoch", r->seconds_per_epoch);
    put(w, to, "s1", r->s1);
    put(w, to, "s2", r->s2);
    put(w, to, "s1_norm", r->s1_norm);
    put(w, to, "s2_norm", r->s2_norm);
    return status;
}

static adrop_status put_findings(writer *w, json_t *to)
{
    adrop_findings *findings;
    const char *sentence;
    json_t *list = json_array();
    adrop_status status = ad_view_findings(w->view, &findings);

    for (size_t i = 0; !status && (sentence = adrop_findings_at(findings, i)); i++)
        ad_json_append(&w->b, list, ad_json_string(sentence));
    ad_json_put(&w->b, to, "verdict", list);
    adrop_findings_free(findings);
    return status;
}

static adrop_status put_all(writer *w, json_t *to)
{
    const ad_comparison_view *v = w->view;
    static const char *const tests[] = { "welch", "pooled", "paired" };
    json_t *rows = json_array();
    adrop_status status = ADROP_OK;

    put_text(w, to, "metric", v->metric);
    put_text(w, to, "baseline", v->baseline);
    ad_json_put(&w->b, to, "rows", rows);
    for (size_t i = 0; !status && i < v->n; i++) {
        json_t *row = json_object();
        status = put_row(w, &v->rows[i], row);
        ad_json_append(&w->b, rows, row);
    }
    put_text(w, to, "test", tests[v->test]);
    put(w, to, "level", v->level);
    put_text(w, to, "folder", v->folder);
    return status ? status : put_findings(w, to);
}

adrop_status ad_view_json(const ad_comparison_view *v, char **text)
{
    writer w = { .view = v };
    json_t *all = json_object();

    *text = NULL;
    adrop_status status = put_all(&w, all);
    if (!status)
        status = ad_json_end(&w.b, v->ctx, "table.json", &all);
    if (!status)
        status = ad_json_dump(v->ctx, all, JSON_COMPACT | JSON_REAL_PRECISION(17), text);
    json_decref(all);
    return status;
}
