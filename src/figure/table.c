/* Building tables (adrop/table.h). */
#include "figure/table.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"

/* Make room for one more element in an array of n. */
static adrop_status table_grow(adrop_ctx *ctx, void *array, size_t n, size_t *room, size_t size)
{
    void **old = array, *new;

    if (n < *room)
        return ADROP_OK;
    const size_t more = *room ? 2 * *room : 16;
    adrop_status status = AD_NEW_RAW(ctx, more, size, "a table", &new);
    if (status)
        return status;
    if (n)
        memcpy(new, *old, n * size);
    ad_free(ctx, *old);
    *old = new;
    *room = more;
    return ADROP_OK;
}

static adrop_status table_copy(adrop_ctx *ctx, const char *text, char **out)
{
    ad_text t = ad_text_start(ctx);

    ad_text_put(&t, text, strlen(text));
    return ad_text_take(&t, out);
}

adrop_status adrop_table_create(adrop_ctx *ctx, const char *title, adrop_table **out)
{
    if (ad_check_given(ctx, "title", title) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_table *t;

    *out = NULL;
    adrop_status status = AD_NEW(ctx, 1, "a table", &t);
    if (status)
        return status;
    t->ctx = ctx;
    status = table_copy(ctx, title, &t->title);
    if (status)
        adrop_table_free(t);
    else
        *out = t;
    return status;
}

void adrop_table_free(adrop_table *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->n_columns; i++)
        ad_free(t->ctx, t->columns[i].header);
    for (size_t i = 0; i < t->n_cells; i++)
        ad_free(t->ctx, t->cells[i].text);
    for (size_t i = 0; i < t->n_notes; i++)
        ad_free(t->ctx, t->notes[i]);
    ad_free(t->ctx, t->columns);
    ad_free(t->ctx, t->cells);
    ad_free(t->ctx, t->notes);
    ad_free(t->ctx, t->title);
    ad_free(t->ctx, t);
}

adrop_status adrop_table_column(adrop_table *t, char align, const char *header)
{
    if (ad_check_given(t->ctx, "header", header))
        return ADROP_EINVAL;

    if (t->n_cells)
        return ad_fail(t->ctx, ADROP_EINVAL, "the column '%s' comes after the first cell", header);
    if (!align || !strchr("lrc", align))
        return ad_fail(t->ctx, ADROP_EINVAL, "the column '%s' is aligned '%c': give l, r or c",
                       header, align);
    adrop_status status = table_grow(t->ctx, &t->columns, t->n_columns, &t->room_columns,
                                     sizeof *t->columns);
    if (status)
        return status;
    ad_table_column *column = &t->columns[t->n_columns];
    column->align = align;
    column->rank = 0;
    status = table_copy(t->ctx, header, &column->header);
    t->n_columns += !status;
    return status;
}

adrop_status adrop_table_rank(adrop_table *t, int rank)
{
    if (!t->n_columns || rank < 0)
        return ad_fail(t->ctx, ADROP_EINVAL,
                       "rank %d of column %zu: give 0 or more, after a column", rank, t->n_columns);
    t->columns[t->n_columns - 1].rank = rank;
    return ADROP_OK;
}

void adrop_table_fit(adrop_table *t, size_t columns)
{
    t->fit = columns;
}

adrop_status adrop_table_cell(adrop_table *t, adrop_mark mark, const char *format, ...)
{
    ad_text text = ad_text_start(t->ctx);
    va_list args;

    if (!t->n_columns)
        return ad_fail(t->ctx, ADROP_EINVAL, "a table without columns takes no cells");
    adrop_status status = table_grow(t->ctx, &t->cells, t->n_cells, &t->room_cells,
                                     sizeof *t->cells);
    if (status)
        return t->status = status;
    va_start(args, format);
    ad_text_add_list(&text, format, args);
    va_end(args);
    ad_table_cell *cell = &t->cells[t->n_cells];
    *cell = (ad_table_cell){ .mark = mark, .ruled = t->rule };
    status = ad_text_take(&text, &cell->text);
    if (status)
        return t->status = status;
    t->n_cells++;
    t->rule = 0;
    return ADROP_OK;
}

adrop_status adrop_table_rule(adrop_table *t)
{
    if (t->n_columns && t->n_cells % t->n_columns)
        return ad_fail(t->ctx, ADROP_EINVAL, "a rule cannot stand within a row");
    t->rule = t->n_cells > 0;
    return ADROP_OK;
}

adrop_status adrop_table_note(adrop_table *t, const char *format, ...)
{
    ad_text text = ad_text_start(t->ctx);
    va_list args;

    adrop_status status = table_grow(t->ctx, &t->notes, t->n_notes, &t->room_notes,
                                     sizeof *t->notes);
    if (status)
        return t->status = status;
    va_start(args, format);
    ad_text_add_list(&text, format, args);
    va_end(args);
    status = ad_text_take(&text, &t->notes[t->n_notes]);
    t->n_notes += !status;
    if (status)
        t->status = status;
    return status;
}

adrop_status adrop_table_write(adrop_table *t, adrop_table_style style, int ascii, char **text)
{
    if (ad_check_given(t->ctx, "text", text))
        return ADROP_EINVAL;

    ad_text out = ad_text_start(t->ctx);

    *text = NULL;
    if (t->status)
        return t->status;
    if (!t->n_columns || t->n_cells % t->n_columns)
        return ad_fail(t->ctx, ADROP_EINVAL, "the last row of a table has %zu of %zu cells",
                       t->n_columns ? t->n_cells % t->n_columns : 0, t->n_columns);
    switch (style) {
    case ADROP_TABLE_TEXT:
    case ADROP_TABLE_TEXT_COLOUR:
        ad_table_text(t, style == ADROP_TABLE_TEXT_COLOUR, ascii, &out);
        break;
    case ADROP_TABLE_CSV:
        ad_table_csv(t, &out);
        break;
    case ADROP_TABLE_MARKDOWN:
        ad_table_markdown(t, &out);
        break;
    case ADROP_TABLE_LATEX:
        ad_table_latex(t, &out);
        break;
    default:
        return ad_fail(t->ctx, ADROP_EINVAL, "there is no style of tables %d", (int)style);
    }
    return ad_text_take(&out, text);
}
