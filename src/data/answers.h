/* The target column of a table, as text, to labels or targets. */
#ifndef AD_DATA_ANSWERS_H
#define AD_DATA_ANSWERS_H

#include "data/raw.h"

/* answers (raw->rows) to raw->labels and the names of classes: words, or numbers that
 * stand for classes, in sorted order. */
adrop_status ad_answers_to_labels(ad_raw *raw, char *const *answers);

/* To raw->targets. ADROP_EFORMAT, naming `where` and the row, for what is not a number
 * that fits a float. */
adrop_status ad_answers_to_targets(ad_raw *raw, char *const *answers, const char *where);

#endif
