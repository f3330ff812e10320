/* The cells of a table as numbers (cells.h): pieces of text, blocks, and putting them together. */
#define _GNU_SOURCE /* memrchr */
#include "data/cells.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/text.h"
#include "data/cells_impl.h"
#include "data/raw.h"

enum { FIRST = 16 << 10, PIECE = 2 << 20, BLOCK = 1 << 17, MAX_BLOCKS = 2 * PIECE / BLOCK };

/* A file that is being read. */
typedef struct {
    ad_cells *cells;
    ad_cells_file *file;
    char where[AD_PATH_SIZE];
    ad_bytes text; /* owned: a piece, what is left of the one before at its beginning */
    size_t lines;  /* gone over */
    bool begun;
    ad_cell_block *blocks; /* (n_blocks), owned */
    size_t n_blocks;
} reading;

void ad_cells_release(ad_cells *cells)
{
    ad_cell_pieces_release(cells);
    for (size_t i = 0; cells->columns && i < cells->n_fields; i++)
        ad_words_release(cells->ctx, &cells->columns[i].words);
    ad_free(cells->ctx, cells->columns);
    ad_free(cells->ctx, cells->values);
    ad_bytes_release(cells->ctx, &cells->names);
    ad_bytes_release(cells->ctx, &cells->lines);
    *cells = (ad_cells){ .ctx = cells->ctx };
}

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

/* The first line: what the columns are. *first moves behind a header. */
static adrop_status begin(reading *r, char **first, char *end)
{
    adrop_ctx *ctx = r->cells->ctx;
    char *p = *first, *stop, *line;
    ad_bytes list = { 0 }, copy = { 0 };
    bool header = false;
    adrop_status status;

    if (end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3)) /* a byte order mark */
        *first = p += 3;
    if (!r->cells->dialect.separator)
        r->cells->dialect = ad_dialect_of(p, (size_t)(end - p));
    if (!(line = ad_line_next(&p, end, &stop, &r->lines))) {
        r->lines = r->file->before;
        return ADROP_OK;
    }
    r->begun = true;
    /* quotes are cut out of a copy: the line may be one of values */
    if (!(status = ad_bytes_append(ctx, &copy, line, (size_t)(stop - line) + 1, "a line")))
        status = cut_first(r, copy.data, (char *)copy.data + (stop - line), &list);
    char *const *fields = list.data;
    r->file->n_fields = list.size / sizeof *fields;
    if (!status)
        status = r->file->begin(r->file->arg, r->cells, r->where, r->lines, fields,
                                r->file->n_fields, &header);
    for (size_t i = 0; i < list.size / sizeof *fields; i++)
        ad_free(ctx, fields[i]);
    ad_bytes_release(ctx, &list);
    ad_bytes_release(ctx, &copy);
    if (header)
        *first = p;
    else
        r->lines = r->file->before; /* they are gone over again */
    return status;
}

/* -- Blocks -------------------------------------------------------------------------- */

/* The words of a block as those of the whole. */
static adrop_status merge_words(ad_cells *cells, ad_cell_block *b, size_t column)
{
    ad_cell_column *c = &cells->columns[column], *found = &b->found[column];
    uint32_t *to;
    adrop_status status = AD_NEW(cells->ctx, found->words.n, "words", &to);

    for (size_t i = 0; !status && i < found->words.n; i++) {
        const char *word = ad_words_at(&found->words, i);
        status = ad_words_add(cells->ctx, &c->words, word, strlen(word), &to[i]);
    }
    if (!status && c->words.n > AD_MAX_CLASSES)
        status = ad_fail(cells->ctx, ADROP_EFORMAT,
                         "'%s', line %zu: column %zu holds more than %d different words: leave it "
                         "out with `drop`, or give it as `id`",
                         b->where, b->row_line, column + 1, AD_MAX_CLASSES);
    for (size_t row = 0; !status && !found->n_numbers && row < b->rows; row++) {
        float *x = b->values + row * cells->n_slots + c->slot;
        if (!isnan(*x))
            *x = (float)to[(size_t)*x];
    }
    ad_free(cells->ctx, to);
    return status;
}

static adrop_status merge(ad_cells *cells, ad_cell_block *b)
{
    adrop_status status = ADROP_OK;

    if (b->status)
        return ad_fail(cells->ctx, b->status, "%s", b->ctx.message);
    for (size_t i = 0; i < cells->n_fields && !status; i++) {
        ad_cell_column *c = &cells->columns[i];
        const ad_cell_column *found = &b->found[i];
        c->n_numbers += found->n_numbers;
        c->n_words += found->n_words;
        c->n_missing += found->n_missing;
        if (!c->number_line && found->number_line) {
            c->number_line = found->number_line;
            memcpy(c->first_number, found->first_number, sizeof c->first_number);
        }
        if (!c->word_line && found->word_line) {
            c->word_line = found->word_line;
            memcpy(c->first_word, found->first_word, sizeof c->first_word);
        }
        if (found->words.n)
            status = merge_words(cells, b, i);
    }
    if (status || !b->rows)
        return status;
    if (cells->rows + b->rows > AD_MAX_ROWS)
        return ad_fail(cells->ctx, ADROP_EFORMAT, "'%s' has more than %d rows", b->where,
                       AD_MAX_ROWS);
    if ((status = ad_bytes_append(cells->ctx, &cells->names, b->names.data, b->names.size,
                                  "names")) ||
        (b->row_lines &&
         (status = ad_bytes_append(cells->ctx, &cells->lines, b->row_lines,
                                   b->rows * sizeof *b->row_lines, "line numbers"))) ||
        (status = ad_cell_pieces_add(cells, b->values, b->rows)))
        return status;
    cells->rows += b->rows;
    return ADROP_OK;
}

