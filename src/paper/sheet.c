/* Sheets (sheet.h). */
#include "paper/sheet.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"

adrop_status ad_sheet_create(adrop_ctx *ctx, const char *title, ad_sheet **out)
{
    ad_sheet *s;
    adrop_status status = AD_NEW(ctx, 1, "a sheet", &s);

    *out = NULL;
    if (status)
        return status;
    s->ctx = ctx;
    snprintf(s->title, sizeof s->title, "%s", title);
    *out = s;
    return ADROP_OK;
}

void ad_sheet_free(ad_sheet *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_headers; i++)
        ad_free(s->ctx, s->headers[i]);
    for (size_t i = 0; i < s->n_notes; i++)
        ad_free(s->ctx, s->notes[i]);
    for (size_t i = 0; i < s->n_cells; i++)
        ad_free(s->ctx, (char *)(uintptr_t)s->cells[i].text);
    ad_free(s->ctx, s->cells);
    ad_free(s->ctx, s);
}

/* A formatted text of its own; NULL after a failure. */
static char *print(ad_sheet *s, const char *format, va_list args)
{
    char text[1024], *copy = NULL;

    if (s->status)
        return NULL;
    ad_print_list(text, sizeof text, format, args);
    s->status = ad_copy_text(s->ctx, text, &copy);
    return copy;
}

static void add_to(ad_sheet *s, char **list, size_t *n, size_t most, char *text)
{
    if (text && *n == most) {
        s->status = ad_fail(s->ctx, ADROP_EINVAL, "a sheet has at most %zu headers or notes", most);
        ad_free(s->ctx, text);
    } else if (text) {
        list[(*n)++] = text;
    }
}

void ad_sheet_header(ad_sheet *s, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_to(s, s->headers, &s->n_headers, AD_SHEET_COLUMNS, print(s, format, args));
    va_end(args);
}

void ad_sheet_note(ad_sheet *s, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_to(s, s->notes, &s->n_notes, AD_SHEET_NOTES, print(s, format, args));
    va_end(args);
}

static int has_room(ad_sheet *s)
{
    adrop_sheet_cell *cells;

    if (s->status || s->n_cells < s->room)
        return !s->status;
    const size_t room = s->room ? 2 * s->room : 64;
    s->status = AD_NEW(s->ctx, room, "a sheet's cells", &cells);
    if (s->status)
        return 0;
    if (s->n_cells)
        memcpy(cells, s->cells, s->n_cells * sizeof *cells);
    ad_free(s->ctx, s->cells);
    s->cells = cells;
    s->room = room;
    return 1;
}

void ad_sheet_text(ad_sheet *s, const char *format, ...)
{
    va_list args;

    if (!has_room(s))
        return;
    va_start(args, format);
    const char *text = print(s, format, args);
    va_end(args);
    if (text)
        s->cells[s->n_cells++] = (adrop_sheet_cell){ text, NAN };
}

void ad_sheet_number(ad_sheet *s, double x, int decimals)
{
    char text[ADROP_NUMBER_SIZE + 32] = "";
    const size_t before = s->n_cells;

    if (isinf(x))
        snprintf(text, sizeof text, "%sinfinite", x < 0 ? "-" : "");
    else if (decimals < 0 && !isnan(x))
        adrop_number_round(text, x, -decimals);
    else if (!isnan(x))
        ad_print(text, sizeof text, "%.*f", decimals, x);
    ad_sheet_text(s, "%s", text);
    if (s->n_cells > before)
        s->cells[before].number = x;
}

void ad_sheet_show(const ad_sheet *s, adrop_sheet *out)
{
    *out = (adrop_sheet){ .title = s->title,
                          .n_columns = s->n_headers,
                          .n_rows = s->n_headers ? s->n_cells / s->n_headers : 0,
                          .headers = (const char *const *)s->headers,
                          .cells = s->cells,
                          .n_notes = s->n_notes,
                          .notes = (const char *const *)s->notes };
}
