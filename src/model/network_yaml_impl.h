/* Internals of the reader of networks in YAML: a layer (network_yaml_layer.c); its position in the
 * file, and the document (network_yaml.c). */
#ifndef AD_MODEL_NETWORK_YAML_IMPL_H
#define AD_MODEL_NETWORK_YAML_IMPL_H

#include <yaml.h>

#include "base/bytes.h"
#include "model/network.h"

typedef struct ad_yaml_reader {
    adrop_ctx *ctx;
    const char *path;
    yaml_parser_t parser;
    yaml_event_t event; /* the current event */
    int has_event;
    ad_bytes text; /* the statements so far, each ended by ';' */
    ad_bytes line; /* of each statement, size_t */
    size_t n;
} ad_yaml_reader;

/* ADROP_EFORMAT with file, line and reason. */
adrop_status ad_yaml_fail(const ad_yaml_reader *r, const char *reason);

/* Advance to the next event. */
adrop_status ad_yaml_next(ad_yaml_reader *r);

/* The scalar of the current event, a text without control characters. */
adrop_status ad_yaml_scalar(const ad_yaml_reader *r, const char **text);
/* The same, kept by the context. *to must be empty; otherwise the key was given twice. */
adrop_status ad_yaml_keep(const ad_yaml_reader *r, const char **to);

adrop_status ad_yaml_append(const ad_yaml_reader *r, ad_bytes *to, const char *text);
adrop_status ad_yaml_append_bytes(const ad_yaml_reader *r, ad_bytes *to, const ad_bytes *from);

/* Turn the layer that begins at the current event into a statement. */
adrop_status ad_yaml_take_layer(ad_yaml_reader *r);

#endif
