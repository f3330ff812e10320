/* Libraries that few commands need are loaded on demand: libcurl and libarchive
 * bring forty others, and would more than double the program's start time.
 *
 * A library is a struct of pointers to its functions after an ad_library, and a list of
 * their names in the same order (curl_library.h, archive_library.h). */
#ifndef AD_DATA_LIBRARY_H
#define AD_DATA_LIBRARY_H

#include <stddef.h>

#include "adrop/context.h"

typedef struct ad_library {
    void *handle; /* dlopen's; NULL: not loaded */
} ad_library;

typedef void ad_library_fn(void);

/* Load the library `file` ("libcurl.so.4") and look up its n functions into calls (n). On
 * error, returns `failure` with a message that names the Debian package to install. The
 * library stays loaded until the program ends, since its threads and exit handlers might
 * still run; loading it again costs microseconds. */
adrop_status ad_library_open(adrop_ctx *ctx, const char *file, const char *package,
                             adrop_status failure, const char *const *names, size_t n,
                             ad_library_fn **calls, ad_library *out);
void ad_library_close(ad_library *library);

#endif
