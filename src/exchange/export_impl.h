/* What the files of the export share: a model on its way into an ONNX graph.
 *
 *     export.c          the call: settings, metadata, the file
 *     export_rows.c     raw rows to the network's input
 *     export_layers.c   the network, layer by layer
 *     export_noise.c    masks of techniques, in passes
 *     export_family.c   those of seeds and mappings
 *     export_outputs.c  outputs, and what passes say of them */
#ifndef AD_EXCHANGE_EXPORT_IMPL_H
#define AD_EXCHANGE_EXPORT_IMPL_H

#include "adrop/exchange.h"
#include "exchange/onnx_write.h"
#include "rows/schema.h"

/* What a layer leaves in the graph. */
typedef struct ad_exported {
    ad_onnx_value value;
    int is_map;   /* (N, C, H, W); else (N, C) */
    int is_noisy; /* rows are repeated: (N S, ..), the passes of a row one after the other */
} ad_exported;

typedef struct ad_exporting {
    adrop_ctx *ctx;
    const adrop_model *m;
    adrop_export_opts opts;
    int has_schema;
    ad_schema schema; /* all zero without one */
    ad_onnx g;
    ad_exported *layer; /* (layers of the graph), owned */
} ad_exporting;

/* export_rows.c: the graph's inputs, and what raw rows are to the network. */
ad_exported ad_export_rows(ad_exporting *e);

/* export_layers.c: all layers; what the last one leaves. */
adrop_status ad_export_layers(ad_exporting *e, ad_exported *out);
/* x once for each pass. */
ad_exported ad_export_repeated(ad_exporting *e, const ad_layer *l, ad_exported x);
/* Tensor i of a layer, an initializer of its name. */
ad_onnx_value ad_export_tensor(const ad_layer *l, size_t i);
/* x W' + b. */
ad_onnx_value ad_export_product(ad_exporting *e, const ad_layer *l, ad_onnx_value x);

/* export_noise.c: can passes of the technique be exported? ADROP_EINVAL with those that can. */
adrop_status ad_export_check_noise(ad_exporting *e, const ad_layer *l);
/* What a layer with a technique makes of x and, if there is one, its pre-activation in a pass. */
ad_onnx_value ad_export_noise(ad_exporting *e, const ad_layer *l, const ad_exported *in);
/* The same without noise, where that is not the identity or the plain product. */
ad_onnx_value ad_export_noise_free(ad_exporting *e, const ad_layer *l, const ad_exported *in);

/* A technique in a pass. */
typedef struct ad_export_site {
    ad_exporting *e;
    const ad_layer *l;
    const ad_dropout *d;
    ad_onnx_value x, pre; /* pre: only where the layer has it */
    ad_onnx_value like;   /* of the shape that a mask is drawn in */
    int is_map;
} ad_export_site;

/* Uniform and normal numbers of that shape. */
ad_onnx_value ad_export_uniform(const ad_export_site *s, double low, double high);
ad_onnx_value ad_export_normal(const ad_export_site *s);
/* ln(u / (1 - u)), of a uniform u that is given and of one that is drawn. */
ad_onnx_value ad_export_logit(const ad_export_site *s, ad_onnx_value u);
ad_onnx_value ad_export_logistic(const ad_export_site *s);

/* A setting of the technique: a number, and as a text; fallback if it has none of the name. */
double ad_export_setting(const ad_dropout *d, const char *name, double fallback);
const char *ad_export_word(const ad_dropout *d, const char *name, const char *fallback);

/* Numbers of the technique, one for the layer or one for each channel, against rows; `of` says the
 * one of a unit. */
typedef double ad_export_of_unit(const ad_export_site *s, size_t unit);
ad_onnx_value ad_export_numbers(const ad_export_site *s, ad_export_of_unit *of);
/* Moments of a unit's mask at full strength. */
adrop_moments ad_export_moments(const ad_export_site *s, size_t unit);

/* export_family.c: m = k(mu + sigma eps) by the technique's seed and mapping. */
ad_onnx_value ad_export_family(const ad_export_site *s);
/* A sentence on what keeps it from being exported; NULL: nothing does. */
const char *ad_export_family_obstacle(const ad_dropout *d);
/* Techniques whose masks are of other kinds: beta, soft-gaussian, soft-laplace. */
ad_onnx_value ad_export_beta(const ad_export_site *s);
const char *ad_export_beta_obstacle(const ad_dropout *d);
ad_onnx_value ad_export_soft(const ad_export_site *s);

/* export_outputs.c: the graph's outputs from those of the network. */
void ad_export_outputs(ad_exporting *e, ad_exported out);

#endif
