/* Shared by the tests of safetensors files: a folder, a context that counts allocations and can be
 * made to fail, and hand-made files. */
#ifndef ADROP_TESTS_TENSORFILE_SCENE_H
#define ADROP_TESTS_TENSORFILE_SCENE_H

#include <stdint.h>
#include <unistd.h>

#include "adrop/context.h"
#include "base/memory.h"
#include "check.h"
#include "scarce.h"

enum { LIMIT = 32 << 20 }; /* bytes of a file that is read */
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static char folder[] = "/tmp/adrop-tensorfile-XXXXXX";
static char path[64];
static adrop_ctx *ctx;
static scarce stock; /* the context's memory, itself left out */

static void setup(void)
{
    ctx = scarce_context(&stock, 0);
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    stock.held = 0;
}

static void teardown(void)
{
    CHECK_EQ(stock.held, 0);
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

static void put_bytes(const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");

    CHECK(stream);
    CHECK_EQ(fwrite(bytes, 1, size, stream), size);
    CHECK_EQ(fclose(stream), 0);
}

/* The header with its true length, then the data, or zeros if it is NULL. */
static void put(const char *header, size_t header_size, const void *data, size_t data_size)
{
    const uint64_t length = header_size;
    char *bytes = calloc(8 + header_size + data_size, 1);

    memcpy(bytes, &length, 8);
    memcpy(bytes + 8, header, header_size);
    if (data)
        memcpy(bytes + 8 + header_size, data, data_size);
    put_bytes(bytes, 8 + header_size + data_size);
    free(bytes);
}

#endif
