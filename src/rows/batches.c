/* Batches of a part, epoch by epoch (adrop/rows.h). */
#include "rows/batches.h"

#include <string.h>

#include "base/memory.h"
#include "base/option_check.h"

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_batches_opts, field_),                    \
  .group = ADROP_GROUP_OWN

static const char *const part_words[] = { "train", "val", "test", NULL };

static const adrop_option options[] = {
    { ROW("part", ADROP_OPT_CHOICE, part), .words = part_words, .help = "whose rows" },
    { ROW("rows", ADROP_OPT_COUNT, rows), .fallback = 256, .min = 1, .max = AD_MAX_ROWS,
      .help = "of a batch" },
    { ROW("shuffle", ADROP_OPT_FLAG, shuffle), .fallback = 1,
      .help = "an order of its own for every epoch" },
    { ROW("drop-last", ADROP_OPT_FLAG, drop_last),
      .help = "leave out a last batch with fewer rows" },
    { ROW("workers", ADROP_OPT_COUNT, workers), .fallback = 2, .max = AD_MAX_WORKERS,
      .help = "threads that decode and augment ahead; 0: none" },
    { ROW("ahead", ADROP_OPT_COUNT, ahead), .fallback = 3, .min = 1, .max = AD_MAX_AHEAD,
      .help = "batches prepared ahead of the one in use" },
    { ROW("peeks", ADROP_OPT_FLAG, peeks),
      .help = "the next batch will be asked for before its turn" },
    { 0 },
};

const adrop_option *adrop_batches_options(void)
{
    return options;
}

void adrop_batches_opts_init_sized(adrop_batches_opts *opts, size_t size)
{
    adrop_batches_opts mine = { .seed = 1 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

static adrop_status refuse_no_rows(adrop_ctx *ctx, const adrop_data *data, int part)
{
    return ad_fail(ctx, ADROP_EINVAL, "'%s' has no rows in its %s part", data->rows->name,
                   part == ADROP_PART_TRAIN ? "training"
                   : part == ADROP_PART_VAL ? "validation"
                                            : "test");
}

static adrop_status batches_check(adrop_ctx *ctx, const adrop_data *data,
                                  const adrop_batches_opts *o, size_t n)
{
    const unsigned known = ADROP_AUGMENT_CROP | ADROP_AUGMENT_FLIP | ADROP_AUGMENT_RESIZE;

    if (o->augment & ~known)
        return ad_fail(ctx, ADROP_EINVAL, "augment holds an unknown flag");
    if (o->augment && (!data->rows->is_image || !ad_data_is_bytes(data)))
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' does not hold images of pixels: they alone are augmented",
                       data->rows->name);
    if (o->drop_last && n < o->rows)
        return ad_fail(ctx, ADROP_EINVAL,
                       "drop_last leaves nothing: the part has %zu rows, a batch %zu", n, o->rows);
    return ADROP_OK;
}

/* Slots and preparers including those for peeking. Without workers the caller's preparer is the
 * only one. */
static size_t all_slots(const adrop_batches *b)
{
    return b->n_slots + (b->opts.peeks != 0);
}

static size_t all_preparers(const adrop_batches *b)
{
    return b->n_preparers + (b->opts.peeks && b->opts.workers);
}

/* One block for the arrays of all slots and preparers. */
static adrop_status take_memory(adrop_batches *b)
{
    const ad_schema *schema = &b->data->schema;
    const size_t rows = b->opts.rows, n_slots = all_slots(b), n_preparers = all_preparers(b);
    const size_t size = ad_data_sparse(b->data) ? 0 : ad_shape_size(schema->inputs.out);
    size_t x_size;

    if (__builtin_mul_overflow(rows, size * sizeof(float), &x_size) || x_size > PTRDIFF_MAX / 64)
        return ad_fail(b->ctx, ADROP_ENOMEM, "batches of %zu rows do not fit memory", rows);
    const size_t w_size = ad_round_up(rows * sizeof(float));
    const size_t width = ad_data_sets(b->data) || b->data->rows->targets ? ad_schema_outputs(schema)
                                                                         : 1;
    const size_t y_size = ad_round_up(rows * width * sizeof(float));
    const size_t slot_size = ad_round_up(x_size) + y_size + w_size;
    const size_t row_size = ad_round_up(ad_data_is_bytes(b->data) ? ad_shape_size(schema->shape)
                                                                  : 0);
    const size_t augment = ad_augment_room(&b->augment),
                 apply = ad_data_sparse(b->data) ? 0 : ad_schema_room(schema);
    const size_t own_size = 2 * row_size +
                            ad_round_up((augment > apply ? augment : apply) * sizeof(float));
    const adrop_status status = AD_NEW_RAW(b->ctx, n_slots * slot_size + n_preparers * own_size, 1,
                                           "batches", &b->memory);

    if (status)
        return status;
    char *at = b->memory;
    for (size_t i = 0; i < n_slots; i++, at += slot_size) {
        b->slots[i].x = size ? (float *)at : NULL;
        if (b->data->rows->labels && !ad_data_sets(b->data))
            b->slots[i].labels = (int32_t *)(at + ad_round_up(x_size));
        else
            b->slots[i].targets = (float *)(at + ad_round_up(x_size));
    }
    for (size_t i = 0; b->data->weights && i < n_slots; i++)
        b->slots[i].weights = (float *)((char *)b->memory + i * slot_size + ad_round_up(x_size) +
                                        y_size);
    for (size_t i = 0; i < n_preparers; i++, at += own_size) {
        const adrop_ctx *ctx = b->ctx;
        b->preparers[i] = (ad_preparer){
            .batches = b,
            .ctx = { .allocator = ctx->allocator, .threads = 1, .kernels = ctx->kernels },
            .decoded = (uint8_t *)at,
            .changed = (uint8_t *)at + row_size,
            .scratch = (float *)(at + 2 * row_size),
        };
    }
    return ADROP_OK;
}

/* Allocate for any rows of a batch: as if all were the longest. */
static adrop_status take_sparse(adrop_batches *b)
{
    const ad_sparse *from = ad_data_sparse(b->data);
    size_t most = 0, count;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; from && i < b->n_rows; i++) {
        const size_t row = b->rows[i];
        const size_t n = from->start[row + 1] - from->start[row];
        most = n > most ? n : most;
    }
    if (!from)
        return ADROP_OK;
    if (__builtin_mul_overflow(most, b->opts.rows, &count) || count > ad_sparse_count(from))
        count = ad_sparse_count(from); /* no batch has more */
    for (size_t i = 0; i < all_slots(b) && !status; i++) {
        ad_slot *slot = &b->slots[i];
        status = ad_sparse_create(b->ctx, b->opts.rows, from->columns, count, &slot->sparse);
        slot->shown = (adrop_sparse){ slot->sparse.start, slot->sparse.column, slot->sparse.value };
    }
    return status;
}

