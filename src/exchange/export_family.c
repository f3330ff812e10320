/* Masks that are functions of several draws, or of a seed and a mapping.
 *
 *     m = k(mu + sigma eps)                          seeds and mappings of dist/, by name
 *     beta          u; sin^2(pi u / 2); the median of 2 beta - 1 uniform numbers
 *     soft dropout  (1 - b) a0 + b (1 - a1),  b = sigmoid((logit p + L) / t),
 *                   a0 = min(1, p s |e0|),  a1 = min(1, (1 - p) s |e1|)       (technique/soft.h) */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "dist/special.h"
#include "exchange/export_impl.h"

enum { MOST_DRAWS = 7 }; /* per element */

static ad_onnx_value number(const ad_export_site *s, double x)
{
    return ad_onnx_number(&s->e->g, AD_ONNX_FLOAT, x);
}

static ad_onnx_value two(const ad_export_site *s, const char *op, ad_onnx_value x, double y)
{
    return ad_onnx_2(&s->e->g, op, x, number(s, y));
}

/* -- Seeds ----------------------------------------------------------------------------- */

static ad_onnx_value symmetric(const ad_export_site *s)
{
    return ad_export_uniform(s, -1, 1);
}

/* -ln u */
static ad_onnx_value minus_log(const ad_export_site *s, ad_onnx_value u)
{
    return ad_onnx_1(&s->e->g, "Neg", ad_onnx_1(&s->e->g, "Log", u));
}

static ad_onnx_value exponential(const ad_export_site *s)
{
    return minus_log(s, ad_export_uniform(s, 0x1p-24, 1));
}

/* -ln(1 - |v|) with the sign of v in (-1, 1). */
static ad_onnx_value laplace(const ad_export_site *s)
{
    ad_onnx *g = &s->e->g;
    const ad_onnx_value v = ad_export_uniform(s, 0x1p-24 - 1, 1 - 0x1p-24);
    const ad_onnx_value rest = ad_onnx_2(g, "Sub", number(s, 1), ad_onnx_1(g, "Abs", v));

    return ad_onnx_2(g, "Mul", ad_onnx_1(g, "Sign", v), minus_log(s, rest));
}

/* n draws per element, from one node: several nodes may get consecutive seeds, whose numbers are
 * dependent (as in onnxruntime 1.30). */
