/* Sets that are known by name, and where they are looked for. */
#ifndef AD_DATA_KNOWN_H
#define AD_DATA_KNOWN_H

#include "adrop/data.h"
#include "data/source.h"

typedef struct ad_known {
    adrop_known_data shown;
    const char *format;            /* a reader's name; NULL: built in or none */
    const char *const *classes;    /* names better than those in the files; ended by NULL */
    const char *features;          /* what documents become by default; NULL: tfidf */
    const char *system;            /* a place outside the data folder, or NULL */
    size_t image_size, train_pool; /* 0: as the options say */
} ad_known;

/* The set called name, or NULL. */
const ad_known *ad_known_find(const char *name);

/* Where it is: the first of its places that is there. ADROP_ENOENT if none is. */
adrop_status ad_known_locate(adrop_ctx *ctx, const ad_known *known, const char *data_dir,
                             char path[AD_PATH_SIZE]);

/* ADROP_ENOENT for a word that is neither a known name nor a path, with the nearest. */
adrop_status ad_known_refuse(adrop_ctx *ctx, const char *name);

#endif
