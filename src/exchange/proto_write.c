/* Writing protocol buffers (proto_write.h). */
#include "exchange/proto_write.h"

#include <string.h>

#include "base/context.h"

enum { VARINT = 0, LENGTH = 2, FOUR_BYTES = 5, MOST_VARINT = 10 };

static const char what[] = "the file";

void ad_proto_release(ad_proto *p)
{
    ad_bytes_release(p->ctx, &p->bytes);
}

static void proto_write_put(ad_proto *p, const void *data, size_t size)
{
    if (!p->status)
        p->status = ad_bytes_append(p->ctx, &p->bytes, data, size, what);
}

static size_t varint(uint64_t value, unsigned char out[MOST_VARINT])
{
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        out[n++] = (unsigned char)(value | 0x80);
    out[n++] = (unsigned char)value;
    return n;
}

static void put_varint(ad_proto *p, uint64_t value)
{
    unsigned char bytes[MOST_VARINT];

    proto_write_put(p, bytes, varint(value, bytes));
}

static void put_key(ad_proto *p, unsigned field, unsigned type)
{
    put_varint(p, (uint64_t)field << 3 | type);
}

void ad_proto_number(ad_proto *p, unsigned field, uint64_t value)
{
    put_key(p, field, VARINT);
    put_varint(p, value);
}

void ad_proto_float(ad_proto *p, unsigned field, float value)
{
    unsigned char bytes[4];
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(bits >> 8 * i);
    put_key(p, field, FOUR_BYTES);
    proto_write_put(p, bytes, sizeof bytes);
}

void ad_proto_announce(ad_proto *p, unsigned field, uint64_t size)
{
    put_key(p, field, LENGTH);
    put_varint(p, size);
}

void ad_proto_bytes(ad_proto *p, unsigned field, const void *data, size_t size)
{
    ad_proto_announce(p, field, size);
    proto_write_put(p, data, size);
}

void ad_proto_text(ad_proto *p, unsigned field, const char *text)
{
    ad_proto_bytes(p, field, text, strlen(text));
}

size_t ad_proto_begin(ad_proto *p, unsigned field)
{
    put_key(p, field, LENGTH);
    return p->bytes.size;
}

/* Insert the length, which is known now, before the fields of the message. */
void ad_proto_end(ad_proto *p, size_t begun)
{
    unsigned char length[MOST_VARINT];
    const size_t size = p->bytes.size - begun, n = varint(size, length);

    proto_write_put(p, length, n);
    if (p->status)
        return;
    unsigned char *at = (unsigned char *)p->bytes.data + begun;
    memmove(at + n, at, size);
    memcpy(at, length, n);
}

void ad_proto_append(ad_proto *p, const ad_bytes *fields)
{
    proto_write_put(p, fields->data, fields->size);
}
