/* A figure as characters (plain.h): title, legend, panels one below the other, notes. */
#include "figure/plain.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 80, LINES = 12, LEAST = 20, MOST = 400 };

void ad_plain_colour(ad_plain *t, int style)
{
    if (t->colour)
        ad_text_add(t->out, "\033[38;5;%dm", ad_palette_terminal(style));
}

void ad_plain_end_colour(ad_plain *t)
{
    if (t->colour)
        ad_text_add(t->out, "\033[0m");
}

void ad_plain_name(ad_plain *t, const char *name, size_t columns, int right)
{
    const size_t wide = ad_figure_columns(name), pad = wide < columns ? columns - wide : 0;

    ad_text_repeat(t->out, " ", right ? pad : 0);
    ad_figure_put_text(t->out, name, columns, t->ascii);
    ad_text_repeat(t->out, " ", right ? 0 : pad);
}

void ad_plain_bar(ad_plain *t, double part, size_t columns)
{
    static const char *const parts[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    const double filled = fmax(0, fmin(1, part)) * (double)columns;
    const size_t whole = (size_t)filled;

    ad_text_repeat(t->out, t->ascii ? "#" : "█", whole);
    if (t->ascii)
        ad_text_add(t->out, "%s", filled - (double)whole >= 0.5 ? "#" : "");
    else
        ad_text_add(t->out, "%s", parts[(int)(8 * (filled - (double)whole))]);
}

const char *ad_plain_level(const ad_plain *t, double part)
{
    static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    static const char *const plain[] = { " ", ".", ".", ":", ":", "|", "|", "#", "#" };
    const int level = isnan(part) ? 0 : (int)lround(8 * fmax(0, fmin(1, part)));

    return (t->ascii ? plain : blocks)[level];
}

size_t ad_plain_widest(const ad_plain *t, const ad_figure_panel *p,
                       const char *(*name)(const ad_figure_panel *, size_t))
{
    size_t widest = 0;
    const char *text;

    for (size_t i = 0; (text = name(p, i)); i++) {
        const size_t wide = ad_figure_columns(text);
        widest = wide > widest ? wide : widest;
    }
    return widest < t->columns / 3 ? widest : t->columns / 3;
}

/* Wrap a text at blanks to the width. */
static void wrapped(ad_plain *t, const char *text)
{
    size_t column = 0;

    while (*(text += strspn(text, " "))) {
        const size_t n = strcspn(text, " ");
        ad_text word = ad_text_start(t->out->ctx);
        ad_text_put(&word, text, n);
        const size_t wide = word.bytes ? ad_figure_columns(word.bytes) : 0;
        if (column && column + 1 + wide > t->columns) {
            ad_text_add(t->out, "\n");
            column = 0;
        }
        ad_text_put(t->out, " ", column > 0);
        column += wide + (column > 0);
        if (word.bytes)
            ad_figure_put_text(t->out, word.bytes, t->columns, t->ascii);
        if (word.status && !t->out->status)
            t->out->status = word.status;
        ad_text_release(&word);
        text += n;
    }
    ad_text_add(t->out, "\n");
}

/* Is a legend needed before the panel? Bars carry their own names. */
static int wants_legend(const ad_figure_panel *p)
{
    const ad_figure_kind *kind = p->kind;

    return kind->has_legend && !kind->names_rows && p->n > 1;
}

static void legend(ad_plain *t, const ad_figure_panel *p)
{
    size_t column = 0;

    if (!wants_legend(p))
        return;
    for (size_t i = 0; i < p->n; i++) {
        const ad_figure_series *s = &p->series[i];
        const size_t wide = ad_figure_columns(s->name) + 4;
        if (column && column + wide > t->columns) {
            ad_text_add(t->out, "\n");
            column = 0;
        }
        column += wide;
        ad_plain_colour(t, s->style);
        if (t->lettered)
            ad_text_add(t->out, "%c", 'a' + s->style % 26);
        else
            ad_text_add(t->out, "%s", t->ascii ? "*" : "━");
        ad_plain_end_colour(t);
        ad_text_add(t->out, " ");
        ad_figure_put_text(t->out, s->name, t->columns - 4, t->ascii);
        ad_text_add(t->out, "  ");
    }
    while (t->out->n && t->out->bytes[t->out->n - 1] == ' ')
        t->out->n--;
    ad_text_add(t->out, "\n");
}

/* Did the panel before it explain the same series with the same signs? */
static int is_explained(const ad_figure_panel *p, const ad_figure_panel *before)
{
    if (!before || !wants_legend(before) || before->n != p->n)
        return 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->series[i].style != before->series[i].style ||
            strcmp(p->series[i].name, before->series[i].name) != 0)
            return 0;
    return 1;
}

static void panel(ad_plain *t, const ad_figure_panel *p, const ad_figure_panel *before)
{
    const ad_figure_kind *kind = p->kind;
    double xr[2] = { INFINITY, -INFINITY }, yr[2] = { INFINITY, -INFINITY };

    if (kind->range) {
        kind->range(p, ADROP_AXIS_X, xr);
        kind->range(p, ADROP_AXIS_Y, yr);
    }
    for (size_t i = 0; i < p->n_marks; i++)
        ad_range_add(&p->axis[p->marks[i].axis], p->marks[i].axis == ADROP_AXIS_X ? xr : yr,
                     p->marks[i].at);
    t->x = ad_scale_make(&p->axis[ADROP_AXIS_X], xr[0], xr[1], kind->row != NULL);
    t->y = ad_scale_make(&p->axis[ADROP_AXIS_Y], yr[0], yr[1], 1);
    t->lettered = !t->colour && kind->has_legend && p->n > 1;
    if (*p->title)
        wrapped(t, p->title);
    if (!is_explained(p, before))
        legend(t, p);
    kind->plain(t, p);
}

void ad_figure_plain(const adrop_figure *f, const adrop_figure_look *look, ad_text *out)
{
    ad_plain t = { .out = out, .ascii = look->ascii, .colour = look->colour };

    t.columns = look->width ? look->width : COLUMNS;
    t.columns = t.columns < LEAST ? LEAST : t.columns > MOST ? MOST : t.columns;
    t.lines = look->height ? look->height : LINES;
    t.lines = t.lines < 3 ? 3 : t.lines > MOST ? MOST : t.lines;
    if (*f->title)
        wrapped(&t, f->title);
    for (size_t i = 0; i < f->n; i++) {
        if (i || *f->title)
            ad_text_add(out, "\n");
        panel(&t, &f->panels[i], i ? &f->panels[i - 1] : NULL);
    }
    for (size_t i = 0; i < f->n_notes; i++) {
        ad_text_add(out, i ? "" : "\n");
        wrapped(&t, f->notes[i]);
    }
}
