/* The cells of a table as numbers (cells.h): the results of blocks of rows, merged. */
#include "data/cells.h"

#include <math.h>
#include <stdio.h>
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

/* A column has more words than it may have. That is an error for targets and the like. A column
 * that may turn out to be something else, or an input of a run, gives the rest no number. */
static adrop_status fill_up(ad_cells *cells, const ad_cell_block *b, size_t column)
{
    ad_cell_column *c = &cells->columns[column];
    char who[AD_CELL_WHO];

    c->is_full = true;
    if (c->role != AD_CELL_WORD || !c->what)
        return ADROP_OK;
    return ad_fail(cells->ctx, ADROP_EFORMAT,
                   "'%s', line %zu: %s%s holds more than %zu different words%s", b->where,
                   b->row_line, ad_cell_who(c, column + 1, who), c->what, c->most,
                   c->hint ? c->hint : "");
}

/* Renumber the words of a block as words of the whole column. */
static adrop_status merge_words(ad_cells *cells, ad_cell_block *b, size_t column)
{
    ad_cell_column *c = &cells->columns[column], *found = &b->found[column];
    const size_t most = c->most ? c->most : (c->most = AD_MAX_CLASSES);
    uint32_t *to;
    adrop_status status = AD_NEW(cells->ctx, found->words.n, "words", &to);

    for (size_t i = 0; !status && i < found->words.n; i++) {
        const char *word = ad_words_at(&found->words, i);
        if (c->words.n <= most)
            status = ad_words_add(cells->ctx, &c->words, word, strlen(word), &to[i]);
        else
            to[i] = (uint32_t)ad_words_find(&c->words, word, strlen(word));
        if (!status && c->words.n > most && !c->is_full)
            status = fill_up(cells, b, column);
    }
    for (size_t row = 0; !status && !found->n_numbers && row < b->rows; row++) {
        float *x = b->values + row * cells->n_slots + c->slot;
        if (!isnan(*x))
            *x = (float)to[(size_t)*x];
    }
    ad_free(cells->ctx, to);
    return status;
}

static void merge_numbers(ad_cell_column *c, const ad_cell_column *found)
{
    if (!found->n_numbers)
        return;
    if (!c->n_numbers) {
        c->lowest = found->lowest;
        c->highest = found->highest;
        c->number_line = found->number_line;
        memcpy(c->first_number, found->first_number, sizeof c->first_number);
    }
    c->n_numbers += found->n_numbers;
    c->lowest = fmin(c->lowest, found->lowest);
    c->highest = fmax(c->highest, found->highest);
    c->has_fraction |= found->has_fraction;
    c->n_open += found->n_open;
    c->n_bare += found->n_bare;
    c->most_bare = fmax(c->most_bare, found->most_bare);
    if (!*c->first_zeros)
        memcpy(c->first_zeros, found->first_zeros, sizeof c->first_zeros);
    if (!*c->first_open)
        memcpy(c->first_open, found->first_open, sizeof c->first_open);
}

adrop_status ad_cells_merge(ad_cells *cells, ad_cell_block *b)
{
    adrop_status status = ADROP_OK;

    if (b->status)
        return ad_fail(cells->ctx, b->status, "%s", b->ctx.message);
    for (size_t i = 0; i < cells->n_fields && !status; i++) {
        ad_cell_column *c = &cells->columns[i];
        const ad_cell_column *found = &b->found[i];
        c->n_words += found->n_words;
        c->n_missing += found->n_missing;
        if (!c->word_line && found->word_line) {
            c->word_line = found->word_line;
            memcpy(c->first_word, found->first_word, sizeof c->first_word);
        }
        if (!c->missing_line && found->missing_line) {
            c->missing_line = found->missing_line;
            memcpy(c->first_missing, found->first_missing, sizeof c->first_missing);
        }
        merge_numbers(c, found);
        ad_forms_merge(&c->forms, &found->forms);
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

adrop_status ad_cells_finish(ad_cells *cells)
{
    return ad_cell_pieces_join(cells);
}

void ad_cells_rewind(ad_cells *cells)
{
    ad_cell_pieces_release(cells);
    ad_free(cells->ctx, cells->values);
    cells->values = NULL;
    cells->rows = cells->names.size = cells->lines.size = 0;
    for (size_t i = 0; i < cells->n_fields; i++) {
        ad_cell_column *c = &cells->columns[i];
        ad_words_release(cells->ctx, &c->words);
        *c = (ad_cell_column){ .role = c->role,
                               .name = c->name,
                               .form = c->form,
                               .was_whole = c->was_whole,
                               .is_strict = c->is_strict,
                               .looks = c->looks,
                               .most = c->most,
                               .may_miss = c->may_miss,
                               .may_be_empty = c->may_be_empty,
                               .what = c->what,
                               .cure = c->cure,
                               .hint = c->hint,
                               .slot = c->slot };
    }
}

const char *ad_cell_who(const ad_cell_column *c, size_t number, char who[AD_CELL_WHO])
{
    if (c && c->name)
        snprintf(who, AD_CELL_WHO, "column '%s'", AD_SHOWN(c->name));
    else
        snprintf(who, AD_CELL_WHO, "column %zu", number);
    return who;
}
