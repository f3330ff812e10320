/* NumPy arrays (npy.h). The header is a Python literal of a fixed form, and the parser reads
 * only that form. */
#include "data/npy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "data/source_impl.h"

enum { MAX_HEADER = 1 << 16, PIECE = 1024 };

/* Skip blanks, then word if it is there. */
static bool accept(const char **p, const char *word)
{
    while (**p == ' ' || **p == '\n')
        ++*p;
    if (strncmp(*p, word, strlen(word)))
        return false;
    *p += strlen(word);
    return true;
}

/* '<U7' or '|S7' with the closing quote: texts of at most 7 characters. */
static adrop_status parse_text(ad_stream *s, const char **p, ad_npy *a)
{
    const bool little = **p == '<' || (**p == '|' && a->kind == 'S');
    size_t n = 0;

    for (*p += 2; **p >= '0' && **p <= '9' && n <= AD_NPY_TEXT; ++*p)
        n = 10 * n + (size_t)(**p - '0');
    a->size = a->kind == 'U' ? 4 * n : n;
    if (!little || !n || a->size > AD_NPY_TEXT)
        return ad_stream_refuse(s,
                                "the header's descr names texts that are not read: they are "
                                "big-endian, empty or longer than %d bytes",
                                AD_NPY_TEXT);
    return accept(p, "'") || accept(p, "\"") ? ADROP_OK
                                             : ad_stream_refuse(s, "the header's descr is odd");
}

/* '<f4' and the like, with the quotes. */
static adrop_status parse_descr(ad_stream *s, const char **p, ad_npy *a)
{
    const bool quote = accept(p, "'") || accept(p, "\"");
    const char order = **p;

    if (!quote || !order)
        return ad_stream_refuse(s, "the header's descr is not a plain type: arrays of records are "
                                   "not read");
    a->kind = (*p)[1];
    if (a->kind == 'O' || order == 'O')
        return ad_stream_refuse(s, "it holds Python objects, which are never unpickled; save it "
                                   "with a number type");
    if (a->kind == 'U' || a->kind == 'S')
        return parse_text(s, p, a);
    if (!a->kind || !strchr("buif", a->kind) || (*p)[2] < '1' || (*p)[2] > '8')
        return ad_stream_refuse(s, "the header's descr is not a type of numbers");
    a->size = (size_t)((*p)[2] - '0');
    if ((a->size & (a->size - 1)) || (a->kind == 'f' && a->size < 2) ||
        (a->kind == 'b' && a->size != 1))
        return ad_stream_refuse(s,
                                "the header's descr names numbers of %zu bytes, which are not "
                                "read",
                                a->size);
    if (order != '<' && !(order == '|' && a->size == 1))
        return ad_stream_refuse(s, "its numbers are not little-endian");
    *p += 3;
    return accept(p, "'") || accept(p, "\"") ? ADROP_OK
                                             : ad_stream_refuse(s, "the header's descr is odd");
}

static adrop_status parse_shape(ad_stream *s, const char **p, ad_npy *a)
{
    a->count = 1;
    if (!accept(p, "("))
        return ad_stream_refuse(s, "the header's shape is not a tuple");
    while (!accept(p, ")")) {
        size_t n = 0;
        if (a->n_dims == AD_NPY_DIMS)
            return ad_stream_refuse(s, "the header's shape has more than %d dimensions",
                                    AD_NPY_DIMS);
        if (**p < '0' || **p > '9')
            return ad_stream_refuse(s, "the header's shape holds something other than counts");
        for (; **p >= '0' && **p <= '9'; ++*p)
            if (__builtin_mul_overflow(n, (size_t)10, &n) ||
                __builtin_add_overflow(n, (size_t)(**p - '0'), &n))
                return ad_stream_refuse(s, "the header's shape is out of range");
        a->dims[a->n_dims++] = n;
        if (__builtin_mul_overflow(a->count, n, &a->count))
            return ad_stream_refuse(s, "the header's shape is out of range");
        accept(p, ",");
    }
    return ADROP_OK;
}

static adrop_status parse(ad_stream *s, const char *p, ad_npy *a)
{
    bool descr = false, order = false, shape = false;
    adrop_status status = ADROP_OK;

    if (!accept(&p, "{"))
        return ad_stream_refuse(s, "the header is not a dictionary");
    while (!status && !accept(&p, "}")) {
        if (!descr && accept(&p, "'descr':")) {
            descr = true;
            status = parse_descr(s, &p, a);
        } else if (!order && accept(&p, "'fortran_order':")) {
            order = true;
            if (accept(&p, "True"))
                return ad_stream_refuse(s, "it is in Fortran order: save "
                                           "numpy.ascontiguousarray of it");
            if (!accept(&p, "False"))
                return ad_stream_refuse(s, "the header's fortran_order is neither True nor False");
        } else if (!shape && accept(&p, "'shape':")) {
            shape = true;
            status = parse_shape(s, &p, a);
        } else {
            return ad_stream_refuse(s, "the header holds an unknown or repeated key");
        }
        accept(&p, ",");
    }
    size_t bytes;
    if (!status && (!descr || !order || !shape))
        return ad_stream_refuse(s, "the header lacks descr, fortran_order or shape");
    if (!status && __builtin_mul_overflow(a->count, a->size, &bytes))
        return ad_stream_refuse(s, "the header's shape is out of range");
    return status;
}

