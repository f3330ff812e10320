/* The area between two quantile functions (transport.h), by eight Gauss points on panels of
 * (0, 1). Panels are shorter towards the ends, where quantile functions are steep, and are cut
 * where the target's jumps or bends. |T - Q| has a kink at every crossing; the plain rule ignores
 * kinks, and ad_transport_exact finds them. */
#include "dist/transport.h"

#include <math.h>

#include "base/memory.h"
#include "dist/quadrature.h"

/* The lower half of the panels' edges; the upper mirrors it. */
static const double edges[] = {
    0,     1e-10, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 0.004, 0.01, 0.025, 0.05,
    0.075, 0.1,   0.15, 0.2,  0.25, 0.3,  0.35, 0.4,   0.45, 0.5,
};

/* Distances of edges from a jump of the target, where a close member is just as steep. */
static const double beside[] = { 0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6 };

enum {
    N_EDGES = sizeof edges / sizeof edges[0],
    N_BESIDE = sizeof beside / sizeof beside[0],
    MOST_EDGES = 2 * N_EDGES - 1 + 2 * N_BESIDE * AD_TARGET_BREAKS,
};

static size_t place_edges(const ad_target *target, double all[MOST_EDGES])
{
    double breaks[AD_TARGET_BREAKS];
    const size_t n_breaks = target->kind->breaks ? target->kind->breaks(target, breaks) : 0;
    size_t n = 0;

    for (size_t i = 0; i < N_EDGES; i++)
        all[n++] = edges[i];
    for (size_t i = N_EDGES - 1; i-- > 0;)
        all[n++] = 1 - edges[i];
    for (size_t i = 0; i < n_breaks; i++)
        for (size_t j = 0; j < N_BESIDE; j++) {
            n = ad_break_insert(all, n, breaks[i] - beside[j]);
            n = ad_break_insert(all, n, breaks[i] + beside[j]);
        }
    return n;
}

static void fill_rule(ad_transport *t, const double *all, size_t n_all, size_t finer)
{
    size_t panel = 0;

    for (size_t i = 0; i + 1 < n_all; i++)
        for (size_t j = 0; j < finer; j++, panel++) {
            const double share = (all[i + 1] - all[i]) / (double)finer;
            const double from = all[i] + (double)j * share;
            t->edge[panel] = from;
            for (size_t k = 0; k < AD_PANEL_POINTS; k++) {
                t->p[panel * AD_PANEL_POINTS + k] = from + share * ad_panel_point[k];
                t->weight[panel * AD_PANEL_POINTS + k] = share * ad_panel_weight[k];
            }
        }
    t->edge[panel] = 1;
}

static void fill_target(ad_transport *t)
{
    double mean = 0, variance = 0, above = 0;

    for (size_t i = 0; i < t->n; i++) {
        t->quantile[i] = t->target->kind->quantile(t->target, t->p[i]);
        mean += t->weight[i] * t->quantile[i];
        above += t->weight[i] * fmax(t->quantile[i] - 1, 0);
    }
    for (size_t i = 0; i < t->n; i++)
        variance += t->weight[i] * (t->quantile[i] - mean) * (t->quantile[i] - mean);
    t->mean = mean;
    t->variance = variance;
    t->floor = t->unit_mean ? 0 : above;
    for (size_t i = 0; t->unit_mean && i < t->n; i++)
        t->quantile[i] /= mean;
}

