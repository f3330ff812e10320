/* What a dropout technique is.
 *
 * Each lives in a file of its own that defines one `const ad_technique
 * AD_KERNEL(ad_technique_<id>)` and nothing else that is visible outside;
 * technique_list.h names it. The file is written over `real` and compiled for
 * every kernel set (base/kernel.h). A technique is arithmetic on arrays: it
 * allocates nothing, prints nothing, keeps no state, and cannot fail once its
 * settings and its site have been checked. A NULL function means what is written
 * beside it. The order of calls in a training step:
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
    AD_OWN_MEAN = 2,           /* phase mean is not the identity: forward is called for it */
    AD_NEEDS_PRE = 4,          /* reads the pre-activation of x */
    AD_NEEDS_MAP = 8,          /* the site must have a height and a width */
    AD_REPLACES_PRODUCT = 16,  /* y is (rows, outputs): the following dense layer's product */
    AD_RANDOM_SCALE = 32,      /* the scale depends on the drawn mask (moments hold for the mask) */
    AD_PENALISES_WEIGHTS = 64, /* penalty() reads the following layer's weights */
    AD_ONE_MASK = 128,         /* the rows of a pass share one mask, or its random rate */
    AD_DETACHED_INPUT = 256,   /* dx leaves out what x does to the distribution of the masks */
    AD_DISTRIBUTION_BY_ROW = 512, /* the distribution of a mask depends on its row's x; moments()
                            and distribution() are those of an average row */
    AD_SHIFTS_MEAN = 1024,        /* E[y] with noise is not y of phase mean, by construction */
    AD_ON_BRANCHES = 4096,        /* the site must be the end of a residual branch */
    AD_OWN_UNITS = 8192,     /* phase mean depends on which unit is which and how many there are:
                                none can be taken out */
    AD_SHARED_BY_ROW = 2048, /* the units of a row share a draw: rows are independent, units not */
    AD_BY_CHANNELS = 16384,  /* on a map one mask for each channel, without a setting for it */
    AD_FIXED_RATE = 32768,   /* its setting `rate`, read in every pass, is how much it drops: a
                                strength below 1 multiplies it (strength.h) */
    AD_LEARNS_BY_RESPONSE = 65536, /* its parameters are not moved by the optimiser, but by what a
                                      step with them does to the loss on other rows
                                      (model/response.h) */
    AD_JUDGED_DIRECTLY = 131072, /* these follow the gradient of that loss as it is: in passes over
                                    the other rows (where.is_response) dparams gets theirs alone,
                                    and there is no noise */
} ad_trait;

/* Where a technique sits. */
typedef struct ad_site {
    size_t rows;                    /* most rows of one call: a shard of a batch */
    size_t channels, height, width; /* of x; dense: channels units, height = width = 1 */
    size_t outputs;                 /* of the following dense layer; 0: none */
    size_t n_train;                 /* N of the KL / N terms: rows of the training set */
    uint16_t layer;                 /* part of every address */
    int has_pre;                    /* the pre-activation of x can be had */
    size_t branch, branches;        /* the number of the residual branch that ends here, from 1, and
                                       how many the network has; 0: none ends here */
    size_t places;                  /* how many sites the network has; 0: not known */
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
    size_t offset;    /* in reals */
    int together;     /* its values are comparable with those of other sites: learning by response
                         draws them together (model/response.h) */
    int by_optimizer; /* it is moved so where the technique learns by response */
} ad_tensor;

enum { AD_MAX_TENSORS = 8 };

typedef struct ad_tensor_list {
    ad_tensor tensor[AD_MAX_TENSORS]; /* (n) */
    size_t n;
    size_t n_reals; /* of all of them */
    int overflow;   /* one more was asked for than fits */
} ad_tensor_list;

/* What units share one distribution of their masks: all, those of a channel, those at one
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
    size_t kept_at;         /* where among them masks are kept (mask.h); 0 arrays: they are not */
    int kept_arrays;
    size_t scratch_size;                      /* bytes to work in during one call */
    int multiplies;                           /* it calls product.h, which needs panels */
    size_t panels_at;                         /* where in the scratch those are; set by dropout.c */
    ad_distribution_share distribution_share; /* of moments() and distribution() */
    int learns_shape; /* mu and sigma of moments() do not say all of that distribution */
    /* Where backward holds the normaliser c constant although c depends on the
     * parameters: the n_detached values of c are the first of the statistics, one
     * for the layer, one for each channel or one for each row. 0: nothing is held constant. */
    size_t n_detached;
    int detached_by_row;
} ad_plan;

/* What a thread of product.h works in: up to 416 terms of two vectors of 64 bytes. */
enum { AD_PANEL_BYTES = 416 * 2 * 64 };

