/* Data sets known by name, and the places to look for them. */
#ifndef AD_DATA_KNOWN_H
#define AD_DATA_KNOWN_H

#include "adrop/data.h"
#include "data/source.h"

typedef struct ad_known {
    adrop_known_data shown;
    const char *format;            /* a reader's name; NULL: built in or none */
    const char *const *classes;    /* better names than those in the files; ended by NULL */
    const char *features;          /* the default features of documents; NULL: tfidf */
    const char *system;            /* a place outside the data folder, or NULL */
    size_t image_size, train_pool; /* 0: as the options say */
} ad_known;

/* The set called name, or NULL. */
const ad_known *ad_known_find(const char *name);

/* The first of its places that exists. ADROP_ENOENT if none does. */
adrop_status ad_known_locate(adrop_ctx *ctx, const ad_known *known, const char *data_dir,
                             char path[AD_PATH_SIZE]);

/* ADROP_ENOENT for a word that is neither a known name nor a path; suggests the nearest name. */
adrop_status ad_known_refuse(adrop_ctx *ctx, const char *name);

#endif
