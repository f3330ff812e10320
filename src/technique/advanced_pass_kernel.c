/* The passes of advanced dropout (advanced.h): mu and sigma from the encoder, the masks, the KL. */
#include "technique/advanced.h"

#include <string.h>

#include "base/memory.h"

/* What forward leaves for backward and for the statistics: c, mu, sigma of each
 * pair, and the gradients of the KL; then the encoder's part. */
typedef struct {
    size_t n;                 /* pairs: 1, channels, or rows of the site */
    double *c, *mu, *sigma;   /* (n) each */
    double *kl_mu, *kl_sigma; /* (n) each */
    void *encoder;
} kept;

ad_encoder AD_KERNEL(ad_advanced_encoder)(const ad_advanced *s, const ad_site *site,
                                          ad_tensor_list *params)
{
    static const ad_encoder_kind kinds[] = { AD_ENCODER_LAYER, AD_ENCODER_CHANNEL,
                                             AD_ENCODER_SAMPLE };
    ad_encoder e = AD_KERNEL(ad_encoder_layout)(site, s->hidden, kinds[s->unit], params);

    e.detached = s->input == AD_INPUT_DETACHED;
    e.matched = s->step == AD_STEP_MATCHED;
    e.spread = s->prior == AD_PRIOR_SAMPLED ? s->prior_sigma : 0;
    return e;
}

size_t AD_KERNEL(ad_advanced_scratch)(const ad_model_free *f, const ad_site *site)
{
    return f->per_row ? AD_KERNEL(ad_model_free_rows_scratch)(f, site)
                      : AD_KERNEL(ad_model_free_scratch)(f, site);
}

size_t AD_KERNEL(ad_advanced_saved)(const ad_advanced *s, const ad_site *site)
{
    return ad_round_up(5 * ad_advanced_pairs(s, site) * sizeof(double));
}

static kept kept_in(const ad_call *c)
{
    const size_t pairs = ad_advanced_pairs(c->settings, c->site);
    double *first = c->saved;

    return (kept){ pairs,
                   first,
                   first + pairs,
                   first + 2 * pairs,
                   first + 3 * pairs,
                   first + 4 * pairs,
                   (char *)c->saved + AD_KERNEL(ad_advanced_saved)(c->settings, c->site) };
}

/* The encoder's scratch follows the masks'. */
static void *encoder_scratch(const ad_call *c, const ad_model_free *f)
{
    return (char *)c->scratch + AD_KERNEL(ad_advanced_scratch)(f, c->site);
}

/* Compute mu, sigma and c of this pass; return the number of pairs. Each row has its own in every
 * phase with unit=sample. */
static size_t draw_from(const ad_call *c, const ad_model_free *f, const ad_encoder *e,
                        const kept *k)
{
    const ad_advanced *s = c->settings;
    const int encodes = c->where.phase == ADROP_PHASE_TRAIN || f->per_row;
    const size_t n = f->per_row ? c->rows : k->n;
    const real *running = c->buffers;

    if (encodes)
        AD_KERNEL(ad_encoder_forward)(e, c, k->encoder, encoder_scratch(c, f), k->mu, k->sigma);
    for (size_t p = 0; p < n; p++) {
        if (!encodes) {
            k->mu[p] = (double)running[p];
            k->sigma[p] = (double)running[e->pairs + p];
        }
        k->mu[p] = ad_limited_mu(s, k->mu[p]);
        k->sigma[p] = ad_limited_sigma(s, k->sigma[p]);
        k->c[p] = ad_model_free_mean(f, k->mu[p], k->sigma[p]);
    }
    return n;
}

/* Statistics: c of the pairs, then mu and sigma, or their means over n rows. */
static void leave_statistics(const ad_call *c, const kept *k, int per_row, size_t n)
{
    double *mean = c->stats + k->n;

    if (!per_row) {
        memcpy(c->stats, k->c, 3 * k->n * sizeof *k->c);
        return;
    }
    memset(c->stats, 0, (k->n + 2) * sizeof *c->stats);
    memcpy(c->stats, k->c, n * sizeof *k->c);
    for (size_t i = 0; i < n; i++) {
        mean[0] += k->mu[i] / (double)n;
        mean[1] += k->sigma[i] / (double)n;
    }
}

void AD_KERNEL(ad_advanced_forward)(const ad_call *c)
{
    const ad_advanced *s = c->settings;
    const ad_model_free f = ad_advanced_noise(s);
    const ad_encoder e = AD_KERNEL(ad_advanced_encoder)(s, c->site, NULL);
    const kept k = kept_in(c);
    const size_t n = draw_from(c, &f, &e, &k);

    if (c->where.phase == ADROP_PHASE_TRAIN && s->kl.prior)
        *c->row_loss += ad_model_free_kl_loss(&f, &s->kl, c, n, k.mu, k.sigma, k.kl_mu, k.kl_sigma);
    if (c->where.phase == ADROP_PHASE_TRAIN)
        leave_statistics(c, &k, f.per_row, n);
    if (f.per_row)
        AD_KERNEL(ad_model_free_rows_forward)(&f, c, k.mu, k.sigma, k.c);
    else
        AD_KERNEL(ad_model_free_forward)(&f, c, k.mu, k.sigma, k.c);
}

void AD_KERNEL(ad_advanced_backward)(const ad_call *c)
{
    const ad_advanced *s = c->settings;
    const ad_model_free f = ad_advanced_noise(s);
    const ad_encoder e = AD_KERNEL(ad_advanced_encoder)(s, c->site, NULL);
    const kept k = kept_in(c);
    const int through = s->detach == AD_DETACH_NO;
    const size_t n = f.per_row ? c->rows : k.n;
    double *gmu = f.per_row
                      ? AD_KERNEL(ad_model_free_rows_backward)(&f, c, k.mu, k.sigma, k.c, through)
                      : AD_KERNEL(ad_model_free_backward)(&f, c, k.mu, k.sigma, k.c, through);
    double *gsigma = gmu + n;

    for (size_t p = 0; s->kl.prior && p < n; p++) {
        gmu[p] += ad_call_dextra(c) * k.kl_mu[p];
        gsigma[p] += ad_call_dextra(c) * k.kl_sigma[p];
    }
    for (size_t p = 0; p < n; p++) { /* an active limit stops the gradient */
        if (s->mu_limit > 0 && fabs(k.mu[p]) >= s->mu_limit)
            gmu[p] = 0;
        if (s->sigma_limit > 0 && k.sigma[p] >= s->sigma_limit)
            gsigma[p] = 0;
    }
    AD_KERNEL(ad_encoder_backward)(&e, c, k.encoder, encoder_scratch(c, &f), gmu, gsigma);
}