/* Add a tensor; returns its offset. One above AD_MAX_TENSORS is not added, and the plan is
 * refused. */
size_t ad_tensor_add(ad_tensor_list *list, const char *name, size_t rows, size_t columns);

static inline size_t ad_tensor_size(const ad_tensor *t)
{
    return t->rows * (t->columns ? t->columns : 1);
}

/* One forward or backward pass of one shard. Arrays are of the kernel set's real
 * type; n is ad_site_units(site), p the following layer's outputs. */
typedef struct ad_call {
    /* Filled in by whoever holds the arrays: a layer, or the public dropout layer. */
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
    const double *dextra;  /* backward: weight of the gradient of the rows' extra loss; NULL: 1 */

    /* Added by dropout.c: the technique's own settings and memory. */
    const void *settings; /* the struct that the option table describes */
    const ad_site *site;
    const ad_plan *plan;
    int threads;
    double strength; /* strength.h: extra losses are multiplied by it; so is the noise of
                        techniques that replace a product and have no fixed rate */
    const void *params, *buffers;
    void *dparams;    /* added to; NULL: not wanted */
    void *saved;      /* plan->saved_size bytes, from forward to backward */
    void *scratch;    /* plan->scratch_size bytes */
    void *panels;     /* (threads, AD_PANEL_BYTES) of it, if the plan multiplies */
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

/* What a technique's own reading functions are given. */
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
    const char *const *examples; /* texts that choose it, ended by NULL: shown and tested */
    const char *const *choices;  /* settings that "Advanced Dropout" chose from, ended by NULL;
                                    NULL: it chose nothing */

    /* Replace settings that are left open ("auto") by what they mean, once they are read. NULL:
     * there are none. */
    void (*settle)(void *settings);
    /* Refuse settings that do not go together or do not fit the site. NULL: any do. */
    adrop_status (*check)(adrop_ctx *ctx, const void *settings, const ad_site *site);
    /* Say what is needed. NULL: nothing. */
    void (*plan)(const void *settings, const ad_site *site, ad_plan *plan);
    /* Initial parameters and buffers, from noise addressed by seed. NULL: zeros. */
    void (*init)(const ad_technique_view *view, uint64_t seed, void *params, void *buffers);

    void (*forward)(const ad_call *call);
    void (*backward)(const ad_call *call);

    /* Bring the statistics of a step into the buffers. sums: (n_stats), each weighted by its
     * shard's rows and added over the shards; rows: of all of them. NULL: nothing to do. */
    void (*commit)(const ad_technique_view *view, const double *sums, double rows, void *buffers);
    /* Extra loss that depends on parameters and weights alone, once a step; its
     * gradient is added to dparams, dweight and dbias where those are given. NULL: 0. */
    double (*penalty)(const ad_call *call);
    /* Put parameters back into their range after an optimiser step. NULL: all are valid. */
    void (*constrain)(const ad_technique_view *view, void *params);
    /* The distribution of a unit's mask, as the sample phase draws it. pre is the unit's
     * pre-activation, for techniques that need it. */
    void (*moments)(const ad_technique_view *view, size_t unit, double pre, adrop_moments *out);
    /* That distribution at m: density of its continuous part, and P(mask <= m), atoms included. */
    void (*distribution)(const ad_technique_view *view, size_t unit, double pre, double m,
                         double *pdf, double *cdf);
    /* How many masks there are, where they are drawn once and for all: as many passes are all that
     * can be sampled. NULL: every pass draws. */
    size_t (*members)(const void *settings);
    const adrop_technique_table *table; /* of a technique from outside (plugin.h); NULL: built in */
} ad_technique;

/* The techniques as a kernel set has them, by number; NULL past the last. */
const ad_technique *ad_technique_at(ad_kernel_set set, size_t i);

/* The same with those that a context knows from outside, behind the built-in ones. */
const ad_technique *ad_technique_of(const adrop_ctx *ctx, ad_kernel_set set, size_t i);

/* Split "name:key=value,..." and find the name. ADROP_ENOENT offers the nearest.
 * *settings points into text, "" if there are none. */
adrop_status ad_technique_find(adrop_ctx *ctx, const char *text, size_t *index,
                               const char **settings);

/* The settings that the part of a text behind the name gives, settled; freed with ad_free. */
adrop_status ad_technique_settings(adrop_ctx *ctx, const ad_technique *t, const char *text,
                                   void **settings);

static inline unsigned ad_technique_traits_of(const ad_technique *t, const void *settings)
{
    return t->traits_of ? t->traits_of(settings) : t->traits;
}

/* The traits of the technique that a text chooses, with its settings. */
adrop_status ad_technique_traits(adrop_ctx *ctx, const char *text, unsigned *traits);

#endif
