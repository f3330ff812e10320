/* What a dropout technique is.
 *
 * Each lives in its own file, which defines one `const ad_technique
 * AD_KERNEL(ad_technique_<id>)` and nothing else that is visible outside;
 * technique_list.h names it. The file is written over `real` and compiled for
 * every kernel set (base/kernel.h). A technique is arithmetic on arrays: it
 * allocates nothing, prints nothing, keeps no state, and cannot fail once its
 * settings and its site have been checked. A NULL function has the default
 * stated beside it. The order of calls in a training step:
 *
 *     for each shard:   forward(call)  ...the rest of the network...  backward(call)
 *     once:             penalty(call), commit(..), <optimiser>, constrain(..)
 *
 * dropout.h holds a technique at a site with the arrays it needs. */
#ifndef AD_TECHNIQUE_TECHNIQUE_H
#define AD_TECHNIQUE_TECHNIQUE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "adrop/technique.h"
#include "base/kernel.h"
#include "technique/where.h"

typedef enum ad_trait {
    AD_LEARNS = 1,             /* has parameters */
    AD_OWN_MEAN = 2,           /* phase mean is not the identity: forward runs in it */
    AD_NEEDS_PRE = 4,          /* reads the pre-activation of x */
    AD_NEEDS_MAP = 8,          /* the site must have a height and a width */
    AD_REPLACES_PRODUCT = 16,  /* y is (rows, outputs): the following dense layer's product */
    AD_RANDOM_SCALE = 32,      /* the scale depends on the drawn mask (moments hold for the mask) */
    AD_PENALISES_WEIGHTS = 64, /* penalty() reads the following layer's weights */
    AD_ONE_MASK = 128,         /* the rows of a pass share one mask, or its random rate */
    AD_DETACHED_INPUT = 256,   /* dx omits the effect of x on the distribution of the masks */
    AD_DISTRIBUTION_BY_ROW = 512, /* the distribution of a mask depends on its row's x; moments()
                            and distribution() are those of an average row */
    AD_SHIFTS_MEAN = 1024,   /* E[y] with noise differs from y of phase mean, by construction */
    AD_ON_BRANCHES = 4096,   /* the site must be the end of a residual branch */
    AD_OWN_UNITS = 8192,     /* phase mean depends on the number and order of the units: none can be
                                removed */
    AD_SHARED_BY_ROW = 2048, /* the units of a row share a draw: rows are independent, units not */
    AD_BY_CHANNELS = 16384,  /* one mask per channel on a map, without a setting for it */
    AD_FIXED_RATE = 32768,   /* its setting `rate`, read in every pass, is how much it drops; a
                                strength below 1 multiplies it (strength.h) */
    AD_LEARNS_BY_RESPONSE = 65536, /* its parameters follow not the optimiser but the response: the
                                      effect of a step with them on the loss of other rows
                                      (model/response.h) */
    AD_JUDGED_DIRECTLY = 131072,   /* these follow the gradient of that loss itself: in passes over
                                      the other rows (where.is_response) dparams gets theirs alone,
                                      and there is no noise */
} ad_trait;

/* Where a technique sits. */
typedef struct ad_site {
    size_t rows;                    /* most rows per call: a shard of a batch */
    size_t channels, height, width; /* of x; dense: channels units, height = width = 1 */
    size_t outputs;                 /* of the following dense layer; 0: none */
    size_t n_train;                 /* N of the KL / N terms: number of training rows */
    uint16_t layer;                 /* part of every address */
    int has_pre;                    /* the pre-activation of x is available */
    size_t branch, branches; /* number of the residual branch that ends here, from 1, and number of
                                branches in the network; 0: none ends here */
    size_t places;           /* number of sites in the network; 0: unknown */
} ad_site;

static inline size_t ad_site_area(const ad_site *s)
{
    return s->height * s->width;
}

/* Elements of a row of x. */
static inline size_t ad_site_units(const ad_site *s)
{
    return s->channels * ad_site_area(s);
}

/* A named window on the parameters or on the buffers: (rows, columns), or
 * (rows) if columns is 0. */
typedef struct ad_tensor {
    const char *name;
    size_t rows, columns;
    size_t offset; /* in reals */
    int together; /* comparable with the same tensor at other sites: learning by response draws them
                     together (model/response.h) */
    int by_optimizer; /* the optimiser moves it even if the technique learns by response */
} ad_tensor;

