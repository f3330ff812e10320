/* libcurl, loaded for downloads (library.h): ad_curl holds pointers to its functions. */
#ifndef AD_DATA_CURL_LIBRARY_H
#define AD_DATA_CURL_LIBRARY_H

#define CURL_DISABLE_TYPECHECK /* its macros could not be called through a pointer */
#include <curl/curl.h>

#include "data/library.h"

#define AD_CURL_CALLS(X)                                                                           \
  X(curl_global_init)                                                                              \
  X(curl_global_cleanup)                                                                           \
  X(curl_easy_init)                                                                                \
  X(curl_easy_cleanup)                                                                             \
  X(curl_easy_reset)                                                                               \
  X(curl_easy_setopt)                                                                              \
  X(curl_easy_perform)                                                                             \
  X(curl_easy_getinfo)                                                                             \
  X(curl_easy_header)                                                                              \
  X(curl_easy_strerror)                                                                            \
  X(curl_url)                                                                                      \
  X(curl_url_set)                                                                                  \
  X(curl_url_get)                                                                                  \
  X(curl_url_cleanup)                                                                              \
  X(curl_free)

typedef struct ad_curl {
#define X(name) __typeof__(&(name)) name;
    AD_CURL_CALLS(X)
#undef X
    ad_library library;
} ad_curl;

adrop_status ad_curl_open(adrop_ctx *ctx, ad_curl *out);
void ad_curl_close(ad_curl *curl);

#endif
