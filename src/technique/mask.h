/* Masks applied to arrays: y = x * m * scale forward, and backward in one pass
 *
 *     dx = G * m * scale,      sums[k] = sum of G * x * scale * d_k
 *
 * where d_k = dm/dtheta_k (and, last, m itself: the sum of G * y, which a
 * normaliser that is not held constant needs). A technique supplies fill(); the
 * rest - rows, chunks, threads, masks by element or by channel, the fixed order
 * of sums - is here. Where dm/dtheta are many and each is 0 for most draws, as those of a spline
 * are, it supplies collect(), which adds up a chunk by itself.
 *
 * Backward needs the masks of forward again. A technique whose plan calls ad_mask_keep
 * has them kept among what forward saves, the slopes too, where they take up to 16 MB a
 * shard; where they would take more, and in techniques that do not keep, backward draws
 * them again from their address. One whose slopes follow from its noise by a little arithmetic
 * keeps the noise in their place: one array to write and to read for three. The bits are the same.
 * For kernel files. */
#ifndef AD_TECHNIQUE_MASK_H
#define AD_TECHNIQUE_MASK_H

#include "technique/mask_shape.h"
#include "technique/technique.h"

/* The option's row, for a settings struct with an int field `mask`. */
#define AD_MASK_ROW(type)                                                                          \
  {                                                                                                \
    .name = "mask", .kind = ADROP_OPT_CHOICE, .offset = offsetof(type, mask),                      \
    .words = ad_mask_shape_words, .help = "on maps: one draw an element or one a channel"          \
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
    /* fill in two steps, where the noise is what is kept; NULL: masks and slopes are. */
    void (*draw)(const void *self, const ad_address *at, size_t first, size_t n, real *noise);
    void (*map)(const void *self, size_t first, size_t n, const real *noise, real *m, real *d0,
                real *d1);
    const void *self;    /* handed to them */
    const double *scale; /* (1), or (channels) if per_channel */
    int per_channel;     /* scale and sums have an entry for each channel */
    int n_slopes;        /* backward: 0: no parameters; 1: d0; 2: d0 and d1 */
    int with_total;      /* also the sum of G * y, last of the sums */
    double *sums;        /* (n_slopes + with_total, 1 or channels), written by backward */
    /* Sums of its own, of all channels, for backward: adds those of the draws [first, first + n) to
     * `to`, with t[i] the sum of G * x * scale over a draw's spread. Needs draw. NULL: none. */
    void (*collect)(const void *self, size_t first, size_t n, const real *noise, const real *t,
                    double *to);
    size_t n_own;
    double *own; /* (n_own), written by backward */
} ad_mask;

/* Bytes of scratch that backward needs. */
size_t AD_KERNEL(ad_mask_scratch)(const ad_site *site, int most_sums, int per_channel);

/* Bytes more for n_own sums of its own. */
size_t AD_KERNEL(ad_mask_own_scratch)(const ad_site *site, size_t n_own);

/* For plan(), after its own saved_size: keep masks and their slopes if they are small; 0 slopes
 * where the noise is kept. */
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
