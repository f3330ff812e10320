/* Reading the cells of a table (cells.h): pieces of text, cut into blocks of rows that are parsed
 * on all threads. The first rows tell how the text is written and what its columns are. */
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "data/cells.h"
#include "data/cells_impl.h"
#include "data/encoding.h"
#include "data/raw.h"

enum {
    FIRST = 16 << 10,
    PIECE = 2 << 20,
    MAX_BLOCKS = 2 * PIECE / AD_CELL_BLOCK, /* that are parsed at once */
    LONGEST_ROW = 1 << 27,                  /* bytes: what is longer has an open quote */
    JUDGED_ROWS = 100,                      /* that are waited for to judge the dialect by .. */
    JUDGED_BYTES = 8 << 20, /* .. or so many bytes and three rows: a header, and rows */
};

/* A file that is being read. */
typedef struct {
    ad_cells *cells;
    ad_cells_file *file;
    char where[AD_PATH_SIZE];
    ad_decoder decoder;
    ad_bytes text; /* owned: a piece, what is left of the one before at its beginning */
    size_t lines;  /* gone over */
    bool begun;
    ad_cell_block *blocks; /* (n_blocks), owned */
    size_t n_blocks;
} reading;

/* -- The first line ------------------------------------------------------------------ */

static adrop_status cut_first(reading *r, char *line, char *stop, ad_bytes *list)
{
    adrop_ctx *ctx = r->cells->ctx;
    adrop_status status = ADROP_OK;
    size_t n = 0;

    while (line && !status) {
        ad_field f;
        char *text;
        line = ad_field_cut(line, stop, r->cells->dialect.separator, &f);
        if (f.fault)
            return ad_fail(ctx, ADROP_EFORMAT, "'%s', line %zu: column %zu: %s", r->where, r->lines,
                           n + 1, f.fault);
        if (n++ >= AD_MAX_SIDE)
            return ad_fail(ctx, ADROP_EFORMAT, "'%s', line %zu: more than %d columns", r->where,
                           r->lines, AD_MAX_SIDE);
        if ((status = AD_NEW(ctx, f.length + 1, "a column's name", &text)))
            return status;
        memcpy(text, f.text, f.length);
        if ((status = ad_bytes_append(ctx, list, &text, sizeof text, "column names")))
            ad_free(ctx, text);
    }
    return status;
}

/* What the columns are, by the fields of the first row, at line r->lines + 1. */
static adrop_status plan(reading *r, char *row, char *stop, bool *header)
{
    adrop_ctx *ctx = r->cells->ctx;
    ad_bytes list = { 0 }, copy = { 0 };
    adrop_status status;

    /* quotes are cut out of a copy: the row may be one of values */
    if (!(status = ad_bytes_append(ctx, &copy, row, (size_t)(stop - row) + 1, "a line")))
        status = cut_first(r, copy.data, (char *)copy.data + (stop - row), &list);
    char *const *fields = list.data;
    r->file->n_fields = list.size / sizeof *fields;
    if (!status)
        status = r->file->begin(r->file->arg, r->cells, r->where, r->lines, fields,
                                r->file->n_fields, header);
    for (size_t i = 0; i < list.size / sizeof *fields; i++)
        ad_free(ctx, fields[i]);
    ad_bytes_release(ctx, &list);
    ad_bytes_release(ctx, &copy);
    return status;
}

/* The first row of [*first, end), and how the text is written; a newline stands at end. *first
 * moves behind a header. */
static adrop_status begin(reading *r, char **first, char *end, bool last)
{
    ad_cells *cells = r->cells;
    const char *start = *first;
    const size_t size = (size_t)(end - start) + last; /* the last row ends, too */
    const ad_dialect d = cells->dialect.separator ? cells->dialect : ad_dialect_of(start, size);
    ad_row_walk w = ad_row_walk_begin(*first, end, d.separator);
    char *row = ad_row_next(&w);
    bool header = false;
    adrop_status status;

    if (!row || (w.stop == end && !last))
        return ADROP_OK; /* comments alone so far, or a part of a row */
    cells->dialect = d;
    r->begun = true;
    r->lines = r->file->before + w.line;
    if ((status = plan(r, row, w.stop, &header)))
        return status;
    r->lines = r->file->before; /* they are gone over again */
    if (header) {
        *first = w.p;
        r->lines += cells->is_named ? 1 : w.lines;
    }
    if (!cells->is_named)
        return ad_dialect_marks(cells->ctx, row, size - (size_t)(row - start), cells->dialect,
                                r->file->n_fields, &r->file->marks);
    if (!(status = AD_NEW(cells->ctx, r->file->n_fields, "columns", &r->file->marks)))
        memset(r->file->marks, '.', r->file->n_fields);
    return status;
}

