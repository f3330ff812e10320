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
 *         loss += adrop_dropout_extra_loss(drop, NULL);      // likewise
 *         ...move adrop_dropout_params() by adrop_dropout_grads()...
 *         adrop_dropout_finish_step(drop);                   // running averages, ranges
 *     }
 *
 * Several passes may be in flight, each in a shard of its own: a layer that a network uses twice,
 * two losses, R-Drop, a framework that keeps passes for later:
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
 * Some techniques add a loss of their own (adrop_dropout_extra_loss). That of parameters and
 * weights is evaluated once a step, gradient and all. That of the rows (information, advanced with
 * kl) is known after each forward, and its gradient is a part of what backward gives: with *dextra
 * = 0 backward gives the rest alone, and with a dy of zeros that part alone.
 *
 * Arrays are float, or double where the site says so, row by row, a map as (channels, height,
 * width); they belong to the program. Masks are a pure function of (seed, layer, step, row, unit):
 * they do not depend on threads, on instruction sets or on how a batch is cut. */
#ifndef ADROP_DROPOUT_H
#define ADROP_DROPOUT_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_dropout adrop_dropout;

/* train: noise, and gradients will be asked for. sample: noise without gradients,
 * with running averages in place of what training takes from the batch (Monte
 * Carlo dropout). mean: no noise; for most techniques y is x, bit for bit. */
typedef enum adrop_phase { ADROP_PHASE_TRAIN, ADROP_PHASE_SAMPLE, ADROP_PHASE_MEAN } adrop_phase;

/* Where the layer sits. Fill it with one of the two calls below. */
typedef struct adrop_site {
    size_t size;                    /* sizeof(adrop_site) */
    size_t rows;                    /* most rows of one pass */
    size_t channels, height, width; /* of a row of x; dense: units, 1, 1 */
    size_t outputs;                 /* of the dense layer that follows; 0: none */
    size_t n_train;                 /* rows of the training set, for KL / N; 1 if unknown */
    uint16_t layer;                 /* its own number in the network: part of every address */
    int has_pre;                    /* 1: passes will bring the pre-activation of x */
    size_t shards;                  /* parts a batch is cut into, or passes in flight; 1 */
    size_t branch, branches;        /* where x is the end of a residual branch: its number, from 1,
                                       and how many the network has (drop-path); 0: it is none */
    size_t places;                  /* layers of dropout in the network, from which advanced-cross
                                       takes where its noise starts; 0: not known */
    int is_double;                  /* 1: all arrays of passes, the parameters and their gradients
                                       are double, their pointers cast; 0: float */
} adrop_site;

ADROP_API void adrop_site_dense_sized(adrop_site *site, size_t size, size_t rows, size_t units);
ADROP_API void adrop_site_map_sized(adrop_site *site, size_t size, size_t rows, size_t channels,
                                    size_t height, size_t width);
#define adrop_site_dense(site, rows, units)                                                        \
  adrop_site_dense_sized((site), sizeof *(site), (rows), (units))
#define adrop_site_map(site, rows, channels, height, width)                                        \
  adrop_site_map_sized((site), sizeof *(site), (rows), (channels), (height), (width))

/* Make the technique that text chooses, as in "bernoulli:rate=0.2" (`adrop list
 * techniques`). Its initial parameters are drawn from the seed. ADROP_ENOENT for an
 * unknown name, ADROP_EINVAL or ADROP_ESHAPE for settings out of range or a site
 * that the technique cannot have. Everything else that is made below cannot fail
 * for want of memory. */
ADROP_API adrop_status adrop_dropout_create(adrop_ctx *ctx, const char *text,
                                            const adrop_site *site, uint64_t seed,
                                            adrop_dropout **out);
/* NULL is fine. */
ADROP_API void adrop_dropout_free(adrop_dropout *d);

/* One pass over some rows. n is channels * height * width, p the outputs. A
 * technique that replaces the following layer's product (dropconnect, variational
 * with type=b: adrop_dropout_replaces_product) reads weight and bias and writes y
 * as (rows, p). */
typedef struct adrop_pass {
    size_t size; /* sizeof(adrop_pass) */
    adrop_phase phase;
    uint64_t seed;
    uint32_t step;               /* optimiser step, or number of the Monte Carlo pass */
    uint32_t first_row;          /* number of the first row in the whole batch */
    const uint32_t *row_numbers; /* (rows): each row's own number; NULL: first_row + i */
    size_t rows;                 /* at most the site's */
    size_t shard;                /* which part of the batch; 0 */
    size_t batch_rows;           /* rows of the whole batch; 0: rows */
    const float *x;              /* (rows, n) */
    const float *pre;            /* (rows, n), for techniques that need it */
    const float *weight;         /* (p, n), likewise */
    const float *bias;           /* (p), or NULL */
    float *y;                    /* (rows, n), written; may be x */
    const float *dy;             /* of y's shape; backward only, as all below */
    float *dx;                   /* (rows, n), written; may be dy */
    float *dpre;                 /* (rows, n), added to; or NULL */
    float *dweight;              /* (p, n), added to; or NULL */
    float *dbias;                /* (p), added to; or NULL */
    double *extra;               /* forward in phase train: written, the extra loss of these rows,
                                    which adrop_dropout_extra_loss then leaves out; or NULL */
    const double *dextra;        /* backward: its weight in the gradients; NULL: 1 */
} adrop_pass;

