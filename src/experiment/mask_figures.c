/* What was learned of a mask: its density at chosen epochs, and its divergence from that of the
 * last epoch, beside the accuracy.
 *
 * A technique whose text has a seed and a map draws m = map(mu + sigma eps), so mu and sigma of an
 * epoch give a distribution of adrop/dist.h. A technique that also learns the map records its
 * density per epoch. A density is drawn as the share of mass in each of N_BINS bins, so it is
 * finite where the density is not. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/dist.h"
#include "adrop/technique.h"
#include "base/keep.h"
#include "base/text.h"
#include "experiment/run_figures.h"

enum { N_BINS = AD_RUN_BINS, RIDGES = 8, KL_POINTS = 24 };

/* The value of a key in "name:key=value,..", owned by the context; NULL if missing. */
static adrop_status setting(adrop_ctx *ctx, const char *text, const char *key, const char **value)
{
    const size_t n = strlen(key);

    *value = NULL;
    for (const char *at = strchr(text, ':'); at && *at; at += ad_setting_length(at)) {
        at++;
        if (!strncmp(at, key, n) && at[n] == '=')
            return ad_keep_part(ctx, at + n + 1, ad_setting_length(at + n + 1), value);
    }
    return ADROP_OK;
}

typedef struct {
    const char *seed, *map;
} family;

