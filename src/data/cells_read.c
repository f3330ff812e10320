/* Reading the cells of a table (cells.h): pieces of text are cut into blocks of rows, which all
 * threads parse. The first rows give the dialect and the columns. */
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "data/cells.h"
#include "data/cells_impl.h"
#include "data/encoding.h"

enum {
    FIRST = 16 << 10,
    PIECE = 2 << 20,
    MAX_BLOCKS = 2 * PIECE / AD_CELL_BLOCK, /* parsed at once */
    LONGEST_ROW = 1 << 27,                  /* bytes: a longer row has an open quote */
    JUDGED_BYTES = 8 << 20, /* enough to judge the dialect if they hold three rows */
};

/* A file being read. */
typedef struct {
    ad_cells_start start;
    char where[AD_PATH_SIZE];
    ad_decoder decoder;
    ad_bytes text;         /* owned: a piece, after the rest of the previous one */
    ad_cell_block *blocks; /* (n_blocks), owned */
    size_t n_blocks;
} reading;

/* -- Blocks -------------------------------------------------------------------------- */

/* Allocate n blocks, at most MAX_BLOCKS. */
static adrop_status make_blocks(reading *r, size_t n)
{
    n = n < MAX_BLOCKS ? n : MAX_BLOCKS;
    if (n <= r->n_blocks)
        return ADROP_OK;
    ad_free(r->start.cells->ctx, r->blocks);
    const adrop_status status = AD_NEW(r->start.cells->ctx, n, "blocks of rows", &r->blocks);
    r->n_blocks = status ? 0 : n;
    return status;
}

static void release_block(ad_cell_block *b)
{
    for (size_t i = 0; b->found && i < b->cells->n_fields; i++)
        ad_words_release(&b->ctx, &b->found[i].words);
    ad_free(&b->ctx, b->found);
    ad_free(&b->ctx, b->values);
    ad_free(&b->ctx, b->row_lines);
    ad_bytes_release(&b->ctx, &b->names);
}

/* Cut the whole rows of [*first, end) into blocks, parse them and add their rows; *first moves past
 * them. `last`: the row that ends at `end` is whole. */
static adrop_status parse(reading *r, char **first, char *end, bool last)
{
    ad_cells *cells = r->start.cells;
    const bool quotes = *first < end && memchr(*first, '"', (size_t)(end - *first));
    adrop_status status = make_blocks(r, (size_t)(end - *first) / AD_CELL_BLOCK + 1);
    size_t n = 1;

    while (n && !status) {
        for (n = 0; n < r->n_blocks; n++) {
            ad_cell_block *b = &r->blocks[n];
            size_t lines = 0;
            *b = (ad_cell_block){ .ctx = { .allocator = cells->ctx->allocator, .threads = 1 },
                                  .cells = cells,
                                  .file = r->start.file,
                                  .where = r->where,
                                  .text = *first,
                                  .lines_before = r->start.lines };
            if (!ad_cell_block_cut(b, end, quotes, last, &lines))
                break;
            r->start.lines += lines;
            *first = b->end;
        }
        ad_parallel(cells->ctx->threads, n, ad_cell_block_parse, r->blocks);
        for (size_t i = 0; i < n; i++) {
            if (!status)
                status = ad_cells_merge(cells, &r->blocks[i]);
            release_block(&r->blocks[i]);
        }
    }
    return status;
}

/* -- Files --------------------------------------------------------------------------- */

/* Is there enough to judge the dialect by? */
static bool can_begin(const ad_bytes *text)
{
    const char *p = text->data, *end = p + text->size;
    size_t n = 0;

    for (; n < AD_JUDGED_ROWS && p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n >= AD_JUDGED_ROWS || (text->size >= JUDGED_BYTES && n >= 3) ||
           text->size > LONGEST_ROW;
}

/* Parse the whole rows read so far (at the end of the file, everything), and keep the rest. */
static adrop_status take_piece(reading *r, bool last)
{
    char *text = r->text.data, *end = text + r->text.size, *first = text;
    adrop_status status = ADROP_OK;

    if (!r->start.begun && (last || can_begin(&r->text)))
        status = ad_cells_begin(&r->start, &first, end, last);
    if (!status && r->start.begun)
        status = parse(r, &first, end, last);
    if (status)
        return status;
    r->text.size -= (size_t)(first - text);
    memmove(text, first, r->text.size);
    if (r->text.size > LONGEST_ROW)
        return ad_fail(
            r->start.cells->ctx, ADROP_EFORMAT,
            "'%s', line %zu: a row of more than %d bytes begins here: a quote is perhaps "
            "not closed",
            r->where, r->start.lines + 1, LONGEST_ROW);
    return ADROP_OK;
}

/* Make room for more text and the byte after it: little at first, doubled whenever it is full,
 * until a piece fits. */
static adrop_status cells_read_make_room(adrop_ctx *ctx, ad_bytes *text)
{
    const size_t most = text->size < PIECE ? text->size : PIECE;

    if (text->room - text->size >= FIRST / 2)
        return ADROP_OK;
    return ad_bytes_reserve(ctx, text, (most < FIRST ? FIRST : most) + 1, "a table");
}

static adrop_status visit(void *arg, size_t entry, ad_stream *stream)
{
    reading *r = arg;
    adrop_ctx *ctx = r->start.cells->ctx;
    size_t got = 1;
    adrop_status status = ADROP_OK;

    (void)entry;
    while (got && !status) {
        if ((status = cells_read_make_room(ctx, &r->text)))
            return status;
        char *to = (char *)r->text.data + r->text.size;
        const size_t room = r->text.room - r->text.size - 1;
        r->decoder.lines = r->start.lines;
        if ((status = ad_stream_read(stream, to, room < PIECE ? room : PIECE, &got)) ||
            (status = ad_decoder_take(&r->decoder, &r->text, got, !got)) ||
            (status = ad_bytes_reserve(ctx, &r->text, 1, "a table")))
            return status;
        ((char *)r->text.data)[r->text.size] = '\n'; /* numbers end there at the latest */
        if (!got || r->text.size >= PIECE)
            status = take_piece(r, !got);
    }
    return status;
}

adrop_status ad_cells_read(ad_cells *cells, ad_cells_file *file)
{
    reading r = { .start = { .cells = cells, .file = file, .lines = file->before } };

    r.start.where = ad_source_where(file->source, file->entry, r.where);
    ad_decoder_open_source(&r.decoder, file->source, r.where);
    const adrop_status status = ad_source_visit(file->source, file->entry, visit, &r);
    ad_decoder_release(&r.decoder);
    ad_free(cells->ctx, r.blocks);
    ad_bytes_release(cells->ctx, &r.text);
    return status;
}
