/* Counting terms (text_count.h). */
#include "transform/text_count.h"

#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "transform/text_words.h"

typedef struct {
    adrop_ctx *ctx; /* the caller's */
    const ad_features_settings *settings;
    const ad_documents *docs;
    const uint8_t *train;
    ad_counts *out;
    struct {
        adrop_status status;
        char message[AD_MESSAGE_SIZE];
    } * said; /* (n_blocks), owned */
} counting;

/* The document being cut. */
typedef struct {
    ad_counted *block;
    uint32_t number; /* in the block, from 1 on */
    size_t first;    /* its first posting */
    int is_train;
} document;

static adrop_status take_term(void *arg, adrop_ctx *ctx, const char *term, size_t length)
{
    document *d = arg;
    ad_counted *b = d->block;
    const ad_posting one = { .tf = 1 };
    uint32_t number;
    adrop_status status = ad_terms_add(ctx, &b->terms, term, length, ad_term_hash(term, length),
                                       &number);

    if (status)
        return status;
    ad_term *t = ad_terms_at(&b->terms, number);
    if (t->last == d->number) {
        ((ad_posting *)b->postings.data)[d->first + t->place].tf++;
        return ADROP_OK;
    }
    t->last = d->number;
    t->place = (uint32_t)(b->postings.size / sizeof one - d->first);
    t->df += d->is_train != 0;
    status = ad_bytes_append(ctx, &b->postings, &one, sizeof one, "counts of terms");
    if (!status)
        ((ad_posting *)b->postings.data)[d->first + t->place].term = number;
    return status;
}

static adrop_status text_count_terms(const counting *w, adrop_ctx *ctx, size_t index)
{
    ad_counted *b = &w->out->block[index];
    const size_t first = index * AD_BLOCK_DOCUMENTS;
    ad_cutter cutter;
    adrop_status status = ad_cutter_init(&cutter, ctx, w->settings);

    for (size_t i = 0; i < AD_BLOCK_DOCUMENTS && first + i < w->docs->n && !status; i++) {
        document d = { .block = b, .number = (uint32_t)i + 1, .first = b->start[i] };
        d.is_train = !w->train || w->train[first + i];
        status = ad_cutter_run(&cutter, ctx, w->docs->text[first + i], w->docs->length[first + i],
                               take_term, &d);
        b->start[i + 1] = b->postings.size / sizeof(ad_posting);
    }
    ad_cutter_release(&cutter, ctx);
    if (!status)
        status = AD_NEW(ctx, b->terms.n, "terms", &b->column);
    return status;
}

static void count_block(void *arg, size_t index)
{
    counting *w = arg;
    adrop_ctx own = { .allocator = w->ctx->allocator, .threads = 1 };

    w->said[index].status = text_count_terms(w, &own, index);
    memcpy(w->said[index].message, own.message, sizeof own.message);
}

adrop_status ad_counts_make(adrop_ctx *ctx, const ad_features_settings *settings,
                            const ad_documents *docs, const uint8_t *train, ad_counts *out)
{
    counting w = { ctx, settings, docs, train, out, NULL };
    adrop_status status;

    *out = (ad_counts){ .n_blocks = ad_count_blocks(docs->n) };
    if ((status = AD_NEW(ctx, out->n_blocks, "counts of terms", &out->block)) ||
        (status = AD_NEW(ctx, out->n_blocks, "counts of terms", &w.said)))
        return status;
    ad_parallel(adrop_ctx_threads(ctx), out->n_blocks, count_block, &w);
    for (size_t b = 0; b < out->n_blocks && !status; b++)
        if (w.said[b].status)
            status = ad_fail(ctx, w.said[b].status, "%s", w.said[b].message);
    ad_free(ctx, w.said);
    return status;
}

void ad_counts_release(adrop_ctx *ctx, ad_counts *c)
{
    for (size_t i = 0; c->block && i < c->n_blocks; i++) {
        ad_terms_release(ctx, &c->block[i].terms);
        ad_bytes_release(ctx, &c->block[i].postings);
        ad_free(ctx, c->block[i].column);
    }
    ad_free(ctx, c->block);
    *c = (ad_counts){ 0 };
}

