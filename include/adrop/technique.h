/* The dropout techniques: names, what they do, their options. */
#ifndef ADROP_TECHNIQUE_H
#define ADROP_TECHNIQUE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* What a technique is, for listings. All pointers live for ever. */
typedef struct adrop_technique_info {
    const char *name;            /* as written after --dropout */
    const char *summary;         /* one line */
    const char *reference;       /* the paper it comes from */
    const adrop_option *options; /* its table; the first row's name is NULL if none */
    int learns;                  /* has parameters of its own */
    const char *const *examples; /* texts that choose it, ended by NULL */
    const char *const *choices;  /* settings of one option to choose from by validation,
                                    "beta=0.1" and the like, ended by NULL; NULL: none */
} adrop_technique_info;

/* How many techniques there are. */
ADROP_API size_t adrop_technique_count(void);

/* Technique i: a listing. */
ADROP_API int adrop_technique_at_sized(size_t i, adrop_technique_info *info, size_t size);
#define adrop_technique_at(i, info) adrop_technique_at_sized((i), (info), sizeof *(info))

/* Check a text "name" or "name:key=value,..." as --dropout takes it, and write
 * the full text with every setting spelled out to resolved (cut to size), if
 * that is not NULL. index, if not NULL, gets the technique's number.
 * ADROP_ENOENT or ADROP_EINVAL with a message as for adrop_option_set. */
ADROP_API adrop_status adrop_technique_check(adrop_ctx *ctx, const char *text, size_t *index,
                                             char *resolved, size_t size);

ADROP_END_DECLS

#endif
