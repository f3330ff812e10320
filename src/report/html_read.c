/* JSON files of folders for a page: missing or broken files are reported on it; settings and
 * environment of a record are folded away (html.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/memory.h"
#include "report/html.h"

enum { RECORD = 64 << 20 };

const char *ad_page_path(const adrop_page *p, const char *path)
{
    const char *shown = ad_shown_path(path, p->within);

    if (p->unpacked && !strcmp(path, p->unpacked))
        return p->archive;
    return shown == path ? ad_shown_path(path, p->unpacked) : shown;
}

json_t *ad_page_read(adrop_page *p, const char *folder, const char *name, int quiet)
{
    char path[AD_PATH_SIZE], *text = NULL;
    json_t *root = NULL;
    size_t size;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return NULL;
    if (access(path, F_OK)) {
        if (!quiet)
            ad_page_lack(p, "%s is not there.", ad_page_path(p, path));
        return NULL;
    }
    adrop_status status = ad_file_read(p->ctx, path, RECORD, &text, &size);
    if (!status)
        status = ad_json_parse(p->ctx, path, text, size, 0, &root);
    if (status == ADROP_ENOMEM)
        p->status = status;
    else if (status)
        ad_page_lack(p, "%s", adrop_ctx_message(p->ctx));
    ad_free(p->ctx, text);
    if (root && !json_is_object(root)) {
        ad_page_lack(p, "%s is no object of JSON.", ad_page_path(p, path));
        json_decref(root);
        root = NULL;
    }
    return root;
}

double ad_page_number(const json_t *from, const char *key)
{
    const json_t *x = json_object_get(from, key);

    return json_is_number(x) ? json_number_value(x) : NAN;
}

const char *ad_page_text(const json_t *from, const char *key)
{
    const char *text = json_string_value(json_object_get(from, key));

    return text ? text : "";
}

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
