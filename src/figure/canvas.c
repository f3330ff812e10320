/* A canvas of dots for a terminal (plain.h). A character holds 2 x 4 Braille dots (U+2800). If only
 * letters distinguish the series, or the terminal is ASCII, a character is one mark.
 *
 * Bits of a Braille cell by column and row: 0x01 0x08 / 0x02 0x10 / 0x04 0x20 / 0x40 0x80. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "figure/plain.h"

enum { MARGIN = 9 }; /* columns for the numbers and axis at the left */

static int by_letters(const ad_plain *t)
{
    return t->ascii || t->lettered;
}

static double dots_x(const ad_plain *t)
{
    return (double)t->wide * (by_letters(t) ? 1 : 2);
}

static double dots_y(const ad_plain *t)
{
    return (double)t->lines * (by_letters(t) ? 1 : 4);
}

adrop_status ad_canvas_open(ad_plain *t, adrop_ctx *ctx)
{
    t->wide = t->columns > MARGIN + 10 ? t->columns - MARGIN - 1 : 10;
    adrop_status status = AD_NEW(ctx, t->lines * t->wide, "a canvas", &t->dots);
    if (!status)
        status = AD_NEW(ctx, t->lines * t->wide, "a canvas", &t->style);
    if (!status)
        memset(t->style, -1, t->lines * t->wide);
    return status;
}

void ad_canvas_close(ad_plain *t, adrop_ctx *ctx)
{
    ad_free(ctx, t->dots);
    ad_free(ctx, t->style);
    t->dots = NULL;
    t->style = NULL;
}

double ad_canvas_x(const ad_plain *t, double x)
{
    return ad_scale_at(&t->x, x) * (dots_x(t) - 1);
}

double ad_canvas_y(const ad_plain *t, double y)
{
    return (1 - ad_scale_at(&t->y, y)) * (dots_y(t) - 1);
}

void ad_canvas_dot(ad_plain *t, double x, double y, int style)
{
    static const unsigned char bits[4][2] = {
        { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 }
    };

    if (!(x > -0.5 && x < dots_x(t) - 0.5 && y > -0.5 && y < dots_y(t) - 0.5))
        return; /* also for NaN */
    const size_t i = (size_t)lround(x), k = (size_t)lround(y);
    const size_t cell = by_letters(t) ? k * t->wide + i : k / 4 * t->wide + i / 2;
    if (by_letters(t))
        t->dots[cell] = (unsigned char)(t->lettered ? 'a' + style % 26 : '*');
    else
        t->dots[cell] |= bits[k % 4][i % 2];
    t->style[cell] = (signed char)(style % 100);
}

void ad_canvas_line(ad_plain *t, double x0, double y0, double x1, double y1, int style)
{
    const double far = fmax(fabs(x1 - x0), fabs(y1 - y0));

    if (isnan(far) || far > 1e6)
        return;
    const size_t steps = (size_t)ceil(far);
    for (size_t i = 0; i <= steps; i++) {
        const double part = steps ? (double)i / (double)steps : 0;
        ad_canvas_dot(t, x0 + part * (x1 - x0), y0 + part * (y1 - y0), style);
    }
}

void ad_canvas_series(ad_plain *t, const ad_figure_series *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const double x = ad_canvas_x(t, s->points[i].x), y = ad_canvas_y(t, s->points[i].y);
        const size_t next = i + 1 < s->n ? i + 1 : i;
        ad_canvas_line(t, x, y, ad_canvas_x(t, s->points[next].x),
                       ad_canvas_y(t, s->points[next].y), s->style);
        ad_canvas_dot(t, x, y, s->style);
    }
}

static void write_cell(ad_plain *t, size_t cell)
{
    char bytes[5];

    if (t->style[cell] < 0) {
        ad_text_add(t->out, " ");
        return;
    }
    ad_plain_colour(t, t->style[cell]);
    if (by_letters(t))
        ad_text_add(t->out, "%c", t->dots[cell]);
    else
        ad_text_add(t->out, "%s", ad_utf8_write(0x2800u + t->dots[cell], bytes));
    ad_plain_end_colour(t);
}

/* The label of the tick in a line; "" if there is none. */
static const char *tick_in(const ad_plain *t, const ad_ticks *ticks, size_t line)
{
    for (size_t i = 0; i < ticks->n; i++) {
        const double y = (1 - ad_scale_at(&t->y, ticks->at[i])) * (double)(t->lines - 1);
        if ((size_t)lround(y) == line)
            return ticks->text[i];
    }
    return "";
}

static void write_below(ad_plain *t)
{
    ad_ticks ticks;
    size_t column = 0;

    ad_scale_ticks(&t->x, t->wide / 12 + 1, &ticks);
    ad_text_add(t->out, "%*s %s", MARGIN - 2, "", t->ascii ? "+" : "└");
    ad_text_repeat(t->out, t->ascii ? "-" : "─", t->wide);
    ad_text_add(t->out, "\n%*s", MARGIN, "");
    for (size_t i = 0; i < ticks.n; i++) {
        const double part = ad_scale_at(&t->x, ticks.at[i]) * (double)(t->wide - 1);
        const size_t long_ = strlen(ticks.text[i]), at = (size_t)fmax(0, part - (double)long_ / 2);
        if (!(part >= 0) || at + long_ > t->wide + 1 || at < column)
            continue;
        ad_text_add(t->out, "%*s%s", (int)(at - column), "", ticks.text[i]);
        column = at + long_ + 1;
        if (i + 1 < ticks.n)
            ad_text_add(t->out, " ");
    }
}

void ad_canvas_write(ad_plain *t, const ad_figure_panel *p)
{
    const char *x = p->axis[ADROP_AXIS_X].label, *y = p->axis[ADROP_AXIS_Y].label;
    ad_ticks ticks;

    ad_scale_ticks(&t->y, t->lines / 3 + 1, &ticks);
    if (y && *y) {
        ad_figure_put_text(t->out, y, t->columns, t->ascii);
        ad_text_add(t->out, "\n");
    }
    for (size_t line = 0; line < t->lines; line++) {
        size_t used = t->wide;
        ad_text_add(t->out, "%*.*s %s", MARGIN - 2, MARGIN - 2, tick_in(t, &ticks, line),
                    t->ascii ? "|" : "│");
        while (used && t->style[line * t->wide + used - 1] < 0)
            used--;
        for (size_t i = 0; i < used; i++)
            write_cell(t, line * t->wide + i);
        ad_text_add(t->out, "\n");
    }
    write_below(t);
    ad_text_add(t->out, "\n");
    if (x && *x) {
        const size_t wide = ad_figure_columns(x);
        ad_text_repeat(t->out, " ", MARGIN + (wide < t->wide ? (t->wide - wide) / 2 : 0));
        ad_figure_put_text(t->out, x, t->wide, t->ascii);
        ad_text_add(t->out, "\n");
    }
}