enum { AD_MAX_TENSORS = 8 };

typedef struct ad_tensor_list {
    ad_tensor tensor[AD_MAX_TENSORS]; /* (n) */
    size_t n;
    size_t n_reals; /* of all tensors */
    int overflow;   /* more tensors were requested than fit */
} ad_tensor_list;

/* Which units share one mask distribution: all, those of a channel, those at one
 * position of the map, or none. */
typedef enum ad_distribution_share {
    AD_DISTRIBUTION_OF_LAYER,
    AD_DISTRIBUTION_OF_CHANNEL,
    AD_DISTRIBUTION_OF_POSITION,
    AD_DISTRIBUTION_OF_UNIT
} ad_distribution_share;

/* What a technique needs at a site; zero until plan() adds to it. */
typedef struct ad_plan {
    ad_tensor_list params;  /* learned; the optimiser changes them */
    ad_tensor_list buffers; /* running statistics; commit() changes them */
    size_t n_stats;         /* doubles that forward leaves for commit, one set per shard */
    size_t saved_size;      /* bytes that forward leaves for backward */
    size_t kept_at;         /* offset of kept masks in saved (mask.h); valid if kept_arrays > 0 */
    int kept_arrays;
    size_t scratch_size; /* working memory of one call */
    int multiplies;      /* it calls product.h, which needs panels */
    size_t panels_at;    /* offset of the panels in scratch; set by dropout.c */
    ad_distribution_share distribution_share; /* of moments() and distribution() */
    int learns_shape; /* mu and sigma of moments() do not determine that distribution */
    /* If backward holds the normaliser c constant although c depends on the
     * parameters: the first n_detached statistics are the values of c, one for the layer,
     * one per channel or one per row. 0: nothing is held constant. */
    size_t n_detached;
    int detached_by_row;
} ad_plan;

/* Working memory of a thread in product.h: up to 416 terms of two vectors of 64 bytes. */
enum { AD_PANEL_BYTES = 416 * 2 * 64 };

/* Add a tensor; returns its offset. Beyond AD_MAX_TENSORS it sets overflow, and the plan is
 * refused. */
size_t ad_tensor_add(ad_tensor_list *list, const char *name, size_t rows, size_t columns);

static inline size_t ad_tensor_size(const ad_tensor *t)
{
    return t->rows * (t->columns ? t->columns : 1);
}

/* One forward or backward pass of one shard. Arrays are of the kernel set's real
 * type; n is ad_site_units(site), p the following layer's outputs. */
typedef struct ad_call {
    /* Filled in by the owner of the arrays: a layer, or the public dropout layer. */
    ad_where where;
    size_t rows;           /* in this call, at most site->rows */
    const void *x;         /* (rows, n) */
    const void *pre;       /* (rows, n), or NULL where it is not needed */
    const void *weight;    /* (p, n) of the following layer, or NULL likewise */
    const void *bias;      /* (p), or NULL */
    void *y;               /* (rows, n), or (rows, p); may be x itself if (rows, n) */
    const void *dy;        /* shape of y */
    void *dx;              /* (rows, n), written; may be dy itself if (rows, n) */
    void *dpre;            /* (rows, n), added to; NULL: not wanted */
    void *dweight, *dbias; /* shapes of weight and bias, added to; NULL: not wanted */
    const double *dextra;  /* backward: weights of the rows' extra losses; NULL: 1 */

    /* Added by dropout.c: the technique's own settings and memory. */
    const void *settings; /* the struct that the option table describes */
    const ad_site *site;
    const ad_plan *plan;
    int threads;
    double strength; /* strength.h: multiplies extra losses, and the noise of techniques that
                        replace a product and have no fixed rate */
    const void *params, *buffers;
    void *dparams;    /* added to; NULL: not wanted */
    void *saved;      /* plan->saved_size bytes, from forward to backward */
    void *scratch;    /* plan->scratch_size bytes */
    void *panels;     /* (threads, AD_PANEL_BYTES) within scratch, if the plan multiplies */
    double *stats;    /* (plan->n_stats), written by forward in phase train */
    double *row_loss; /* forward in phase train adds its extra loss of these rows */
} ad_call;

