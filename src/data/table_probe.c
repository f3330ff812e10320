/* Do the first rows of a text look like a table? (table_probe.h) */
#include "data/table_probe.h"

#include <string.h>

#include "data/decimal.h"
#include "data/dialect.h"

bool ad_table_has_ending(const char *name)
{
    static const char *const endings[] = { ".csv", ".tsv", ".psv", ".txt", ".data", ".dat" };
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof endings[0]; i++)
        if (!strcmp(dot, endings[i]))
            return true;
    return false;
}

/* Findings in the first two rows of a text. */
typedef struct {
    size_t rows, columns; /* columns: of the last row */
    bool number;          /* a field is a number */
} first_rows;

static first_rows look(char *text, size_t size)
{
    const ad_dialect d = ad_dialect_of(text, size, 0);
    ad_row_walk w = ad_row_walk_begin(text, text + size, d.separator);
    first_rows found = { 0 };
    const char *p;

    while (found.rows < 2 && (p = ad_row_next(&w))) {
        found.rows++;
        for (found.columns = 0; p; found.columns++) {
            ad_field f;
            double x;
            p = ad_field_look(p, w.stop, d.separator, &f);
            const char mark = d.separator == ',' && !f.is_quoted ? '.' : d.mark;
            found.number |= f.length && ad_decimal_read(f.text, mark, &x) == f.text + f.length;
        }
    }
    return found;
}

bool ad_table_head_is_one(ad_text_head *head, const char *name)
{
    const bool by_name = ad_table_has_ending(name);
    char *text = head->text.data;
    const size_t size = head->text.size;

    if (!head->is_text || (size && *text == '{')) /* JSON objects */
        return false;
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < ' ' && text[i] != '\t' && text[i] != '\n')
            return false;
    if (head->is_odd)
        return by_name; /* reading reports the invalid characters */
    text[size] = '\n';
    const first_rows r = look(text, size + head->is_whole);
    const bool only = by_name && r.columns > 1 && strcmp(strrchr(name, '.'), ".txt"); /* a header */
    return (r.columns > 1 || by_name) && (r.number || (by_name && r.rows > 1) || only);
}

bool ad_table_head_is_enough(const ad_text_head *head)
{
    const char *p = head->text.data, *end = p + head->text.size;
    size_t n = 0;

    for (; n < 3 && p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n >= 3 || head->is_whole || head->is_odd || !head->is_text;
}
