/* NumPy's arrays of texts (npy.h): labels that are words. Kind 'S' is bytes, kind 'U' 32-bit
 * characters; both are padded with zeros. */
#include <string.h>

#include "base/utf8.h"
#include "data/npy.h"

/* Character i of a value, 0 after the last. */
static uint32_t character(const ad_npy *a, const unsigned char *value, size_t i)
{
    const unsigned char *p = value + i * (a->kind == 'U' ? 4 : 1);

    if (a->kind == 'S')
        return p[0];
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Decode a value to UTF-8 and its length; false if it holds an invalid character. */
static bool npy_text_decode(const ad_npy *a, const unsigned char *value, char *text, size_t *length)
{
    const size_t n = a->kind == 'U' ? a->size / 4 : a->size;
    char bytes[5];

    *length = 0;
    for (size_t i = 0; i < n && character(a, value, i); i++) {
        const uint32_t c = character(a, value, i);
        if (a->kind == 'S') {
            text[(*length)++] = (char)c;
            continue;
        }
        if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
            return false;
        const size_t more = strlen(ad_utf8_write(c, bytes));
        memcpy(text + *length, bytes, more);
        *length += more;
    }
    return true;
}

adrop_status ad_npy_texts(ad_stream *s, const ad_npy *a, adrop_ctx *ctx, ad_words *words,
                          ad_bytes *out)
{
    unsigned char value[AD_NPY_TEXT];
    char text[AD_NPY_TEXT];
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < a->count && !status; i++) {
        uint32_t number;
        size_t length;
        if ((status = ad_stream_exactly(s, value, a->size, "the values")))
            return status;
        if (!npy_text_decode(a, value, text, &length) || !length)
            return ad_stream_refuse(s, "text %zu is empty or no Unicode", i);
        if (!(status = ad_words_add(ctx, words, text, length, &number)))
            status = ad_bytes_append(ctx, out, &number, sizeof number, "labels");
    }
    return status ? status : ad_stream_end(s);
}
