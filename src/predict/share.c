/* Predictions that the ranks of a job share (adrop/comm.h): rank i mod R computes block i of a
 * call's rows as one process would; then every rank gets all blocks. The results have the bits of
 * one process, whichever rank computed a block. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/context.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "predict/predictor.h"

enum { ARRAYS = 8 };

/* List the arrays that the call asks for, and their numbers per row. */
static size_t list_arrays(const ad_kept *k, double *array[ARRAYS], size_t width[ARRAYS])
{
    static const ad_drawn none = { 0 };
    const adrop_sampled *o = &k->out;
    const ad_drawn *d = k->drawn ? k->drawn : &none;
    const size_t outputs = k->p->model->options.outputs;
    const struct {
        double *values;
        size_t width;
    } all[ARRAYS] = {
        { o->mean, outputs },
        { o->std, outputs },
        { o->entropy, 1 },
        { o->expected_entropy, 1 },
        { o->mutual_information, 1 },
        { o->energy, 1 },
        { d->out.draws, d->passes * outputs },
        { d->out.n_at ? d->out.quantiles : NULL, d->out.n_at * outputs },
    };
    size_t n = 0;

    for (size_t i = 0; i < ARRAYS; i++)
        if (all[i].values) {
            array[n] = all[i].values;
            width[n++] = all[i].width;
        }
    return n;
}

void ad_predict_spoil(const ad_kept *k, size_t rows)
{
    double *array[ARRAYS];
    size_t width[ARRAYS];
    const size_t n = list_arrays(k, array, width);

    for (size_t a = 0; a < n; a++)
        for (size_t i = 0; i < rows * width[a]; i++)
            array[a][i] = NAN;
}

int ad_predict_is_mine(const adrop_predictor *p, size_t block)
{
    const adrop_comm *c = p->ctx->comm;

    return !c || block % (size_t)c->ranks == (size_t)c->rank;
}

/* Check that all ranks predict the same rows with the same weights and options. */
adrop_status ad_predict_meet(const ad_kept *k, const ad_predict_rows *rows,
                             const adrop_sample_opts *o)
{
    const adrop_predictor *p = k->p;
    const adrop_model *m = p->model;
    const ad_drawn *d = k->drawn;
    char text[512];

    if (!p->ctx->comm)
        return ADROP_OK;
    snprintf(
        text, sizeof text,
        "weights %016llx\nrows %zu\nbatch %zu\nsamples %zu\nmasks %d\nmoments %d\nthreads %d\n"
        "draws %d\nlogits %d\nquantiles %zu\n",
        (unsigned long long)XXH3_64bits(m->params, m->n_params * ad_dtype_size(m->engine->real)),
        rows->n, m->options.batch, o->samples, o->shared_masks, o->by_moments, p->ctx->threads,
        d && d->out.draws, d && d->out.logits, d ? d->out.n_at : 0);
    return ad_comm_same(p->ctx->comm, p->ctx, "predictions", text);
}

/* Copy a rank's blocks between the arrays and one packed buffer. */
static void carry(const ad_kept *k, size_t rows, size_t rank, double *packed, int out)
{
    double *array[ARRAYS];
    size_t width[ARRAYS];
    const size_t n = list_arrays(k, array, width), batch = k->p->model->options.batch;
    const size_t ranks = (size_t)k->p->ctx->comm->ranks;

    for (size_t first = rank * batch; first < rows; first += ranks * batch) {
        const size_t here = rows - first < batch ? rows - first : batch;
        for (size_t a = 0; a < n; a++) {
            double *at = array[a] + first * width[a];
            memcpy(out ? packed : at, out ? at : packed, here * width[a] * sizeof *at);
            packed += here * width[a];
        }
    }
}

adrop_status ad_predict_collect(const ad_kept *k, size_t rows, adrop_status status)
{
    adrop_ctx *ctx = k->p->ctx;
    adrop_comm *c = ctx->comm;
    double *array[ARRAYS], *mine = NULL, *all = NULL;
    size_t width[ARRAYS], sum = 0;

    if (!c)
        return status;
    if (status)
        return ad_comm_fail(c, ctx, status);
    for (size_t i = 0, n = list_arrays(k, array, width); i < n; i++)
        sum += width[i];
    const size_t batch = k->p->model->options.batch, ranks = (size_t)c->ranks;
    const size_t blocks = (rows + batch - 1) / batch;
    const size_t each = (blocks + ranks - 1) / ranks * batch * sum;
    if ((status = AD_NEW(ctx, each, "predictions of ranks", &mine)) ||
        (status = AD_NEW(ctx, each * ranks, "predictions of ranks", &all))) {
        ad_free(ctx, mine);
        return ad_comm_fail(c, ctx, status);
    }
    carry(k, rows, (size_t)c->rank, mine, 1);
    status = ad_comm_gather(c, ctx, mine, each * sizeof *mine, all);
    for (size_t r = 0; r < ranks && !status; r++)
        if (r != (size_t)c->rank)
            carry(k, rows, r, all + r * each, 0);
    ad_free(ctx, mine);
    ad_free(ctx, all);
    return status;
}
