/* Reading protocol buffers that anyone may have made: one field after the other, each within the
 * bytes there are. A message within a message is a cursor of its own, so nothing recurses, and
 * nothing is allocated. */
#ifndef AD_EXCHANGE_PROTO_READ_H
#define AD_EXCHANGE_PROTO_READ_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the file. */
typedef struct ad_proto_view {
    const unsigned char *at;
    size_t n;
} ad_proto_view;

typedef struct ad_proto_cursor {
    ad_proto_view rest;
    int is_bad; /* it ended within a field, or a field is of no known form */
} ad_proto_cursor;

enum { AD_PROTO_VARINT, AD_PROTO_FIXED64, AD_PROTO_BYTES, AD_PROTO_FIXED32 = 5 };

typedef struct ad_proto_field {
    uint32_t number;
    int wire;           /* one of the four */
    uint64_t value;     /* of numbers: a varint, or the bits of a fixed one */
    ad_proto_view view; /* of bytes, texts and messages */
} ad_proto_field;

ad_proto_cursor ad_proto_open(ad_proto_view message);

/* The next field; 0 at the end, and where the message is bad. */
int ad_proto_next(ad_proto_cursor *c, ad_proto_field *field);

/* The next of the numbers that a repeated field holds, which is a single one or a packed run of
 * them, of the wire form. *at counts the bytes that were read, 0 at first. 0: no other. */
int ad_proto_take_number(const ad_proto_field *field, int wire, size_t *at, uint64_t *value);

int ad_proto_is(ad_proto_view view, const char *text);
float ad_proto_as_float(uint64_t bits);
double ad_proto_as_double(uint64_t bits);

#endif
