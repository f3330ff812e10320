/* Libraries that few commands need are loaded by those that do: libcurl and libarchive
 * bring forty others, and would more than double the time that the program takes to start.
 *
 * A library is a struct of pointers to its functions behind an ad_library, and a list of
 * their names in the same order (curl_library.h, archive_library.h). */
#ifndef AD_DATA_LIBRARY_H
#define AD_DATA_LIBRARY_H

#include <stddef.h>

#include "adrop/context.h"

typedef struct ad_library {
    void *handle; /* dlopen's; NULL: not loaded */
} ad_library;

typedef void ad_library_fn(void);

/* Load the library called file ("libcurl.so.4"), look up its n functions and put them into
 * calls (n). Failing is `failure`, and the message names the Debian package to install. The
 * library itself stays until the program ends, since its own threads and exit handlers might
 * still run in it; loading it again costs microseconds. */
adrop_status ad_library_open(adrop_ctx *ctx, const char *file, const char *package,
                             adrop_status failure, const char *const *names, size_t n,
                             ad_library_fn **calls, ad_library *out);
void ad_library_close(ad_library *library);

#endif
