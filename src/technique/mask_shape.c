/* The words of options that several techniques share (mask_shape.h). */
#include "technique/mask_shape.h"

#include <stddef.h>

const char *const ad_mask_shape_words[] = { "element", "channel", NULL };
const char *const ad_mean_words[] = { "auto", "approx", "exact", NULL };
const char *const ad_soft_unit_words[] = { "layer", "node", NULL };
