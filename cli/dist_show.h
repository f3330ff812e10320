/* Output of `adrop dist`. */
#ifndef ADROP_CLI_DIST_SHOW_H
#define ADROP_CLI_DIST_SHOW_H

#include <stddef.h>

#include "adrop/dist.h"
#include "adrop/option.h"
#include "command.h"

/* A distribution and its name. */
typedef struct dist_member {
    const char *seed, *map;
    double mu, sigma;
    adrop_dist *dist; /* owned by the creator */
} dist_member;

typedef struct dist_view {
    dist_member member;
    dist_member other; /* dist is NULL unless a divergence is requested */
    const double *at;  /* (n_at): points for density and distribution function */
    size_t n_at;
    const adrop_list *quantile; /* probabilities; n is 0 if none were requested */
    const float *samples;       /* (n_samples) */
    size_t n_samples;
    size_t width, height; /* of the drawing */
    int nearest;          /* show the nearest Bernoulli and beta distributions */
} dist_view;

/* Print it, for people with a drawing. Returns the exit status. */
int dist_print(const command_call *call, const dist_view *view);

/* --fit: fit every pair, including a plug-in seed and map, to the target distribution of masks;
 * rank them, with a verdict. Returns the exit status. */
int dist_fit(const command_call *call, const char *target, const adrop_ranking_opts *opts);

/* Compare softplus-Gaussian and log-normal as approximations of gamma and inverse gamma densities.
 * Returns the exit status. */
int softplus_table(const command_call *call);

#endif