static adrop_status batches_fill(adrop_batches *b)
{
    adrop_ctx *ctx = b->ctx;
    const ad_shape shape = b->data->rows->shape;
    adrop_status status;

    if (b->opts.rows > b->n_rows)
        b->opts.rows = b->n_rows;
    b->n_batches = b->opts.drop_last ? b->n_rows / b->opts.rows
                                     : (b->n_rows + b->opts.rows - 1) / b->opts.rows;
    b->opts.workers = ad_batches_workers(b->data, b->opts.augment, b->opts.workers);
    b->n_slots = b->opts.workers ? b->opts.ahead + 1 : 1;
    b->n_preparers = b->opts.workers ? b->opts.workers : 1;
    b->augment = (ad_augment){ b->opts.augment, shape.channels, shape.height, shape.width,
                               b->opts.seed };
    if ((status = AD_NEW(ctx, b->n_rows, "an order", &b->order)) ||
        (status = AD_NEW(ctx, b->n_rows, "an order", &b->keys)) ||
        (status = AD_NEW(ctx, all_slots(b), "batches", &b->slots)) ||
        (status = AD_NEW(ctx, all_preparers(b), "batches", &b->preparers)) ||
        (status = take_memory(b)) || (status = take_sparse(b)))
        return status;
    b->spare = &b->slots[all_slots(b) - 1];
    b->own = &b->preparers[all_preparers(b) - 1];
    return b->opts.workers ? ad_workers_start(b) : ADROP_OK;
}

/* rows NULL: those of the part. */
static adrop_status batches_make(adrop_ctx *ctx, const adrop_data *data,
                                 const adrop_batches_opts *opts, const uint32_t *rows, size_t n,
                                 adrop_batches **out)
{
    adrop_batches_opts o;
    adrop_batches *b;
    adrop_status status;

    adrop_batches_opts_init(&o);
    *out = NULL;
    if (opts && (status = AD_SETTINGS_READ(ctx, adrop_batches_opts, options, &o, opts)))
        return status;
    if (!rows)
        n = data->n_part[o.part];
    if (!n)
        return refuse_no_rows(ctx, data, (int)o.part);
    if ((status = batches_check(ctx, data, &o, n)) || (status = AD_NEW(ctx, 1, "batches", &b)))
        return status;
    b->ctx = ctx;
    b->data = data;
    b->opts = o;
    b->rows = rows ? rows : data->part[o.part];
    b->n_rows = n;
    if (!(status = batches_fill(b)))
        status = adrop_batches_begin(b, 0, 0);
    if (status)
        adrop_batches_free(b);
    else
        *out = b;
    return status;
}

