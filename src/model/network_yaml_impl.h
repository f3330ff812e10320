/* Inside the reader of networks in YAML: a layer (network_yaml_layer.c); its place in the file, and
 * the document (network_yaml.c). */
#ifndef AD_MODEL_NETWORK_YAML_IMPL_H
#define AD_MODEL_NETWORK_YAML_IMPL_H

#include <yaml.h>

#include "base/bytes.h"
#include "model/network.h"

typedef struct ad_yaml_reader {
    adrop_ctx *ctx;
    const char *path;
    yaml_parser_t parser;
    yaml_event_t event; /* the one that is looked at */
    int has_event;
    ad_bytes text; /* the statements so far, each ended by ';' */
    ad_bytes line; /* of each, size_t */
    size_t n;
} ad_yaml_reader;

/* ADROP_EFORMAT with file, line and reason. */
adrop_status ad_yaml_fail(const ad_yaml_reader *r, const char *reason);

/* Look at the next event. */
adrop_status ad_yaml_next(ad_yaml_reader *r);

/* The scalar that is looked at, a text without control characters. */
adrop_status ad_yaml_scalar(const ad_yaml_reader *r, const char **text);
/* The same, kept by the context, in place of an empty text; one that is not empty was given before.
 */
adrop_status ad_yaml_keep(const ad_yaml_reader *r, const char **to);

adrop_status ad_yaml_append(const ad_yaml_reader *r, ad_bytes *to, const char *text);
adrop_status ad_yaml_append_bytes(const ad_yaml_reader *r, ad_bytes *to, const ad_bytes *from);

/* The layer that begins at the event that is looked at becomes a statement. */
adrop_status ad_yaml_take_layer(ad_yaml_reader *r);

#endif
