/* The one file that loads libarchive (archive_library.h). */
#include "data/archive_library.h"

#include "base/memory.h"

#define X(name) #name,
static const char *const names[] = { AD_ARCHIVE_CALLS(X) };
#undef X

enum { N_CALLS = sizeof names / sizeof *names };

adrop_status ad_libarchive_open(adrop_ctx *ctx, ad_libarchive **out)
{
    ad_libarchive *lib;
    adrop_status status = AD_NEW(ctx, 1, "libarchive's functions", &lib);

    *out = NULL;
    if (status)
        return status;
    *lib = (ad_libarchive){ 0 };
    status = ad_library_open(ctx, "libarchive.so.13", "libarchive13", ADROP_EIO, names, N_CALLS,
                             (ad_library_fn **)(void *)lib, &lib->library);
    if (status)
        ad_free(ctx, lib);
    else
        *out = lib;
    return status;
}

void ad_libarchive_free(adrop_ctx *ctx, ad_libarchive *lib)
{
    if (!lib)
        return;
    ad_library_close(&lib->library);
    ad_free(ctx, lib);
}
