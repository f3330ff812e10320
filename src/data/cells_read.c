/* Reading the cells of a table (cells.h): pieces of text, cut into blocks of rows that are parsed
 * on all threads. The first rows tell how the text is written and what its columns are. */
#include <string.h>

#include "adrop/number.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "data/cells.h"
#include "data/cells_impl.h"
#include "data/decimal.h"
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

/* The fields of a row, of a copy of it: it may be one of values, and cutting writes. */
static adrop_status copy_fields(reading *r, const char *row, const char *stop, ad_bytes *list)
{
    adrop_ctx *ctx = r->cells->ctx;
    const size_t length = (size_t)(stop - row);
    ad_bytes copy = { 0 };
    adrop_status status = ad_bytes_append(ctx, &copy, row, length + 1, "a line");

    if (!status)
        status = cut_first(r, copy.data, (char *)copy.data + length, list);
    ad_bytes_release(ctx, &copy);
    return status;
}

static void release_fields(adrop_ctx *ctx, ad_bytes *list)
{
    char *const *fields = list->data;

    for (size_t i = 0; i < list->size / sizeof *fields; i++)
        ad_free(ctx, fields[i]);
    ad_bytes_release(ctx, list);
}

/* Where the column is that a header lacks, which is shorter by one than each of the first rows: -1
 * in front, as R's write.table has it where rows have names: those count the rows or stand in
 * quotes; 1 behind, where each row ends with a separator; 0: that cannot be known, and a field may
 * hold a separator. */
static int find_unnamed(const reading *r, ad_row_walk w, const char *row, char *const *names,
                        size_t n)
{
    const char separator = r->cells->dialect.separator;
    size_t empty = 0, counts = 0, quoted = 0, rows = 0;

    for (; row && rows < JUDGED_ROWS; row = ad_row_next(&w), rows++) {
        ad_field f = { 0 };
        size_t fields = 0;
        double x;
        if (w.stop == w.end && rows)
            break; /* it may go on */
        for (const char *p = row; p; fields++) {
            p = ad_field_look(p, w.stop, separator, &f);
            counts += !fields && f.length && ad_decimal_read(f.text, '.', &x) &&
                      x == (double)rows + 1;
            quoted += !fields && f.is_quoted;
        }
        if (fields != n + 1)
            return 0;
        empty += !f.length && !f.is_quoted;
    }
    const bool named = *names[0] && (counts == rows || quoted == rows);
    if (r->cells->is_first_unnamed && *names[0] && rows)
        return -1;
    return !rows || (named && empty == rows) ? 0 : named ? -1 : empty == rows;
}

/* Are most fields words? */
static bool are_names(const ad_bytes *list)
{
    char *const *fields = list->data;
    const size_t n = list->size / sizeof *fields;
    size_t numbers = 0;
    double x;

    for (size_t i = 0; i < n; i++)
        numbers += !adrop_number_read(fields[i], &x);
    return 2 * numbers < n;
}

/* Add the column that the first line has no name for. */
static adrop_status add_unnamed(reading *r, const ad_row_walk *next, const char *second,
                                ad_bytes *list)
{
    const size_t n = list->size / sizeof(char *);
    const int at = second && are_names(list) ? find_unnamed(r, *next, second, list->data, n) : 0;
    char *text;
    adrop_status status;

    r->cells->is_short = r->cells->is_open = false;
    if (!at)
        return ADROP_OK;
    if ((status = AD_NEW(r->cells->ctx, 1, "a column's name", &text)))
        return status;
    if ((status = ad_bytes_append(r->cells->ctx, list, &text, sizeof text, "column names"))) {
        ad_free(r->cells->ctx, text);
        return status;
    }
    char **fields = list->data;
    r->cells->is_short = true;
    r->cells->is_open = at > 0;
    if (at < 0) {
        memmove(fields + 1, fields, n * sizeof *fields);
        fields[0] = text;
    }
    return ADROP_OK;
}

/* What the columns are, by the fields of the first row at line r->lines, and of the second (NULL:
 * there is none) where the first alone does not tell. A second that cannot be cut is none, and is
 * refused in its turn. */
static adrop_status plan(reading *r, const ad_row_walk *first, const char *row,
                         const ad_row_walk *next, const char *second, bool *header)
{
    ad_cells *cells = r->cells;
    ad_bytes list = { 0 }, others = { 0 };
    adrop_status status = copy_fields(r, row, first->stop, &list);

    if (!status && second &&
        (status = copy_fields(r, second, next->stop, &others)) == ADROP_EFORMAT) {
        release_fields(cells->ctx, &others);
        status = ADROP_OK;
    }
    if (!status)
        status = add_unnamed(r, next, second, &list);
    cells->second = others.data;
    cells->n_second = others.size / sizeof *cells->second;
    r->file->n_fields = list.size / sizeof(char *);
    if (!status)
        status = r->file->begin(r->file->arg, cells, r->where, r->lines, list.data,
                                r->file->n_fields, header);
    cells->second = NULL;
    cells->n_second = 0;
    release_fields(cells->ctx, &list);
    release_fields(cells->ctx, &others);
    return status;
}

/* "sep=;" in a line of its own, as Excel has it, says what separates. Returns that, or 0. */
static char take_hint(reading *r, char **first, const char *end)
{
    const char *p = *first;

    if (end - p < 6 || memcmp(p, "sep=", 4) != 0 || p[5] != '\n' || !strchr(",;\t|", p[4]))
        return 0;
    *first += 6;
    r->file->before++;
    return p[4];
}

/* The first row of [*first, end), and how the text is written; a newline stands at end. *first
 * moves behind a header. */
static adrop_status begin(reading *r, char **first, char *end, bool last)
{
    ad_cells *cells = r->cells;
    const char hint = cells->is_named ? 0 : take_hint(r, first, end);
    const size_t size = (size_t)(end - *first) + last; /* the last row ends, too */
    const ad_dialect d = cells->dialect.separator ? cells->dialect
                                                  : ad_dialect_of(*first, size, hint);
    ad_row_walk w = ad_row_walk_begin(*first, end, d.separator);
    char *row = ad_row_next(&w);
    ad_row_walk next = w;
    const char *second = row ? ad_row_next(&next) : NULL;
    bool header = false;
    adrop_status status;

    if (!row || (!last && (!second || next.stop == end)))
        return ADROP_OK; /* comments alone so far, or a part of a row */
    cells->dialect = d;
    r->begun = true;
    r->lines = r->file->before + w.line;
    if ((status = plan(r, &w, row, &next, second, &header)))
        return status;
    r->lines = r->file->before; /* they are gone over again */
    if (header) {
        *first = w.p;
        r->lines += cells->is_named ? 1 : w.lines;
    }
    return ADROP_OK;
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
    return status;
}
