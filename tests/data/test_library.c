/* Libraries loaded on demand. */
#include "data/library.h"

#include "check.h"
#include "data/archive_library.h"
#include "data/curl_library.h"

static adrop_ctx *ctx;

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

/* Those that we need are there, and every function is found. */
static void ours(void)
{
    ad_curl curl;
    ad_libarchive *archive;

    CHECK_EQ(ad_curl_open(ctx, &curl), ADROP_OK);
    CHECK_HAS(curl.curl_easy_strerror(CURLE_OK), "No error");
    ad_curl_close(&curl);
    CHECK(!curl.library.handle);
    CHECK_EQ(ad_libarchive_open(ctx, &archive), ADROP_OK);
    struct archive *a = archive->archive_read_new();
    CHECK(a != NULL);
    CHECK_EQ(archive->archive_read_free(a), ARCHIVE_OK);
    ad_libarchive_free(ctx, archive);
    ad_libarchive_free(ctx, NULL);
}

/* One that is not there, and one that is too old: what to install is said. */
static void missing(void)
{
    static const char *const names[] = { "sqrt", "no_such_function" };
    ad_library_fn *calls[2];
    ad_library library;

    CHECK_EQ(ad_library_open(ctx, "libnowhere.so.7", "libnowhere7", ADROP_ENETWORK, names, 2, calls,
                             &library),
             ADROP_ENETWORK);
    CHECK_HAS(adrop_ctx_message(ctx), "libnowhere.so.7 is needed");
    CHECK_HAS(adrop_ctx_message(ctx), "install libnowhere7");
    CHECK(!library.handle);
    CHECK_EQ(ad_library_open(ctx, "libm.so.6", "libc6", ADROP_EIO, names, 2, calls, &library),
             ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "no no_such_function");
    CHECK_HAS(adrop_ctx_message(ctx), "install a newer libc6");
    CHECK(!library.handle);
    CHECK_EQ(ad_library_open(ctx, "libm.so.6", "libc6", ADROP_EIO, names, 1, calls, &library),
             ADROP_OK);
    ad_library_close(&library);
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, ours, missing, teardown)
