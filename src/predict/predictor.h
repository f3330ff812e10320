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
    ad_schema schema; /* all zero if there is none */
    ad_shape shape;   /* of a raw row */
    float *x;         /* (batch, inputs), owned, like all below */
    float *scratch;   /* (ad_schema_room) */
    double *row;      /* (outputs) */
    /* Monte Carlo: made on first use */
    ad_sampling *sampling;
    ad_moments *moments;
    uint32_t *slots; /* (3, batch): inputs, row numbers, passes */
};

/* Rows as the network reads them, or in one of the raw forms. */
typedef struct ad_predict_rows {
    size_t n;
    const float *inputs;        /* (n, inputs): already transformed */
    const float *values;        /* (n, row) */
    const ad_recode *recode;    /* of values: maps their words to the model's; or NULL */
    const uint8_t *pixels;      /* (n, row) */
    const adrop_sparse *sparse; /* (n) of the row's columns */
    const char *const *texts;   /* (n) */
    const uint32_t *row_numbers;
} ad_predict_rows;

typedef struct ad_kept ad_kept;

/* raw_rows.c. check: check all inputs, before any output is written. prepare: a block of n rows
 * from `first` on as the network's inputs, in p->x or where they already are. */
adrop_status ad_predict_check(const adrop_predictor *p, const ad_predict_rows *rows);
adrop_status ad_predict_prepare(adrop_predictor *p, const ad_predict_rows *rows, size_t first,
                                size_t n, const float **inputs);

/* passes.c: the settings, with at most as many passes as differ. opts may be NULL. */
adrop_status ad_predictor_settings(const adrop_predictor *p, const adrop_sample_opts *opts,
                                   adrop_sample_opts *out);
/* Run the passes of all rows and keep what k asks for. */
adrop_status ad_predictor_run(adrop_predictor *p, const ad_predict_rows *rows,
                              const adrop_sample_opts *o, ad_kept *k);
/* Both, for measures. */
AD_LAB adrop_status ad_predictor_passes(adrop_predictor *p, const ad_predict_rows *rows,
                                        const adrop_sample_opts *opts, const adrop_sampled *out);

/* The same for mean (n, outputs) and std (n, outputs) or NULL, as in adrop_predictor_predict:
 * without a random layer there is one pass. */
AD_LAB adrop_status ad_predictor_moments(adrop_predictor *p, const ad_predict_rows *rows,
                                         size_t samples, double *mean, double *std);

/* propagate.c: mean u and variance v of the outputs (n, outputs) of inputs x (n, inputs), without
 * sampling. create: ADROP_EINVAL, naming the layer, for a network that is not a chain of dense
 * layers, ReLU and dropout by units. */
adrop_status ad_moments_create(adrop_predictor *p, ad_moments **out);
void ad_moments_free(ad_moments *m); /* NULL is fine */
adrop_status ad_moments_run(const ad_moments *m, size_t n, const float *x, double *u, double *v);

/* draws.c: the single passes; adrop_predictor_draw for these rows. */
adrop_status ad_predictor_draw(adrop_predictor *p, const adrop_sample_opts *opts,
                               const ad_predict_rows *rows, adrop_draws *out, size_t *passes);
typedef struct ad_drawn {
    adrop_draws out; /* of all rows */
    size_t passes;
    double *block;  /* (rows of a block, passes, outputs), owned; NULL: in out */
    double *column; /* (passes), owned: an output's values, for sorting; NULL without quantiles */
} ad_drawn;

/* sampled.c: what is kept of the passes; `first` is the block's first row. */
struct ad_kept {
    const adrop_predictor *p;
    adrop_sampled out;     /* of all rows */
    const ad_drawn *drawn; /* instead of out; or NULL */
    size_t first;
};

/* draws.c. put: store pass number `pass` of row i of the block. finish: all passes of n rows are
 * stored. */
void ad_drawn_put(const ad_kept *k, size_t i, size_t pass, const double *values);
void ad_drawn_finish(const ad_kept *k, size_t n);

/* share.c: after a failure, fill the arrays with NaN, so that no partial results remain. */
void ad_predict_spoil(const ad_kept *k, size_t rows);

/* share.c: blocks that the ranks of a job share. Does block number i of a call belong to this
 * rank? */
int ad_predict_is_mine(const adrop_predictor *p, size_t block);
adrop_status ad_predict_meet(const ad_kept *k, const ad_predict_rows *rows,
                             const adrop_sample_opts *o);
/* Gather the rows of all ranks on every rank; status: of this rank's blocks, sent to the others. */
adrop_status ad_predict_collect(const ad_kept *k, size_t rows, adrop_status status);

void ad_kept_clear(const ad_kept *k, size_t n);
/* Add outputs y of pass number `pass` of row i of the block. ADROP_ENUMERIC if not finite. */
adrop_status ad_kept_add(const ad_kept *k, size_t i, size_t pass, const float *y);
void ad_kept_finish(const ad_kept *k, size_t n, size_t passes);
/* All results of row i of the block, from the means u and variances v (outputs) of its outputs. */
adrop_status ad_kept_moments(const ad_kept *k, size_t i, const double *u, const double *v);

#endif
