/* Rows that are documents. */
#ifndef AD_ROWS_TEXTS_H
#define AD_ROWS_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/lab.h"
#include "transform/text.h"

/* UTF-8. */
typedef struct ad_texts {
    char *bytes;   /* owned; NULL: the rows are not documents */
    size_t *start; /* (n + 1), owned */
} ad_texts;

struct adrop_data;

/* texts.c: fit the features on the training documents according to data->opts, or apply the
 * schema's features. Sets data->text_rows for all documents, and the schema's shape. */
adrop_status ad_data_fit_texts(struct adrop_data *data, adrop_ctx *ctx);
adrop_status ad_data_apply_texts(struct adrop_data *data, adrop_ctx *ctx);

#endif
