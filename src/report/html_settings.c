/* Settings and environment of a record, folded away (html.h). */
#include <stdio.h>
#include <string.h>

#include "report/html.h"

static void put_row(adrop_table *t, const char *name, const json_t *value)
{
    adrop_table_cell(t, ADROP_PLAIN, "%s", name);
    if (json_is_string(value))
        adrop_table_cell(t, ADROP_PLAIN, "%s", json_string_value(value));
    else if (json_is_integer(value))
        adrop_table_cell(t, ADROP_PLAIN, "%lld", (long long)json_integer_value(value));
    else if (json_is_number(value))
        adrop_table_cell(t, ADROP_PLAIN, "%g", json_number_value(value));
    else
        adrop_table_cell(t, ADROP_PLAIN, "%s", json_is_true(value) ? "yes" : "no");
}

static adrop_table *two_columns(adrop_page *p)
{
    adrop_table *t = ad_page_new_table(p, "settings");

    if (t && !p->status)
        p->status = adrop_table_column(t, 'l', "setting");
    if (t && !p->status)
        p->status = adrop_table_column(t, 'l', "value");
    return t;
}

void ad_page_settings(adrop_page *p, const json_t *record, const char *of)
{
    static const char *const environment[] = { "adrop",   "started", "ended",   "host",
                                               "command", "threads", "kernels", "precision" };
    adrop_table *t = two_columns(p);
    json_t *settings = json_object_get(record, "settings"),
           *versions = json_object_get(record, "versions");
    char summary[160];
    const char *key;
    json_t *value;

    if (!t || p->status) {
        adrop_table_free(t);
        return;
    }
    json_object_foreach(settings, key, value) if (!json_is_object(value) && !json_is_array(value))
        put_row(t, key, value);
    adrop_table_rule(t);
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
        value = json_object_get(record, environment[i]);
        if (value && !json_is_object(value) && !json_is_array(value))
            put_row(t, environment[i], value);
    }
    json_object_foreach(versions, key, value) if (json_is_string(value)) put_row(t, key, value);
    snprintf(summary, sizeof summary, "Settings and environment of %.120s", ad_page_path(p, of));
    ad_page_details(p, summary, t);
}
