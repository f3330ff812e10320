/* Structs of other versions (struct.h). */
#include "base/struct.h"

#include <string.h>

#include "base/context.h"

enum { LARGEST = 1 << 20 }; /* a larger size is uninitialised memory */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

adrop_status ad_struct_read(adrop_ctx *ctx, const char *name, void *mine, size_t size,
                            const void *given, size_t given_size)
{
    const char *bytes = given;

    if (!given || given_size < sizeof(size_t) || given_size > LARGEST)
        return ctx ? ad_fail(ctx, ADROP_EINVAL,
                             "the %s %s: fill it first by the call that its header names, which "
                             "sets its size",
                             name, given ? "does not say its size" : "is missing")
                   : ADROP_EINVAL;
    for (size_t i = size; i < given_size; i++)
        if (bytes[i])
            return ctx ? ad_fail(ctx, ADROP_EINVAL,
                                 "the %s has %zu bytes and sets what this library does not know "
                                 "(it knows %zu): the program was made for a newer adrop",
                                 name, given_size, size)
                       : ADROP_EINVAL;
    memcpy(mine, given, least(size, given_size));
    memcpy(mine, &size, sizeof size);
    return ADROP_OK;
}

void ad_struct_write(void *given, size_t given_size, const void *mine, size_t size)
{
    const size_t both = least(size, given_size);

    memcpy(given, mine, both);
    memset((char *)given + both, 0, given_size - both);
}

void ad_struct_init(void *given, size_t given_size, const void *mine, size_t size)
{
    ad_struct_write(given, given_size, mine, size);
    memcpy(given, &given_size, least(given_size, sizeof given_size));
}