static void several(const ad_export_site *s, size_t n, int is_normal, ad_onnx_value *out)
{
    const int64_t channels = (int64_t)s->d->site.channels, axis = 1;
    ad_export_site wide = *s;
    ad_onnx_value all[MOST_DRAWS];

    for (size_t k = 0; k < n; k++)
        all[k] = s->like;
    wide.like = ad_onnx_node(&s->e->g, "Concat", n, all,
                             (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", 1), { 0 } });
    const ad_onnx_value drawn = is_normal ? ad_export_normal(&wide)
                                          : ad_export_uniform(&wide, 0x1p-24, 1 - 0x1p-24);
    for (size_t k = 0; k < n; k++) {
        const int64_t from = (int64_t)k * channels, to = from + channels;
        const ad_onnx_value in[] = { drawn, ad_onnx_integers(&s->e->g, 1, &from),
                                     ad_onnx_integers(&s->e->g, 1, &to),
                                     ad_onnx_integers(&s->e->g, 1, &axis) };
        out[k] = ad_onnx_node(&s->e->g, "Slice", 4, in, NULL);
    }
}

/* -- Mappings -------------------------------------------------------------------------- */

static ad_onnx_value sigmoid(const ad_export_site *s, ad_onnx_value r)
{
    return ad_onnx_1(&s->e->g, "Sigmoid", r);
}

/* (1 + f(by r)) / 2 */
static ad_onnx_value half(const ad_export_site *s, const char *f, double by, ad_onnx_value r)
{
    r = ad_onnx_1(&s->e->g, f, by == 1 ? r : two(s, "Mul", r, by));
    return two(s, "Add", two(s, "Mul", r, 0.5), 0.5);
}

static ad_onnx_value probit(const ad_export_site *s, ad_onnx_value r)
{
    return half(s, "Erf", sqrt(0.5), r);
}

static ad_onnx_value tanh_of(const ad_export_site *s, ad_onnx_value r)
{
    return half(s, "Tanh", 1, r);
}

static ad_onnx_value atan_of(const ad_export_site *s, ad_onnx_value r)
{
    return two(s, "Add", two(s, "Mul", ad_onnx_1(&s->e->g, "Atan", r), 1 / AD_PI), 0.5);
}

static ad_onnx_value clamp(const ad_export_site *s, ad_onnx_value r)
{
    const ad_onnx_value in[] = { r, number(s, 0), number(s, 1) };

    return ad_onnx_node(&s->e->g, "Clip", 3, in, NULL);
}

static ad_onnx_value one_minus_exp(const ad_export_site *s, ad_onnx_value r)
{
    ad_onnx *g = &s->e->g;

    r = ad_onnx_1(g, "Exp", ad_onnx_1(g, "Neg", ad_onnx_1(g, "Relu", r)));
    return ad_onnx_2(g, "Sub", number(s, 1), r);
}

static const struct {
    const char *name;
    ad_onnx_value (*draw)(const ad_export_site *s);
} seeds[] = { { "gaussian", ad_export_normal },
              { "laplace", laplace },
              { "logistic", ad_export_logistic },
              { "uniform", symmetric },
              { "exponential", exponential } };

static const struct {
    const char *name;
    ad_onnx_value (*put)(const ad_export_site *s, ad_onnx_value r);
} maps[] = { { "sigmoid", sigmoid }, { "probit", probit }, { "clamp", clamp },
             { "tanh", tanh_of },    { "atan", atan_of },  { "one-minus-exp", one_minus_exp } };

enum { N_SEEDS = sizeof seeds / sizeof *seeds, N_MAPS = sizeof maps / sizeof *maps };

/* -- Members of the family ------------------------------------------------------------- */

/* The concrete techniques draw logistic noise and have no setting for it. */
static size_t seed_of(const ad_dropout *d)
{
    const char *usual = strncmp(d->type->name, "concrete", 8) ? "gaussian" : "logistic";
    const char *name = ad_export_word(d, "seed-dist", usual);
    size_t i = 0;

    while (i < N_SEEDS && name && strcmp(seeds[i].name, name) != 0)
        i++;
    return i;
}

static size_t map_of(const ad_dropout *d)
{
    const char *name = ad_export_word(d, "map", "sigmoid");
    size_t i = 0;

    while (i < N_MAPS && name && strcmp(maps[i].name, name) != 0)
        i++;
    return i;
}

const char *ad_export_family_obstacle(const ad_dropout *d)
{
    if (d->traits & AD_DISTRIBUTION_BY_ROW)
        return "each row has a distribution of its own (unit=sample)";
    if (seed_of(d) == N_SEEDS)
        return "its seed-dist is a formula, not one of the names that `adrop list seeds` shows";
    if (map_of(d) == N_MAPS)
        return "its map is a formula or learned, not one of the names that `adrop list maps` shows";
    return NULL;
}

static double mu_of(const ad_export_site *s, size_t unit)
{
    return ad_export_moments(s, unit).mu;
}

static double sigma_of(const ad_export_site *s, size_t unit)
{
    return ad_export_moments(s, unit).sigma;
}

ad_onnx_value ad_export_family(const ad_export_site *s)
{
    ad_onnx *g = &s->e->g;
    const ad_onnx_value eps = seeds[seed_of(s->d)].draw(s);
    const ad_onnx_value r = ad_onnx_2(g, "Mul", eps, ad_export_numbers(s, sigma_of));

    return maps[map_of(s->d)].put(s, ad_onnx_2(g, "Add", r, ad_export_numbers(s, mu_of)));
}

/* -- Beta ------------------------------------------------------------------------------ */

const char *ad_export_beta_obstacle(const ad_dropout *d)
{
    const double beta = ad_export_setting(d, "beta", 0.5);

    return beta == 0.5 || (beta == floor(beta) && 2 * beta - 1 <= MOST_DRAWS)
               ? NULL
               : "its beta is none of 0.5, 1, 2, 3 and 4, whose masks are functions of uniform "
                 "numbers";
}

/* Half a bubble sort: the largest goes last, down to the middle. */
static ad_onnx_value median(const ad_export_site *s, size_t n)
{
    ad_onnx_value u[MOST_DRAWS];

    several(s, n, 0, u);
    for (size_t last = n - 1; last >= n / 2 && last > 0; last--)
        for (size_t k = 0; k < last; k++) {
            const ad_onnx_value low = ad_onnx_2(&s->e->g, "Min", u[k], u[k + 1]);
            u[k + 1] = ad_onnx_2(&s->e->g, "Max", u[k], u[k + 1]);
            u[k] = low;
        }
    return u[n / 2];
}

ad_onnx_value ad_export_beta(const ad_export_site *s)
{
    const double beta = ad_export_setting(s->d, "beta", 0.5);

    if (beta != 0.5)
        return median(s, (size_t)(2 * beta - 1));
    const ad_onnx_value sine = ad_onnx_1(&s->e->g, "Sin",
                                         two(s, "Mul", ad_export_uniform(s, 0, 1), AD_PI / 2));
    return ad_onnx_2(&s->e->g, "Mul", sine, sine);
}

/* -- Soft dropout ---------------------------------------------------------------------- */

static double parameter(const ad_export_site *s, size_t tensor, size_t unit)
{
    const ad_dropout *d = s->d;
    const ad_tensor *t = ad_dropout_tensor(d, tensor);
    const size_t i = t->offset + (t->rows > 1 ? unit / ad_site_area(&d->site) : 0);

    return d->set == AD_F64 ? ((const double *)d->params)[i]
                            : (double)((const float *)d->params)[i];
}

static double logit_of(const ad_export_site *s, size_t unit)
{
    return parameter(s, 0, unit);
}

static double low_of(const ad_export_site *s, size_t unit)
{
    return ad_sigmoid(parameter(s, 0, unit)) * ad_softplus(parameter(s, 1, unit));
}

static double high_of(const ad_export_site *s, size_t unit)
{
    return ad_sigmoid(-parameter(s, 0, unit)) * ad_softplus(parameter(s, 1, unit));
}

/* min(1, by |e|), where e is normal or Laplace; e or u is drawn. */
static ad_onnx_value side(const ad_export_site *s, ad_onnx_value drawn, ad_export_of_unit *by)
{
    ad_onnx *g = &s->e->g;
    const int is_normal = !strcmp(s->d->type->name, "soft-gaussian");
    const ad_onnx_value e = is_normal ? ad_onnx_1(g, "Abs", drawn) : minus_log(s, drawn);

    return ad_onnx_2(g, "Min", ad_onnx_2(g, "Mul", e, ad_export_numbers(s, by)), number(s, 1));
}

ad_onnx_value ad_export_soft(const ad_export_site *s)
{
    ad_onnx *g = &s->e->g;
    const double t = ad_export_setting(s->d, "temperature", 0.1);
    ad_onnx_value drawn[3];

    if (strcmp(s->d->type->name, "soft-gaussian") != 0) {
        several(s, 3, 0, drawn);
        drawn[2] = ad_export_logit(s, drawn[2]);
    } else {
        several(s, 2, 1, drawn);
        drawn[2] = ad_export_logistic(s);
    }
    const ad_onnx_value one = number(s, 1), a0 = side(s, drawn[0], low_of),
                        a1 = side(s, drawn[1], high_of);
    ad_onnx_value b = ad_onnx_2(g, "Add", drawn[2], ad_export_numbers(s, logit_of));

    b = ad_onnx_1(g, "Sigmoid", two(s, "Mul", b, 1 / t));
    return ad_onnx_2(g, "Add", ad_onnx_2(g, "Mul", ad_onnx_2(g, "Sub", one, b), a0),
                     ad_onnx_2(g, "Mul", b, ad_onnx_2(g, "Sub", one, a1)));
}
