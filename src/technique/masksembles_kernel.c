/*
 * Masksembles: a few masks that are drawn once and kept, one per member of an ensemble.
 *
 *     m_i in {0, 1}^c,  i = 1 .. n, each with a ones        y = x m_i c / a
 *
 * Row r of step t has the mask (r + t) mod n in every layer. So member i is the network under
 * the masks i, and n passes sample every member. Phase mean multiplies by the average mask,
 * y = x (c / a) mean_i m_i. Nothing is learned: dL/dx = G m_i c / a. Units of a map share the mask
 * of their channel.
 *
 * The scale S controls the overlap of the masks: n random choices of a out of a S units leave
 * a S (1 - (1 - 1/S)^n) units used by some mask; these are the c units of the layer, hence
 *
 *     a = floor(c / (S (1 - (1 - 1/S)^n)))
 *
 * S = 1: all ones, n equal members; S large: disjoint masks. The original draws
 * until exactly c units are used, which may never end. Here the masks 1 .. i together use u_i
 * units, the expected number, rounded: mask i takes u_i - u_(i-1) new units and a
 * random choice of the used ones. At the end the units are permuted at random.
 *
 * N. Durasov, T. Bagautdinov, P. Baque, P. Fua, "Masksembles for uncertainty estimation", CVPR
 * 2021. The scale c / a is ours: the original leaves y smaller.
 */
#include <math.h>

#include "random/noise.h"
#include "technique/distributions.h"
#include "technique/mask.h"

typedef struct {
    size_t members;
    double scale;
} settings;

static const adrop_option options[] = {
    { .name = "members",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, members),
      .fallback = 4,
      .min = 2,
      .max = 64,
      .help = "masks, and members of the ensemble" },
    { .name = "scale",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, scale),
      .fallback = 2,
      .min = 1,
      .max = 6,
      .help = "how little masks overlap: at 1 all are the same" },
    { 0 }
};

static const char *const examples[] = { "masksembles", "masksembles:members=8,scale=3", NULL };

/* Number of ones in each mask of c units. */
static size_t ones_of(const settings *s, size_t c)
{
    const double used = s->scale * (1 - pow(1 - 1 / s->scale, (double)s->members));
    const size_t a = (size_t)floor((double)c / used * (1 + 1e-12));
    const size_t least = (c + s->members - 1) / s->members; /* enough to use all units */

    return a < least ? least : a < c ? a : c;
}

static double factor_of(const ad_technique_view *v)
{
    const size_t c = v->site->channels;

    return (double)c / (double)ones_of(v->settings, c);
}

/* Units that the first i masks use together, i > 1, if the masks before i use `before`. */
static size_t used_by(const settings *s, size_t c, size_t a, size_t i, size_t before)
{
    const double stay = 1 - 1 / s->scale, n = (double)s->members;
    const double share = (1 - pow(stay, (double)i)) / (1 - pow(stay, n));
    const size_t want = (size_t)round((double)c * share), left = (s->members - i) * a;
    size_t u = c > left && want < c - left ? c - left : want; /* the rest can still reach c */

    if (u < before)
        u = before;
    if (u > before + a)
        u = before + a;
    return u < c ? u : c;
}

/* An integer below `below_this`, at an address. */
static size_t masksembles_below(const ad_address *at, size_t element, size_t below_this)
{
    uint32_t word;

    AD_KERNEL(ad_noise_words)(at, element, 1, &word);
    return (size_t)(((uint64_t)word * below_this) >> 32);
}

static void masksembles_plan(const void *self, const ad_site *site, ad_plan *p)
{
    ad_tensor_add(&p->buffers, "masks", ((const settings *)self)->members, site->channels);
    p->distribution_share = AD_DISTRIBUTION_OF_CHANNEL;
}

/* Choose `old` of the first `before` units (Knuth, The Art of Computer Programming 2, 3.4.2,
 * algorithm S), and all units from `before` to `used`. */
static void draw_mask(const ad_address *at, size_t old, size_t before, size_t used, real *m)
{
    for (size_t j = 0; j < before; j++) {
        const int taken = masksembles_below(at, j, before - j) < old;
        m[j] = taken ? 1 : 0;
        old -= (size_t)taken;
    }
    for (size_t j = before; j < used; j++)
        m[j] = 1;
}

