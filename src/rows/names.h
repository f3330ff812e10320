/* Lists of names: classes, columns. */
#ifndef AD_ROWS_NAMES_H
#define AD_ROWS_NAMES_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

typedef struct ad_names {
    size_t n;
    const char **at; /* (n), owned; the texts follow the pointers in the same block */
} ad_names;

/* A copy of n names. out must be empty; it is empty after a failure. */
AD_LAB adrop_status ad_names_copy(adrop_ctx *ctx, const char *const *from, size_t n, ad_names *out);

/* The same from n consecutive texts, each ended by a zero. */
AD_LAB adrop_status ad_names_split(adrop_ctx *ctx, const char *texts, size_t n, ad_names *out);

/* "0", "1", .. n - 1. */
adrop_status ad_names_number(adrop_ctx *ctx, size_t n, ad_names *out);

/* NULL beyond the last. */
static inline const char *ad_names_at(const ad_names *names, size_t i)
{
    return i < names->n ? names->at[i] : NULL;
}

AD_LAB void ad_names_release(adrop_ctx *ctx, ad_names *names);

/* Copy n lists of names, the categories of columns; NULL: none. *out is NULL after a failure. */
adrop_status ad_name_lists_copy(adrop_ctx *ctx, const ad_names *from, size_t n, ad_names **out);
AD_LAB void ad_name_lists_release(adrop_ctx *ctx, ad_names *lists, size_t n);

#endif
