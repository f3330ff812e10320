/* Preparing one batch: gather its rows, augment, scale. */
#include <string.h>

#include "data/batches.h"

enum { LINE = 64, REACH = 64 * LINE }; /* bytes that memory hands over at once; asked for ahead */

/* Ask for a row of pixels before its turn: rows are shuffled, so no hardware foresees it,
 * and waiting for memory is a third of the time that a small image takes. The rest of a large
 * one follows in order, which the hardware does foresee. */
static void foresee(const adrop_data *data, uint32_t row)
{
    const size_t size = ad_raw_row_size(&data->raw);

    if (data->raw.pixels)
        for (size_t i = 0; i < size && i < REACH; i += LINE)
            __builtin_prefetch(data->raw.pixels + row * size + i);
}

static adrop_status fill_row(ad_preparer *p, uint32_t row, float *x)
{
    const adrop_batches *b = p->batches;
    const adrop_data *data = b->data;
    const size_t size = ad_raw_row_size(&data->raw);
    const uint8_t *pixels;

    if (data->raw.values) {
        memcpy(x, data->raw.values + row * size, size * sizeof *x);
        return ADROP_OK;
    }
    const adrop_status status = ad_data_bytes(data, &p->ctx, row, p->decoded, &pixels);
    if (status)
        return status;
    if (b->augment.flags) {
        ad_augment_apply(&b->augment, row, b->epoch, pixels, p->changed, p->scratch);
        pixels = p->changed;
    }
    ad_data_apply_levels(data, pixels, x);
    return ADROP_OK;
}

void ad_batch_fill(ad_preparer *p, size_t index)
{
    const adrop_batches *b = p->batches;
    const adrop_data *data = b->data;
    const size_t size = ad_raw_row_size(&data->raw), first = index * b->opts.rows;
    ad_slot *slot = &b->slots[index % b->n_slots];

    slot->index = index;
    slot->n = b->n_rows - first < b->opts.rows ? b->n_rows - first : b->opts.rows;
    slot->status = ADROP_OK;
    for (size_t i = 0; i < slot->n && !slot->status; i++) {
        const uint32_t row = b->order[first + i];
        if (i + 1 < slot->n)
            foresee(data, b->order[first + i + 1]);
        slot->status = fill_row(p, row, slot->x + i * size);
        if (slot->labels)
            slot->labels[i] = data->raw.labels[row];
        if (slot->targets)
            slot->targets[i] = (float)((data->raw.targets[row] - data->target_mean) /
                                       data->target_deviation);
    }
    if (slot->status)
        memcpy(slot->message, p->ctx.message, sizeof slot->message);
}
