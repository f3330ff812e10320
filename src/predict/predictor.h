/* The inside of a predictor. */
#ifndef AD_PREDICT_PREDICTOR_H
#define AD_PREDICT_PREDICTOR_H

#include "adrop/predict.h"
#include "base/lab.h"
#include "model/model.h"
#include "model/sampling.h"
#include "rows/recode.h"
#include "rows/schema.h"

typedef struct ad_moments ad_moments; /* propagate.c */

struct adrop_predictor {
    adrop_ctx *ctx;
    adrop_model *model;
    int owns_model;
    int has_schema;
    ad_schema schema; /* all zero without one */
    ad_shape shape;   /* of a raw row */
    float *x;         /* (batch, inputs), owned, as all below */
    float *scratch;   /* (ad_schema_room) */
    double *row;      /* (outputs) */
    /* Monte Carlo: made when first asked for */
    ad_sampling *sampling;
    ad_moments *moments;
    uint32_t *slots; /* (3, batch): inputs, row numbers, passes */
};

/* Rows as the network reads them, or in one of the raw forms. */
typedef struct ad_predict_rows {
    size_t n;
    const float *inputs;        /* (n, inputs): transformed already */
    const float *values;        /* (n, row) */
    const ad_recode *recode;    /* of values: their words by the model's; or NULL */
    const uint8_t *pixels;      /* (n, row) */
    const adrop_sparse *sparse; /* (n) of the row's columns */
    const char *const *texts;   /* (n) */
    const uint32_t *row_numbers;
} ad_predict_rows;

typedef struct ad_kept ad_kept;

/* raw_rows.c: all inputs are looked at, before any output is written; a block of n of them, from
 * `first` on, as the network's inputs: in p->x, or where they are already. */
adrop_status ad_predict_check(const adrop_predictor *p, const ad_predict_rows *rows);
adrop_status ad_predict_prepare(adrop_predictor *p, const ad_predict_rows *rows, size_t first,
                                size_t n, const float **inputs);

/* passes.c: the settings, with no more passes than there are. opts may be NULL. */
adrop_status ad_predictor_settings(const adrop_predictor *p, const adrop_sample_opts *opts,
                                   adrop_sample_opts *out);
/* The passes of all rows, of which is kept what k says. */
adrop_status ad_predictor_run(adrop_predictor *p, const ad_predict_rows *rows,
                              const adrop_sample_opts *o, ad_kept *k);
/* Both, for measures. */
AD_LAB adrop_status ad_predictor_passes(adrop_predictor *p, const ad_predict_rows *rows,
                                        const adrop_sample_opts *opts, const adrop_sampled *out);

/* The same for mean (n, outputs) and std (n, outputs) or NULL, as adrop_predictor_predict: without
 * a random layer the one pass there is. */
AD_LAB adrop_status ad_predictor_moments(adrop_predictor *p, const ad_predict_rows *rows,
                                         size_t samples, double *mean, double *std);

/* propagate.c: mean u and variance v of the outputs (n, outputs) of inputs x (n, inputs), without
 * sampling. create: ADROP_EINVAL, naming the layer, for a network that is not a chain of dense
 * layers, ReLU and dropout by units. */
adrop_status ad_moments_create(adrop_predictor *p, ad_moments **out);
void ad_moments_free(ad_moments *m); /* NULL is fine */
adrop_status ad_moments_run(const ad_moments *m, size_t n, const float *x, double *u, double *v);

/* draws.c: the passes themselves; adrop_predictor_draw of these rows. */
adrop_status ad_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts,
                               const ad_predict_rows *rows, adrop_draws *out, size_t *passes);
typedef struct ad_drawn {
    adrop_draws out; /* of all rows */
    size_t passes;
    double *block;  /* (rows of a block, passes, outputs), owned; NULL: out has them */
    double *column; /* (passes), owned: of an output, to be sorted; NULL without quantiles */
} ad_drawn;

/* sampled.c: what is kept of the passes, for n rows from `first` on. */
struct ad_kept {
    const adrop_predictor *p;
    adrop_sampled out;     /* of all rows */
    const ad_drawn *drawn; /* in place of out; or NULL */
    size_t first;
};

/* draws.c: what pass number `pass` of row i of the block came to; all passes of n rows are in. */
void ad_drawn_put(const ad_kept *k, size_t i, size_t pass, const double *values);
void ad_drawn_finish(const ad_kept *k, size_t n);

/* share.c: after a failure the arrays hold NaN, not what some rows came to. */
void ad_predict_spoil(const ad_kept *k, size_t rows);

/* share.c: blocks that the ranks of a job share. Is block number i of a call this rank's? */
int ad_predict_is_mine(const adrop_predictor *p, size_t block);
adrop_status ad_predict_meet(const ad_kept *k, const ad_predict_rows *rows,
                             const adrop_sample_opts *o);
/* Every rank gets the rows of all; status: of this rank's blocks, which the others learn. */
adrop_status ad_predict_collect(const ad_kept *k, size_t rows, adrop_status status);

void ad_kept_clear(const ad_kept *k, size_t n);
/* Pass number `pass` of row i of the block has left outputs y. ADROP_ENUMERIC: not finite. */
adrop_status ad_kept_add(const ad_kept *k, size_t i, size_t pass, const float *y);
void ad_kept_finish(const ad_kept *k, size_t n, size_t passes);
/* All of row i of the block, from the means u and variances v (outputs) of its outputs. */
adrop_status ad_kept_moments(const ad_kept *k, size_t i, const double *u, const double *v);

#endif
