/* Reading protocol buffers (proto_read.h): https://protobuf.dev/programming-guides/encoding. */
#include "exchange/proto_read.h"

#include <string.h>

ad_proto_cursor ad_proto_open(ad_proto_view message)
{
    return (ad_proto_cursor){ .rest = message };
}

/* Seven bits per byte, the lowest first; at most ten bytes. */
static int take_varint(ad_proto_view *rest, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && rest->n; shift += 7) {
        const unsigned char byte = *rest->at++;
        rest->n--;
        if (shift == 63 && byte > 1)
            return 0;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return 1;
    }
    return 0;
}

static int take_fixed(ad_proto_view *rest, size_t size, uint64_t *value)
{
    *value = 0;
    if (rest->n < size)
        return 0;
    for (size_t i = 0; i < size; i++)
        *value |= (uint64_t)rest->at[i] << 8 * i;
    rest->at += size;
    rest->n -= size;
    return 1;
}

static int take_bytes(ad_proto_view *rest, ad_proto_view *view)
{
    uint64_t length;

    if (!take_varint(rest, &length) || length > rest->n)
        return 0;
    *view = (ad_proto_view){ rest->at, (size_t)length };
    rest->at += length;
    rest->n -= (size_t)length;
    return 1;
}

static int take_value(ad_proto_view *rest, ad_proto_field *f)
{
    switch (f->wire) {
    case AD_PROTO_VARINT:
        return take_varint(rest, &f->value);
    case AD_PROTO_FIXED64:
        return take_fixed(rest, 8, &f->value);
    case AD_PROTO_FIXED32:
        return take_fixed(rest, 4, &f->value);
    case AD_PROTO_BYTES:
        return take_bytes(rest, &f->view);
    default: /* groups, which ONNX does not use */
        return 0;
    }
}

int ad_proto_next(ad_proto_cursor *c, ad_proto_field *f)
{
    uint64_t key;

    *f = (ad_proto_field){ 0 };
    if (c->is_bad || !c->rest.n)
        return 0;
    if (!take_varint(&c->rest, &key) || key >> 3 == 0 || key >> 3 > UINT32_MAX) {
        c->is_bad = 1;
        return 0;
    }
    f->number = (uint32_t)(key >> 3);
    f->wire = (int)(key & 7);
    c->is_bad = !take_value(&c->rest, f);
    return !c->is_bad;
}

int ad_proto_take_number(const ad_proto_field *f, int wire, size_t *at, uint64_t *value)
{
    if (f->wire == wire) {
        *value = f->value;
        return (*at)++ == 0;
    }
    if (f->wire != AD_PROTO_BYTES || *at >= f->view.n)
        return 0;
    ad_proto_view rest = { f->view.at + *at, f->view.n - *at };
    const int there = wire == AD_PROTO_VARINT
                          ? take_varint(&rest, value)
                          : take_fixed(&rest, wire == AD_PROTO_FIXED64 ? 8 : 4, value);
    *at = f->view.n - rest.n;
    return there;
}

int ad_proto_is(ad_proto_view view, const char *text)
{
    return strlen(text) == view.n && !memcmp(view.at, text, view.n);
}

float ad_proto_as_float(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float value;

    memcpy(&value, &low, sizeof value);
    return value;
}

double ad_proto_as_double(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}