/* -- Rows ---------------------------------------------------------------------------- */

/* Pack a posting with its column first, so that a row is sorted as numbers. */
static uint64_t text_count_pack(uint32_t column, uint32_t tf)
{
    return (uint64_t)column << 32 | tf;
}

/* Shell sort: rows have about a hundred values, so calls of a comparison would dominate. */
static void sort_row(uint64_t *row, size_t n)
{
    size_t gap = 1;

    while (gap < n / 3)
        gap = 3 * gap + 1;
    for (; gap; gap /= 3)
        for (size_t i = gap; i < n; i++) {
            const uint64_t moved = row[i];
            size_t at = i;
            for (; at >= gap && row[at - gap] > moved; at -= gap)
                row[at] = row[at - gap];
            row[at] = moved;
        }
}

/* Sort a row and add up values in the same column. Returns its length. */
static size_t settle_row(uint64_t *row, size_t n)
{
    size_t to = 0;

    sort_row(row, n);
    for (size_t i = 0; i < n; i++)
        if (to && row[to - 1] >> 32 == row[i] >> 32)
            row[to - 1] += (uint32_t)row[i];
        else
            row[to++] = row[i];
    return to;
}

typedef struct {
    const ad_counts *counts;
    size_t documents;
    size_t *place; /* (n_blocks + 1): first packed posting of each block */
    uint64_t *packed;
    size_t *length; /* (documents) */
    ad_sparse *out;
} rows_work;

static void sort_block(void *arg, size_t index)
{
    rows_work *w = arg;
    const ad_counted *b = &w->counts->block[index];
    const ad_posting *from = b->postings.data;
    uint64_t *to = w->packed + w->place[index];
    const size_t first = index * AD_BLOCK_DOCUMENTS;

    for (size_t i = 0; i < AD_BLOCK_DOCUMENTS && first + i < w->documents; i++) {
        size_t n = 0;
        for (size_t k = b->start[i]; k < b->start[i + 1]; k++)
            if (b->column[from[k].term] != AD_NO_COLUMN)
                to[n++] = text_count_pack(b->column[from[k].term], from[k].tf);
        w->length[first + i] = n = settle_row(to, n);
        to += n;
    }
}

static void write_block(void *arg, size_t index)
{
    rows_work *w = arg;
    const uint64_t *from = w->packed + w->place[index];
    const size_t first = index * AD_BLOCK_DOCUMENTS;

    for (size_t i = first; i < first + AD_BLOCK_DOCUMENTS && i < w->documents; i++)
        for (size_t k = 0; k < w->length[i]; k++, from++) {
            w->out->column[w->out->start[i] + k] = (uint32_t)(*from >> 32);
            w->out->value[w->out->start[i] + k] = (float)(uint32_t)*from;
        }
}

adrop_status ad_counts_rows(adrop_ctx *ctx, const ad_counts *c, size_t documents, size_t columns,
                            ad_sparse *out)
{
    rows_work w = { .counts = c, .documents = documents, .out = out };
    size_t total = 0;
    adrop_status status;

    *out = (ad_sparse){ 0 };
    if ((status = AD_NEW(ctx, c->n_blocks + 1, "rows", &w.place)) ||
        (status = AD_NEW(ctx, documents, "rows", &w.length)))
        goto done;
    for (size_t b = 0; b < c->n_blocks; b++)
        w.place[b + 1] = w.place[b] + c->block[b].postings.size / sizeof(ad_posting);
    if ((status = AD_NEW_UNSET(ctx, w.place[c->n_blocks], "rows", &w.packed)))
        goto done;
    ad_parallel(adrop_ctx_threads(ctx), c->n_blocks, sort_block, &w);
    for (size_t i = 0; i < documents; i++)
        total += w.length[i];
    if ((status = ad_sparse_create(ctx, documents, columns, total, out)))
        goto done;
    for (size_t i = 0; i < documents; i++)
        out->start[i + 1] = out->start[i] + w.length[i];
    ad_parallel(adrop_ctx_threads(ctx), c->n_blocks, write_block, &w);
done:
    ad_free(ctx, w.place);
    ad_free(ctx, w.length);
    ad_free(ctx, w.packed);
    return status;
}