/* A pass of each phase with its usual fields set. */
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

/* ADROP_ESHAPE if rows or shard do not fit the site, ADROP_EINVAL if an array that
 * is needed is missing.
 *
 * A backward belongs to the last forward of its shard, in phase train and of the same pass: the
 * same seed, step, rows, row numbers and array x. Any forward through the shard takes the place of
 * the one before, a backward uses it up (add the dy of two losses first), and so does what changes
 * the layer: finish_step, set_strength, load. Any other backward is ADROP_EINVAL, and nothing is
 * written. */
ADROP_API adrop_status adrop_dropout_forward(adrop_dropout *d, const adrop_pass *pass);
ADROP_API adrop_status adrop_dropout_backward(adrop_dropout *d, const adrop_pass *pass);

/* How much of the technique there is from now on, in [0, 1]; 1 when it is made. For techniques with
 * a fixed rate the rate is multiplied by it; for the others the mask m becomes 1 + strength (m -
 * 1), in every phase. 0: y = x, or the plain product. Extra losses are multiplied by it, too. So a
 * program can have early or late dropout (docs/training.md). It is not kept in a file.
 * ADROP_EINVAL out of the range, ADROP_ENOMEM. */
ADROP_API adrop_status adrop_dropout_set_strength(adrop_dropout *d, double strength);

/* The loss the technique adds once a step (0 for most), of the passes since the
 * last call; its gradient is added to the layer's and, where the technique
 * penalises the following weights (concrete with a length scale), to pass->dweight
 * and dbias. pass may be NULL where weights are not needed; NaN if they are and are
 * missing, or the pass is none. */
ADROP_API double adrop_dropout_extra_loss(adrop_dropout *d, const adrop_pass *pass);

/* The learned parameters and their gradients, n of each (0: the technique learns
 * nothing). They live as long as the layer. */
ADROP_API size_t adrop_dropout_n_params(const adrop_dropout *d);
ADROP_API float *adrop_dropout_params(adrop_dropout *d);
ADROP_API float *adrop_dropout_grads(adrop_dropout *d);
ADROP_API void adrop_dropout_zero_grads(adrop_dropout *d);

/* After the optimiser moved the parameters: fold what the passes of this step saw
 * into the running averages, and put parameters back into their range. */
ADROP_API void adrop_dropout_finish_step(adrop_dropout *d);

/* 1 if y is (rows, outputs). */
ADROP_API int adrop_dropout_replaces_product(const adrop_dropout *d);

/* The distribution of one unit's mask m, as phase sample draws it: y = x m scale. */
typedef struct adrop_moments {
    double mean, variance; /* of m */
    double scale;
    double rate;      /* 1 - E[m]; for masks of mean 1: of the Bernoulli mask with the same noise */
    double mu, sigma; /* of the model-free family; NaN for other distributions */
    double level;     /* Var[m] / E[m]^2: the variance of y / x where E[y] = x; NaN if E[m] is 0 */
} adrop_moments;

/* unit in [0, n). pre is the unit's pre-activation, where the distribution depends on it
 * (standout). Information dropout answers for its average noise level,
 * advanced dropout with unit=sample for an average row. */
ADROP_API int adrop_dropout_moments_sized(const adrop_dropout *d, size_t unit, double pre,
                                          adrop_moments *moments, size_t size);
#define adrop_dropout_moments(d, unit, pre, moments)                                               \
  adrop_dropout_moments_sized((d), (unit), (pre), (moments), sizeof *(moments))

/* The average rate over all units. */
ADROP_API double adrop_dropout_rate(const adrop_dropout *d);

/* Density of the continuous part and distribution function (atoms included) of
 * that distribution at m; either pointer may be NULL. */
ADROP_API void adrop_dropout_density(const adrop_dropout *d, size_t unit, double pre, double m,
                                     double *pdf, double *cdf);

/* Parameters and running averages as a safetensors file, the technique's full text
 * in its metadata; replaced whole or not at all. Loading refuses, and changes
 * nothing, unless every tensor is there with its shape and finite values; saving refuses values
 * that are not finite. */
ADROP_API adrop_status adrop_dropout_save(const adrop_dropout *d, const char *path);
ADROP_API adrop_status adrop_dropout_load(adrop_dropout *d, const char *path);

ADROP_END_DECLS

#endif
