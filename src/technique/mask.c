/* Masks applied to arrays (mask.h). Work is cut into blocks of rows by the shape
 * alone; a block adds up its own sums; they are folded in block order. Within a
 * chunk a sum runs in sixteen lanes, so that it is the same on every CPU. */
#include "technique/mask.h"

#include <string.h>

#include "base/parallel.h"
#include "random/words.h"

#if defined AD_KERNEL_DOUBLE
const char *const ad_mask_shape_words[] = { "element", "channel", NULL };
#endif

typedef struct {
    const ad_mask *mask;
    double *partial; /* (blocks, n_sums, sum_width); NULL forward */
    size_t sum_width;
} job;

static size_t n_sums(const ad_mask *mask)
{
    return (size_t)(mask->n_slopes + (mask->with_total != 0));
}

/* Channels that have scales of their own: m <- m * scale for the draws from first on. */
static void scale_chunk(const ad_mask *mask, size_t area, size_t first, size_t n, real *m)
{
    for (size_t i = 0; mask->per_channel && i < n; i++)
        m[i] *= (real)mask->scale[(first + i) / area];
}

/* The scale of all draws; 1 where scale_chunk has done it. */
static inline real common_scale(const ad_mask *mask)
{
    return mask->per_channel ? 1 : (real)mask->scale[0];
}

/* out = in * (m * scale), m for each element or for each channel of `spread` elements. */
static inline void multiply(size_t n, size_t spread, const real *in, const real *m, real scale,
                            real *out)
{
    if (spread == 1) {
        for (size_t i = 0; i < n; i++)
            out[i] = in[i] * (m[i] * scale);
    } else {
        for (size_t i = 0; i < n; i++) {
            const real factor = m[i] * scale;
            for (size_t k = 0; k < spread; k++)
                out[i * spread + k] = in[i * spread + k] * factor;
        }
    }
}

/* How a row is cut: `draws` masks a row, each spread over `spread` elements, each
 * channel holding `area` draws. */
typedef struct {
    size_t draws, spread, area;
} cut;

static cut cut_of(const ad_mask *mask)
{
    const ad_site *s = mask->call->site;

    if (mask->shape == AD_BY_CHANNEL)
        return (cut){ s->channels, ad_site_area(s), 1 };
    return (cut){ ad_site_units(s), 1, ad_site_area(s) };
}

static size_t last_row(const ad_call *c, size_t block)
{
    const size_t end = (block + 1) * ad_block_rows(c->site);

    return end < c->rows ? end : c->rows;
}

static void forward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_mask *mask = j->mask;
    const ad_call *c = mask->call;
    const cut k = cut_of(mask);
    const size_t n = ad_site_units(c->site);
    real m[AD_CHUNK];

    for (size_t row = block * ad_block_rows(c->site); row < last_row(c, block); row++) {
        const ad_address at = ad_call_address(c, row);
        const real *x = (const real *)c->x + row * n;
        real *y = (real *)c->y + row * n;
        for (size_t first = 0; first < k.draws; first += AD_CHUNK) {
            const size_t take = k.draws - first < AD_CHUNK ? k.draws - first : AD_CHUNK;
            mask->fill(mask->self, &at, first, take, m, NULL, NULL);
            scale_chunk(mask, k.area, first, take, m);
            multiply(take, k.spread, x + first * k.spread, m, common_scale(mask),
                     y + first * k.spread);
        }
    }
}

void AD_KERNEL(ad_mask_forward)(const ad_mask *mask)
{
    job j = { .mask = mask };

    ad_parallel(mask->call->threads, ad_n_blocks(mask->call->site, mask->call->rows), forward_block,
                &j);
}

/* t[i] = sum over the element's spread of G * x. */
static inline void inner(size_t n, size_t spread, const real *g, const real *x, real *t)
{
    if (spread == 1) {
        for (size_t i = 0; i < n; i++)
            t[i] = g[i] * x[i];
        return;
    }
    for (size_t i = 0; i < n; i++) {
        real product[AD_CHUNK];
        double sum = 0;
        for (size_t from = 0; from < spread; from += AD_CHUNK) {
            const size_t take = spread - from < AD_CHUNK ? spread - from : AD_CHUNK;
            for (size_t k = 0; k < take; k++)
                product[k] = g[i * spread + from + k] * x[i * spread + from + k];
            sum += ad_add_up(take, product);
        }
        t[i] = (real)sum;
    }
}

