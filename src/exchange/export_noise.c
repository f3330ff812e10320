/* Masks of techniques in passes of a graph: y = x m. The numbers of a mask are drawn by
 * RandomNormalLike and RandomUniformLike without a seed, so that each call draws new ones.
 *
 * A technique is a row of the table. It can be exported if a mask is a function of its own draws:
 * not if rows or units share draws (except whole channels and branches), nor if there are a few
 * fixed masks. At strength s < 1 a technique computes (1 - s) x + s x m (technique/strength.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "exchange/export_impl.h"

/* -- Settings and numbers of a technique ----------------------------------------------- */

double ad_export_setting(const ad_dropout *d, const char *name, double fallback)
{
    const adrop_option *row = adrop_option_find(d->type->options, name);
    const void *at = row ? (const char *)d->settings + row->offset : NULL;

    return !row ? fallback : row->kind == ADROP_OPT_REAL ? *(const double *)at : *(const int *)at;
}

const char *ad_export_word(const ad_dropout *d, const char *name, const char *fallback)
{
    const adrop_option *row = adrop_option_find(d->type->options, name);

    return row ? adrop_option_show(d->ctx, row, d->settings) : fallback;
}

adrop_moments ad_export_moments(const ad_export_site *s, size_t unit)
{
    const ad_dropout *d = s->d;
    const ad_technique_view v = { .settings = d->settings,
                                  .site = &d->site,
                                  .plan = &d->plan,
                                  .params = d->params,
                                  .buffers = d->buffers };
    adrop_moments m;

    d->type->moments(&v, unit, 0, &m);
    return m;
}

ad_onnx_value ad_export_numbers(const ad_export_site *s, ad_export_of_unit *of)
{
    const size_t n = s->d->site.channels, area = ad_site_area(&s->d->site);
    const size_t dims[] = { 1, n, 1, 1 };
    ad_onnx *g = &s->e->g;
    ad_onnx_value out;
    double *values;

    if (s->d->plan.distribution_share == AD_DISTRIBUTION_OF_LAYER)
        return ad_onnx_number(g, AD_ONNX_FLOAT, of(s, 0));
    if (ad_onnx_keep(g, AD_NEW(s->e->ctx, n, "the distributions", &values)))
        return s->x;
    for (size_t c = 0; c < n; c++)
        values[c] = of(s, c * area);
    out = ad_onnx_reals(g, AD_ONNX_FLOAT, s->is_map ? 4 : 2, dims, values);
    ad_free(s->e->ctx, values);
    return out;
}

static double scale_of(const ad_export_site *s, size_t unit)
{
    return ad_export_moments(s, unit).scale;
}

static double deviation_of(const ad_export_site *s, size_t unit)
{
    return sqrt(ad_export_moments(s, unit).variance);
}

/* -- Draws ----------------------------------------------------------------------------- */

ad_onnx_value ad_export_uniform(const ad_export_site *s, double low, double high)
{
    return ad_onnx_node(
        &s->e->g, "RandomUniformLike", 1, &s->like,
        (const ad_onnx_attribute[]){ AD_ONNX_REAL("low", low), AD_ONNX_REAL("high", high), { 0 } });
}

ad_onnx_value ad_export_normal(const ad_export_site *s)
{
    return ad_onnx_1(&s->e->g, "RandomNormalLike", s->like);
}

ad_onnx_value ad_export_logit(const ad_export_site *s, ad_onnx_value u)
{
    ad_onnx *g = &s->e->g;
    const ad_onnx_value rest = ad_onnx_2(g, "Sub", ad_onnx_number(g, AD_ONNX_FLOAT, 1), u);

    return ad_onnx_1(g, "Log", ad_onnx_2(g, "Div", u, rest));
}

ad_onnx_value ad_export_logistic(const ad_export_site *s)
{
    return ad_export_logit(s, ad_export_uniform(s, 0x1p-24, 1 - 0x1p-24));
}

/* -- Techniques ------------------------------------------------------------------------ */

static ad_onnx_value export_noise_number(const ad_export_site *s, double x)
{
    return ad_onnx_number(&s->e->g, AD_ONNX_FLOAT, x);
}

/* 1 where u < p, else 0; p is a value of the graph. */
static ad_onnx_value coin(const ad_export_site *s, ad_onnx_value p)
{
    const ad_onnx_value u = ad_export_uniform(s, 0, 1);

    return ad_onnx_cast(&s->e->g, ad_onnx_2(&s->e->g, "Less", u, p), AD_ONNX_FLOAT);
}

static double export_noise_keep_of(const ad_export_site *s, size_t unit)
{
    return ad_export_moments(s, unit).mean;
}

static ad_onnx_value bernoulli(const ad_export_site *s)
{
    return coin(s, ad_export_numbers(s, export_noise_keep_of));
}

/* 1 + sqrt(alpha) eps */
static ad_onnx_value normal(const ad_export_site *s)
{
    const ad_onnx_value noise = ad_onnx_2(&s->e->g, "Mul", ad_export_normal(s),
                                          ad_export_numbers(s, deviation_of));

    return ad_onnx_2(&s->e->g, "Add", noise, export_noise_number(s, 1));
}

