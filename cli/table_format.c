/* Tables in the format that was asked for (table_format.h). */
#include "table_format.h"

#include <stdio.h>

#include "out.h"
#include "terminal.h"

const char *const table_format_words[] = { "text", "csv", "markdown", "latex", NULL };

adrop_status table_format_print(adrop_ctx *ctx, adrop_table *t, int format)
{
    static const adrop_table_style styles[] = { ADROP_TABLE_TEXT, ADROP_TABLE_CSV,
                                                ADROP_TABLE_MARKDOWN, ADROP_TABLE_LATEX };
    const int text = format == TABLE_TEXT;
    char *lines = NULL;

    if (text)
        adrop_table_fit(t, terminal_table(stdout));
    const adrop_status status = adrop_table_write(
        t, text && *out_bold(stdout) ? ADROP_TABLE_TEXT_COLOUR : styles[format], !out_utf8(),
        &lines);
    if (!status && text)
        fputs(lines, stdout);
    else if (!status)
        out_lines(stdout, lines);
    adrop_free(ctx, lines);
    return status;
}