adrop_status ad_npy_header(ad_stream *s, ad_npy *a)
{
    unsigned char head[12];
    char *text;
    adrop_status status = ad_stream_exactly(s, head, 10, "the header");

    *a = (ad_npy){ 0 };
    if (status)
        return status;
    if (memcmp(head, "\x93NUMPY", 6))
        return ad_stream_refuse(s, "it does not begin as a .npy file does");
    if (head[6] < 1 || head[6] > 3)
        return ad_stream_refuse(s, "format version %d is not read", head[6]);
    size_t length = head[8] + 256u * head[9];
    if (head[6] > 1) {
        if ((status = ad_stream_exactly(s, head + 10, 2, "the header")))
            return status;
        length += 65536u * head[10] + 16777216u * head[11];
    }
    if (length > MAX_HEADER)
        return ad_stream_refuse(s, "the header has %zu bytes; at most %d are accepted", length,
                                MAX_HEADER);
    if ((status = AD_NEW(s->source->ctx, length + 1, "a header", &text)))
        return status;
    if (!(status = ad_stream_exactly(s, text, length, "the header")))
        status = parse(s, text, a);
    ad_free(s->source->ctx, text);
    return status;
}

/* A 16-bit float: sign, 5 bits of exponent, 10 of fraction. */
static double half(uint32_t bits)
{
    const int exponent = bits >> 10 & 31;
    const double fraction = bits & 1023, sign = bits >> 15 ? -1 : 1;

    if (exponent == 31)
        return fraction > 0 ? (double)NAN : sign * (double)INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

/* Value i of a piece, as a double; integers beyond 2^53 are rounded. */
static double npy_value(const ad_npy *a, const unsigned char *piece, size_t i)
{
    const unsigned char *p = piece + i * a->size;
    uint64_t bits = 0;
    double d;
    float f;

    for (size_t k = 0; k < a->size; k++)
        bits |= (uint64_t)p[k] << 8 * k;
    if (a->kind == 'f' && a->size == 8) {
        memcpy(&d, &bits, sizeof d);
        return d;
    }
    if (a->kind == 'f' && a->size == 2)
        return half((uint32_t)bits);
    if (a->kind == 'f') {
        const uint32_t low = (uint32_t)bits;
        memcpy(&f, &low, sizeof f);
        return f;
    }
    if (a->kind == 'i') /* sign-extend */
        return (double)(int64_t)(bits << (64 - 8 * a->size)) / ldexp(1, (int)(64 - 8 * a->size));
    return (double)bits;
}

typedef adrop_status put_fn(ad_stream *s, size_t i, double x, void *to);

/* Read in pieces, convert each value and append it; float and int32_t both take four
 * bytes. */
static adrop_status convert(ad_stream *s, const ad_npy *a, adrop_ctx *ctx, put_fn *put,
                            ad_bytes *out)
{
    unsigned char piece[PIECE * 8];
    adrop_status status = ADROP_OK;

    if (ad_npy_is_text(a))
        return ad_stream_refuse(s, "it holds texts, where numbers are expected");

    for (size_t i = 0; !status && i < a->count;) {
        const size_t n = a->count - i < PIECE ? a->count - i : PIECE;
        if ((status = ad_stream_exactly(s, piece, n * a->size, "the values")) ||
            (status = ad_bytes_reserve(ctx, out, n * 4, "an array")))
            return status;
        for (size_t k = 0; !status && k < n; k++, i++, out->size += 4)
            status = put(s, i, npy_value(a, piece, k), (char *)out->data + out->size);
    }
    return status ? status : ad_stream_end(s);
}

static adrop_status put_float(ad_stream *s, size_t i, double x, void *to)
{
    const float f = (float)x;

    if (!isfinite(f))
        return ad_stream_refuse(s, "value %zu is not finite", i);
    memcpy(to, &f, sizeof f);
    return ADROP_OK;
}

static adrop_status put_int(ad_stream *s, size_t i, double x, void *to)
{
    if (!(x >= 0 && x <= INT32_MAX))
        return ad_stream_refuse(s, "value %zu is not a label: it is negative or too large", i);
    const int32_t label = (int32_t)x;
    memcpy(to, &label, sizeof label);
    return ADROP_OK;
}

adrop_status ad_npy_floats(ad_stream *s, const ad_npy *a, adrop_ctx *ctx, ad_bytes *out)
{
    return convert(s, a, ctx, put_float, out);
}

adrop_status ad_npy_ints(ad_stream *s, const ad_npy *a, adrop_ctx *ctx, ad_bytes *out)
{
    return convert(s, a, ctx, put_int, out);
}
