/* Reading untrusted protocol buffers: one field after another, each checked against the remaining
 * bytes. A nested message has its own cursor, so nothing recurses, and nothing is allocated. */
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
    int is_bad; /* it ends within a field, or a field has an unknown form */
} ad_proto_cursor;

enum { AD_PROTO_VARINT, AD_PROTO_FIXED64, AD_PROTO_BYTES, AD_PROTO_FIXED32 = 5 };

typedef struct ad_proto_field {
    uint32_t number;
    int wire;           /* one of the four */
    uint64_t value;     /* numbers: a varint, or the bits of a fixed one */
    ad_proto_view view; /* bytes, texts and messages */
} ad_proto_field;

ad_proto_cursor ad_proto_open(ad_proto_view message);

/* The next field; 0 at the end, or if the message is bad. */
int ad_proto_next(ad_proto_cursor *c, ad_proto_field *field);

/* The next number of a repeated field, which holds a single one or a packed run of them in this
 * wire form. *at counts the bytes read, 0 at first. Returns 0 at the end. */
int ad_proto_take_number(const ad_proto_field *field, int wire, size_t *at, uint64_t *value);

int ad_proto_is(ad_proto_view view, const char *text);
float ad_proto_as_float(uint64_t bits);
double ad_proto_as_double(uint64_t bits);

#endif