adrop_status ad_transport_create(adrop_ctx *ctx, const ad_target *target, int unit_mean,
                                 size_t finer, ad_transport *out)
{
    double all[MOST_EDGES];
    const size_t n_all = place_edges(target, all), panels = (n_all - 1) * finer;
    const size_t n = panels * AD_PANEL_POINTS;

    *out = (ad_transport){ .ctx = ctx, .target = target, .unit_mean = unit_mean, .n = n };
    double **arrays[] = { &out->p,     &out->weight,   &out->quantile,
                          &out->noise, &out->argument, &out->mask };
    adrop_status status = AD_NEW(ctx, panels + 1, "the panels", &out->edge);
    for (size_t i = 0; !status && i < sizeof arrays / sizeof arrays[0]; i++)
        status = AD_NEW_RAW(ctx, n, sizeof(double), "the quantiles", arrays[i]);
    if (status) {
        ad_transport_free(out);
        return status;
    }
    fill_rule(out, all, n_all, finer);
    fill_target(out);
    return ADROP_OK;
}

void ad_transport_free(ad_transport *t)
{
    double *const arrays[] = {
        t->edge, t->p, t->weight, t->quantile, t->noise, t->argument, t->mask
    };

    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0] && t->ctx; i++)
        ad_free(t->ctx, arrays[i]);
    *t = (ad_transport){ 0 };
}

void ad_transport_use(ad_transport *t, const ad_seed *seed)
{
    t->seed = seed;
    for (size_t i = 0; i < t->n; i++)
        t->noise[i] = ad_seed_quantile(seed, t->p[i]);
}

/* Compute the member's masks at the points; returns their divisor. */
static double fill_masks(ad_transport *t, const ad_map *map, double mu, double sigma)
{
    double mean = 0;

    for (size_t i = 0; i < t->n; i++)
        t->argument[i] = mu + sigma * t->noise[i];
    ad_map_apply(map, t->n, t->argument, t->mask, NULL);
    if (!t->unit_mean)
        return 1;
    for (size_t i = 0; i < t->n; i++)
        mean += t->weight[i] * t->mask[i];
    return mean;
}

double ad_transport_distance(ad_transport *t, const ad_map *map, double mu, double sigma)
{
    const double scale = 1 / fill_masks(t, map, mu, sigma);
    double sum = 0;

    for (size_t i = 0; i < t->n; i++)
        sum += t->weight[i] * fabs(t->quantile[i] - scale * t->mask[i]);
    return sum;
}

typedef struct gap {
    const ad_transport *t;
    ad_family member;
    double scale; /* of the member's masks */
} gap;

static double gap_at(const gap *g, double p)
{
    const double target = g->t->target->kind->quantile(g->t->target, p);

    return target / (g->t->unit_mean ? g->t->mean : 1) -
           g->scale * ad_family_quantile(&g->member, p);
}

static double area(const gap *g, double from, double to)
{
    double sum = 0;

    for (size_t k = 0; k < AD_PANEL_POINTS; k++)
        sum += ad_panel_weight[k] * gap_at(g, from + (to - from) * ad_panel_point[k]);
    return fabs(sum) * (to - from);
}

/* The zero of the gap between two points with opposite signs. */
static double crossing(const gap *g, double low, double high, double at_low)
{
    for (int i = 0; i < 50; i++) {
        const double middle = 0.5 * (low + high);
        *(gap_at(g, middle) * at_low > 0 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

double ad_transport_exact(ad_transport *t, const ad_map *map, double mu, double sigma)
{
    gap g = { t, { t->seed, map, mu, sigma }, 1 / fill_masks(t, map, mu, sigma) };
    double sum = 0;

    for (size_t panel = 0; panel * AD_PANEL_POINTS < t->n; panel++) {
        const size_t first = panel * AD_PANEL_POINTS;
        double from = t->edge[panel], whole = 0, before = 0;
        for (size_t i = first; i < first + AD_PANEL_POINTS; i++) {
            const double d = t->quantile[i] - g.scale * t->mask[i];
            whole += t->weight[i] * d;
            if (i > first && d * before < 0) {
                const double at = crossing(&g, t->p[i - 1], t->p[i], before);
                sum += area(&g, from, at);
                from = at;
            }
            before = d;
        }
        sum += from > t->edge[panel] ? area(&g, from, t->edge[panel + 1]) : fabs(whole);
    }
    return sum;
}