adrop_status adrop_batches_create(adrop_ctx *ctx, const adrop_data *data,
                                  const adrop_batches_opts *opts, adrop_batches **out)
{
    if (ad_check_given(ctx, "data", data) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return batches_make(ctx, data, opts, NULL, 0, out);
}

adrop_status ad_batches_of_rows(adrop_ctx *ctx, const adrop_data *data,
                                const adrop_batches_opts *opts, const uint32_t *rows, size_t n,
                                adrop_batches **out)
{
    return batches_make(ctx, data, opts, rows, n, out);
}

void adrop_batches_free(adrop_batches *b)
{
    if (!b)
        return;
    adrop_ctx *ctx = b->ctx;
    ad_workers_stop(b);
    for (size_t i = 0; b->slots && i < all_slots(b); i++)
        ad_sparse_release(ctx, &b->slots[i].sparse);
    ad_free(ctx, b->order);
    ad_free(ctx, b->keys);
    ad_free(ctx, b->slots);
    ad_free(ctx, b->preparers);
    ad_free(ctx, b->memory);
    ad_free(ctx, b);
}

void ad_batches_share(adrop_batches *b, const ad_share *share)
{
    if (ad_workers_are_here(b))
        ad_workers_halt(b);
    b->share = *share;
}

int ad_batches_are_mine(const adrop_batches *b, size_t index)
{
    return b->share.ranks < 2 || index % b->share.ranks == b->share.rank;
}

size_t adrop_batches_count(const adrop_batches *b)
{
    return b->n_batches;
}

/* The order of an epoch: ascending, or by key(seed, epoch, row). */
static void make_order(adrop_batches *b)
{
    const uint32_t *rows = b->rows;

    if (!b->opts.shuffle) {
        memcpy(b->order, rows, b->n_rows * sizeof *rows);
        return;
    }
    for (size_t i = 0; i < b->n_rows; i++) {
        const ad_address at = {
            .seed = b->opts.seed, .row = rows[i], .step = b->epoch, .purpose = AD_FOR_SHUFFLE
        };
        b->keys[i] = (ad_keyed){ ad_row_key(&at), 0, rows[i] };
    }
    ad_keyed_sort(b->keys, b->n_rows);
    for (size_t i = 0; i < b->n_rows; i++)
        b->order[i] = b->keys[i].row;
}

adrop_status adrop_batches_begin(adrop_batches *b, uint32_t epoch, size_t first)
{
    if (first > b->n_batches)
        return ad_fail(b->ctx, ADROP_EINVAL, "there is no batch %zu: an epoch has %zu", first,
                       b->n_batches);
    const adrop_status status = b->opts.workers && !ad_workers_are_here(b) ? ad_workers_start(b)
                                                                           : ADROP_OK;
    if (status)
        return status;
    if (b->opts.workers)
        ad_workers_halt(b);
    b->epoch = epoch;
    make_order(b);
    b->taken = first;
    b->held = SIZE_MAX;
    if (b->opts.workers)
        ad_workers_resume(b, first, b->n_batches);
    return ADROP_OK;
}

/* Show a prepared batch through the public struct. */
static adrop_status batches_show(adrop_batches *b, const ad_slot *slot, adrop_data_batch *batch,
                                 size_t size)
{
    if (slot->status)
        return ad_fail(b->ctx, slot->status, "%s", slot->message);
    const adrop_data_batch mine = { .n = slot->n,
                                    .index = slot->index,
                                    .x = slot->x,
                                    .labels = slot->labels,
                                    .targets = slot->targets,
                                    .rows = b->order + slot->index * b->opts.rows,
                                    .weights = slot->weights,
                                    .sparse = slot->sparse.start ? &slot->shown : NULL };
    ad_struct_write(batch, size, &mine, sizeof mine);
    return ADROP_OK;
}

/* Without workers: exchange the caller's slot and the one peeked at. */
static void swap_slots(adrop_batches *b)
{
    const ad_slot used = b->slots[0];

    b->slots[0] = *b->spare;
    *b->spare = used;
    b->held = SIZE_MAX;
}

adrop_status adrop_batches_next_sized(adrop_batches *b, adrop_data_batch *batch, size_t size)
{
    ad_struct_write(batch, size, &(const adrop_data_batch){ 0 }, sizeof *batch);
    if (b->taken == b->n_batches)
        return ADROP_OK;
    const size_t index = b->taken++;
    if (ad_workers_are_here(b)) {
        ad_workers_await(b, index, index + b->n_slots);
        return batches_show(b, &b->slots[index % b->n_slots], batch, size);
    }
    if (b->held == index)
        swap_slots(b);
    else
        ad_batch_fill(b->own, index, &b->slots[0]);
    return batches_show(b, &b->slots[0], batch, size);
}

adrop_status adrop_batches_peek_sized(adrop_batches *b, adrop_data_batch *batch, size_t size)
{
    const int wraps = b->taken == b->n_batches;

    ad_struct_write(batch, size, &(const adrop_data_batch){ 0 }, sizeof *batch);
    if (!b->opts.peeks)
        return ad_fail(b->ctx, ADROP_EINVAL, "these batches were made without `peeks`");
    if (ad_workers_are_here(b) && !wraps) {
        ad_workers_peek(b, b->taken);
        return batches_show(b, &b->slots[b->taken % b->n_slots], batch, size);
    }
    if (wraps || b->held != b->taken)
        ad_batch_fill(b->own, wraps ? 0 : b->taken, b->spare);
    b->held = wraps ? SIZE_MAX : b->taken;
    return batches_show(b, b->spare, batch, size);
}