static ad_onnx_value uniform(const ad_export_site *s)
{
    return ad_export_uniform(s, ad_export_setting(s->d, "low", 0),
                             ad_export_setting(s->d, "high", 1));
}

static ad_onnx_value continuous(const ad_export_site *s)
{
    const adrop_moments m = ad_export_moments(s, 0);
    const ad_onnx_value noise = ad_onnx_2(&s->e->g, "Mul", ad_export_normal(s),
                                          export_noise_number(s, m.sigma));
    const ad_onnx_value r = ad_onnx_2(&s->e->g, "Add", noise, export_noise_number(s, 0.5));
    const ad_onnx_value clip[] = { r, export_noise_number(s, 0), export_noise_number(s, 1) };

    return ad_export_setting(s->d, "clip", 1) > 0 ? ad_onnx_node(&s->e->g, "Clip", 3, clip, NULL)
                                                  : r;
}

/* The keep probability from the pre-activation. */
static ad_onnx_value standout_keep(const ad_export_site *s)
{
    ad_onnx *g = &s->e->g;
    const ad_onnx_value z = ad_onnx_2(g, "Mul", s->pre,
                                      export_noise_number(s, ad_export_setting(s->d, "a", 1)));

    return ad_onnx_1(
        g, "Sigmoid",
        ad_onnx_2(g, "Add", z, export_noise_number(s, ad_export_setting(s->d, "b", 0))));
}

static ad_onnx_value standout(const ad_export_site *s)
{
    return coin(s, standout_keep(s));
}

/* alpha of the weights: from the tensor ln alpha, (1) or (outputs, inputs), or from `rate`. */
static ad_onnx_value alpha(const ad_export_site *s)
{
    const size_t n = s->d->plan.params.n_reals, out = s->d->site.outputs, in = s->d->site.channels;
    const size_t dims[] = { out, in };
    const double rate = ad_export_setting(s->d, "rate", 0);
    ad_onnx *g = &s->e->g;
    ad_onnx_value all = s->x;
    double *values;
    float *logs;

    if (!n)
        return export_noise_number(s, rate / (1 - rate));
    if (ad_onnx_keep(g, AD_NEW(s->e->ctx, n, "the noise of weights", &values)))
        return all;
    if (!ad_onnx_keep(g, AD_NEW(s->e->ctx, n, "the noise of weights", &logs))) {
        ad_dropout_get(s->d, 0, logs);
        for (size_t i = 0; i < n; i++)
            values[i] = exp((double)logs[i]);
        all = ad_onnx_reals(g, AD_ONNX_FLOAT, n == 1 ? 0 : 2, dims, values);
    }
    ad_free(s->e->ctx, logs);
    ad_free(s->e->ctx, values);
    return all;
}

/* gamma + s sqrt(delta + 1e-8) zeta, delta = x^2 (alpha W^2)' (technique/weight_noise.h): the
 * layer's outputs, not a mask. */
static ad_onnx_value export_noise_weights(const ad_export_site *s)
{
    ad_onnx *g = &s->e->g;
    ad_export_site of_outputs = *s;
    const double strength = s->d->traits & AD_FIXED_RATE ? 1 : s->d->strength;
    const ad_onnx_value w = ad_export_tensor(s->l, 0);
    const ad_onnx_value in[] = { ad_onnx_2(g, "Mul", s->x, s->x),
                                 ad_onnx_2(g, "Mul", ad_onnx_2(g, "Mul", w, w), alpha(s)) };
    const ad_onnx_value gamma = ad_export_product(s->e, s->l, s->x);
    ad_onnx_value delta = ad_onnx_node(
        g, "Gemm", 2, in, (const ad_onnx_attribute[]){ AD_ONNX_INT("transB", 1), { 0 } });

    delta = ad_onnx_1(g, "Sqrt", ad_onnx_2(g, "Add", delta, export_noise_number(s, 1e-8)));
    of_outputs.like = gamma;
    delta = ad_onnx_2(g, "Mul", delta, ad_export_normal(&of_outputs));
    return ad_onnx_2(g, "Add", gamma, ad_onnx_2(g, "Mul", delta, export_noise_number(s, strength)));
}

/* -- The table ------------------------------------------------------------------------- */

typedef enum draw_for { BY_SETTING, BY_CHANNEL, BY_ROW } draw_for; /* what in a map shares a draw */

