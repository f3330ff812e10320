/* Tables as GitHub Markdown. A backslash escapes all ASCII punctuation, so every character that may
 * be special gets one. A line end becomes <br>. */
#include <string.h>

#include "base/utf8.h"
#include "figure/table.h"

void ad_table_put_markdown(ad_text *out, const char *text)
{
    char bytes[5];

    for (uint32_t c; (c = ad_utf8_next(&text));) {
        if (c == '\n')
            ad_text_add(out, "<br>");
        else if (c < ' ' || c == 127)
            ad_text_add(out, " ");
        else
            ad_text_add(out, "%s%s", c < 127 && strchr("\\|`*_{}[]<>#&~$", (int)c) ? "\\" : "",
                        ad_utf8_write(c, bytes));
    }
}

static void put_cell(ad_text *out, const ad_table_cell *cell)
{
    static const char *const before[] = { "", "**", "<u>" }, *const after[] = { "", "**", "</u>" };

    ad_text_add(out, " %s", before[cell->mark]);
    ad_table_put_markdown(out, cell->text);
    ad_text_add(out, "%s |", after[cell->mark]);
}

static void put_header(const adrop_table *t, ad_text *out)
{
    ad_text_add(out, "|");
    for (size_t i = 0; i < t->n_columns; i++) {
        ad_text_add(out, " ");
        ad_table_put_markdown(out, t->columns[i].header);
        ad_text_add(out, " |");
    }
    ad_text_add(out, "\n|");
    for (size_t i = 0; i < t->n_columns; i++) {
        const char align = t->columns[i].align;
        ad_text_add(out, "%s", align == 'l' ? "---|" : align == 'r' ? "---:|" : ":---:|");
    }
    ad_text_add(out, "\n");
}

void ad_table_markdown(const adrop_table *t, ad_text *out)
{
    const size_t n = t->n_columns;

    if (*t->title) {
        ad_text_add(out, "**");
        ad_table_put_markdown(out, t->title);
        ad_text_add(out, "**\n\n");
    }
    put_header(t, out);
    for (size_t i = 0; i < t->n_cells; i++) {
        ad_text_add(out, "%s", i % n ? "" : "|");
        put_cell(out, &t->cells[i]);
        ad_text_add(out, "%s", (i + 1) % n ? "" : "\n");
    }
    for (size_t i = 0; i < t->n_notes; i++) {
        ad_text_add(out, "\n");
        ad_table_put_markdown(out, t->notes[i]);
        ad_text_add(out, "\n");
    }
}
