/* adrop dist: moments, densities, quantiles, samples and a drawing of a member of the model-free
 * family of masks; and the members nearest to another distribution. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "adrop/dist.h"
#include "command.h"
#include "dist_show.h"
#include "out.h"

typedef struct {
    command_common common;
    const char *seed_dist, *map;
    double mu, sigma;
    adrop_list at, quantile;
    size_t samples, seed;
    const char *kl_seed_dist, *kl_map; /* "": not given */
    double kl_mu, kl_sigma;            /* NaN: not given */
    size_t width, height;
    int table, nearest;
    const char *fit; /* "": not given */
    int unit_mean;
} settings;

static const char *const tables[] = { "none", "softplus", NULL };

static const adrop_option options[] = {
    { ROW("seed-dist", ADROP_OPT_TEXT, seed_dist), .text = "gaussian", .value = "SEED",
      .help =
          "the noise: a name from `adrop list seeds`, or quantile(..), a formula of u in (0, 1)" },
    { ROW("map", ADROP_OPT_TEXT, map), .text = "sigmoid", .value = "MAP",
      .help = "the mapping into [0, 1]: a name from `adrop list maps`, or formula(..), a formula "
              "of r" },
    { ROW("mu", ADROP_OPT_REAL, mu), .help = "shift of the noise" },
    { ROW("sigma", ADROP_OPT_REAL, sigma), .fallback = 1, .max = INFINITY, .open = ADROP_OPEN_MIN,
      .help = "scale of the noise" },
    { ROW("at", ADROP_OPT_LIST, at), .max = 1, .value = "M1,M2,..",
      .help = "show density and distribution function here" },
    { ROW("quantile", ADROP_OPT_LIST, quantile), .max = 1, .value = "P1,P2,..",
      .help = "show the quantiles of these probabilities" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .max = 1e7, .help = "masks to draw" },
    { ROW("seed", ADROP_OPT_COUNT, seed), .group = ADROP_GROUP_TRAINING,
      .traits = ADROP_TRAIT_COMMON, .letter = 's', .fallback = 1,
      .help = "seed of the masks drawn" },
    { ROW("kl-seed-dist", ADROP_OPT_TEXT, kl_seed_dist), .value = "SEED",
      .help = "show the Kullback-Leibler divergence to a second member with this noise; what is "
              "not given of it is as in the first" },
    { ROW("kl-map", ADROP_OPT_TEXT, kl_map), .value = "MAP", .help = "the same with this mapping" },
    { ROW("kl-mu", ADROP_OPT_REAL, kl_mu), .fallback = NAN, .help = "the same with this shift" },
    { ROW("kl-sigma", ADROP_OPT_REAL, kl_sigma), .fallback = NAN, .max = INFINITY,
      .open = ADROP_OPEN_MIN, .help = "the same with this scale" },
    { ROW("nearest", ADROP_OPT_FLAG, nearest),
      .help = "show the Bernoulli and the beta distribution nearest to it, with their distances" },
    { ROW("width", ADROP_OPT_COUNT, width), .fallback = 64, .min = 8, .max = 1000,
      .value = "COLUMNS", .help = "bars in the drawing" },
    { ROW("height", ADROP_OPT_COUNT, height), .fallback = 12, .min = 1, .max = 200,
      .value = "LINES", .help = "height of the drawing" },
    { ROW("table", ADROP_OPT_CHOICE, table), .words = tables,
      .help = "softplus: compare softplus-Gaussian and log-normal as stand-ins for gamma and "
              "inverse gamma densities" },
    { ROW("fit", ADROP_OPT_TEXT, fit), .value = "TARGET",
      .help =
          "fit every pair of seed and mapping, and that of a formula, to this distribution and "
          "rank them by distance: "
          "bernoulli:p=, uniform, beta:a=,b=, clipped-gaussian:mu=,sigma=, log-normal:mu=,sigma=, "
          "concrete:rate=,temperature=" },
    { ROW("unit-mean", ADROP_OPT_FLAG, unit_mean),
      .help = "with --fit: compare masks divided by their means, as a layer divides them" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop dist --mu 1 --sigma 2", "the masks of advanced dropout at mu = 1, sigma = 2" },
    { "adrop dist --seed-dist logistic --map sigmoid --mu 10 --sigma 10 --at 0.1,0.5",
      "concrete dropout, with the density at two masks" },
    { "adrop dist --map clamp --mu 0.5 --kl-sigma 2 --json",
      "continuous dropout, its divergence from a wider one, for a program" },
    { "adrop dist --map 'formula(1/(1+exp(-r^3)))' --sigma 2", "a mapping of your own" },
    { "adrop dist --table softplus", "softplus-Gaussian and log-normal against the gamma" },
    { "adrop dist --fit beta:a=2,b=2", "which pairs come nearest to Beta(2, 2)" },
    { 0 },
};

static const char *const usage[] = {
    "adrop dist [--seed-dist SEED] [--map MAP] [--mu NUMBER] [--sigma NUMBER]",
    "           [--at M1,M2,..] [--quantile P1,P2,..] [--samples N]",
    "           [--nearest] [--json]",
    "adrop dist --table softplus [--json]",
    "adrop dist --fit TARGET [--unit-mean] [--json]",
    NULL,
};

/* Without given points, programs get 0.01, 0.02 .. 0.99, people none. */
static void choose_points(const settings *s, dist_view *view, double grid[99])
{
    if (s->at.n || !s->common.json) {
        view->at = s->at.value;
        view->n_at = s->at.n;
        return;
    }
    for (int i = 0; i < 99; i++)
        grid[i] = (i + 1) / 100.0;
    view->at = grid;
    view->n_at = 99;
}

static int wants_divergence(const settings *s)
{
    return *s->kl_seed_dist || *s->kl_map || !isnan(s->kl_mu) || !isnan(s->kl_sigma);
}

static adrop_status dist_create(adrop_ctx *ctx, dist_member *m)
{
    return adrop_dist_create(ctx, m->seed, m->map, m->mu, m->sigma, &m->dist);
}

static adrop_status create_members(const command_call *call, dist_view *view)
{
    const settings *s = call->settings;

    view->member = (dist_member){ s->seed_dist, s->map, s->mu, s->sigma, NULL };
    view->other = (dist_member){
        *s->kl_seed_dist ? s->kl_seed_dist : s->seed_dist,
        *s->kl_map ? s->kl_map : s->map,
        isnan(s->kl_mu) ? s->mu : s->kl_mu,
        isnan(s->kl_sigma) ? s->sigma : s->kl_sigma,
        NULL,
    };
    adrop_status status = dist_create(call->ctx, &view->member);
    if (!status && wants_divergence(s))
        status = dist_create(call->ctx, &view->other);
    return status;
}

static int cmd_dist_fit(const command_call *call, const settings *s)
{
    adrop_ranking_opts opts;

    adrop_ranking_opts_init(&opts);
    opts.unit_mean = s->unit_mean;
    opts.seed = s->seed_dist;
    opts.map = s->map;
    return dist_fit(call, s->fit, &opts);
}

static int dist_run(const command_call *call)
{
    const settings *s = call->settings;
    dist_view view = {
        .quantile = &s->quantile, .width = s->width, .height = s->height, .nearest = s->nearest
    };
    double grid[99];
    float *samples = NULL;
    int code = OUT_OK;

    if (s->table)
        return softplus_table(call);
    if (*s->fit)
        return cmd_dist_fit(call, s);
    choose_points(s, &view, grid);
    adrop_status status = create_members(call, &view);
    if (status) {
        code = command_fail(call, status);
        goto done;
    }
    if (s->samples) {
        samples = out_memory(s->samples, sizeof *samples);
        adrop_dist_sample(view.member.dist, s->seed, 0, 0, s->samples, samples);
        view.samples = samples;
        view.n_samples = s->samples;
    }
    code = dist_print(call, &view);
done:
    free(samples);
    adrop_dist_free(view.other.dist);
    adrop_dist_free(view.member.dist);
    return code;
}

const command command_dist = {
    .name = "dist",
    .summary = "show a member of the model-free family of mask distributions",
    .examples = examples,
    .usage = usage,
    .options = options,
    .settings_size = sizeof(settings),
    .run = dist_run,
};