static const struct {
    const char *name;
    ad_onnx_value (*mask)(const ad_export_site *s);
    const char *(*obstacle)(const ad_dropout *d); /* NULL: there is none */
    draw_for draws;
} forms[] = {
    { "bernoulli", bernoulli, NULL, BY_SETTING },
    { "gaussian", normal, NULL, BY_SETTING },
    { "uniform", uniform, NULL, BY_SETTING },
    { "continuous", continuous, NULL, BY_SETTING },
    { "concrete", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "variational", normal, NULL, BY_SETTING },
    { "variational-hierarchical", normal, NULL, BY_SETTING },
    { "beta", ad_export_beta, ad_export_beta_obstacle, BY_SETTING },
    { "soft-gaussian", ad_export_soft, NULL, BY_SETTING },
    { "soft-laplace", ad_export_soft, NULL, BY_SETTING },
    { "advanced", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "advanced-noprior", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "advanced-fixed", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "advanced-cross", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "self-tuning", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "concrete-mlp", ad_export_family, ad_export_family_obstacle, BY_SETTING },
    { "standout", standout, NULL, BY_SETTING },
    { "spatial", bernoulli, NULL, BY_CHANNEL },
    { "drop-path", bernoulli, NULL, BY_ROW },
    { "fast", normal, NULL, BY_SETTING },
};

enum { N_FORMS = sizeof forms / sizeof *forms, LIST = 512 };

static size_t form_of(const ad_dropout *d)
{
    size_t i = 0;

    while (i < N_FORMS && strcmp(forms[i].name, d->type->name) != 0)
        i++;
    return i;
}

adrop_status ad_export_check_noise(ad_exporting *e, const ad_layer *l)
{
    const ad_dropout *d = ad_layer_technique(l);
    const size_t k = form_of(d);
    const char *why = k == N_FORMS        ? "its masks are not drawn one by one"
                      : forms[k].obstacle ? forms[k].obstacle(d)
                                          : NULL;
    char list[LIST] = "";

    if (!why)
        return ADROP_OK;
    for (size_t i = 0; i < N_FORMS; i++) {
        strcat(list, i ? ", " : "");
        strcat(list, forms[i].name);
    }
    return ad_fail(e->ctx, ADROP_EINVAL,
                   "passes of technique '%s' cannot be exported: %s; export the network with "
                   "`samples` 0, or train with one of %s",
                   d->type->name, why, list);
}

/* A value with the shape of the draws for a mask of x. */
static ad_onnx_value like(ad_exporting *e, const ad_dropout *d, draw_for draws,
                          const ad_exported *x)
{
    const int64_t axes[] = { 1, 2, 3 };

    if (draws == BY_ROW)
        return ad_onnx_node(
            &e->g, "ReduceMean", 1, &x->value,
            (const ad_onnx_attribute[]){ AD_ONNX_INTS("axes", x->is_map ? 3 : 1, axes), { 0 } });
    if (x->is_map && (draws == BY_CHANNEL || ad_export_setting(d, "mask", 0) > 0))
        return ad_onnx_1(&e->g, "GlobalAveragePool", x->value);
    return x->value;
}

/* (1 - s) x + s y */
static ad_onnx_value mixed(ad_exporting *e, double s, ad_onnx_value x, ad_onnx_value y)
{
    x = ad_onnx_2(&e->g, "Mul", x, ad_onnx_number(&e->g, AD_ONNX_FLOAT, 1 - s));
    y = ad_onnx_2(&e->g, "Mul", y, ad_onnx_number(&e->g, AD_ONNX_FLOAT, s));
    return ad_onnx_2(&e->g, "Add", x, y);
}

static int mixes(const ad_dropout *d)
{
    return d->strength < 1 && !(d->traits & AD_FIXED_RATE);
}

static ad_export_site site_of(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    return (ad_export_site){ .e = e,
                             .l = l,
                             .d = ad_layer_technique(l),
                             .x = in[0].value,
                             .pre = l->n_in > 1 ? in[1].value : in[0].value,
                             .is_map = in[0].is_map };
}

ad_onnx_value ad_export_noise(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    ad_export_site s = site_of(e, l, in);
    const size_t k = form_of(s.d);

    if (s.d->strength == 0)
        return ad_export_noise_free(e, l, in);
    if (s.d->traits & AD_REPLACES_PRODUCT)
        return export_noise_weights(&s);
    s.like = like(e, s.d, forms[k].draws, &in[0]);
    const ad_onnx_value y = ad_onnx_2(&e->g, "Mul", ad_onnx_2(&e->g, "Mul", s.x, forms[k].mask(&s)),
                                      ad_export_numbers(&s, scale_of));
    return mixes(s.d) ? mixed(e, s.d->strength, s.x, y) : y;
}

/* -- Without noise --------------------------------------------------------------------- */

static double factor_of(const ad_export_site *s, size_t unit)
{
    const adrop_moments m = ad_export_moments(s, unit);

    return m.mean * m.scale;
}

ad_onnx_value ad_export_noise_free(ad_exporting *e, const ad_layer *l, const ad_exported *in)
{
    const ad_export_site s = site_of(e, l, in);

    if (s.d->traits & AD_REPLACES_PRODUCT)
        return ad_export_product(e, l, s.x);
    if (!(s.d->traits & AD_OWN_MEAN) || s.d->strength == 0)
        return s.x;
    const ad_onnx_value factor = s.d->traits & AD_NEEDS_PRE ? standout_keep(&s)
                                                            : ad_export_numbers(&s, factor_of);
    const ad_onnx_value y = ad_onnx_2(&e->g, "Mul", s.x, factor);
    return mixes(s.d) ? mixed(e, s.d->strength, s.x, y) : y;
}
