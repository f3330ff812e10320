/* Uncertainty by moments, without sampling (S. Yao et al., "ApDeepSense: deep learning uncertainty
 * estimation without the pain for IoT applications", ICDCS 2018; extended to any technique through
 * the first two moments of its masks). Every unit is treated as an independent normal variable with
 * mean u and variance v:
 *
 *     dropout y = x m s     u' = u E,  v' = (u^2 + v)(V + E^2) - u'^2,  E = s E[m], V = s^2 Var[m]
 *     dense y = W x + b     u' = W u + b,  v' = W^2 v (squares of elements)
 *     ReLU, z = u / sqrt v  u' = u Phi(z) + sqrt(v) phi(z)
 *                           v' = (u^2 + v) Phi(z) + u sqrt(v) phi(z) - u'^2
 *
 * Class probabilities are softmax(u_k / sqrt(1 + pi v_k / 8)) (D. J. C. MacKay, Neural Computation
 * 4, 1992). */
#include <math.h>
#include <string.h>

#include "adrop/stats.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "layer/dense.h"
#include "predict/predictor.h"

#define PI 3.14159265358979323846

enum { ROWS = 16 }; /* per block; they share the load of a weight */

/* A step of the chain. */
typedef struct {
    enum { DROP, DENSE, RELU } kind;
    size_t in, out;
    double *a, *b; /* dense: W' (in, out) and bias (out); dropout: E and V (in); owned */
} step;

struct ad_moments {
    adrop_predictor *p;
    step *steps; /* (n), owned */
    size_t n, widest;
};

static adrop_status propagate_refuse(const adrop_predictor *p, const ad_layer *l, const char *why)
{
    return ad_fail(p->ctx, ADROP_EINVAL,
                   "moments cannot go through layer '%s' (%s), %s: sample this network instead",
                   l->name, l->type->name, why);
}

static adrop_status add_dense(ad_moments *m, const ad_layer *l, size_t tensor)
{
    const adrop_model *net = m->p->model;
    const ad_dense_settings *s = l->settings;
    step *t = &m->steps[m->n++];
    float *w;
    adrop_status status;

    *t = (step){ .kind = DENSE, .in = l->in[0]->shape.channels, .out = s->out };
    if ((status = AD_NEW(net->ctx, t->in * t->out, "weights", &t->a)) ||
        (status = AD_NEW(net->ctx, t->out, "a bias", &t->b)) ||
        (status = AD_NEW(net->ctx, t->in * t->out, "weights", &w)))
        return status;
    if (!(status = adrop_model_get(net, tensor, w)))
        for (size_t o = 0; o < t->out; o++)
            for (size_t i = 0; i < t->in; i++)
                t->a[i * t->out + o] = (double)w[o * t->in + i];
    if (!status && !(status = adrop_model_get(net, tensor + 1, w)))
        for (size_t o = 0; o < t->out; o++)
            t->b[o] = (double)w[o];
    if (s->relu)
        m->steps[m->n++] = (step){ .kind = RELU, .in = s->out, .out = s->out };
    ad_free(net->ctx, w);
    return status;
}

static adrop_status add_dropout(ad_moments *m, const ad_layer *l)
{
    const ad_dropout *d = ad_layer_technique(l);
    const size_t units = ad_site_units(&d->site);
    step *t = &m->steps[m->n];
    adrop_status status;

    if (d->traits & (AD_REPLACES_PRODUCT | AD_NEEDS_PRE | AD_DISTRIBUTION_BY_ROW))
        return propagate_refuse(m->p, l, "whose masks depend on more than the unit");
    *t = (step){ .kind = DROP, .in = units, .out = units };
    m->n++;
    if ((status = AD_NEW(m->p->ctx, units, "moments of masks", &t->a)) ||
        (status = AD_NEW(m->p->ctx, units, "moments of masks", &t->b)))
        return status;
    for (size_t i = 0; i < units; i++) {
        const adrop_moments of = ad_dropout_moments(d, i, 0);
        t->a[i] = of.mean * of.scale;
        t->b[i] = of.variance * of.scale * of.scale;
    }
    return ADROP_OK;
}

/* Index of the layer's first tensor. */
static size_t tensor_of(const adrop_model *m, const ad_layer *l)
{
    size_t i = 0;

    while (i < m->n_tensors && m->tensor_layer[i] != l)
        i++;
    return i;
}

static adrop_status add_layer(ad_moments *m, const ad_layer *l)
{
    const char *kind = l->type->name;

    if (l->in[0]->number + 1 != l->number)
        return propagate_refuse(m->p, l, "which does not follow the layer before it");
    if (!strcmp(kind, "flatten"))
        return ADROP_OK;
    if (!strcmp(kind, "dense"))
        return add_dense(m, l, tensor_of(m->p->model, l));
    if (!strcmp(kind, "dropout"))
        return add_dropout(m, l);
    if (strcmp(kind, "relu") != 0)
        return propagate_refuse(m->p, l, "only through dense layers, ReLU and dropout");
    m->steps[m->n++] = (step){ .kind = RELU, .in = l->shape.channels, .out = l->shape.channels };
    return ADROP_OK;
}

