/* Arrays of bytes as text (RFC 4648), for fitted numbers in JSON. */
#ifndef AD_BASE_BASE64_H
#define AD_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "adrop/context.h"

/* *text is released with ad_free. */
adrop_status ad_base64_write(adrop_ctx *ctx, const void *bytes, size_t size, char **text);

/* Exactly size bytes; false for anything else. */
bool ad_base64_read(const char *text, void *bytes, size_t size);

#endif
