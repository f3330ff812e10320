/* The one file that loads libcurl (curl_library.h). */
#include "data/curl_library.h"

#define X(name) #name,
static const char *const names[] = { AD_CURL_CALLS(X) };
#undef X

enum { N_CALLS = sizeof names / sizeof *names };

adrop_status ad_curl_open(adrop_ctx *ctx, ad_curl *out)
{
    *out = (ad_curl){ 0 };
    return ad_library_open(ctx, "libcurl.so.4", "libcurl4", ADROP_ENETWORK, names, N_CALLS,
                           (ad_library_fn **)(void *)out, &out->library);
}

void ad_curl_close(ad_curl *curl)
{
    ad_library_close(&curl->library);
}