adrop_status ad_moments_create(adrop_predictor *p, ad_moments **out)
{
    const ad_graph *g = p->model->graph;
    ad_moments *m;
    adrop_status status = AD_NEW(p->ctx, 1, "moments", &m);

    *out = NULL;
    if (status)
        return status;
    m->p = p;
    status = AD_NEW(p->ctx, 2 * g->n, "moments", &m->steps);
    for (size_t i = 1; i < g->n && !status; i++)
        status = add_layer(m, g->layer[i]);
    m->widest = ad_desc_units(&g->layer[0]->shape);
    for (size_t i = 0; i < m->n && !status; i++)
        m->widest = m->widest > m->steps[i].out ? m->widest : m->steps[i].out;
    if (status)
        ad_moments_free(m);
    else
        *out = m;
    return status;
}

void ad_moments_free(ad_moments *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->n; i++) {
        ad_free(m->p->ctx, m->steps[i].a);
        ad_free(m->p->ctx, m->steps[i].b);
    }
    ad_free(m->p->ctx, m->steps);
    ad_free(m->p->ctx, m);
}

/* -- The pass ------------------------------------------------------------------------ */

/* Rows of a block: u and v (ROWS, widest), and buffers for the next ones. */
typedef struct {
    double *u, *v, *next_u, *next_v;
} state;

static void through_dense(const step *t, size_t n, size_t stride, state *s)
{
    for (size_t r = 0; r < n; r++) {
        memcpy(s->next_u + r * stride, t->b, t->out * sizeof *t->b);
        memset(s->next_v + r * stride, 0, t->out * sizeof *s->v);
    }
    for (size_t i = 0; i < t->in; i++) {
        const double *w = t->a + i * t->out;
        for (size_t r = 0; r < n; r++) {
            const double u = s->u[r * stride + i], v = s->v[r * stride + i];
            double *to_u = s->next_u + r * stride, *to_v = s->next_v + r * stride;
            for (size_t o = 0; o < t->out; o++) {
                to_u[o] += w[o] * u;
                to_v[o] += w[o] * w[o] * v;
            }
        }
    }
    double *const u = s->u, *const v = s->v;
    s->u = s->next_u, s->v = s->next_v;
    s->next_u = u, s->next_v = v;
}

static void through_relu(double *u, double *v)
{
    const double std = sqrt(*v);

    if (!(std > 0)) {
        *u = fmax(*u, 0);
        return;
    }
    const double z = *u / std, cdf = adrop_normal_cdf(z), pdf = exp(-z * z / 2) / sqrt(2 * PI);
    const double mean = *u * cdf + std * pdf;
    *v = fmax((*u * *u + *v) * cdf + *u * std * pdf - mean * mean, 0);
    *u = mean;
}

static void through(const ad_moments *m, size_t n, state *s)
{
    for (size_t k = 0; k < m->n; k++) {
        const step *t = &m->steps[k];
        if (t->kind == DENSE) {
            through_dense(t, n, m->widest, s);
            continue;
        }
        for (size_t r = 0; r < n; r++)
            for (size_t i = 0; i < t->in; i++) {
                double *u = s->u + r * m->widest + i, *v = s->v + r * m->widest + i;
                if (t->kind == RELU) {
                    through_relu(u, v);
                } else {
                    const double mean = *u * t->a[i];
                    *v = fmax((*u * *u + *v) * (t->b[i] + t->a[i] * t->a[i]) - mean * mean, 0);
                    *u = mean;
                }
            }
    }
}

typedef struct {
    const ad_moments *m;
    size_t n, inputs, outputs;
    const float *x; /* (n, inputs) */
    double *u, *v;  /* (n, outputs) */
    double *memory; /* (blocks, 4, ROWS, widest) */
} job;

static void propagate_run_block(void *arg, size_t block)
{
    const job *j = arg;
    const size_t first = block * ROWS, n = j->n - first < ROWS ? j->n - first : ROWS;
    const size_t stride = j->m->widest, size = ROWS * stride;
    double *at = j->memory + block * 4 * size;
    state s = { at, at + size, at + 2 * size, at + 3 * size };

    for (size_t r = 0; r < n; r++)
        for (size_t i = 0; i < j->inputs; i++) {
            s.u[r * stride + i] = (double)j->x[(first + r) * j->inputs + i];
            s.v[r * stride + i] = 0;
        }
    through(j->m, n, &s);
    for (size_t r = 0; r < n; r++) {
        memcpy(j->u + (first + r) * j->outputs, s.u + r * stride, j->outputs * sizeof *s.u);
        memcpy(j->v + (first + r) * j->outputs, s.v + r * stride, j->outputs * sizeof *s.v);
    }
}

adrop_status ad_moments_run(const ad_moments *m, size_t n, const float *x, double *u, double *v)
{
    const adrop_model_opts *o = &m->p->model->options;
    const size_t blocks = (n + ROWS - 1) / ROWS;
    job j = { .m = m,
              .n = n,
              .inputs = o->channels * o->height * o->width,
              .outputs = o->outputs,
              .x = x,
              .u = u,
              .v = v };
    const adrop_status status = AD_NEW(m->p->ctx, blocks * 4 * ROWS * m->widest, "moments of units",
                                       &j.memory);

    if (!status)
        ad_parallel(adrop_ctx_threads(m->p->ctx), blocks, propagate_run_block, &j);
    ad_free(m->p->ctx, j.memory);
    return status;
}
