/* Bytes as text (base64.h). */
#include "base/base64.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

adrop_status ad_base64_write(adrop_ctx *ctx, const void *bytes, size_t size, char **text)
{
    const uint8_t *from = bytes;
    char *to;
    const adrop_status status = AD_NEW(ctx, (size + 2) / 3 * 4 + 1, "a text", text);

    if (status)
        return status;
    to = *text;
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t three = (uint32_t)from[i] << 16 |
                               (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)from[i + 2] : 0);
        *to++ = letters[three >> 18];
        *to++ = letters[three >> 12 & 63];
        *to++ = left > 1 ? letters[three >> 6 & 63] : '=';
        *to++ = left > 2 ? letters[three & 63] : '=';
    }
    return ADROP_OK;
}

/* The value of a letter; 64 if it is not one. */
static uint32_t value_of(char c)
{
    const char *found = c ? strchr(letters, c) : NULL;

    return found ? (uint32_t)(found - letters) : 64;
}

bool ad_base64_read(const char *text, void *bytes, size_t size)
{
    uint8_t *to = bytes;

    if (strlen(text) != (size + 2) / 3 * 4)
        return false;
    for (size_t i = 0; i < size; i += 3, text += 4) {
        const size_t left = size - i, n = left > 2 ? 4 : left + 1;
        uint32_t three = 0;
        for (size_t k = 0; k < 4; k++) {
            const uint32_t v = k < n ? value_of(text[k]) : 0;
            if (v == 64 || (k >= n && text[k] != '='))
                return false;
            three = three << 6 | v;
        }
        for (size_t k = 0; k < 3; k++)
            if (k < left)
                to[i + k] = (uint8_t)(three >> (16 - 8 * k));
            else if (three >> (16 - 8 * k) & 255)
                return false; /* only one text is valid for each array */
    }
    return true;
}
