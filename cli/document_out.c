/* Printing documents (document_out.h). */
#include "document_out.h"

#include <stdlib.h>

#include "out.h"
#include "terminal.h"

static void end_without_memory(void)
{
    out_complain(NULL, "out of memory");
    exit(OUT_FULL);
}

adrop_document *document_start(adrop_ctx *ctx, const char *title)
{
    adrop_document *d;

    if (adrop_document_create(ctx, title, &d))
        end_without_memory();
    return d;
}

static adrop_status document_out_write(adrop_ctx *ctx, FILE *file, adrop_document *d,
                                       adrop_document_form form, int brief)
{
    adrop_document_look look;
    char *text;

    adrop_document_look_init(&look);
    look.columns = terminal_columns(file);
    look.is_terminal = terminal_table(file) > 0;
    look.ascii = !out_utf8();
    look.colour = *out_bold(file) != 0;
    look.brief = brief;
    const adrop_status status = adrop_document_write(d, form, &look, &text);
    if (!status)
        fputs(text, file);
    adrop_free(ctx, text);
    adrop_document_free(d);
    return status;
}

adrop_status document_write(adrop_ctx *ctx, FILE *file, adrop_document *d, adrop_document_form form)
{
    return document_out_write(ctx, file, d, form, 0);
}

void document_line(adrop_ctx *ctx, FILE *file, adrop_document *d)
{
    char *text;

    if (adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text))
        end_without_memory();
    fputs(text, file);
    adrop_free(ctx, text);
    adrop_document_free(d);
}

const char *const document_format_words[] = { "text", "csv", "markdown", "latex", NULL };

static int print(const command_call *call, adrop_document *d, int format, int brief)
{
    static const adrop_document_form forms[] = { ADROP_DOCUMENT_TEXT, ADROP_DOCUMENT_CSV,
                                                 ADROP_DOCUMENT_MARKDOWN, ADROP_DOCUMENT_LATEX };
    const command_common *common = call->settings;
    const adrop_status status = document_out_write(
        call->ctx, stdout, d, common->json ? ADROP_DOCUMENT_JSON : forms[format], brief);

    return status ? command_fail(call, status) : OUT_OK;
}

int document_print_as(const command_call *call, adrop_document *d, int format)
{
    return print(call, d, format, 0);
}

int document_print_brief(const command_call *call, adrop_document *d, int format)
{
    return print(call, d, format, 1);
}

int document_print(const command_call *call, adrop_document *d)
{
    return document_print_as(call, d, FORMAT_TEXT);
}

void document_words(adrop_document *d, const char *key, const char *label, const char *const *words)
{
    adrop_document_list(d, key, label);
    for (; words && *words; words++)
        adrop_document_cell_text(d, *words);
    adrop_document_end(d);
}

void document_lines_start(document_lines *lines)
{
    *lines = (document_lines){ 0 };
    lines->file = open_memstream(&lines->text, &lines->size);
    if (!lines->file)
        end_without_memory();
}

void document_lines_end(document_lines *lines, adrop_document *d)
{
    if (fclose(lines->file))
        end_without_memory();
    adrop_document_plain(d, lines->text);
    free(lines->text);
}
