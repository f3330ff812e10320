/* The rows of a table while it is read (cells_impl.h). Their number is not known, so they are kept
 * in pieces and joined at the end.
 *
 * A piece has room for as many rows as came before it, up to LARGEST bytes. No other allocation of
 * the reader is that large, so an allocator maps such pieces one by one and returns each when it is
 * freed. Joining therefore needs the memory of the rows once, plus one piece. */
#include <string.h>

#include "base/memory.h"
#include "data/cells_impl.h"

enum { LARGEST = 8 << 20 }; /* bytes */

typedef struct {
    float *values; /* (room, n_slots), owned */
    size_t rows, room;
} piece;

static adrop_status add_piece(ad_cells *cells, size_t before, size_t rows)
{
    const size_t most = LARGEST / sizeof(float) / (cells->n_slots + 1) + 1;
    piece p = { .room = before > rows ? before : rows };

    if (p.room > most)
        p.room = most;
    adrop_status status = AD_NEW_UNSET(cells->ctx, p.room * cells->n_slots, "a table", &p.values);
    if (!status && (status = ad_bytes_append(cells->ctx, &cells->pieces, &p, sizeof p, "a table")))
        ad_free(cells->ctx, p.values);
    return status;
}

/* The last piece if it has room, or NULL. */
static piece *open_piece(const ad_cells *cells)
{
    piece *pieces = cells->pieces.data;
    const size_t n = cells->pieces.size / sizeof *pieces;

    return n && pieces[n - 1].rows < pieces[n - 1].room ? &pieces[n - 1] : NULL;
}

adrop_status ad_cell_pieces_add(ad_cells *cells, const float *values, size_t rows)
{
    const size_t width = cells->n_slots;

    for (size_t done = 0; done < rows;) {
        piece *to = open_piece(cells);
        if (!to) {
            const adrop_status status = add_piece(cells, cells->rows + done, rows - done);
            if (status)
                return status;
            continue;
        }
        const size_t room = to->room - to->rows, n = rows - done < room ? rows - done : room;
        memcpy(to->values + to->rows * width, values + done * width, n * width * sizeof *values);
        to->rows += n;
        done += n;
    }
    return ADROP_OK;
}

adrop_status ad_cell_pieces_join(ad_cells *cells)
{
    const size_t width = cells->n_slots;
    piece *pieces = cells->pieces.data;
    const adrop_status status = AD_NEW_UNSET(cells->ctx, cells->rows * width + 1, "a table",
                                             &cells->values);

    if (status)
        return status;
    /* The last first: an allocator that keeps pieces in one heap returns memory from its end. */
    float *to = cells->values + cells->rows * width;
    for (size_t i = cells->pieces.size / sizeof *pieces; i-- > 0;) {
        const size_t n = pieces[i].rows * width;
        to -= n;
        memcpy(to, pieces[i].values, n * sizeof *to);
        ad_free(cells->ctx, pieces[i].values);
        pieces[i].values = NULL;
    }
    return ADROP_OK;
}

void ad_cell_pieces_release(ad_cells *cells)
{
    const piece *pieces = cells->pieces.data;

    for (size_t i = 0; i < cells->pieces.size / sizeof *pieces; i++)
        ad_free(cells->ctx, pieces[i].values);
    ad_bytes_release(cells->ctx, &cells->pieces);
}
