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

#endif
