/* The cells of a table as numbers (cells.h): what blocks of rows gave, put together. */
#include "data/cells.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/cells_impl.h"
#include "data/raw.h"

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

adrop_status ad_cells_merge(ad_cells *cells, ad_cell_block *b)
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

/* Are all words of a column numbers, but with another decimal mark than the table's? */
static bool has_other_mark(const ad_cell_column *c)
{
    bool plain = false;

    for (size_t i = 0; i < c->words.n; i++) {
        const char *word = ad_words_at(&c->words, i);
        const size_t length = strlen(word);
        const int comma = ad_field_fraction(word, length, ',');
        const int point = ad_field_fraction(word, length, '.');
        if (!comma && !point)
            return false;
        plain |= comma > 1 || point > 1;
    }
    return plain;
}

/* A column of words has no numbers, and a column of numbers no words. */
static adrop_status check_kinds(const ad_cells *cells, const char *where)
{
    for (size_t i = 0; i < cells->n_fields; i++) {
        const ad_cell_column *c = &cells->columns[i];
        if (c->role != AD_CELL_AUTO || !c->n_words)
            continue;
        if (!c->n_numbers && has_other_mark(c))
            return ad_fail(cells->ctx, ADROP_EFORMAT,
                           "'%s', line %zu: column %zu: '%s' is a number with another decimal mark "
                           "than those before it; write all with one, or leave the column out with "
                           "`drop`",
                           where, c->word_line, i + 1, AD_SHOWN(c->first_word));
        if (!c->n_numbers)
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
