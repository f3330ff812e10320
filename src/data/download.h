/* Downloading a published file: fetched beside its place as NAME.part, checked, renamed. */
#ifndef AD_DATA_DOWNLOAD_H
#define AD_DATA_DOWNLOAD_H

#include "data/fetch.h"

typedef struct ad_download {
    ad_fetch fetch;   /* its path is set here */
    const char *path; /* where the file is to be */
    const char *sum;  /* the published one; 32 digits: MD5; 64: SHA-256 */
} ad_download;

/* *at reports the progress; at->came is 0 if the file was there already.
 *
 * ADROP_EFORMAT if the file in place is not the published one (it is left alone), or if the
 * download is not (it is removed); ADROP_EEXIST if another program is downloading it; otherwise
 * what ad_fetch_run returns, and NAME.part is kept. */
adrop_status ad_download_run(adrop_ctx *ctx, const ad_download *d, ad_fetched *at);

#endif
