/* The file of an ONNX model (onnx_write.h): the graph is built in memory, and the model's tensors
 * are written one after another behind it. The length of the graph comes first, so the sizes of the
 * tensors are added up beforehand. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "adrop/version.h"
#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "exchange/onnx_write.h"

enum {
    MODEL_IR = 1,
    MODEL_PRODUCER = 2,
    MODEL_PRODUCER_VERSION = 3,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    OPSET_DOMAIN = 1,
    OPSET_VERSION = 2
};
enum {
    GRAPH_NAME = 2,
    GRAPH_INITIALIZER = 5,
    TENSOR_DIMS = 1,
    TENSOR_TYPE = 2,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9
};

#define MOST_BYTES INT32_MAX /* per message */

int ad_onnx_has_tensor(const adrop_model *m, size_t i)
{
    adrop_tensor_info info;

    return adrop_model_tensor(m, i, &info) && info.group != ADROP_TENSOR_DROPOUT &&
           !(info.group == ADROP_TENSOR_BUFFERS && m->tensor_layer[i]->type->technique);
}

/* Write the field of a tensor up to its values, which follow. */
static void put_head(ad_proto *p, const adrop_tensor_info *t)
{
    ad_proto head = { .ctx = p->ctx };
    const uint64_t bytes = (uint64_t)t->n * sizeof(float);

    for (size_t i = 0; i < t->n_dims; i++)
        ad_proto_number(&head, TENSOR_DIMS, t->dims[i]);
    ad_proto_number(&head, TENSOR_TYPE, AD_ONNX_FLOAT);
    ad_proto_text(&head, TENSOR_NAME, t->name);
    ad_proto_announce(&head, TENSOR_RAW, bytes);
    ad_proto_announce(p, GRAPH_INITIALIZER, head.bytes.size + bytes);
    ad_proto_append(p, &head.bytes);
    if (head.status)
        p->status = head.status;
    ad_proto_release(&head);
}

/* The size of all tensors in the graph. */
static uint64_t tensor_bytes(const adrop_model *m, ad_proto *room)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
        adrop_tensor_info t;
        if (!ad_onnx_has_tensor(m, i) || !adrop_model_tensor(m, i, &t))
            continue;
        room->bytes.size = 0;
        put_head(room, &t);
        sum += room->bytes.size + (uint64_t)t.n * sizeof(float);
    }
    room->bytes.size = 0;
    return sum;
}

static void put_opset(ad_proto *p, const char *domain, uint64_t version)
{
    const size_t at = ad_proto_begin(p, MODEL_OPSET);

    ad_proto_text(p, OPSET_DOMAIN, domain);
    ad_proto_number(p, OPSET_VERSION, version);
    ad_proto_end(p, at);
}

/* Write everything but the tensors. */
static adrop_status put_model(ad_onnx *g, const adrop_model *m, ad_proto *p)
{
    const uint64_t tensors = tensor_bytes(m, p);
    const ad_bytes *const parts[] = { &g->nodes.bytes, &g->inputs.bytes, &g->outputs.bytes,
                                      &g->constants.bytes };
    ad_proto name = { .ctx = g->ctx };
    uint64_t size = tensors;

    ad_proto_text(&name, GRAPH_NAME, "adrop");
    for (size_t i = 0; i < 4; i++)
        size += parts[i]->size;
    size += name.bytes.size;
    ad_proto_number(p, MODEL_IR, AD_ONNX_IR);
    ad_proto_text(p, MODEL_PRODUCER, "adrop");
    ad_proto_text(p, MODEL_PRODUCER_VERSION, adrop_version());
    put_opset(p, "", AD_ONNX_OPSET);
    if (g->uses_words)
        put_opset(p, "ai.onnx.ml", AD_ONNX_ML_OPSET);
    ad_proto_append(p, &g->metadata.bytes);
    ad_proto_announce(p, MODEL_GRAPH, size);
    ad_proto_append(p, &name.bytes);
    for (size_t i = 0; i < 4; i++)
        ad_proto_append(p, parts[i]);
    const adrop_status status = name.status ? name.status : p->status;
    ad_proto_release(&name);
    if (!status && p->bytes.size + tensors > MOST_BYTES)
        return ad_fail(g->ctx, ADROP_EINVAL,
                       "the model would take %.1f GB, and an ONNX file holds 2 at most: export a "
                       "smaller network",
                       (double)(p->bytes.size + tensors) / 1e9);
    return status;
}

static adrop_status check_finite(adrop_ctx *ctx, const adrop_tensor_info *t, const float *values)
{
    for (size_t i = 0; i < t->n; i++)
        if (!isfinite(values[i]))
            return ad_fail(ctx, ADROP_ENUMERIC,
                           "value %zu of tensor '%s' is not finite: train the model again", i,
                           t->name);
    return ADROP_OK;
}

static adrop_status write_all(ad_onnx *g, const adrop_model *m, int fd, const char *path,
                              ad_proto *p, float *values)
{
    adrop_status status = put_model(g, m, p);
    uint64_t at = 0;

    for (size_t i = 0; i <= adrop_model_n_tensors(m) && !status; i++) {
        adrop_tensor_info t;
        status = ad_file_write_at(g->ctx, fd, path, at, p->bytes.data, p->bytes.size);
        at += p->bytes.size;
        p->bytes.size = 0;
        if (status || !ad_onnx_has_tensor(m, i) || !adrop_model_tensor(m, i, &t))
            continue;
        put_head(p, &t);
        if (!(status = p->status) && !(status = adrop_model_get(m, i, values)) &&
            !(status = check_finite(g->ctx, &t, values)) &&
            !(status = ad_file_write_at(g->ctx, fd, path, at, p->bytes.data, p->bytes.size)))
            status = ad_file_write_at(g->ctx, fd, path, at + p->bytes.size, values,
                                      t.n * sizeof *values);
        at += p->bytes.size + t.n * sizeof *values;
        p->bytes.size = 0;
    }
    return status;
}

adrop_status ad_onnx_write(ad_onnx *g, const adrop_model *m, const char *path)
{
    char beside[AD_PATH_SIZE];
    ad_proto p = { .ctx = g->ctx };
    float *values = NULL;
    adrop_status status = ad_onnx_status(g);

    if (!status)
        status = AD_NEW_UNSET(g->ctx, m->most, "the largest tensor", &values);
    if (!status && !(status = ad_file_temporary(g->ctx, path, beside))) {
        const int fd = ad_file_open(beside, O_WRONLY);
        status = fd < 0 ? ad_fail(g->ctx, ADROP_EDISK, "cannot write '%s'", path)
                        : write_all(g, m, fd, path, &p, values);
        if (fd >= 0 && ad_file_close(fd) && !status)
            status = ad_fail(g->ctx, ADROP_EDISK, "cannot write '%s'", path);
        if (!status)
            status = ad_file_rename(g->ctx, beside, path);
        if (status)
            unlink(beside);
    }
    ad_proto_release(&p);
    ad_free(g->ctx, values);
    return status;
}