static void masksembles_init(const ad_technique_view *v, uint64_t seed, void *params, void *buffers)
{
    const settings *s = v->settings;
    const size_t c = v->site->channels, n = s->members, a = ones_of(s, c);
    ad_address at = { .seed = seed, .layer = v->site->layer, .purpose = AD_FOR_INIT };
    real *masks = buffers;
    size_t used = a;

    (void)params;
    draw_mask(&at, 0, 0, a, masks);
    for (size_t i = 1; i < n; i++) {
        const size_t now = used_by(s, c, a, i + 1, used);
        at.row = (uint32_t)i;
        draw_mask(&at, a - (now - used), used, now, masks + i * c);
        used = now;
    }
    at.row = (uint32_t)n;
    for (size_t j = c; j-- > 1;) {
        const size_t k = masksembles_below(&at, j, j + 1);
        for (size_t i = 0; i < n; i++) {
            const real kept = masks[i * c + j];
            masks[i * c + j] = masks[i * c + k];
            masks[i * c + k] = kept;
        }
    }
}

static void fill_member(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                        real *d0, real *d1)
{
    const ad_call *c = self;
    const size_t members = ((const settings *)c->settings)->members;
    const size_t member = (size_t)(((uint64_t)at->row + at->step) % members);
    const real *mask = (const real *)c->buffers + member * c->site->channels + first;

    (void)d0, (void)d1;
    for (size_t i = 0; i < n; i++)
        m[i] = mask[i];
}

static void fill_mean(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                      real *d0, real *d1)
{
    const ad_call *c = self;
    const size_t members = ((const settings *)c->settings)->members;

    (void)at, (void)d0, (void)d1;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < members; k++)
            sum += (double)((const real *)c->buffers)[k * c->site->channels + first + i];
        m[i] = (real)(sum / (double)members);
    }
}

static void masksembles_apply(const ad_call *c, void (*kernel)(const ad_mask *))
{
    const ad_technique_view v = { .settings = c->settings, .site = c->site };
    const double scale = factor_of(&v);

    kernel(&(ad_mask){ .call = c,
                       .shape = AD_BY_CHANNEL,
                       .fill = c->where.phase == ADROP_PHASE_MEAN ? fill_mean : fill_member,
                       .self = c,
                       .scale = &scale });
}

static void masksembles_forward(const ad_call *c)
{
    masksembles_apply(c, AD_KERNEL(ad_mask_forward));
}

static void masksembles_backward(const ad_call *c)
{
    masksembles_apply(c, AD_KERNEL(ad_mask_backward));
}

/* The share of masks that keep a unit. */
static double masksembles_keep_of(const ad_technique_view *v, size_t unit)
{
    const size_t c = v->site->channels, n = ((const settings *)v->settings)->members;
    const real *masks = (const real *)v->buffers + unit / ad_site_area(v->site);
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += (double)masks[i * c];
    return sum / (double)n;
}

static void masksembles_moments(const ad_technique_view *v, size_t unit, double pre,
                                adrop_moments *out)
{
    (void)pre;
    *out = ad_moments_two_points(masksembles_keep_of(v, unit), factor_of(v));
}

static void masksembles_distribution(const ad_technique_view *v, size_t unit, double pre, double m,
                                     double *pdf, double *cdf)
{
    (void)pre;
    ad_distribution_two_points(masksembles_keep_of(v, unit), m, pdf, cdf);
}

static size_t members(const void *self)
{
    return ((const settings *)self)->members;
}

const ad_technique AD_KERNEL(ad_technique_masksembles) = {
    .name = "masksembles",
    .summary = "a few fixed masks, one for each member of an ensemble",
    .reference = "Durasov et al., CVPR 2021",
    .traits = AD_OWN_MEAN | AD_SHARED_BY_ROW | AD_OWN_UNITS | AD_BY_CHANNELS,
    .options = options,
    .settings_size = sizeof(settings),
    .examples = examples,
    .plan = masksembles_plan,
    .init = masksembles_init,
    .forward = masksembles_forward,
    .backward = masksembles_backward,
    .moments = masksembles_moments,
    .distribution = masksembles_distribution,
    .members = members,
};
