/* The files of a comparison's results: table.csv, table.md, table.tex, table.json. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "figure/text.h"
#include "report/view.h"

static adrop_status save(const ad_comparison_view *v, const char *name, const char *text)
{
    char path[4096];

    if (snprintf(path, sizeof path, "%s/%s", v->folder, name) >= (int)sizeof path)
        return ad_fail(v->ctx, ADROP_EINVAL, "the path '%.60s...' is too long", v->folder);
    return ad_file_replace(v->ctx, path, text, strlen(text));
}

static adrop_status save_table(ad_comparison_view *v, int numbers, adrop_table_style style,
                               const char *name)
{
    adrop_table *table;
    char *text;

    v->numbers = numbers;
    adrop_status status = ad_view_table(v, &table);
    if (status)
        return status;
    status = adrop_table_write(table, style, 0, &text);
    if (!status)
        status = save(v, name, text);
    adrop_free(v->ctx, text);
    adrop_table_free(table);
    return status;
}

static adrop_status save_json(const ad_comparison_view *v)
{
    ad_text line = ad_text_start(v->ctx);
    char *text;
    adrop_status status = ad_view_json(v, &text);

    if (!status) {
        ad_text_add(&line, "%s\n", text);
        ad_free(v->ctx, text);
        status = ad_text_take(&line, &text);
    }
    if (!status)
        status = save(v, "table.json", text);
    ad_free(v->ctx, text);
    return status;
}

adrop_status adrop_report_save(adrop_ctx *ctx, const adrop_compare *c,
                               const adrop_report_opts *opts)
{
    ad_comparison_view view;
    adrop_status status = ad_view_open(ctx, c, opts, &view);

    if (!status)
        status = save_table(&view, 1, ADROP_TABLE_CSV, "table.csv");
    if (!status)
        status = save_table(&view, 0, ADROP_TABLE_MARKDOWN, "table.md");
    if (!status)
        status = save_table(&view, 0, ADROP_TABLE_LATEX, "table.tex");
    if (!status)
        status = save_json(&view);
    ad_view_release(&view);
    return status;
}
