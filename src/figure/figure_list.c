/* The kinds of figures, by name, and code shared by several. */
#include "base/registry.h"
#include "figure/figure.h"

#define FIGURE(id) extern const ad_figure_kind ad_figure_##id;
#include "figure/figure_list.h"
#undef FIGURE

static const ad_figure_kind *const all[] = {
#define FIGURE(id) &ad_figure_##id,
#include "figure/figure_list.h"
#undef FIGURE
};

enum { N_KINDS = sizeof all / sizeof all[0] };

const char *adrop_figure_kind_name(size_t i)
{
    return i < N_KINDS ? all[i]->name : NULL;
}

const char *adrop_figure_kind_summary(size_t i)
{
    return i < N_KINDS ? all[i]->summary : NULL;
}

static const char *figure_list_name_at(const void *list, size_t i)
{
    (void)list;
    return adrop_figure_kind_name(i);
}

const ad_figure_kind *ad_figure_kind_of(adrop_figure *f, const char *name)
{
    const ad_registry registry = { "kind of figure", figure_list_name_at, NULL };
    const long found = ad_registry_find(&registry, name ? name : "");

    if (found >= 0)
        return all[found];
    if (!f->status)
        f->status = ad_registry_refuse(f->ctx, &registry, name ? name : "");
    return NULL;
}

void ad_figure_range_of_points(const ad_figure_panel *p, adrop_figure_axis_of axis, double range[2])
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->series[i].n; k++) {
            const ad_figure_point *at = &p->series[i].points[k];
            ad_range_add(&p->axis[axis], range, axis == ADROP_AXIS_X ? at->x : at->y);
            if (axis == ADROP_AXIS_Y) {
                ad_range_add(&p->axis[axis], range, at->low);
                ad_range_add(&p->axis[axis], range, at->high);
            }
        }
}

const char *ad_figure_point_name(const ad_figure_panel *p, size_t i)
{
    const ad_figure_series *most = NULL;

    for (size_t k = 0; k < p->n; k++)
        if (!most || p->series[k].n > most->n)
            most = &p->series[k];
    if (!most || i >= most->n)
        return NULL;
    return most->points[i].label ? most->points[i].label : "";
}

const char *ad_figure_series_name(const ad_figure_panel *p, size_t i)
{
    return i < p->n ? p->series[i].name : NULL;
}
