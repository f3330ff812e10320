/* The kinds of figures, by adrop_figure_kind; and what several of them share. */
#include "figure/figure.h"

const ad_figure_kind *const ad_figure_kinds[ADROP_N_FIGURE_KINDS] = {
    [ADROP_FIGURE_LINE] = &ad_figure_line,
    [ADROP_FIGURE_BAND] = &ad_figure_band,
    [ADROP_FIGURE_BAR] = &ad_figure_bar,
    [ADROP_FIGURE_SCATTER] = &ad_figure_scatter,
    [ADROP_FIGURE_HISTOGRAM] = &ad_figure_histogram,
    [ADROP_FIGURE_HEAT] = &ad_figure_heat,
    [ADROP_FIGURE_RIDGE] = &ad_figure_ridge,
    [ADROP_FIGURE_FOREST] = &ad_figure_forest,
    [ADROP_FIGURE_PARALLEL] = &ad_figure_parallel,
};

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
