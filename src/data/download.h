/* A published file to its place: got beside it as NAME.part, checked, renamed. */
#ifndef AD_DATA_DOWNLOAD_H
#define AD_DATA_DOWNLOAD_H

#include "data/fetch.h"

typedef struct ad_download {
    ad_fetch fetch;   /* its path is set here */
    const char *path; /* where the file is to be */
    const char *sum;  /* the published one; 32 digits: MD5; 64: SHA-256 */
} ad_download;

/* at tells how far it came, at->came being 0 if the file was there already.
 *
 * ADROP_EFORMAT if the file is there but not the published one, which is left as it is,
 * or if what came is not, which is removed; ADROP_EEXIST if another program is getting
 * it; and what ad_fetch_run returns, NAME.part being kept. */
adrop_status ad_download_run(adrop_ctx *ctx, const ad_download *d, ad_fetched *at);

#endif
