/* Tensors and attributes of an ONNX file (onnx_read.h). Values are in raw_data, or in the field of
 * their type; values in another file are refused. */
#include <string.h>

#include "base/context.h"
#include "base/tensorfile.h"
#include "exchange/onnx_read.h"

enum { DIMS = 1, TYPE, FLOATS = 4, INT32S, INT64S = 7, NAME, RAW, DOUBLES, EXTERNAL = 13, WHERE };
enum { IS_FLOAT = 1, IS_INT32 = 6, IS_INT64 = 7, IS_HALF = 10, IS_DOUBLE = 11, IS_BRAIN = 16 };

/* -- Values -------------------------------------------------------------------------- */

/* A type: bytes per value in raw_data, or the field and wire form. */
typedef struct {
    uint64_t type;
    size_t size;
    uint32_t field;
    int wire;
} form;

static const form forms[] = {
    { IS_FLOAT, 4, FLOATS, AD_PROTO_FIXED32 },   { IS_INT32, 4, INT32S, AD_PROTO_VARINT },
    { IS_INT64, 8, INT64S, AD_PROTO_VARINT },    { IS_HALF, 2, INT32S, AD_PROTO_VARINT },
    { IS_DOUBLE, 8, DOUBLES, AD_PROTO_FIXED64 }, { IS_BRAIN, 2, INT32S, AD_PROTO_VARINT },
};

static const form *form_of(uint64_t type)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].type == type)
            return &forms[i];
    return NULL;
}

static double real_of(uint64_t type, uint64_t bits)
{
    switch (type) {
    case IS_FLOAT:
        return (double)ad_proto_as_float(bits);
    case IS_DOUBLE:
        return ad_proto_as_double(bits);
    case IS_HALF:
        return (double)ad_float_of_half((uint16_t)bits);
    case IS_BRAIN:
        return (double)ad_proto_as_float(bits << 16);
    case IS_INT32:
        return (double)(int32_t)(uint32_t)bits;
    default:
        return (double)(int64_t)bits;
    }
}

static int64_t integer_of(uint64_t type, uint64_t bits)
{
    return type == IS_INT32 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)bits;
}

static adrop_status refuse(adrop_ctx *ctx, const char *file, const ad_onnx_tensor *t,
                           const char *what)
{
    return ad_fail(ctx, ADROP_EFORMAT, "'%.300s', tensor '%s': %s", file, AD_ONNX_SHOWN(t->name),
                   what);
}

static int is_raw_number(ad_proto_view raw, size_t size, size_t i, uint64_t *bits)
{
    *bits = 0;
    if (i >= raw.n / size)
        return 0;
    for (size_t k = 0; k < size; k++)
        *bits |= (uint64_t)raw.at[i * size + k] << 8 * k;
    return 1;
}

/* Copy the values to one of the two arrays; returns their number. */
static size_t take_values(const ad_onnx_tensor *t, const form *f, float *reals, int64_t *integers)
{
    ad_proto_cursor c = ad_proto_open(t->whole);
    ad_proto_field field;
    size_t n = 0;

    while (ad_proto_next(&c, &field)) {
        const int raw = field.number == RAW && field.wire == AD_PROTO_BYTES;
        uint64_t bits;
        size_t at = 0;
        if (!raw && field.number != f->field)
            continue;
        if (raw && field.view.n % f->size)
            return SIZE_MAX;
        while (raw ? is_raw_number(field.view, f->size, at++, &bits)
                   : ad_proto_take_number(&field, f->wire, &at, &bits)) {
            if (n == t->n)
                return SIZE_MAX;
            if (reals)
                reals[n] = (float)real_of(t->type, bits);
            if (integers)
                integers[n] = integer_of(t->type, bits);
            n++;
        }
    }
    return n;
}

adrop_status ad_onnx_tensor_floats(adrop_ctx *ctx, const char *file, const ad_onnx_tensor *t,
                                   float *out)
{
    const form *f = form_of(t->type);

    if (!f)
        return refuse(ctx, file, t,
                      "its values are of a type that is not read: float, double, "
                      "float16, bfloat16, int32 and int64 are");
    return take_values(t, f, out, NULL) == t->n
               ? ADROP_OK
               : refuse(ctx, file, t, "it has more or fewer values than its shape");
}

adrop_status ad_onnx_tensor_integers(adrop_ctx *ctx, const char *file, const ad_onnx_tensor *t,
                                     int64_t *out)
{
    const form *f = form_of(t->type);

    if (t->type != IS_INT32 && t->type != IS_INT64)
        return refuse(ctx, file, t, "whole numbers are expected");
    return take_values(t, f, NULL, out) == t->n
               ? ADROP_OK
               : refuse(ctx, file, t, "it has more or fewer values than its shape");
}

