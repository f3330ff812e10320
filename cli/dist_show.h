/* What `adrop dist` prints. */
#ifndef ADROP_CLI_DIST_SHOW_H
#define ADROP_CLI_DIST_SHOW_H

#include <stddef.h>

#include "adrop/dist.h"
#include "adrop/option.h"
#include "command.h"

/* A member and how it was named. */
typedef struct dist_member {
    const char *seed, *map;
    double mu, sigma;
    adrop_dist *dist; /* owned by whoever made it */
} dist_member;

typedef struct dist_view {
    dist_member member;
    dist_member other; /* dist is NULL unless a divergence is asked for */
    const double *at;  /* (n_at): where to show density and distribution function */
    size_t n_at;
    const adrop_list *quantile; /* probabilities; n is 0 if not asked for */
    const float *samples;       /* (n_samples) */
    size_t n_samples;
    size_t width, height; /* of the drawing */
    int nearest;          /* show the nearest Bernoulli and beta distributions */
} dist_view;

/* Print it, for people with a drawing. Returns the exit status. */
int dist_print(const command_call *call, const dist_view *view);

/* --fit: every pair, and that of a seed and a map which are not built in, fitted to the target,
 * another distribution of masks, and ranked, with a verdict. Returns the exit status. */
int dist_fit(const command_call *call, const char *target, const adrop_ranking_opts *opts);

/* The comparison of softplus-Gaussian and log-normal as stand-ins for gamma and inverse gamma
 * densities. Returns the exit status. */
int softplus_table(const command_call *call);

#endif
