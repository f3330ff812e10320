/* JSON files of folders, for a page: what is missing or broken is told on it (html.h). */
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
