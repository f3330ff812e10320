/* Building figures (adrop/figure.h). */
#include "figure/figure.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"

/* Make room for one more element in an array of n. Returns 0 on failure, which the figure keeps. */
static int has_room(adrop_figure *f, void *array, size_t n, size_t *room, size_t size)
{
    void **old = array, *new;

    if (f->status || n < *room)
        return !f->status;
    const size_t more = *room ? 2 * *room : 8;
    f->status = AD_NEW_RAW(f->ctx, more, size, "a figure", &new);
    if (f->status)
        return 0;
    if (n)
        memcpy(new, *old, n * size);
    ad_free(f->ctx, *old);
    *old = new;
    *room = more;
    return 1;
}

static char *figure_copy(adrop_figure *f, const char *text)
{
    char *out = NULL;

    if (!f->status && !(f->status = ad_check_given(f->ctx, "text", text)))
        f->status = ad_copy_text(f->ctx, text, &out);
    return out;
}

static ad_figure_panel *last_panel(adrop_figure *f)
{
    if (!f->status && !f->n)
        f->status = ad_fail(f->ctx, ADROP_EINVAL, "a figure without a panel takes no data");
    return f->status ? NULL : &f->panels[f->n - 1];
}

static ad_figure_series *last_series(adrop_figure *f)
{
    ad_figure_panel *p = last_panel(f);

    if (p && !p->n)
        f->status = ad_fail(f->ctx, ADROP_EINVAL, "a panel without a series takes no points");
    return f->status ? NULL : &p->series[p->n - 1];
}

adrop_status adrop_figure_create(adrop_ctx *ctx, const char *title, adrop_figure **out)
{
    if (ad_check_given(ctx, "title", title) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_figure *f;

    *out = NULL;
    adrop_status status = AD_NEW(ctx, 1, "a figure", &f);
    if (status)
        return status;
    f->ctx = ctx;
    f->title = figure_copy(f, title);
    if ((status = f->status))
        adrop_figure_free(f);
    else
        *out = f;
    return status;
}

static void free_panel(adrop_ctx *ctx, ad_figure_panel *p)
{
    for (size_t i = 0; i < p->n; i++) {
        for (size_t k = 0; k < p->series[i].n; k++)
            ad_free(ctx, p->series[i].points[k].label);
        ad_free(ctx, p->series[i].points);
        ad_free(ctx, p->series[i].name);
    }
    for (size_t i = 0; i < p->n_marks; i++)
        ad_free(ctx, p->marks[i].label);
    ad_free(ctx, p->marks);
    ad_free(ctx, p->series);
    ad_free(ctx, p->axis[0].label);
    ad_free(ctx, p->axis[1].label);
    ad_free(ctx, p->title);
}

void adrop_figure_free(adrop_figure *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->n; i++)
        free_panel(f->ctx, &f->panels[i]);
    for (size_t i = 0; i < f->n_notes; i++)
        ad_free(f->ctx, f->notes[i]);
    ad_free(f->ctx, f->notes);
    ad_free(f->ctx, f->panels);
    ad_free(f->ctx, f->title);
    ad_free(f->ctx, f);
}

void adrop_figure_panel(adrop_figure *f, const char *kind, const char *title)
{
    const ad_figure_kind *found = ad_figure_kind_of(f, kind);

    if (!found || !has_room(f, &f->panels, f->n, &f->room, sizeof *f->panels))
        return;
    const ad_figure_axis plain = { .low = NAN, .high = NAN };
    f->panels[f->n++] = (ad_figure_panel){ .kind = found, .axis = { plain, plain } };
    f->panels[f->n - 1].title = figure_copy(f, title);
}

/* An axis of the last panel. On failure NULL, and the figure keeps the error. */
static ad_figure_axis *axis_of(adrop_figure *f, adrop_figure_axis_of axis)
{
    ad_figure_panel *p = last_panel(f);

    if (p && axis != ADROP_AXIS_X && axis != ADROP_AXIS_Y) {
        f->status = ad_fail(f->ctx, ADROP_EINVAL, "there is no axis %d", (int)axis);
        p = NULL;
    }
    return p ? &p->axis[axis] : NULL;
}

void adrop_figure_axis(adrop_figure *f, adrop_figure_axis_of axis, const char *label, int flags)
{
    ad_figure_axis *a = axis_of(f, axis);

    if (!a)
        return;
    ad_free(f->ctx, a->label);
    a->label = figure_copy(f, label);
    a->flags = flags;
}

void adrop_figure_range(adrop_figure *f, adrop_figure_axis_of axis, double low, double high)
{
    ad_figure_axis *a = axis_of(f, axis);

    if (a) {
        a->low = low;
        a->high = high;
    }
}

static void figure_mark(adrop_figure *f, ad_figure_panel *p, adrop_figure_axis_of axis, double at,
                        const char *label)
{
    if (!p || !has_room(f, &p->marks, p->n_marks, &p->room_marks, sizeof *p->marks))
        return;
    p->marks[p->n_marks++] = (ad_figure_mark){ axis, at, NULL };
    p->marks[p->n_marks - 1].label = figure_copy(f, label);
}