/* The address of a row's noise in this call. */
static inline ad_address ad_call_address(const ad_call *c, size_t row)
{
    return ad_where_address(&c->where, c->site->layer, row);
}

static inline double ad_call_dextra(const ad_call *c)
{
    return c->dextra ? *c->dextra : 1;
}

static inline double ad_call_batch_rows(const ad_call *c)
{
    return (double)(c->where.batch_rows ? c->where.batch_rows : c->rows);
}

/* Argument of a technique's functions that read its state. */
typedef struct ad_technique_view {
    const void *settings;
    const ad_site *site;
    const ad_plan *plan;
    const void *params, *buffers;
} ad_technique_view;

typedef struct ad_technique {
    const char *name;                            /* as written after --dropout */
    const char *summary;                         /* one line for listings */
    const char *reference;                       /* the paper it comes from */
    unsigned traits;                             /* ad_trait, or-ed */
    unsigned (*traits_of)(const void *settings); /* where they depend on settings; NULL: never */
    const adrop_option *options;                 /* table of the settings struct */
    size_t settings_size;
    const char *const *examples; /* texts that choose it, ended by NULL; shown and tested */
    const char *const
        *choices; /* settings among which "Advanced Dropout" chose, ended by NULL; NULL: none */

    /* Resolve settings left open ("auto") after they are read. NULL: there are none. */
    void (*settle)(void *settings);
    /* Refuse settings that contradict each other or do not fit the site. NULL: all are accepted. */
    adrop_status (*check)(adrop_ctx *ctx, const void *settings, const ad_site *site);
    /* State what is needed at the site. NULL: nothing. */
    void (*plan)(const void *settings, const ad_site *site, ad_plan *plan);
    /* Initial parameters and buffers, from noise addressed by seed. NULL: zeros. */
    void (*init)(const ad_technique_view *view, uint64_t seed, void *params, void *buffers);

    void (*forward)(const ad_call *call);
    void (*backward)(const ad_call *call);

    /* Update the buffers from the statistics of a step. sums: (n_stats), each weighted by its
     * shard's rows and added over the shards; rows: their total. NULL: nothing to do. */
    void (*commit)(const ad_technique_view *view, const double *sums, double rows, void *buffers);
    /* Extra loss that depends on parameters and weights alone, once per step; its
     * gradient is added to dparams, dweight and dbias unless they are NULL. NULL: 0. */
    double (*penalty)(const ad_call *call);
    /* Put parameters back into their range after an optimiser step. NULL: all are valid. */
    void (*constrain)(const ad_technique_view *view, void *params);
    /* The distribution of a unit's mask, as the sample phase draws it. pre is the unit's
     * pre-activation, for techniques that need it. */
    void (*moments)(const ad_technique_view *view, size_t unit, double pre, adrop_moments *out);
    /* That distribution at m: density of its continuous part, and P(mask <= m), including atoms. */
    void (*distribution)(const ad_technique_view *view, size_t unit, double pre, double m,
                         double *pdf, double *cdf);
    /* Number of masks, if they are drawn once and for all: there are no more distinct
     * passes. NULL: every pass draws. */
    size_t (*members)(const void *settings);
    const adrop_technique_table *table; /* of a plug-in technique (plugin.h); NULL: built in */
} ad_technique;

/* The built-in techniques of a kernel set, by number; NULL past the last. */
const ad_technique *ad_technique_at(ad_kernel_set set, size_t i);

/* The same, followed by the context's plug-in techniques. */
const ad_technique *ad_technique_of(const adrop_ctx *ctx, ad_kernel_set set, size_t i);

/* Split "name:key=value,..." and find the name. ADROP_ENOENT suggests the nearest.
 * *settings points into text, or to "" if there are none. */
adrop_status ad_technique_find(adrop_ctx *ctx, const char *text, size_t *index,
                               const char **settings);

/* Read the settings after the name in a text, and resolve them; freed with ad_free. */
adrop_status ad_technique_settings(adrop_ctx *ctx, const ad_technique *t, const char *text,
                                   void **settings);

static inline unsigned ad_technique_traits_of(const ad_technique *t, const void *settings)
{
    return t->traits_of ? t->traits_of(settings) : t->traits;
}

/* The traits of the technique that a text chooses, with its settings. */
adrop_status ad_technique_traits(adrop_ctx *ctx, const char *text, unsigned *traits);

#endif
