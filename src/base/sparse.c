/* Sparse matrices (sparse.h). */
#include "base/sparse.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"

adrop_status ad_sparse_create(adrop_ctx *ctx, size_t rows, size_t columns, size_t count,
                              ad_sparse *out)
{
    adrop_status status;

    *out = (ad_sparse){ .rows = rows, .columns = columns };
    if ((status = AD_NEW(ctx, rows + 1, "sparse rows", &out->start)) ||
        (status = AD_NEW_UNSET(ctx, count, "sparse rows", &out->column)))
        return status;
    return AD_NEW_UNSET(ctx, count, "sparse rows", &out->value);
}

void ad_sparse_release(adrop_ctx *ctx, ad_sparse *m)
{
    ad_free(ctx, m->start);
    ad_free(ctx, m->column);
    ad_free(ctx, m->value);
    *m = (ad_sparse){ 0 };
}

adrop_status ad_sparse_take(adrop_ctx *ctx, const ad_sparse *m, const uint32_t *rows, size_t n,
                            ad_sparse *out)
{
    size_t count = 0, at = 0;

    for (size_t i = 0; i < n; i++) {
        const size_t row = rows ? rows[i] : i;
        count += m->start[row + 1] - m->start[row];
    }
    const adrop_status status = ad_sparse_create(ctx, n, m->columns, count, out);
    if (status)
        return status;
    for (size_t i = 0; i < n; i++) {
        const size_t row = rows ? rows[i] : i, first = m->start[row];
        const size_t length = m->start[row + 1] - first;
        memcpy(out->column + at, m->column + first, length * sizeof *out->column);
        memcpy(out->value + at, m->value + first, length * sizeof *out->value);
        out->start[i + 1] = at += length;
    }
    return ADROP_OK;
}

adrop_status ad_sparse_transpose(adrop_ctx *ctx, const ad_sparse *m, ad_sparse *out)
{
    const size_t count = ad_sparse_count(m);
    const adrop_status status = ad_sparse_create(ctx, m->columns, m->rows, count, out);

    if (status)
        return status;
    /* start[c + 1] is first the count of column c, then the place of its next value, finally its
     * end */
    for (size_t k = 0; k < count; k++)
        out->start[m->column[k] + 1]++;
    size_t sum = 0;
    for (size_t c = 0; c < m->columns; c++) {
        const size_t n = out->start[c + 1];
        out->start[c + 1] = sum;
        sum += n;
    }
    for (size_t r = 0; r < m->rows; r++)
        for (size_t k = m->start[r]; k < m->start[r + 1]; k++) {
            const size_t to = out->start[m->column[k] + 1]++;
            out->column[to] = (uint32_t)r;
            out->value[to] = m->value[k];
        }
    return ADROP_OK;
}

void ad_sparse_spread(const ad_sparse *m, size_t row, float *x)
{
    const adrop_sparse all = { m->start, m->column, m->value };

    ad_sparse_spread_row(&all, m->columns, row, x);
}

void ad_sparse_spread_row(const adrop_sparse *m, size_t columns, size_t row, float *x)
{
    memset(x, 0, columns * sizeof *x);
    for (size_t k = m->start[row]; k < m->start[row + 1]; k++)
        x[m->column[k]] = m->value[k];
}

adrop_status ad_sparse_check(adrop_ctx *ctx, const char *where, const adrop_sparse *m, size_t n,
                             size_t columns)
{
    if (!m->start || m->start[0])
        return ad_fail(ctx, ADROP_EINVAL, "'%s': start of sparse is %s", where,
                       m->start ? "not 0 for row 0" : "NULL");
    for (size_t i = 0; i < n; i++) {
        const size_t first = m->start[i], end = m->start[i + 1];
        if (end < first || end - first > columns)
            return ad_fail(
                ctx, ADROP_EINVAL,
                "'%s', row %zu: start of sparse goes from %zu to %zu: a row has 0 to %zu "
                "values",
                where, i, first, end, columns);
        if (end > first && (!m->column || !m->value))
            return ad_fail(ctx, ADROP_EINVAL, "'%s': %s of sparse is NULL", where,
                           m->column ? "value" : "column");
        for (size_t k = first; k < end; k++)
            if (m->column[k] >= columns || (k > first && m->column[k] <= m->column[k - 1]))
                return ad_fail(
                    ctx, ADROP_EINVAL,
                    "'%s', row %zu: column %u of sparse: columns ascend, and are 0 to %zu", where,
                    i, (unsigned)m->column[k], columns - 1);
    }
    return ADROP_OK;
}