void adrop_figure_mark(adrop_figure *f, adrop_figure_axis_of axis, double at, const char *label)
{
    if (axis_of(f, axis))
        figure_mark(f, last_panel(f), axis, at, label);
}

void ad_figure_mark_panels(adrop_figure *f, adrop_figure_axis_of axis, double at)
{
    for (size_t i = 0; i < f->n; i++)
        figure_mark(f, &f->panels[i], axis, at, "");
}

/* The style of a name used in some panel; otherwise the next unused style. */
static int next_style(const adrop_figure *f, const char *name)
{
    int most = -1;

    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n; k++) {
            const ad_figure_series *s = &f->panels[i].series[k];
            if (s->name && name && !strcmp(s->name, name))
                return s->style;
            most = s->style > most ? s->style : most;
        }
    return most + 1;
}

void adrop_figure_series(adrop_figure *f, const char *name, int style)
{
    ad_figure_panel *p = last_panel(f);
    const int which = style < 0 ? next_style(f, name) : style;

    if (!p || !has_room(f, &p->series, p->n, &p->room, sizeof *p->series))
        return;
    p->series[p->n++] = (ad_figure_series){ .style = which };
    p->series[p->n - 1].name = figure_copy(f, name);
}

static void figure_add(adrop_figure *f, const ad_figure_point *point, const char *name)
{
    ad_figure_series *s = last_series(f);

    if (!s || !has_room(f, &s->points, s->n, &s->room, sizeof *s->points))
        return;
    s->points[s->n++] = *point;
    if (name)
        s->points[s->n - 1].label = figure_copy(f, name);
}

int adrop_figure_is_empty(const adrop_figure *f)
{
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n; k++)
            for (size_t j = 0; j < f->panels[i].series[k].n; j++) {
                const ad_figure_point *at = &f->panels[i].series[k].points[j];
                if (isfinite(f->panels[i].kind->is_by_x ? at->x : at->y))
                    return 0;
            }
    return 1;
}

void adrop_figure_point(adrop_figure *f, double x, double y)
{
    figure_add(f, &(const ad_figure_point){ x, y, NAN, NAN, NULL }, NULL);
}

void adrop_figure_spread(adrop_figure *f, double x, double y, double low, double high)
{
    figure_add(f, &(const ad_figure_point){ x, y, low, high, NULL }, NULL);
}

void adrop_figure_named(adrop_figure *f, const char *name, double x, double y, double low,
                        double high)
{
    figure_add(f, &(const ad_figure_point){ x, y, low, high, NULL }, name);
}

void adrop_figure_note(adrop_figure *f, const char *format, ...)
{
    ad_text text = ad_text_start(f->ctx);
    va_list args;

    if (!has_room(f, &f->notes, f->n_notes, &f->room_notes, sizeof *f->notes))
        return;
    va_start(args, format);
    ad_text_add_list(&text, format, args);
    va_end(args);
    f->status = ad_text_take(&text, &f->notes[f->n_notes]);
    f->n_notes += !f->status;
}

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_figure_look, field_)

static const adrop_option look_rows[] = {
    { ROW("width", ADROP_OPT_COUNT, width), .max = 100000 },
    { ROW("height", ADROP_OPT_COUNT, height), .max = 100000 },
    { ROW("columns", ADROP_OPT_COUNT, columns), .max = 1000 },
    { ROW("digits", ADROP_OPT_INT, digits), .max = 17 },
    { ROW("ascii", ADROP_OPT_FLAG, ascii) },
    { ROW("colour", ADROP_OPT_FLAG, colour) },
    { ROW("number", ADROP_OPT_COUNT, number) },
    { 0 },
};

void adrop_figure_look_init_sized(adrop_figure_look *look, size_t size)
{
    ad_struct_init(look, size, &(const adrop_figure_look){ 0 }, sizeof *look);
}

adrop_status adrop_figure_write(adrop_figure *f, adrop_figure_form form,
                                const adrop_figure_look *given, char **text)
{
    if (ad_check_given(f->ctx, "text", text))
        return ADROP_EINVAL;

    ad_text out = ad_text_start(f->ctx);
    adrop_figure_look look;

    *text = NULL;
    adrop_figure_look_init(&look);
    if (f->status)
        return f->status;
    const adrop_status status =
        given ? AD_SETTINGS_READ(f->ctx, adrop_figure_look, look_rows, &look, given) : ADROP_OK;
    if (status)
        return status;
    switch (form) {
    case ADROP_FIGURE_SVG:
        ad_figure_svg(f, &look, &out);
        break;
    case ADROP_FIGURE_HTML:
        ad_figure_html(f, &look, &out);
        break;
    case ADROP_FIGURE_TEXT:
        ad_figure_plain(f, &look, &out);
        break;
    case ADROP_FIGURE_CSV:
        ad_figure_csv(f, &look, &out);
        break;
    default:
        return ad_fail(f->ctx, ADROP_EINVAL, "there is no form of figures %d", (int)form);
    }
    return ad_text_take(&out, text);
}
