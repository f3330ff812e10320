/* Settings and environment of a record, folded away (html.h). */
#include <stdio.h>
#include <string.h>

#include "report/html.h"

static void put_row(adrop_page *p, const char *name, const json_t *value)
{
    if (json_is_object(value) || json_is_array(value))
        return;
    adrop_document_cell_text(p->d, name);
    if (json_is_string(value))
        adrop_document_cell_text(p->d, json_string_value(value));
    else if (json_is_number(value))
        adrop_document_cell_number(p->d, json_number_value(value));
    else
        adrop_document_cell_truth(p->d, json_is_true(value));
}

void ad_page_settings(adrop_page *p, const json_t *record, const char *of)
{
    static const char *const environment[] = { "adrop",   "started", "ended",   "host",
                                               "command", "threads", "kernels", "precision" };
    json_t *settings = json_object_get(record, "settings"),
           *versions = json_object_get(record, "versions"), *value;
    char summary[160];
    const char *key;

    snprintf(summary, sizeof summary, "Settings and environment of %.120s", ad_page_path(p, of));
    adrop_document_table(p->d, NULL, summary, ADROP_TABLE_FOLDED);
    adrop_document_column(p->d, NULL, "setting", 'l', "", 0);
    adrop_document_column(p->d, NULL, "value", 'l', "", 6);
    json_object_foreach(settings, key, value) put_row(p, key, value);
    adrop_document_rule(p->d);
    for (size_t i = 0; i < sizeof environment / sizeof *environment; i++)
        if ((value = json_object_get(record, environment[i])))
            put_row(p, environment[i], value);
    json_object_foreach(versions, key, value) if (json_is_string(value)) put_row(p, key, value);
    adrop_document_end(p->d);
}
