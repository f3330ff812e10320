/* The removable units of a network: hidden nodes of dense layers, channels of
 * convolutions.
 *
 * A layer's channel passes through norms, activations, pooling and dropout to
 * the layers that read it. If two layers are added, channel i of both is one unit, because neither
 * can be removed without the other. So units are classes of channels, found by joining: a dense
 * layer or a convolution makes new ones; `add` joins those of its inputs; `concat` puts them one
 * after the other; `flatten` repeats each over its map; all other layers pass channels on. The
 * network's inputs and outputs are not units, nor are channels joined with them, nor those that a
 * layer of an unknown kind reads or makes. */
#ifndef AD_MODEL_UNITS_H
#define AD_MODEL_UNITS_H

#include <stdint.h>

#include "model/graph.h"

#define AD_NO_UNIT UINT32_MAX /* not removable */

typedef struct ad_unit {
    uint16_t layer;   /* the first layer that makes it */
    uint32_t channel; /* of that layer's output */
} ad_unit;

typedef struct ad_units {
    size_t n;
    ad_unit *unit; /* (n), owned; by layer, then by channel */
    /* For every layer of the graph, the unit of each channel of its output, or AD_NO_UNIT. */
    uint32_t **of; /* (n_layers), owned, with the arrays they point to */
    size_t n_layers;
} ad_units;

adrop_status ad_units_find(adrop_ctx *ctx, const ad_graph *g, ad_units *out);
void ad_units_release(adrop_ctx *ctx, ad_units *u);

/* The units in the public handle (adrop/units.h). */
struct adrop_units;
const ad_units *ad_units_found(const struct adrop_units *units);
adrop_ctx *ad_units_context(const struct adrop_units *units);

/* Does the layer make new channels? A dense layer or a convolution across channels does. */
int ad_units_makes(const ad_layer *l);

#endif
