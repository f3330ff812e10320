/* How the rows of a data set were read: what another set needs to be read alike.
 *
 * A network was trained on inputs of a shape, scaled by certain moments, and its outputs
 * stand for certain classes or for a target in certain units. A frame holds that, so
 * that other rows mean the same to the network whatever their own moments are. */
#ifndef AD_DATA_FRAME_H
#define AD_DATA_FRAME_H

#include "adrop/data.h"
#include "base/bytes.h"

typedef struct ad_frame {
    adrop_task task;
    size_t channels, height, width;
    adrop_input_scale scale; /* never auto */
    int is_pixels;
    double *mean, *deviation;             /* (channels), owned; NULL unless scale is standard */
    double target_mean, target_deviation; /* 0, 1 where targets are not scaled */
    size_t n_classes;                     /* 0 for regression */
    ad_bytes classes;                     /* owned: their names, each ended by a zero */
} ad_frame;

/* The frame of a data set; to be released also after a failure. */
adrop_status ad_frame_of(const adrop_data *data, adrop_ctx *ctx, ad_frame *out);
void ad_frame_release(adrop_ctx *ctx, ad_frame *frame);

/* adrop_data_open, with rows scaled and labels numbered as the frame has them, not as
 * the rows suggest. Classes are found by name; by number where one side has but numbers
 * for names. ADROP_ESHAPE for rows of another shape; ADROP_EINVAL for pixels against
 * other numbers and for a class that the frame does not know, unless strange is 1: then
 * its label is -1. frame NULL: adrop_data_open. */
adrop_status ad_data_open(adrop_ctx *ctx, const adrop_data_opts *opts, const ad_frame *frame,
                          int strange, adrop_data **out);

#endif
