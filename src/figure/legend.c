/* The legend of a figure (svg.h): one key per name, after a sample of its series. */
#include <string.h>

#include "figure/svg.h"

/* Does an earlier series have the same name? */
static int is_known(const adrop_figure *f, size_t panel, size_t series)
{
    const char *name = f->panels[panel].series[series].name;

    for (size_t i = 0; i <= panel; i++)
        for (size_t k = 0; k < (i < panel ? f->panels[i].n : series); k++)
            if (f->panels[i].kind->has_legend && !strcmp(f->panels[i].series[k].name, name))
                return 1;
    return 0;
}

const ad_figure_series *ad_figure_key(const adrop_figure *f, size_t i, const ad_figure_kind **kind)
{
    for (size_t panel = 0; panel < f->n; panel++) {
        *kind = f->panels[panel].kind;
        for (size_t k = 0; (*kind)->has_legend && k < f->panels[panel].n; k++) {
            const ad_figure_series *s = &f->panels[panel].series[k];
            if (*s->name && !is_known(f, panel, k) && !i--)
                return s;
        }
    }
    return NULL;
}

int ad_figure_has_legend(const adrop_figure *f)
{
    const ad_figure_kind *kind;

    return ad_figure_key(f, 1, &kind) != NULL;
}

void ad_svg_sample(ad_text *out, const ad_figure_series *s, const ad_figure_kind *kind, double x,
                   double y)
{
    ad_svg pen = { .out = out };

    if (kind->sample == AD_SAMPLE_MARK) {
        ad_svg_mark(&pen, s->style, x + AD_SAMPLE / 2.0 - 3, y + 9, 4);
        ad_text_add(out, "</path>");
    } else if (kind->sample == AD_SAMPLE_BAR) {
        ad_text_add(out, "<rect class=\"fill\" x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"10\"/>",
                    x, y + 4);
    } else {
        ad_text_add(out, "<path class=\"line\" d=\"M%.1f %.1fh16\"/>", x, y + 9);
    }
}
