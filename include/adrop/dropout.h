/* A dropout layer for a program's own training loop.
 *
 *     adrop_site site;
 *     adrop_pass pass;
 *     adrop_dropout *drop;
 *     adrop_site_dense(&site, 256, 800);                     // rows, units
 *     adrop_dropout_create(ctx, "advanced", &site, seed, &drop);
 *
 *     for (uint32_t step = 0; ...; step++) {
 *         adrop_pass_train(&pass, seed, step, rows, x, y);
 *         adrop_dropout_forward(drop, &pass);
 *         ...the rest of the network, which leaves dL/dy in dy...
 *         pass.dy = dy, pass.dx = dx;
 *         adrop_dropout_backward(drop, &pass);               // adds to the gradients
 *         loss += adrop_dropout_extra_loss(drop, NULL);      // adds to them too
 *         ...move adrop_dropout_params() by adrop_dropout_grads()...
 *         adrop_dropout_finish_step(drop);                   // running averages, ranges
 *     }
 *
 * Several passes may be in flight, each in its own shard: for a layer that a network uses twice,
 * two losses, R-Drop, or a framework that keeps passes for later:
 *
 *     site.shards = 2;                                       // before adrop_dropout_create
 *     adrop_pass_train(&a, seed, step, rows, xa, ya);
 *     adrop_pass_train(&b, seed, step, rows, xb, yb);
 *     a.shard = 0, b.shard = 1, b.first_row = rows;          // other rows, other masks
 *     adrop_dropout_forward(drop, &a);
 *     adrop_dropout_forward(drop, &b);
 *     ...
 *     adrop_dropout_backward(drop, &a);                      // in any order
 *     adrop_dropout_backward(drop, &b);
 *
 * Some techniques add a loss of their own (adrop_dropout_extra_loss). The part that depends on
 * parameters and weights is evaluated once per step, with its gradient. The part that depends on
 * the rows (information, advanced with kl) is known after each forward, and backward includes its
 * gradient. With *dextra = 0, backward gives only the gradient of the rest; with dy all zeros, only
 * that of this part.
 *
 * Arrays are float, or double if the site says so, row by row, with maps as (channels, height,
 * width); the program owns them. Masks are a pure function of (seed, layer, step, row, unit): they
 * do not depend on threads, on instruction sets or on how a batch is split. */
#ifndef ADROP_DROPOUT_H
#define ADROP_DROPOUT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_dropout adrop_dropout;

/* train: with noise; a backward may follow. sample: with noise, without gradients; running averages
 * replace the batch statistics of training (Monte Carlo dropout). mean: no noise; for most
 * techniques y is x, bit for bit. */
typedef enum adrop_phase { ADROP_PHASE_TRAIN, ADROP_PHASE_SAMPLE, ADROP_PHASE_MEAN } adrop_phase;

/* Where the layer is in the network. Initialise it with one of the two calls below. */
typedef struct adrop_site {
    size_t size;                    /* sizeof(adrop_site) */
    size_t rows;                    /* largest number of rows in a pass */
    size_t channels, height, width; /* of a row of x; dense: units, 1, 1 */
    size_t outputs;                 /* of the dense layer that follows; 0: none */
    size_t n_train;                 /* rows of the training set, for KL / N; 1 if unknown */
    uint16_t layer;                 /* its number in the network, which must be unique: part of
                                       every address */
    int has_pre;                    /* 1: passes provide the pre-activation of x */
    size_t shards;                  /* parts that a batch is split into, or passes in flight; 1 */
    size_t branch, branches;        /* if x is the end of a residual branch: its number, from 1, and
                                       the number of branches in the network (drop-path); 0: not a
                                       branch */
    size_t places;                  /* number of dropout layers in the network, from which
                                       advanced-cross derives its initial noise; 0: unknown */
    int is_double;                  /* 1: all arrays of passes, the parameters and their gradients
                                       are double (cast the pointers); 0: float */
} adrop_site;