/* Sum of a[i] * b[i], products and sums in double: what is left of a sum of both signs
 * may be small against its terms. In lanes, as ad_add_up. */
static double dot(size_t n, const real *a, const real *b)
{
    enum { LANES = 16 };
    double lane[LANES] = { 0 }, sum = 0;
    size_t i = 0;

    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += (double)a[i + l] * (double)b[i + l];
    for (; i < n; i++)
        lane[i % LANES] += (double)a[i] * (double)b[i];
    for (size_t l = 0; l < LANES; l++)
        sum += lane[l];
    return sum;
}

/* Add the chunk's sum of t * d * scale to the block's partial sums. */
static void collect(const job *j, size_t area, size_t first, size_t n, const real *t, const real *d,
                    double *to)
{
    if (!j->mask->per_channel)
        *to += dot(n, t, d) * (double)common_scale(j->mask);
    else
        for (size_t i = 0; i < n; i++)
            to[(first + i) / area] += (double)(t[i] * d[i]);
}

static void backward_chunk(const job *j, const cut *k, const ad_address *at, size_t first, size_t n,
                           const real *x, const real *g, real *dx, double *partial)
{
    const ad_mask *mask = j->mask;
    real m[AD_CHUNK], d0[AD_CHUNK], d1[AD_CHUNK], t[AD_CHUNK];
    const real *d[AD_MAX_SUMS] = { d0, d1, m };

    if (mask->with_total)
        d[mask->n_slopes] = m;
    mask->fill(mask->self, at, first, n, m, mask->n_slopes > 0 ? d0 : NULL,
               mask->n_slopes > 1 ? d1 : NULL);
    if (n_sums(mask) > 0) {
        inner(n, k->spread, g, x, t);
        scale_chunk(mask, k->area, first, n, t);
        for (size_t s = 0; s < n_sums(mask); s++)
            collect(j, k->area, first, n, t, d[s], partial + s * j->sum_width);
    }
    scale_chunk(mask, k->area, first, n, m);
    multiply(n, k->spread, g, m, common_scale(mask), dx);
}

static void backward_block(void *arg, size_t block)
{
    const job *j = arg;
    const ad_mask *mask = j->mask;
    const ad_call *c = mask->call;
    const cut k = cut_of(mask);
    const size_t n = ad_site_units(c->site);
    double *partial = j->partial + block * n_sums(mask) * j->sum_width;

    memset(partial, 0, n_sums(mask) * j->sum_width * sizeof *partial);
    for (size_t row = block * ad_block_rows(c->site); row < last_row(c, block); row++) {
        const ad_address at = ad_call_address(c, row);
        for (size_t first = 0; first < k.draws; first += AD_CHUNK) {
            const size_t take = k.draws - first < AD_CHUNK ? k.draws - first : AD_CHUNK;
            const size_t from = row * n + first * k.spread;
            backward_chunk(j, &k, &at, first, take, (const real *)c->x + from,
                           (const real *)c->dy + from, (real *)c->dx + from, partial);
        }
    }
}

size_t AD_KERNEL(ad_mask_scratch)(const ad_site *site, int most_sums, int per_channel)
{
    const size_t width = per_channel ? site->channels : 1;

    return ad_n_blocks(site, site->rows) * (size_t)most_sums * width * sizeof(double);
}

void AD_KERNEL(ad_mask_backward)(const ad_mask *mask)
{
    const ad_call *c = mask->call;
    const size_t n_blocks = ad_n_blocks(c->site, c->rows);
    job j = { mask, c->scratch, mask->per_channel ? c->site->channels : 1 };
    const size_t width = n_sums(mask) * j.sum_width;

    ad_parallel(c->threads, n_blocks, backward_block, &j);
    for (size_t i = 0; i < width; i++) {
        mask->sums[i] = 0;
        for (size_t b = 0; b < n_blocks; b++)
            mask->sums[i] += j.partial[b * width + i];
    }
}
