/* The files of a comparison's results: table.csv, table.md, table.tex, table.json. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "report/view.h"

static adrop_status save_page(adrop_ctx *ctx, const char *folder, const adrop_document *d,
                              adrop_document_form form, const char *name)
{
    adrop_document_look look;
    char path[4096], *text;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return ad_fail(ctx, ADROP_EINVAL, "the path '%.60s...' is too long", folder);
    adrop_document_look_init(&look);
    look.brief = 1;
    adrop_status status = adrop_document_write(d, form, &look, &text);
    if (!status)
        status = ad_file_replace(ctx, path, text, strlen(text));
    adrop_free(ctx, text);
    return status;
}

adrop_status adrop_report_save(adrop_ctx *ctx, const adrop_compare *c,
                               const adrop_report_opts *opts)
{
    static const struct {
        adrop_document_form form;
        const char *name;
    } files[] = { { ADROP_DOCUMENT_CSV, "table.csv" },
                  { ADROP_DOCUMENT_MARKDOWN, "table.md" },
                  { ADROP_DOCUMENT_LATEX, "table.tex" },
                  { ADROP_DOCUMENT_JSON, "table.json" } };
    const char *folder = adrop_compare_settings(c)->out;
    adrop_document *d;
    adrop_status status = adrop_report_document(ctx, c, opts, &d);

    for (size_t i = 0; !status && i < sizeof files / sizeof *files; i++)
        status = save_page(ctx, folder, d, files[i].form, files[i].name);
    adrop_document_free(d);
    return status;
}