ADROP_API void adrop_site_dense_sized(adrop_site *site, size_t size, size_t rows, size_t units);
ADROP_API void adrop_site_map_sized(adrop_site *site, size_t size, size_t rows, size_t channels,
                                    size_t height, size_t width);
#define adrop_site_dense(site, rows, units)                                                        \
  adrop_site_dense_sized((site), sizeof *(site), (rows), (units))
#define adrop_site_map(site, rows, channels, height, width)                                        \
  adrop_site_map_sized((site), sizeof *(site), (rows), (channels), (height), (width))

/* Create the technique that the text describes, as in "bernoulli:rate=0.2" (`adrop list
 * techniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an unknown name,
 * ADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site that the technique does not
 * support. No other call below fails for lack of memory, unless it says so. */
ADROP_API adrop_status adrop_dropout_create(adrop_ctx *ctx, const char *text,
                                            const adrop_site *site, uint64_t seed,
                                            adrop_dropout **out);
/* NULL is fine. */
ADROP_API void adrop_dropout_free(adrop_dropout *d);

/* One pass over some rows. n is channels * height * width, p the outputs. A technique that replaces
 * the product of the following layer (dropconnect, variational with type=b:
 * adrop_dropout_replaces_product) reads weight and bias and writes y as (rows, p). */
typedef struct adrop_pass {
    size_t size; /* sizeof(adrop_pass) */
    adrop_phase phase;
    uint64_t seed;
    uint32_t step;               /* optimiser step, or index of the Monte Carlo pass */
    uint32_t first_row;          /* index of the first row in the whole batch */
    const uint32_t *row_numbers; /* (rows): the number of each row; NULL: first_row + i */
    size_t rows;                 /* at most the site's */
    size_t shard;                /* index of the shard; 0 */
    size_t batch_rows;           /* rows of the whole batch; 0: rows */
    const float *x;              /* (rows, n) */
    const float *pre;            /* (rows, n), for techniques that need it */
    const float *weight;         /* (p, n), for techniques that need it */
    const float *bias;           /* (p), or NULL */
    float *y;                    /* (rows, n), written; may be x */
    const float *dy;             /* the shape of y; only for backward, like all members below */
    float *dx;                   /* (rows, n), written; may be dy */
    float *dpre;                 /* (rows, n), added to; or NULL */
    float *dweight;              /* (p, n), added to; or NULL */
    float *dbias;                /* (p), added to; or NULL */
    double *extra;               /* forward in phase train: receives the extra loss of these rows,
                                    which adrop_dropout_extra_loss then omits; or NULL */
    const double *dextra;        /* backward: the weight of the extra loss in the gradients; NULL:
                                    1 */
} adrop_pass;

/* Initialise a pass of each phase with its usual members. */
ADROP_API void adrop_pass_train_sized(adrop_pass *pass, size_t size, uint64_t seed, uint32_t step,
                                      size_t rows, const float *x, float *y);
ADROP_API void adrop_pass_sample_sized(adrop_pass *pass, size_t size, uint64_t seed,
                                       uint32_t number, size_t rows, const float *x, float *y);
ADROP_API void adrop_pass_mean_sized(adrop_pass *pass, size_t size, size_t rows, const float *x,
                                     float *y);
#define adrop_pass_train(pass, seed, step, rows, x, y)                                             \
  adrop_pass_train_sized((pass), sizeof *(pass), (seed), (step), (rows), (x), (y))
#define adrop_pass_sample(pass, seed, number, rows, x, y)                                          \
  adrop_pass_sample_sized((pass), sizeof *(pass), (seed), (number), (rows), (x), (y))
#define adrop_pass_mean(pass, rows, x, y)                                                          \
  adrop_pass_mean_sized((pass), sizeof *(pass), (rows), (x), (y))

/* ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if a required array is missing.
 *
 * A backward belongs to the last forward of its shard, which must have been in phase train with the
 * same seed, step, rows, row numbers and array x. The shard's state is replaced by any forward,
 * used up by a backward (so add the dy of two losses first), and invalidated by calls that change
 * the layer: finish_step, set_strength, load. Any other backward returns ADROP_EINVAL and writes
 * nothing. */
ADROP_API adrop_status adrop_dropout_forward(adrop_dropout *d, const adrop_pass *pass);
ADROP_API adrop_status adrop_dropout_backward(adrop_dropout *d, const adrop_pass *pass);

/* The strength of the technique from now on, in [0, 1]; initially 1. A fixed rate is multiplied by
 * it; for other techniques the mask m becomes 1 + strength (m - 1), in every phase. 0: y = x, or
 * the plain product. Extra losses are also multiplied by it. This allows early or late dropout
 * (docs/training.md). The strength is not saved in files. ADROP_EINVAL out of range,
 * ADROP_ENOMEM. */
ADROP_API adrop_status adrop_dropout_set_strength(adrop_dropout *d, double strength);

/* The loss that the technique adds per step (0 for most), of the passes since the last call. Its
 * gradient is added to the layer's gradients and, where the technique penalises the following
 * weights (concrete with a length scale), to pass->dweight and dbias. pass may be NULL where
 * weights are not needed. NaN if they are needed and missing, or if the pass is invalid. */
ADROP_API double adrop_dropout_extra_loss(adrop_dropout *d, const adrop_pass *pass);

/* The learned parameters and their gradients, n of each (0: the technique learns nothing). They
 * live as long as the layer. */
ADROP_API size_t adrop_dropout_n_params(const adrop_dropout *d);
ADROP_API float *adrop_dropout_params(adrop_dropout *d);
ADROP_API float *adrop_dropout_grads(adrop_dropout *d);
ADROP_API void adrop_dropout_zero_grads(adrop_dropout *d);

/* Call after the optimiser has moved the parameters: updates the running averages from the passes
 * of this step, and clamps parameters to their ranges. */
ADROP_API void adrop_dropout_finish_step(adrop_dropout *d);

/* 1 if y is (rows, outputs). */
ADROP_API int adrop_dropout_replaces_product(const adrop_dropout *d);

/* The distribution of one unit's mask m in phase sample: y = x m scale. */
typedef struct adrop_moments {
    double mean, variance; /* of m */
    double scale;
    double rate;      /* 1 - E[m]; for masks of mean 1: the rate of the Bernoulli mask with the same
                         noise level */
    double mu, sigma; /* of the model-free family; NaN for other distributions */
    double level;     /* Var[m] / E[m]^2: the relative variance of y where E[y] = x; NaN if E[m] is
                         0 */
} adrop_moments;

/* unit is in [0, n). pre is the unit's pre-activation, for techniques whose distribution depends on
 * it (standout). Information dropout reports its average noise level, advanced dropout with
 * unit=sample an average row. */
ADROP_API int adrop_dropout_moments_sized(const adrop_dropout *d, size_t unit, double pre,
                                          adrop_moments *moments, size_t size);
#define adrop_dropout_moments(d, unit, pre, moments)                                               \
  adrop_dropout_moments_sized((d), (unit), (pre), (moments), sizeof *(moments))

/* The average rate over all units. */
ADROP_API double adrop_dropout_rate(const adrop_dropout *d);

/* Density of the continuous part and distribution function (atoms included) of that distribution at
 * m; either pointer may be NULL. */
ADROP_API void adrop_dropout_density(const adrop_dropout *d, size_t unit, double pre, double m,
                                     double *pdf, double *cdf);

/* Parameters and running averages as a safetensors file, with the technique's full text in its
 * metadata. Saving replaces the file atomically and refuses values that are not finite. Loading
 * fails and changes nothing unless every tensor is present with its shape and finite values. */
ADROP_API adrop_status adrop_dropout_save(const adrop_dropout *d, const char *path);
ADROP_API adrop_status adrop_dropout_load(adrop_dropout *d, const char *path);

ADROP_END_DECLS

#endif