static size_t count_lines(const char *p, const char *end)
{
    size_t n = 0;

    for (; p < end && (p = memchr(p, '\n', (size_t)(end - p))); p++)
        n++;
    return n + 1;
}

/* Room for n blocks, or for the most that are parsed at once. */
static adrop_status make_blocks(reading *r, size_t n)
{
    n = n < MAX_BLOCKS ? n : MAX_BLOCKS;
    if (n <= r->n_blocks)
        return ADROP_OK;
    ad_free(r->cells->ctx, r->blocks);
    const adrop_status status = AD_NEW(r->cells->ctx, n, "blocks of lines", &r->blocks);
    r->n_blocks = status ? 0 : n;
    return status;
}

/* Cut [p, end), whole lines, into blocks, parse them, and add what they hold. */
static adrop_status parse(reading *r, char *p, char *end)
{
    ad_cells *cells = r->cells;
    adrop_status status = make_blocks(r, (size_t)(end - p) / BLOCK + 1);

    while (p < end && !status) {
        size_t n = 0;
        for (; p < end && n < r->n_blocks; n++) {
            char *stop = end - p > BLOCK ? memchr(p + BLOCK, '\n', (size_t)(end - p - BLOCK))
                                         : NULL;
            stop = stop ? stop + 1 : end;
            r->blocks[n] = (ad_cell_block){ .ctx = { .allocator = cells->ctx->allocator,
                                                     .threads = 1 },
                                            .cells = cells,
                                            .file = r->file,
                                            .where = r->where,
                                            .text = p,
                                            .end = stop,
                                            .lines_before = r->lines,
                                            .lines = count_lines(p, stop) };
            r->lines += r->blocks[n].lines - (stop[-1] == '\n');
            p = stop;
        }
        ad_parallel(cells->ctx->threads, n, ad_cell_block_parse, r->blocks);
        for (size_t i = 0; i < n; i++) {
            if (!status)
                status = merge(cells, &r->blocks[i]);
            ad_cell_block_release(&r->blocks[i]);
        }
    }
    return status;
}

/* -- Files --------------------------------------------------------------------------- */

/* What has been read of the file: parse its whole lines, all of it at the end of the file, and keep
 * the rest. */
static adrop_status take_piece(reading *r, bool last)
{
    char *text = r->text.data, *end = text + r->text.size, *first = text;
    adrop_status status = ADROP_OK;

    if (memchr(text, 0, r->text.size))
        return ad_fail(r->cells->ctx, ADROP_EFORMAT, "'%s' is not a text: it holds a zero byte",
                       r->where);
    if (!last)
        end = memrchr(text, '\n', r->text.size);
    if (!end)
        return ADROP_OK; /* a line that is longer than a piece */
    end += !last;
    if (!r->begun && (status = begin(r, &first, end)))
        return status;
    if (!r->begun && !last)
        return ADROP_OK; /* comments alone so far */
    if (r->begun && (status = parse(r, first, end)))
        return status;
    r->text.size -= (size_t)(end - text);
    memmove(text, end, r->text.size);
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
        if ((status = ad_stream_read(stream, to, room < PIECE ? room : PIECE, &got)))
            return status;
        r->text.size += got;
        to[got] = '\n'; /* numbers end there at the latest */
        if (!got || r->text.size >= PIECE)
            status = take_piece(r, !got);
    }
    return status;
}

adrop_status ad_cells_read(ad_cells *cells, ad_cells_file *file)
{
    reading r = { .cells = cells, .file = file, .lines = file->before };

    ad_source_where(file->source, file->entry, r.where);
    const adrop_status status = ad_source_visit(file->source, file->entry, visit, &r);
    ad_free(cells->ctx, r.blocks);
    ad_bytes_release(cells->ctx, &r.text);
    return status;
}

/* A column of words has no numbers, and a column of numbers no words. */
static adrop_status check_kinds(const ad_cells *cells, const char *where)
{
    for (size_t i = 0; i < cells->n_fields; i++) {
        const ad_cell_column *c = &cells->columns[i];
        if (c->role != AD_CELL_AUTO || !c->n_words || !c->n_numbers)
            continue;
        if (c->n_words <= c->n_numbers)
            return ad_fail(cells->ctx, ADROP_EFORMAT,
                           "'%s', line %zu: column %zu: '%s' is not a number, and others of the "
                           "column are; correct it, or leave the column out with `drop`",
                           where, c->word_line, i + 1, AD_SHOWN(c->first_word));
        return ad_fail(cells->ctx, ADROP_EFORMAT,
                       "'%s', line %zu: column %zu: '%s' is a number, and others of the column are "
                       "words; correct it, or leave the column out with `drop`",
                       where, c->number_line, i + 1, AD_SHOWN(c->first_number));
    }
    return ADROP_OK;
}

adrop_status ad_cells_finish(ad_cells *cells, const char *where)
{
    const adrop_status status = check_kinds(cells, where);

    return status ? status : ad_cell_pieces_join(cells);
}
