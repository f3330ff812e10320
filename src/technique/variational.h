/* What the files of variational dropout share. For kernel files. */
#ifndef AD_TECHNIQUE_VARIATIONAL_H
#define AD_TECHNIQUE_VARIATIONAL_H

#include "technique/technique.h"

typedef enum ad_variational_type { AD_TYPE_A, AD_TYPE_B } ad_variational_type;
typedef enum ad_variational_share {
    AD_SHARE_LAYER,
    AD_SHARE_UNIT,
    AD_SHARE_WEIGHT
} ad_variational_share;

typedef struct ad_variational {
    int type, share, kl, mask;
    double alpha, max_alpha, kl_weight;
} ad_variational;

extern const char *const AD_KERNEL(ad_variational_types)[];
extern const char *const AD_KERNEL(ad_variational_units)[];

/* Rows of the option tables. */
#define AD_VARIATIONAL_TYPE_ROW                                                                    \
  {                                                                                                \
    .name = "type", .kind = ADROP_OPT_CHOICE, .offset = offsetof(ad_variational, type),            \
    .words = AD_KERNEL(ad_variational_types),                                                      \
    .help = "a: noise on the units; b: on the weights of the following dense layer"                \
  }
#define AD_VARIATIONAL_UNIT_ROW                                                                    \
  {                                                                                                \
    .name = "unit", .kind = ADROP_OPT_CHOICE, .offset = offsetof(ad_variational, share),           \
    .words = AD_KERNEL(ad_variational_units),                                                      \
    .help = "one alpha for the layer, for each unit (type a) or for each weight (type b)"          \
  }

/* The functions of ad_technique, over an ad_variational; check() is given the name. */
adrop_status AD_KERNEL(ad_variational_check)(adrop_ctx *ctx, const char *name,
                                             const ad_variational *s, const ad_site *site);
unsigned AD_KERNEL(ad_variational_traits)(const void *settings);
void AD_KERNEL(ad_variational_plan)(const void *settings, const ad_site *site, ad_plan *plan);
void AD_KERNEL(ad_variational_init)(const ad_technique_view *view, uint64_t seed, void *params,
                                    void *buffers);
void AD_KERNEL(ad_variational_forward)(const ad_call *call);
void AD_KERNEL(ad_variational_backward)(const ad_call *call);
double AD_KERNEL(ad_variational_penalty)(const ad_call *call);
void AD_KERNEL(ad_variational_moments)(const ad_technique_view *view, size_t unit, double pre,
                                       adrop_moments *out);
void AD_KERNEL(ad_variational_distribution)(const ad_technique_view *view, size_t unit, double pre,
                                            double m, double *pdf, double *cdf);

#endif
