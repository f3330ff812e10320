/* The spline in double (spline.h): its knots, its functions as a mapping, its gradient. */
#include "dist/spline.h"

#include <string.h>

#include "dist/special.h"

static const double least = 1e-3; /* least slope, and share of each width and height */

enum { BINS = AD_SPLINE_BINS };

/* -- Knots ---------------------------------------------------------------------------------- */

static void softmax(const double p[BINS], double out[BINS])
{
    double most = p[0], sum = 0;

    for (int i = 1; i < BINS; i++)
        most = fmax(most, p[i]);
    for (int i = 0; i < BINS; i++)
        sum += out[i] = exp(p[i] - most);
    for (int i = 0; i < BINS; i++)
        out[i] /= sum;
}

static double extent(double share)
{
    return 2 * AD_SPLINE_EDGE * (least + (1 - BINS * least) * share);
}

static void spline_place(ad_spline *s, const double params[AD_SPLINE_PARAMS])
{
    const double at_one = ad_softplus_inverse(1 - least);
    double x = -AD_SPLINE_EDGE, y = -AD_SPLINE_EDGE, slope = 1;

    softmax(params, s->width);
    softmax(params + BINS, s->height);
    for (int i = 0; i < BINS; i++) {
        ad_spline_bin *b = &s->bin[i];
        *b = (ad_spline_bin){ x, extent(s->width[i]), y, extent(s->height[i]), slope, 1, 0, 0 };
        if (i + 1 < BINS) {
            const double p = params[2 * BINS + i] + at_one;
            b->e = least + ad_softplus(p);
            s->bend[i] = ad_sigmoid(p);
        }
        b->b = b->d * b->w / b->h;
        b->c = b->e * b->w / b->h;
        x += b->w;
        y += b->h;
        slope = b->e;
    }
}

/* -- S and its inverse ---------------------------------------------------------------------- */

/* The bin of r, after clamping r to the edges. */
static size_t spline_find(const ad_spline *s, double *r)
{
    size_t i = 0;

    *r = fmin(fmax(*r, -AD_SPLINE_EDGE), AD_SPLINE_EDGE);
    while (i + 1 < BINS && *r >= s->bin[i + 1].x)
        i++;
    return i;
}

double ad_spline_at(const ad_spline *s, double r, size_t *bin, double terms[AD_SPLINE_TERMS])
{
    double inside = r;
    const size_t i = spline_find(s, &inside);
    const ad_spline_bin *k = &s->bin[i];
    const double t = fmin((inside - k->x) / k->w, 1), u = 1 - t;
    const double over = 1 / (1 + (k->b + k->c - 2) * t * u), f = t * (t + k->b * u) * over;

    *bin = i;
    terms[0] = 1;
    terms[1] = f;
    terms[2] = (k->c * t * t + 2 * t * u + k->b * u * u) * over * over;
    terms[3] = t * terms[2];
    terms[4] = t * u * (1 - f) * over;
    terms[5] = t * u * f * over;
    return k->y + k->h * f + (r - inside);
}

/* Solve F(t) = f for t: the root of A t^2 + B t = f in [0, 1], without cancellation. */
static double solve(double b, double c, double f)
{
    const double linear = b - (b + c - 2) * f, square = 1 - linear;
    const double root = sqrt(fmax(linear * linear + 4 * square * f, 0));

    return linear > 0 ? 2 * f / (linear + root) : (root - linear) / (2 * square);
}

/* Solve S(r) = goal for r. */
static double spline_invert(const ad_spline *s, double goal)
{
    size_t i = 0;

    if (!(fabs(goal) < AD_SPLINE_EDGE))
        return goal;
    while (i + 1 < BINS && goal >= s->bin[i + 1].y)
        i++;
    const ad_spline_bin *k = &s->bin[i];
    return k->x + k->w * solve(k->b, k->c, fmin((goal - k->y) / k->h, 1));
}

/* -- The functions of map.h ----------------------------------------------------------------- */

static double spline_at(const void *self, double r, double *slope)
{
    const ad_spline *s = self;
    double terms[AD_SPLINE_TERMS];
    size_t i;
    const double value = ad_spline_at(s, r, &i, terms);

    *slope = ad_spline_slope(&s->bin[i], terms);
    return isnan(r) ? NAN : value;
}

