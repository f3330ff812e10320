/* A comparison as JSON: its rows, and the sentences. Keys are added, never renamed. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/technique.h"
#include "base/context.h"
#include "base/memory.h"
#include "report/utf8.h"
#include "report/view.h"

enum { SETTINGS_SIZE = 4096, TEXT_SIZE = 1 << 15 };

static json_t *number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static void put(json_t *to, const char *key, double x)
{
    json_object_set_new(to, key, number(x));
}

/* UTF-8; bytes that are not, as a path may have them, become U+FFFD. Cut to TEXT_SIZE. */
static json_t *as_text(const char *text)
{
    char whole[TEXT_SIZE] = "", bytes[5];
    size_t n = 0;

    for (uint32_t c; (c = ad_utf8_next(&text)) && n + sizeof bytes < sizeof whole;) {
        strcpy(whole + n, ad_utf8_write(c, bytes));
        n += strlen(bytes);
    }
    return json_string(whole);
}

static void put_text(json_t *to, const char *key, const char *text)
{
    json_object_set_new(to, key, as_text(text));
}

static void put_count(json_t *to, const char *key, size_t n)
{
    json_object_set_new(to, key, json_integer((json_int_t)n));
}

/* Numbers separated by '/', as a technique's text has them. */
static json_t *number_list(char *text)
{
    json_t *list = json_array();
    char *rest = NULL;
    double x;

    for (char *one = strtok_r(text, "/", &rest); one; one = strtok_r(NULL, "/", &rest))
        if (!adrop_number_read(one, &x))
            json_array_append_new(list, json_real(x));
    return list;
}

/* A setting as its row's kind. */
static json_t *setting(const adrop_option *row, char *text)
{
    double x;

    if (row && row->kind == ADROP_OPT_FLAG)
        return json_boolean(!strcmp(text, "yes"));
    if (row && row->kind == ADROP_OPT_LIST)
        return number_list(text);
    if (row && row->kind == ADROP_OPT_COUNT && !adrop_number_read(text, &x))
        return json_integer((json_int_t)x);
    if (row && row->kind == ADROP_OPT_REAL)
        return adrop_number_read(text, &x) ? json_null() : json_real(x);
    return json_string(text);
}

/* Every setting of a technique by name, from the full text "name:key=value,key=value". */
static adrop_status settings(const ad_comparison_view *v, const char *dropout, json_t *to)
{
    char text[SETTINGS_SIZE];
    size_t index;
    char *rest = NULL;

    adrop_status status = adrop_technique_check(v->ctx, dropout, &index, text, sizeof text);
    char *colon = status ? NULL : strchr(text, ':');
    if (!colon)
        return status;
    adrop_technique_info technique;
    adrop_technique_at(index, &technique);
    const adrop_option *table = technique.options;
    for (char *one = strtok_r(colon + 1, ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
        char *equals = strchr(one, '=');
        if (!equals)
            continue;
        *equals = 0;
        json_object_set_new(to, one, setting(adrop_option_find(table, one), equals + 1));
    }
    return ADROP_OK;
}

static void put_runs(json_t *to, const adrop_compare_row *r)
{
    json_t *runs = json_array(), *seeds = json_array();

    for (size_t i = 0; i < r->n; i++) {
        json_array_append_new(runs, number(r->values[i]));
        json_array_append_new(seeds, json_integer((json_int_t)r->seeds[i]));
    }
    json_object_set_new(to, "runs", runs);
    json_object_set_new(to, "seeds", seeds);
}

static void put_tests(json_t *to, const adrop_compare_row *r)
{
    json_t *interval = json_null();

    if (isfinite(r->low) && isfinite(r->high)) {
        interval = json_array();
        json_array_append_new(interval, json_real(r->low));
        json_array_append_new(interval, json_real(r->high));
    }
    put(to, "difference", r->difference);
    put(to, "p", r->p);
    put(to, "p_holm", r->p_holm);
    json_object_set_new(to, "ci", interval);
    put(to, "effect", r->effect);
    put(to, "p_paper", r->p_paper);
    put(to, "p_rank", r->p_rank);
    put(to, "least_p_rank", r->least_p_rank);
}

static adrop_status put_row(const ad_comparison_view *v, const adrop_compare_row *r, json_t *to)
{
    json_t *of_technique = json_object();
    adrop_status status = settings(v, *r->dropout ? r->dropout : r->asked, of_technique);

    put_text(to, "data", r->data);
    put_text(to, "model", r->model);
    put_text(to, "dropout", r->asked);
    put_text(to, "trained", r->dropout);
    json_object_set_new(to, "settings", of_technique);
    json_object_set_new(to, "chosen", *r->chosen ? json_string(r->chosen) : json_null());
    put_runs(to, r);
    put_count(to, "planned", r->planned);
    put_count(to, "failed", r->failed);
    put(to, "mean", r->mean);
    put(to, "std", r->std);
    put(to, "std_population", r->std_population);
    json_object_set_new(to, "rank", r->rank ? json_integer(r->rank) : json_null());
    put_tests(to, r);
    put(to, "seconds_per_epoch", r->seconds_per_epoch);
    put(to, "s1", r->s1);
    put(to, "s2", r->s2);
    put(to, "s1_norm", r->s1_norm);
    put(to, "s2_norm", r->s2_norm);
    return status;
}

static adrop_status put_findings(const ad_comparison_view *v, json_t *to)
{
    adrop_findings *findings;
    const char *sentence;
    json_t *list = json_array();
    adrop_status status = ad_view_findings(v, &findings);

    for (size_t i = 0; !status && (sentence = adrop_findings_at(findings, i)); i++)
        json_array_append_new(list, as_text(sentence));
    json_object_set_new(to, "verdict", list);
    adrop_findings_free(findings);
    return status;
}

static adrop_status put_all(const ad_comparison_view *v, json_t *to)
{
    static const char *const tests[] = { "welch", "pooled", "paired" };
    json_t *rows = json_array();
    adrop_status status = ADROP_OK;

    put_text(to, "metric", v->metric);
    put_text(to, "baseline", v->baseline);
    json_object_set_new(to, "rows", rows);
    for (size_t i = 0; !status && i < v->n; i++) {
        json_t *row = json_object();
        status = put_row(v, &v->rows[i], row);
        json_array_append_new(rows, row);
    }
    put_text(to, "test", tests[v->test]);
    put(to, "level", v->level);
    put_text(to, "folder", v->folder);
    return status ? status : put_findings(v, to);
}

/* What jansson allocated, as memory of the context. */
static adrop_status keep(adrop_ctx *ctx, const char *dumped, char **text)
{
    if (!dumped)
        return ad_fail(ctx, ADROP_ENOMEM, "out of memory for the JSON of a comparison");
    const size_t size = strlen(dumped) + 1;
    adrop_status status = ad_alloc(ctx, size, 1, "the JSON of a comparison", text);
    if (!status)
        memcpy(*text, dumped, size);
    return status;
}

adrop_status ad_view_json(const ad_comparison_view *v, char **text)
{
    json_t *all = json_object();

    *text = NULL;
    adrop_status status = put_all(v, all);
    if (!status) {
        char *dumped = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(17));
        status = keep(v->ctx, dumped, text);
        free(dumped);
    }
    json_decref(all);
    return status;
}
