/* Writing protocol buffers: the fields of a message one after another, in a run of bytes.
 *
 *     ad_proto p = { .ctx = ctx };
 *     ad_proto_number(&p, 1, 7);                        // field 1: varint 7
 *     const size_t at = ad_proto_begin(&p, 7);          // field 7: a message
 *     ad_proto_text(&p, 2, "graph");
 *     ad_proto_end(&p, at);
 *     status = p.status;
 *     ad_proto_release(&p);
 *
 * A field is its key, number << 3 | wire type, as a varint, and the value: a varint (0), four bytes
 * (5) or a length and that many bytes (2). The first failure stays in status, and later calls do
 * nothing. https://protobuf.dev/programming-guides/encoding */
#ifndef AD_EXCHANGE_PROTO_WRITE_H
#define AD_EXCHANGE_PROTO_WRITE_H

#include <stdint.h>

#include "base/bytes.h"

typedef struct ad_proto {
    adrop_ctx *ctx;
    ad_bytes bytes;
    adrop_status status;
} ad_proto;

void ad_proto_release(ad_proto *p);

void ad_proto_number(ad_proto *p, unsigned field, uint64_t value);
void ad_proto_float(ad_proto *p, unsigned field, float value);
void ad_proto_bytes(ad_proto *p, unsigned field, const void *data, size_t size);
void ad_proto_text(ad_proto *p, unsigned field, const char *text);

/* A nested message: its fields are written between the two calls. */
size_t ad_proto_begin(ad_proto *p, unsigned field);
void ad_proto_end(ad_proto *p, size_t begun);

/* The key and the length of a field whose size bytes are written elsewhere. */
void ad_proto_announce(ad_proto *p, unsigned field, uint64_t size);

/* Raw bytes, a run of whole fields. */
void ad_proto_append(ad_proto *p, const ad_bytes *fields);

#endif
