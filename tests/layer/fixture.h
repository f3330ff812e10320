/* A fixture for layers: a model built by a function of the test, on any engine, with deterministic
 * inputs and answers, and a gradient check by differences. */
#ifndef ADROP_TESTS_LAYER_BED_H
#define ADROP_TESTS_LAYER_BED_H

#include "check.h"

#include "adrop/adrop.h"
#include "model/model.h"

typedef ad_layer *bed_build(ad_build *b, ad_layer *x, const void *settings);

typedef struct {
    const char *name;
    bed_build *build;
    size_t channels, height, width;
    const char *dropout; /* NULL: none */
    adrop_dropout_at at;
} bed_case;

enum { BED_ROWS = 5, BED_OUTPUTS = 3, BED_MOST = 1 << 16 };

static float bed_x[BED_MOST];
static int32_t bed_labels[64];
static float bed_targets[64 * BED_OUTPUTS];

/* Numbers in (-1, 1) without a generator's state. */
static inline float bed_number(size_t i)
{
    return (float)sin(12.9898 * (double)(i + 1) + 4.1414 * (double)(i % 17));
}

static inline void bed_fill(void)
{
    for (size_t i = 0; i < BED_MOST; i++)
        bed_x[i] = bed_number(i);
    for (size_t i = 0; i < 64; i++)
        bed_labels[i] = (int32_t)(i * 7 % BED_OUTPUTS);
    for (size_t i = 0; i < 64 * BED_OUTPUTS; i++)
        bed_targets[i] = bed_number(i + 999);
}

static inline adrop_model_opts bed_options(const bed_case *c, adrop_precision precision)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = c->name;
    o.dropout = c->dropout ? c->dropout : "none";
    o.dropout_at = c->at;
    o.channels = c->channels, o.height = c->height, o.width = c->width;
    o.sparse = !strcmp(c->name, "sparse"); /* rows that happen to have no zeros */
    o.outputs = BED_OUTPUTS;
    o.batch = BED_ROWS;
    o.n_train = 50;
    o.seed = 7;
    o.precision = precision;
    return o;
}

static inline adrop_model *bed_model(adrop_ctx *ctx, const bed_case *c, const adrop_model_opts *o)
{
    const ad_architecture type = { .name = c->name, .build = c->build };
    adrop_model *m;

    if (ad_model_create(ctx, o, &type, NULL, &(ad_model_create_args){ 0 },
                        &m)) { /* the rest of the test needs it */
        printf("%s: %s\n", c->name, adrop_ctx_message(ctx));
        exit(1);
    }
    return m;
}

static inline adrop_ctx *bed_context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

/* A network that can be trained. */
static inline adrop_model *bed_trainable(adrop_ctx *ctx, const adrop_model_opts *o)
{
    adrop_model *m;

    if (adrop_model_create(ctx, o, &m) || adrop_model_optimizer(m, "sgd:momentum=0.9")) {
        printf("%s\n", adrop_ctx_message(ctx)); /* the rest of the test needs it */
        exit(1);
    }
    return m;
}

static inline adrop_batch bed_batch(size_t rows)
{
    adrop_batch b;

    adrop_batch_train(&b, 3, rows, bed_x, bed_labels);
    b.targets = bed_targets;
    return b;
}

static inline double bed_loss(adrop_model *m, const adrop_batch *b)
{
    adrop_losses l = { 0 };

    CHECK_TEXT(adrop_model_gradients(m, b, &l) ? adrop_ctx_message(m->ctx) : "", "");
    return l.data + l.extra;
}

/* Gradients of a model in double against central differences, at up to `most` elements
 * of each tensor. A difference quotient of step h is off by about h^2 f''' / 6 + 1e-16 f
 * / h: 1e-9 at h = 1e-5, on gradients of about 1e-2, hence 1e-5 relative to the largest.
 * A ReLU or maximum that changes sides within h is noticed by comparing two steps. */
static inline void bed_check_gradients(adrop_model *m, size_t most)
{
    const adrop_batch b = bed_batch(m->options.batch);
    double *params = m->params, *grads = m->grads;
    double *analytic = malloc(m->n_params * sizeof *analytic);
    double largest = 0;

    bed_loss(m, &b);
    memcpy(analytic, grads, m->n_params * sizeof *analytic);
    for (size_t i = 0; i < m->n_params; i++)
        largest = fmax(largest, fabs(analytic[i]));
    CHECK(largest > 0);
    for (size_t t = 0; t < m->n_tensors; t++) {
        const ad_param *p = m->tensor[t];
        const size_t step = p->n > most ? p->n / most : 1;
        if (p->group == ADROP_TENSOR_BUFFERS)
            continue;
        for (size_t k = 0; k < p->n; k += step) {
            const size_t i = p->offset + k;
            const double old = params[i];
            double slope[2];
            for (int s = 0; s < 2; s++) {
                const double h = s ? 1e-5 : 3e-6;
                params[i] = old + h;
                const double up = bed_loss(m, &b);
                params[i] = old - h;
                slope[s] = (up - bed_loss(m, &b)) / (2 * h);
            }
            params[i] = old;
            if (fabs(slope[0] - slope[1]) > 1e-6 * largest)
                continue; /* a corner within the step */
            char where[sizeof check_where];
            snprintf(where, sizeof where, "%s", check_where);
            CHECK_WHERE("%.300s %s[%zu]", where, p->name, k);
            CHECK_NEAR(analytic[i], slope[0], 1e-5 * largest);
            CHECK_WHERE("%s", where);
        }
    }
    free(analytic);
}

#endif
