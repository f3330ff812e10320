/* The phase of a pass and the address of its noise.
 *
 * One struct for every level. The model fills it once for the rows of a shard
 * (ad_net_pass, model/net.h); each layer's call holds a copy (ad_layer_call,
 * layer/layer.h), and so does each technique's (ad_call, technique.h). */
#ifndef AD_TECHNIQUE_WHERE_H
#define AD_TECHNIQUE_WHERE_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/dropout.h"
#include "random/address.h"

typedef struct ad_where {
    adrop_phase phase;
    uint64_t seed;
    uint32_t step;               /* optimiser step, or number of the Monte Carlo pass */
    uint32_t first_row;          /* number of the first row in the whole batch */
    const uint32_t *row_numbers; /* (rows): each row's own number; NULL: first_row + i */
    size_t batch_rows;           /* of the whole batch, for losses that are averages over it;
                                    0: the rows of this pass */
    const uint32_t *passes;      /* (rows): each row's own Monte Carlo pass; NULL: step */
    int is_response;             /* phase train, on the other rows of a response pass */
} ad_where;

/* The address of the noise of row `row` of the pass, at a layer. */
static inline ad_address ad_where_address(const ad_where *w, uint16_t layer, size_t row)
{
    return (ad_address){
        .seed = w->seed,
        .row = w->row_numbers ? w->row_numbers[row] : w->first_row + (uint32_t)row,
        .step = w->passes ? w->passes[row] : w->step,
        .layer = layer,
        .purpose = w->phase != ADROP_PHASE_TRAIN ? AD_FOR_SAMPLE
                   : w->is_response              ? AD_FOR_RESPONSE
                                                 : AD_FOR_MASK,
    };
}

#endif
