/* Where the known sets come from. */
#ifndef AD_DATA_ORIGIN_H
#define AD_DATA_ORIGIN_H

#include <stdint.h>

enum { AD_MAX_ORIGIN_FILES = 4 };

typedef struct ad_origin_file {
    const char *name;
    uint64_t bytes;
} ad_origin_file;

typedef struct ad_origin {
    const char *set;
    const char *url;    /* the folder of the files, ended by '/'; NULL: none */
    const char *folder; /* their place under the data folder; "": the data folder itself */
    ad_origin_file files[AD_MAX_ORIGIN_FILES + 1]; /* ended by one without a name; each has
                                                      a published sum (verify.h) */
    const char *why;                               /* without a URL: why it cannot be downloaded, */
    const char *where;                             /* and where to find it */
} ad_origin;

/* NULL for a set that is built in. */
const ad_origin *ad_origin_find(const char *set);

#endif
