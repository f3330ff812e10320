/* Masks applied to arrays: y = x * m * scale forward, and backward in one pass
 *
 *     dx = G * m * scale,      sums[k] = sum of G * x * scale * d_k
 *
 * where d_k = dm/dtheta_k (and, last, m itself: the sum of G * y, which a
 * normaliser that is not held constant needs). A technique supplies fill(); the
 * rest - rows, chunks, threads, masks by element or by channel, the fixed order
 * of sums - is here. Where there are many dm/dtheta, each 0 for most draws, as for a spline,
 * the technique supplies collect(), which adds up a chunk itself.
 *
 * Backward needs the masks of forward again. If the technique's plan calls ad_mask_keep,
 * forward saves masks and slopes where they take up to 16 MB per shard. Otherwise
 * backward draws them again from their address. A technique whose slopes are cheap to compute from
 * its noise keeps the noise instead: one array to write and read, not three. The bits are the
 * same.
 * For kernel files. */
#ifndef AD_TECHNIQUE_MASK_H
#define AD_TECHNIQUE_MASK_H

#include "technique/mask_shape.h"
#include "technique/technique.h"

/* The option's row, for a settings struct with an int field `mask`. */
#define AD_MASK_ROW(type)                                                                          \
  {                                                                                                \
    .name = "mask", .kind = ADROP_OPT_CHOICE, .offset = offsetof(type, mask),                      \
    .words = ad_mask_shape_words, .help = "on maps: one draw per element or per channel"           \
  }

enum { AD_MAX_SUMS = 3 };

typedef void ad_mask_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                          real *d0, real *d1);

typedef struct ad_mask {
    const ad_call *call;
    ad_mask_shape shape;
    /* m of the elements (or channels) [first, first + n) of the row at the address,
     * n <= AD_CHUNK; d0 and d1 only if they are not NULL. */
    ad_mask_fill *fill;
    /* fill in two steps, where the noise is kept; NULL: masks and slopes are kept. */
    void (*draw)(const void *self, const ad_address *at, size_t first, size_t n, real *noise);
    void (*map)(const void *self, size_t first, size_t n, const real *noise, real *m, real *d0,
                real *d1);
    const void *self;    /* passed to these functions */
    const double *scale; /* (1), or (channels) if per_channel */
    int per_channel;     /* scale and sums have one entry per channel */
    int n_slopes;        /* backward: 0 (no parameters), 1 (d0), 2 (d0 and d1) */
    int with_total;      /* also the sum of G * y, after the other sums */
    double *sums;        /* (n_slopes + with_total, 1 or channels), written by backward */
    /* The technique's own sums over all channels, for backward. Adds the draws [first, first + n)
     * to `to`; t[i] is the sum of G * x * scale over a draw's spread. Needs draw. NULL: none. */
    void (*collect)(const void *self, size_t first, size_t n, const real *noise, const real *t,
                    double *to);
    size_t n_own;
    double *own; /* (n_own), written by backward */
} ad_mask;

/* Bytes of scratch that backward needs. */
size_t AD_KERNEL(ad_mask_scratch)(const ad_site *site, int most_sums, int per_channel);

/* Additional bytes for n_own own sums. */
size_t AD_KERNEL(ad_mask_own_scratch)(const ad_site *site, size_t n_own);

/* For plan(), after it has set saved_size: keep masks and n_slopes slopes if they are small. If
 * the noise is kept instead, n_slopes is 0. */
void AD_KERNEL(ad_mask_keep)(const ad_site *site, ad_mask_shape shape, int n_slopes, ad_plan *plan);

void AD_KERNEL(ad_mask_forward)(const ad_mask *mask);
void AD_KERNEL(ad_mask_backward)(const ad_mask *mask);

/* Sum of n numbers in sixteen lanes: the same on every CPU, and it vectorises. */
static inline double ad_add_up(size_t n, const real *a)
{
    enum { LANES = 16 };
    real lane[LANES] = { 0 };
    double sum = 0;
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += a[i + l];
    for (; i < n; i++)
        lane[i % LANES] += a[i];
    for (size_t l = 0; l < LANES; l++)
        sum += (double)lane[l];
    return sum;
}

/* Rows that one block of work takes: a function of the shape alone. */
static inline size_t ad_block_rows(const ad_site *site)
{
    const size_t rows = 8192 / ad_site_units(site);

    return rows ? rows : 1;
}

static inline size_t ad_n_blocks(const ad_site *site, size_t rows)
{
    return (rows + ad_block_rows(site) - 1) / ad_block_rows(site);
}

#endif
