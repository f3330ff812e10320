/* Shared by the files of the export: a model while it becomes an ONNX graph.
 *
 *     export.c          the call: settings, metadata, the file
 *     export_rows.c     raw rows to the network's input
 *     export_layers.c   the network, layer by layer
 *     export_noise.c    masks of techniques, in passes
 *     export_family.c   masks from seeds and mappings
 *     export_outputs.c  outputs, and summaries of passes */
#ifndef AD_EXCHANGE_EXPORT_IMPL_H
#define AD_EXCHANGE_EXPORT_IMPL_H

#include "adrop/exchange.h"
#include "exchange/onnx_write.h"
#include "rows/schema.h"

/* The output of a layer in the graph. */
typedef struct ad_exported {
    ad_onnx_value value;
    int is_map;   /* (N, C, H, W); else (N, C) */
    int is_noisy; /* rows are repeated: (N S, ..), the passes of a row one after another */
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

/* export_rows.c: the graph's inputs, transformed to the network's input. */
ad_exported ad_export_rows(ad_exporting *e);

/* export_layers.c: all layers; *out is the output of the last. */
adrop_status ad_export_layers(ad_exporting *e, ad_exported *out);
/* x repeated once per pass. */
ad_exported ad_export_repeated(ad_exporting *e, const ad_layer *l, ad_exported x);
/* Tensor i of a layer, an initializer with its name. */
ad_onnx_value ad_export_tensor(const ad_layer *l, size_t i);
/* x W' + b. */
ad_onnx_value ad_export_product(ad_exporting *e, const ad_layer *l, ad_onnx_value x);

/* export_noise.c: can passes of the technique be exported? ADROP_EINVAL lists those that can. */
adrop_status ad_export_check_noise(ad_exporting *e, const ad_layer *l);
/* The output of a layer with a technique in a pass, from x and, if there is one, its
 * pre-activation. */
ad_onnx_value ad_export_noise(ad_exporting *e, const ad_layer *l, const ad_exported *in);
/* The same without noise, where that is not the identity or the plain product. */
ad_onnx_value ad_export_noise_free(ad_exporting *e, const ad_layer *l, const ad_exported *in);

/* A technique in a pass. */
typedef struct ad_export_site {
    ad_exporting *e;
    const ad_layer *l;
    const ad_dropout *d;
    ad_onnx_value x, pre; /* pre: only if the layer has one */
    ad_onnx_value like;   /* has the shape of a mask's draws */
    int is_map;
} ad_export_site;

/* Uniform and normal numbers of that shape. */
ad_onnx_value ad_export_uniform(const ad_export_site *s, double low, double high);
ad_onnx_value ad_export_normal(const ad_export_site *s);
/* ln(u / (1 - u)), for a given u and for a drawn uniform u. */
ad_onnx_value ad_export_logit(const ad_export_site *s, ad_onnx_value u);
ad_onnx_value ad_export_logistic(const ad_export_site *s);

/* A setting of the technique, as a number or a text; fallback if it has no such setting. */
double ad_export_setting(const ad_dropout *d, const char *name, double fallback);
const char *ad_export_word(const ad_dropout *d, const char *name, const char *fallback);

/* Numbers of the technique, one per layer or per channel, to broadcast over rows; `of` returns the
 * number of a unit. */
typedef double ad_export_of_unit(const ad_export_site *s, size_t unit);
ad_onnx_value ad_export_numbers(const ad_export_site *s, ad_export_of_unit *of);
/* Moments of a unit's mask at full strength. */
adrop_moments ad_export_moments(const ad_export_site *s, size_t unit);

/* export_family.c: m = k(mu + sigma eps) by the technique's seed and mapping. */
ad_onnx_value ad_export_family(const ad_export_site *s);
/* A sentence on why it cannot be exported, or NULL. */
const char *ad_export_family_obstacle(const ad_dropout *d);
/* Techniques with masks of other kinds: beta, soft-gaussian, soft-laplace. */
ad_onnx_value ad_export_beta(const ad_export_site *s);
const char *ad_export_beta_obstacle(const ad_dropout *d);
ad_onnx_value ad_export_soft(const ad_export_site *s);

/* export_outputs.c: the graph's outputs, from those of the network. */
void ad_export_outputs(ad_exporting *e, ad_exported out);

#endif
