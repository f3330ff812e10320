/* Preparing one batch: gather its rows, augment, transform. */
#include <string.h>

#include "base/tree.h"
#include "rows/batches.h"

enum { LINE = 64, REACH = 64 * LINE }; /* bytes per cache line; bytes to prefetch */

/* Prefetch a row of pixels: rows are shuffled, so the hardware cannot predict them, and memory
 * latency is a third of the time of a small image. The rest of a large image is sequential,
 * which the hardware prefetches itself. */
static void prefetch(const ad_rows *rows, uint32_t row)
{
    const size_t size = ad_shape_size(rows->shape);

    if (rows->pixels)
        for (size_t i = 0; i < size && i < REACH; i += LINE)
            __builtin_prefetch(rows->pixels + row * size + i);
}

static adrop_status fill_row(ad_preparer *p, uint32_t row, float *x)
{
    const adrop_batches *b = p->batches;
    const ad_schema *schema = &b->data->schema;
    const ad_rows *rows = b->data->rows;
    const uint8_t *pixels;

    if (ad_data_values(b->data)) {
        ad_schema_apply_floats(schema, ad_data_values(b->data) + row * ad_shape_size(schema->shape),
                               x, p->scratch);
        return ADROP_OK;
    }
    const adrop_status status = ad_rows_bytes(rows, &p->ctx, row, p->decoded, &pixels);
    if (status)
        return status;
    if (b->augment.flags) {
        ad_augment_apply(&b->augment, row, b->epoch, pixels, p->changed, p->scratch);
        pixels = p->changed;
    }
    ad_schema_apply_bytes(schema, pixels, x, p->scratch);
    return ADROP_OK;
}

/* Append row i of the slot. */
static void fill_sparse(ad_slot *slot, const ad_sparse *from, uint32_t row, size_t i)
{
    const size_t first = from->start[row], n = from->start[row + 1] - first;
    const size_t at = slot->sparse.start[i];

    memcpy(slot->sparse.column + at, from->column + first, n * sizeof *from->column);
    memcpy(slot->sparse.value + at, from->value + first, n * sizeof *from->value);
    slot->sparse.start[i + 1] = at + n;
}

/* The rows of a batch of n whose inputs this rank prepares. */
static ad_span mine(const adrop_batches *b, size_t index, size_t n)
{
    const ad_share *s = &b->share;
    const size_t shards = s->shards < n ? s->shards : n;

    if (s->ranks < 2 || (!s->shards && ad_batches_are_mine(b, index)))
        return (ad_span){ 0, n };
    if (!s->shards)
        return (ad_span){ 0, 0 };
    const ad_span share = ad_tree_share(shards, s->rank, s->ranks);
    return (ad_span){ ad_shard_start(n, shards, share.lo), ad_shard_start(n, shards, share.hi) };
}

void ad_batch_fill(ad_preparer *p, size_t index, ad_slot *slot)
{
    const adrop_batches *b = p->batches;
    const adrop_data *data = b->data;
    const int32_t *labels = ad_data_labels(data);
    const ad_label_sets *sets = ad_data_sets(data);
    const size_t size = ad_shape_size(data->schema.inputs.out), first = index * b->opts.rows;

    slot->index = index;
    slot->n = b->n_rows - first < b->opts.rows ? b->n_rows - first : b->opts.rows;
    slot->status = ADROP_OK;
    const ad_span filled = mine(b, index, slot->n);
    for (size_t i = 0; i < slot->n && !slot->status; i++) {
        const uint32_t row = b->order[first + i];
        const int is_filled = i >= filled.lo && i < filled.hi;
        if (i + 1 < filled.hi)
            prefetch(data->rows, b->order[first + i + 1]);
        if (slot->sparse.start && is_filled)
            fill_sparse(slot, ad_data_sparse(data), row, i);
        else if (slot->sparse.start)
            slot->sparse.start[i + 1] = slot->sparse.start[i];
        else if (is_filled)
            slot->status = fill_row(p, row, slot->x + i * size);
        if (slot->labels)
            slot->labels[i] = labels[row];
        if (slot->weights)
            slot->weights[i] = data->weights[row];
        if (sets)
            ad_label_sets_spread(sets, row, data->schema.classes.n,
                                 slot->targets + i * data->schema.classes.n);
        else if (slot->targets)
            ad_schema_learned(&data->schema, data->rows->targets + row * data->rows->n_targets,
                              slot->targets + i * data->rows->n_targets);
    }
    if (slot->status)
        memcpy(slot->message, p->ctx.message, sizeof slot->message);
}