/* -- Blocks -------------------------------------------------------------------------- */

/* Room for n blocks, or for the most that are parsed at once. */
static adrop_status make_blocks(reading *r, size_t n)
{
    n = n < MAX_BLOCKS ? n : MAX_BLOCKS;
    if (n <= r->n_blocks)
        return ADROP_OK;
    ad_free(r->cells->ctx, r->blocks);
    const adrop_status status = AD_NEW(r->cells->ctx, n, "blocks of rows", &r->blocks);
    r->n_blocks = status ? 0 : n;
    return status;
}

/* Cut the whole rows of [*first, end) into blocks, parse them, and add what they hold; *first moves
 * behind them. `last`: what ends at `end` is whole. */
static adrop_status parse(reading *r, char **first, char *end, bool last)
{
    ad_cells *cells = r->cells;
    const bool quotes = *first < end && memchr(*first, '"', (size_t)(end - *first));
    adrop_status status = make_blocks(r, (size_t)(end - *first) / AD_CELL_BLOCK + 1);
    size_t n = 1;

    while (n && !status) {
        for (n = 0; n < r->n_blocks; n++) {
            ad_cell_block *b = &r->blocks[n];
            size_t lines = 0;
            *b = (ad_cell_block){ .ctx = { .allocator = cells->ctx->allocator, .threads = 1 },
                                  .cells = cells,
                                  .file = r->file,
                                  .where = r->where,
                                  .text = *first,
                                  .lines_before = r->lines };
            if (!ad_cell_block_cut(b, end, quotes, last, &lines))
                break;
            r->lines += lines;
            *first = b->end;
        }
        ad_parallel(cells->ctx->threads, n, ad_cell_block_parse, r->blocks);
        for (size_t i = 0; i < n; i++) {
            if (!status)
                status = ad_cells_merge(cells, &r->blocks[i]);
            ad_cell_block_release(&r->blocks[i]);
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

    for (; n < JUDGED_ROWS && p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n >= JUDGED_ROWS || (text->size >= JUDGED_BYTES && n >= 3) || text->size > LONGEST_ROW;
}

/* What has been read of the file: parse its whole rows, all of it at the end of the file, and keep
 * the rest. */
static adrop_status take_piece(reading *r, bool last)
{
    char *text = r->text.data, *end = text + r->text.size, *first = text;
    adrop_status status = ADROP_OK;

    if (!r->begun && (last || can_begin(&r->text)))
        status = begin(r, &first, end, last);
    if (!status && r->begun)
        status = parse(r, &first, end, last);
    if (status)
        return status;
    r->text.size -= (size_t)(first - text);
    memmove(text, first, r->text.size);
    if (r->text.size > LONGEST_ROW)
        return ad_fail(
            r->cells->ctx, ADROP_EFORMAT,
            "'%s', line %zu: a row of more than %d bytes begins here: a quote is perhaps "
            "not closed",
            r->where, r->lines + 1, LONGEST_ROW);
    return ADROP_OK;
}

/* Room for more of a file and the byte behind it: little for a small one, and twice as much
 * whenever it is full, until a piece fits. */
static adrop_status make_room(adrop_ctx *ctx, ad_bytes *text)
{
    const size_t most = text->size < PIECE ? text->size : PIECE;

    if (text->room - text->size >= FIRST / 2)
        return ADROP_OK;
    return ad_bytes_reserve(ctx, text, (most < FIRST ? FIRST : most) + 1, "a table");
}

static adrop_status visit(void *arg, size_t entry, ad_stream *stream)
{
    reading *r = arg;
    adrop_ctx *ctx = r->cells->ctx;
    size_t got = 1;
    adrop_status status = ADROP_OK;

    (void)entry;
    while (got && !status) {
        if ((status = make_room(ctx, &r->text)))
            return status;
        char *to = (char *)r->text.data + r->text.size;
        const size_t room = r->text.room - r->text.size - 1;
        r->decoder.lines = r->lines;
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
    reading r = { .cells = cells, .file = file, .lines = file->before };

    ad_source_where(file->source, file->entry, r.where);
    ad_decoder_open_source(&r.decoder, file->source, r.where);
    const adrop_status status = ad_source_visit(file->source, file->entry, visit, &r);
    ad_decoder_release(&r.decoder);
    ad_free(cells->ctx, r.blocks);
    ad_bytes_release(cells->ctx, &r.text);
    ad_free(cells->ctx, file->marks);
    file->marks = NULL;
    return status;
}