/* The file's size limits the number of values: each takes at least a byte. */
static adrop_status count_values(adrop_ctx *ctx, const char *file, ad_onnx_tensor *t)
{
    t->n = 1;
    for (size_t i = 0; i < t->n_dims; i++)
        if (t->dims[i] > SIZE_MAX / 2 || __builtin_mul_overflow(t->n, (size_t)t->dims[i], &t->n))
            return refuse(ctx, file, t, "its shape has more values than can be counted");
    return t->n > t->whole.n ? refuse(ctx, file, t, "it has fewer values than its shape")
                             : ADROP_OK;
}

adrop_status ad_onnx_tensor_open(adrop_ctx *ctx, const char *file, ad_proto_view whole,
                                 ad_onnx_tensor *t)
{
    ad_proto_cursor c = ad_proto_open(whole);
    ad_proto_field field;
    int elsewhere = 0;

    *t = (ad_onnx_tensor){ .whole = whole };
    while (ad_proto_next(&c, &field)) {
        uint64_t value;
        size_t at = 0;
        if (field.number == NAME && field.wire == AD_PROTO_BYTES)
            t->name = field.view;
        else if (field.number == TYPE && field.wire == AD_PROTO_VARINT)
            t->type = field.value;
        else if (field.number == DIMS)
            while (ad_proto_take_number(&field, AD_PROTO_VARINT, &at, &value)) {
                if (t->n_dims == AD_ONNX_MOST_DIMS)
                    return refuse(ctx, file, t, "it has more than 8 dimensions");
                t->dims[t->n_dims++] = value;
            }
        else if (field.number == EXTERNAL || (field.number == WHERE && field.value))
            elsewhere = 1;
    }
    if (c.is_bad)
        return refuse(ctx, file, t, "it is broken");
    if (elsewhere)
        return refuse(ctx, file, t, "its values are in another file: save the model as one file");
    return count_values(ctx, file, t);
}

/* -- Attributes ---------------------------------------------------------------------- */

enum { A_NAME = 1, A_FLOAT, A_INT, A_TEXT, A_TENSOR, A_INTS = 8, NODE_ATTRIBUTE = 5 };

/* The message of the attribute with that name; empty: none. */
static ad_proto_view attribute(const ad_onnx_read_node *n, const char *name)
{
    ad_proto_cursor c = ad_proto_open(n->whole);
    ad_proto_field field, part;

    while (ad_proto_next(&c, &field)) {
        ad_proto_cursor a = ad_proto_open(field.view);
        if (field.number != NODE_ATTRIBUTE || field.wire != AD_PROTO_BYTES)
            continue;
        while (ad_proto_next(&a, &part))
            if (part.number == A_NAME && part.wire == AD_PROTO_BYTES &&
                ad_proto_is(part.view, name))
                return field.view;
    }
    return (ad_proto_view){ 0 };
}

static int find_field(const ad_onnx_read_node *n, const char *name, uint32_t number, int wire,
                      ad_proto_field *found)
{
    ad_proto_cursor c = ad_proto_open(attribute(n, name));

    while (ad_proto_next(&c, found))
        if (found->number == number && found->wire == wire)
            return 1;
    return 0;
}

int64_t ad_onnx_integer(const ad_onnx_read_node *n, const char *name, int64_t fallback)
{
    ad_proto_field f;

    return find_field(n, name, A_INT, AD_PROTO_VARINT, &f) ? (int64_t)f.value : fallback;
}

double ad_onnx_real(const ad_onnx_read_node *n, const char *name, double fallback)
{
    ad_proto_field f;

    return find_field(n, name, A_FLOAT, AD_PROTO_FIXED32, &f) ? (double)ad_proto_as_float(f.value)
                                                              : fallback;
}

ad_proto_view ad_onnx_word(const ad_onnx_read_node *n, const char *name)
{
    ad_proto_field f;

    return find_field(n, name, A_TEXT, AD_PROTO_BYTES, &f) ? f.view : (ad_proto_view){ 0 };
}

ad_proto_view ad_onnx_value_of(const ad_onnx_read_node *n, const char *name)
{
    ad_proto_field f;

    return find_field(n, name, A_TENSOR, AD_PROTO_BYTES, &f) ? f.view : (ad_proto_view){ 0 };
}

size_t ad_onnx_list(const ad_onnx_read_node *n, const char *name, int64_t *out, size_t room)
{
    ad_proto_cursor c = ad_proto_open(attribute(n, name));
    ad_proto_field field;
    size_t found = 0;

    while (ad_proto_next(&c, &field)) {
        uint64_t value;
        size_t at = 0;
        while (field.number == A_INTS &&
               ad_proto_take_number(&field, AD_PROTO_VARINT, &at, &value)) {
            if (found < room)
                out[found] = (int64_t)value;
            found++;
        }
    }
    return found;
}
