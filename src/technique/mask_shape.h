/* Mask shapes, and words of options that several techniques share. */
#ifndef AD_TECHNIQUE_MASK_SHAPE_H
#define AD_TECHNIQUE_MASK_SHAPE_H

/* One draw for each element, or one for each (row, channel). */
typedef enum ad_mask_shape { AD_BY_ELEMENT, AD_BY_CHANNEL } ad_mask_shape;

/* Ended by NULL, in the order of their enums. */
extern const char *const ad_mask_shape_words[]; /* option "mask" */
extern const char *const ad_mean_words[];       /* "mean": ad_mean, model_free_mean.h */
extern const char *const ad_soft_unit_words[];  /* "unit" of soft dropout */

#endif
