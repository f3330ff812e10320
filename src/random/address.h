/* The address of a random number.
 *
 * A random number is a pure function of its address through Philox4x32-10
 * (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC 2011): key = the 64-bit seed, counter =
 *
 *     { element / 4,  row,  step,  purpose:6 | draw:10 | layer:16 }
 *
 * and word element % 4 of the block is the element's own 32 bits. `row` is the
 * row of the whole batch in training and the input's own number in prediction;
 * `step` the optimiser step or the Monte Carlo pass; `draw` distinguishes the
 * numbers that one element needs. There is no generator and no state. */
#ifndef AD_RANDOM_ADDRESS_H
#define AD_RANDOM_ADDRESS_H

#include <stdint.h>

/* What a number is for, so that no two uses share numbers. The values never change. */
typedef enum ad_purpose {
    AD_FOR_MASK = 0,       /* the noise of a dropout mask in training */
    AD_FOR_SAMPLE = 1,     /* the noise of a Monte Carlo pass */
    AD_FOR_INIT = 2,       /* initial values of the parameters of techniques */
    AD_FOR_SHUFFLE = 3,    /* the order of rows in an epoch */
    AD_FOR_AUGMENT = 4,    /* crops and flips */
    AD_FOR_SPLIT = 5,      /* which rows are training rows */
    AD_FOR_DIST = 6,       /* draws of adrop_dist_sample */
    AD_FOR_FLIP = 7,       /* signs of adrop_sign_flip */
    AD_FOR_WEIGHTS = 8,    /* initial values of weights, which techniques share */
    AD_FOR_BOOTSTRAP = 9,  /* rows of a bootstrap sample (measure/) */
    AD_FOR_CONFORMAL = 10, /* the random part of a conformal set's last class */
    AD_FOR_PRUNE = 11,     /* which units a round removes by the criterion `random` */
    AD_FOR_RESPONSE = 12,  /* the noise of the other rows of a response (model/response.h) */
    AD_FOR_JUDGE = 13,     /* which training rows are withheld for responses */
} ad_purpose;

typedef struct ad_address {
    uint64_t seed;
    uint32_t row;
    uint32_t step;
    uint16_t layer;
    uint16_t draw;      /* < 1024 */
    ad_purpose purpose; /* < 64 */
} ad_address;

/* The fourth word of the counter. */
static inline uint32_t ad_address_tag(const ad_address *at)
{
    return (uint32_t)at->purpose << 26 | (uint32_t)at->draw << 16 | at->layer;
}

#endif
