/* The data of a figure as CSV: one line per point, all panels in one table. Empty columns are
 * omitted. Names are quoted per RFC 4180; lines end with LF. */
#include <math.h>
#include <string.h>

#include "figure/figure.h"

enum { PANEL, SERIES, NAME, X, Y, LOW, HIGH, N_COLUMNS };

static const char *const headers[N_COLUMNS] = {
    "panel", "series", "name", "x", "y", "low", "high"
};

static double figure_csv_number(const ad_figure_point *p, int column)
{
    return column == X ? p->x : column == Y ? p->y : column == LOW ? p->low : p->high;
}

static void find_used(const adrop_figure *f, int used[N_COLUMNS])
{
    used[PANEL] = f->n > 1;
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n; k++) {
            const ad_figure_series *s = &f->panels[i].series[k];
            used[SERIES] |= *s->name != 0;
            for (size_t j = 0; j < s->n; j++) {
                used[NAME] |= s->points[j].label != NULL;
                for (int c = X; c < N_COLUMNS; c++)
                    used[c] |= isfinite(figure_csv_number(&s->points[j], c)) != 0;
            }
        }
}

static void put_field(ad_text *out, const char *text)
{
    const int quoted = text[strcspn(text, ",\"\n\r")] != 0;

    ad_text_put(out, "\"", quoted != 0);
    for (; *text; text++) {
        ad_text_put(out, "\"", *text == '"');
        ad_text_put(out, text, 1);
    }
    ad_text_put(out, "\"", quoted != 0);
}

static void put_point(ad_text *out, const ad_figure_panel *p, size_t panel,
                      const ad_figure_series *s, const ad_figure_point *at,
                      const int used[N_COLUMNS], int digits)
{
    const char *before = "";

    for (int c = 0; c < N_COLUMNS; c++) {
        if (!used[c])
            continue;
        ad_text_add(out, "%s", before);
        before = ",";
        if (c == PANEL && *p->title)
            put_field(out, p->title);
        else if (c == PANEL)
            ad_text_add(out, "%zu", panel + 1);
        else if (c == SERIES)
            put_field(out, s->name);
        else if (c == NAME)
            put_field(out, at->label ? at->label : "");
        else
            ad_figure_put_number(out, figure_csv_number(at, c), digits);
    }
    ad_text_add(out, "\n");
}

void ad_figure_csv(const adrop_figure *f, const adrop_figure_look *look, ad_text *out)
{
    int used[N_COLUMNS] = { 0 };
    const char *before = "";

    find_used(f, used);
    for (int c = 0; c < N_COLUMNS; c++)
        if (used[c]) {
            ad_text_add(out, "%s%s", before, headers[c]);
            before = ",";
        }
    ad_text_add(out, "\n");
    for (size_t i = 0; i < f->n; i++)
        for (size_t k = 0; k < f->panels[i].n; k++)
            for (size_t j = 0; j < f->panels[i].series[k].n; j++)
                put_point(out, &f->panels[i], i, &f->panels[i].series[k],
                          &f->panels[i].series[k].points[j], used, look->digits);
}