static double spline_value(const void *self, double r)
{
    double slope;

    return ad_sigmoid(spline_at(self, r, &slope));
}

static double spline_upper(const void *self, double r)
{
    double slope;

    return ad_sigmoid(-spline_at(self, r, &slope));
}

static double spline_log_slope(const void *self, double r)
{
    double slope;
    const double t = fabs(spline_at(self, r, &slope));

    return log(slope) - t - 2 * log1p(exp(-t));
}

static double spline_inverse(const void *self, double m)
{
    return spline_invert(self, ad_logit(m));
}

static double spline_inverse_upper(const void *self, double q)
{
    return spline_invert(self, -ad_logit(q));
}

static const ad_map_own functions = { .value = spline_value,
                                      .upper = spline_upper,
                                      .log_slope = spline_log_slope,
                                      .inverse = spline_inverse,
                                      .inverse_upper = spline_inverse_upper,
                                      .mean = ad_spline_mean };

static void spline_describe(ad_spline *s)
{
    static void (*const apply[])(const void *, size_t, const void *, void *,
                                 void *) = AD_OF_EACH_SET(ad_spline_apply);
    static void (*const collect[])(const void *, size_t, const void *, const void *,
                                   double *) = AD_OF_EACH_SET(ad_spline_collect);

    for (int set = 0; set < AD_N_KERNEL_SETS; set++) {
        if (!apply[set])
            continue;
        s->of[set] = (ad_map){ .name = "spline",
                               .summary = "sigmoid of a monotone spline that is learned",
                               .low = -INFINITY,
                               .high = INFINITY,
                               .breaks = s->breaks,
                               .n_breaks = AD_SPLINE_BREAKS,
                               .own = &functions,
                               .self = s,
                               .range = { 0, 1 },
                               .own_apply = apply[set],
                               .n_sums = AD_SPLINE_SUMS,
                               .collect = collect[set] };
        s->sets.of[set] = &s->of[set];
    }
}

void ad_spline_make(ad_spline *s, const double *params)
{
    static const double zeros[AD_SPLINE_PARAMS];
    double *breaks = s->breaks;

    memset(s, 0, sizeof *s);
    spline_place(s, params ? params : zeros);
    *breaks++ = -40;
    *breaks++ = -12;
    for (int i = 0; i < BINS; i++)
        *breaks++ = s->bin[i].x;
    *breaks++ = AD_SPLINE_EDGE;
    *breaks++ = 12;
    *breaks++ = 40;
    spline_describe(s);
}

/* -- The gradient --------------------------------------------------------------------------- */

/* The gradient through the softmax, from the gradients g of the extents. g includes all later bins,
 * since an extent moves them. */
static void through_softmax(const double share[BINS], const double g[BINS], double *out)
{
    double mean = 0;

    for (int i = 0; i < BINS; i++)
        mean += share[i] * g[i];
    for (int i = 0; i < BINS; i++)
        out[i] = 2 * AD_SPLINE_EDGE * (1 - BINS * least) * share[i] * (g[i] - mean);
}

void ad_spline_gradient(const ad_spline *s, const double sums[AD_SPLINE_SUMS], double *gradient)
{
    double w[BINS], h[BINS], slope[BINS + 1] = { 0 }, x = 0, y = 0;

    for (int i = BINS - 1; i >= 0; i--) {
        const ad_spline_bin *k = &s->bin[i];
        const double *of = sums + i * AD_SPLINE_TERMS, steep = k->h / k->w;
        w[i] = x - steep * of[3] + k->d * of[4] - k->e * of[5];
        h[i] = y + of[1] - k->b * of[4] + k->c * of[5];
        slope[i] += k->w * of[4];
        slope[i + 1] -= k->w * of[5];
        x -= steep * of[2];
        y += of[0];
    }
    through_softmax(s->width, w, gradient);
    through_softmax(s->height, h, gradient + BINS);
    for (int i = 0; i + 1 < BINS; i++)
        gradient[2 * BINS + i] = slope[i + 1] * s->bend[i];
}
