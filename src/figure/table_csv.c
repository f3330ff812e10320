/* Tables as CSV, quoted per RFC 4180: a field with a quote, comma or line end is quoted, and quotes
 * in it are doubled. Also quoted: a field that begins with '#', which would be a note, and one with
 * leading or trailing blanks, which some readers cut. Lines end with LF. */
#include <string.h>

#include "base/utf8.h"
#include "figure/table.h"

static int needs_quotes(const char *field)
{
    const size_t n = strlen(field);

    return strpbrk(field, "\",\r\n") || *field == '#' || *field == ' ' ||
           (n && field[n - 1] == ' ');
}

static void put_field(ad_text *out, const char *field)
{
    const char *quote = needs_quotes(field) ? "\"" : "";
    char bytes[5];

    ad_text_add(out, "%s", quote);
    for (uint32_t c; (c = ad_utf8_next(&field));)
        ad_text_add(out, "%s%s", c == '"' ? "\"" : "", ad_utf8_write(c, bytes));
    ad_text_add(out, "%s", quote);
}

void ad_table_put_csv_note(ad_text *out, const char *note)
{
    char bytes[5];

    ad_text_add(out, "# ");
    for (uint32_t c; (c = ad_utf8_next(&note));)
        ad_text_add(out, "%s", c == '\n' || c == '\r' ? " " : ad_utf8_write(c, bytes));
    ad_text_add(out, "\n");
}

void ad_table_csv(const adrop_table *t, ad_text *out)
{
    const size_t n = t->n_columns;

    for (size_t i = 0; i < n; i++) {
        put_field(out, t->columns[i].header);
        ad_text_add(out, i + 1 == n ? "\n" : ",");
    }
    for (size_t i = 0; i < t->n_cells; i++) {
        put_field(out, t->cells[i].text);
        ad_text_add(out, (i + 1) % n ? "," : "\n");
    }
    for (size_t i = 0; i < t->n_notes; i++)
        ad_table_put_csv_note(out, t->notes[i]);
}