/* The family of a technique's masks; *found 0: none with mu and sigma. Only ADROP_ENOMEM. */
static adrop_status find_family(adrop_ctx *ctx, const char *dropout, family *f, int *found)
{
    const char *full;
    size_t index;
    adrop_status status = adrop_technique_check(ctx, dropout, &index, &full);

    *f = (family){ 0 };
    if (!status)
        status = setting(ctx, full, "seed-dist", &f->seed);
    if (!status)
        status = setting(ctx, full, "map", &f->map);
    *found = f->seed && f->map;
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

/* The masks of a layer in an epoch: the recorded density, or else a distribution; neither if
 * unknown. */
typedef struct {
    const float *density; /* (N_BINS) */
    adrop_dist *d;        /* owned */
} epoch_masks;

static int are_known(const epoch_masks *m)
{
    return m->density || m->d;
}

/* Fails with ADROP_ENOMEM only. */
static adrop_status open_masks(adrop_ctx *ctx, const family *f, const ad_shown_epoch *e,
                               size_t layer, epoch_masks *m)
{
    const double mu = e->layer[layer][AD_LAYER_MU], sigma = e->layer[layer][AD_LAYER_SIGMA];

    *m = (epoch_masks){ 0 };
    if (e->density && !isnan(e->density[layer][0]))
        m->density = e->density[layer];
    if (m->density || !isfinite(mu) || !(sigma > 0) || !isfinite(sigma))
        return ADROP_OK;
    const adrop_status status = adrop_dist_create(ctx, f->seed, f->map, mu, sigma, &m->d);
    if (status)
        m->d = NULL;
    return status == ADROP_ENOMEM ? status : ADROP_OK;
}

/* The divergence. Bins are recorded to four decimals; an empty bin counts as half a unit. */
static double divergence(const epoch_masks *p, const epoch_masks *q)
{
    const double least = 5e-5;
    double sum = 0;

    if (p->d && q->d)
        return adrop_dist_kl(p->d, q->d);
    for (int b = 0; p->density && q->density && b < N_BINS; b++) {
        const double mass = fmax((double)p->density[b], least);
        sum += mass / N_BINS * log(mass / fmax((double)q->density[b], least));
    }
    return p->density && q->density ? fmax(sum, 0) : NAN;
}

static void add_density(adrop_figure *f, const epoch_masks *m, double epoch)
{
    char name[48];
    double below = m->d ? adrop_dist_cdf(m->d, 0) : 0;

    snprintf(name, sizeof name, "epoch %.0f", epoch);
    adrop_figure_series(f, name, 0);
    for (int b = 0; b < N_BINS; b++) {
        if (m->density) {
            adrop_figure_point(f, (b + 0.5) / N_BINS, (double)m->density[b]);
            continue;
        }
        const double upto = adrop_dist_cdf(m->d, (b + 1.0) / N_BINS);
        adrop_figure_point(f, (b + 0.5) / N_BINS, fmax(0, upto - below) * N_BINS);
        below = upto;
    }
}

/* Epoch k of n chosen ones: denser at the start, where most changes. */
static size_t chosen(size_t k, size_t n, size_t all)
{
    const double part = (double)k / (double)(n - 1);

    return (size_t)lround(part * part * (double)(all - 1));
}

int ad_run_has_masks(adrop_ctx *ctx, const ad_shown_run *r)
{
    family of;
    int found = 0;

    if (r->n < 2 || !r->n_layers)
        return 0;
    return find_family(ctx, r->dropout, &of, &found) != ADROP_OK || found; /* drawing reports it */
}

adrop_status ad_figure_masks(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out)
{
    const size_t n = r->n < RIDGES ? r->n : RIDGES;
    char title[3 * AD_RUN_NAME + 64];
    family of;
    int found = 0;

    snprintf(title, sizeof title, "Learned distributions of the masks: %s on %s, %s", r->dropout,
             r->data, r->model);
    adrop_status status = adrop_figure_create(ctx, title, out);
    if (!status)
        status = find_family(ctx, r->dropout, &of, &found);
    for (size_t layer = 0; !status && found && layer < r->n_layers; layer++) {
        adrop_figure_panel(*out, "ridge", r->layer[layer]);
        adrop_figure_axis(*out, ADROP_AXIS_X, "mask m", 0);
        adrop_figure_range(*out, ADROP_AXIS_X, 0, 1);
        for (size_t k = 0, before = (size_t)-1; !status && k < n; k++) {
            const size_t at = chosen(k, n, r->n);
            epoch_masks m = { 0 };
            if (at != before)
                status = open_masks(ctx, &of, &r->epochs[at], layer, &m);
            before = at;
            if (are_known(&m))
                add_density(*out, &m, r->epochs[at].epoch);
            adrop_dist_free(m.d);
        }
    }
    if (!status)
        adrop_figure_note(*out,
                          "The share of mass in each of %d bins, in one scale for all epochs of a "
                          "layer; run %s.",
                          N_BINS, ad_shown_path(r->path, r->unpacked));
    return status;
}

/* KL(epoch | last) of a layer at chosen epochs. */
static adrop_status add_divergences(adrop_ctx *ctx, const ad_shown_run *r, const family *of,
                                    size_t layer, adrop_figure *f)
{
    const size_t n = r->n < KL_POINTS ? r->n : KL_POINTS;
    epoch_masks last;
    adrop_status status = open_masks(ctx, of, &r->epochs[r->n - 1], layer, &last);

    if (status || !are_known(&last))
        return status;
    adrop_figure_series(f, r->layer[layer], ADROP_NEXT_STYLE);
    for (size_t k = 0, before = (size_t)-1; !status && k < n; k++) {
        const size_t at = chosen(k, n, r->n);
        epoch_masks m = { 0 };
        if (at != before)
            status = open_masks(ctx, of, &r->epochs[at], layer, &m);
        before = at;
        if (are_known(&m))
            adrop_figure_point(f, r->epochs[at].epoch, divergence(&m, &last));
        adrop_dist_free(m.d);
    }
    adrop_dist_free(last.d);
    return status;
}

adrop_status ad_figure_divergences(adrop_ctx *ctx, const ad_shown_run *r, adrop_figure **out)
{
    char title[3 * AD_RUN_NAME + 96];
    family of;
    int found = 0;

    snprintf(title, sizeof title,
             "Divergence of the masks from those of the last epoch: %s on %s, %s", r->dropout,
             r->data, r->model);
    adrop_status status = adrop_figure_create(ctx, title, out);
    if (!status)
        status = find_family(ctx, r->dropout, &of, &found);
    if (status || !found)
        return status;
    adrop_figure_panel(*out, "line", "masks");
    adrop_figure_axis(*out, ADROP_AXIS_X, "epoch", 0);
    adrop_figure_axis(*out, ADROP_AXIS_Y, "KL (nats)", ADROP_AXIS_LOG);
    for (size_t layer = 0; !status && layer < r->n_layers; layer++)
        status = add_divergences(ctx, r, &of, layer, *out);
    adrop_figure_panel(*out, "line", "test rows");
    adrop_figure_axis(*out, ADROP_AXIS_X, "epoch", 0);
    adrop_figure_axis(*out, ADROP_AXIS_Y, r->is_regression ? "rmse" : "accuracy (%)",
                      r->is_regression ? 0 : ADROP_AXIS_PERCENT);
    adrop_figure_series(*out, "test", ADROP_NEXT_STYLE);
    for (size_t k = 0; k < r->n; k++)
        if (isfinite(r->epochs[k].curve[AD_CURVE_TEST]))
            adrop_figure_point(*out, r->epochs[k].epoch, r->epochs[k].curve[AD_CURVE_TEST]);
    adrop_figure_note(*out, "KL(epoch | last); that of the last epoch is 0 and has no place on a "
                            "logarithmic axis.");
    return status;
}
