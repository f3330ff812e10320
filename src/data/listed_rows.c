/* Listed test rows: row numbers from 0 on, separated by blanks or line ends, from a file,
 * or, for the word `paper`, the split that is built in for a set.
 *
 * That split (recipes/splits) is the one whose constant predictors come nearest to the
 * UCI results of "Advanced Dropout" (TPAMI 2021), which does not publish its own. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/builtin.h"
#include "data/opening.h"

enum {
    ROW_TEXT = 16,    /* bytes per row number, with its separator */
    FREE_TEXT = 4096, /* extra bytes per file */
};

static const char blanks[] = " \t\r\n\v\f";

/* The row number at text (length characters); `rows` if it is not one. */
static size_t read_row(const char *text, size_t length, size_t rows)
{
    size_t row = 0;

    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return rows;
        row = row * 10 + (size_t)(text[i] - '0');
        if (row >= rows)
            return rows;
    }
    return row;
}

static adrop_status listed_rows_refuse(const adrop_data *data, adrop_ctx *ctx, const char *where,
                                       size_t entry, const char *text, size_t length)
{
    char start[32];

    snprintf(start, sizeof start, "%.*s", (int)(length < sizeof start ? length : sizeof start),
             text);
    return ad_fail(ctx, ADROP_EFORMAT,
                   "'%s': entry %zu, '%s', is no row of '%s', whose rows are 0 to %zu", where,
                   entry, AD_SHOWN(start), data->rows->name, data->rows->n - 1);
}

static adrop_status listed_rows_mark(adrop_data *data, adrop_ctx *ctx, const char *where,
                                     const char *text)
{
    const size_t rows = data->rows->n;
    uint8_t *part = data->given;
    size_t n = 0;

    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        const size_t length = strcspn(text, blanks), row = read_row(text, length, rows);
        if (row == rows)
            return listed_rows_refuse(data, ctx, where, n + 1, text, length);
        if (part[row] == ADROP_ROW_TEST)
            return ad_fail(ctx, ADROP_EFORMAT, "'%s': row %zu is named twice", where, row);
        part[row] = ADROP_ROW_TEST;
        text += length;
        n++;
    }
    if (!n)
        return ad_fail(ctx, ADROP_EFORMAT, "'%s' names no rows", where);
    if (n == rows)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s' names all %zu rows of '%s': none is left to train on", where, rows,
                       data->rows->name);
    return ADROP_OK;
}

static adrop_status mark_built_in(adrop_data *data, adrop_ctx *ctx)
{
    char name[64];
    const char *set = strrchr(data->rows->name, '/') ? "" : data->rows->name;

    snprintf(name, sizeof name, "splits/%.40s.txt", set);
    const ad_builtin_file *file = ad_builtin_find(name);
    if (!file)
        return ad_fail(ctx, ADROP_EINVAL,
                       "there is no split 'paper' of '%s': it is for boston, concrete, wine-red "
                       "and yacht; give a file of row numbers",
                       AD_SHOWN(data->rows->name));
    return listed_rows_mark(data, ctx, name, file->text);
}

static adrop_status mark_file(adrop_data *data, adrop_ctx *ctx, const char *path)
{
    char *text;
    size_t size;
    adrop_status status = ad_file_read(ctx, path, FREE_TEXT + ROW_TEXT * data->rows->n, &text,
                                       &size);

    if (status)
        return status;
    if (memchr(text, 0, size))
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' is not a text: it holds a zero byte", path);
    else if (!(status = listed_rows_mark(data, ctx, path, text)))
        status = ad_files_sum_bytes(ctx, &data->files, path, text, size);
    ad_free(ctx, text);
    return status;
}

adrop_status ad_data_mark_test_rows(adrop_data *data, adrop_ctx *ctx, const adrop_data_opts *opts)
{
    const ad_rows *rows = data->rows;
    adrop_status status;

    if (opts->test_fraction > 0)
        return ad_fail(ctx, ADROP_EINVAL,
                       "test-rows says which rows are for tests: leave test-fraction out");
    if (rows->parts && memchr(rows->parts, ADROP_ROW_TEST, rows->n))
        return ad_fail(ctx, ADROP_EINVAL, "'%s' has a test part of its own: leave test-rows out",
                       rows->name);
    if ((status = AD_NEW(ctx, rows->n, "a split", &data->given)))
        return status;
    if (rows->parts)
        memcpy(data->given, rows->parts, rows->n);
    else
        memset(data->given, ADROP_ROW_FREE, rows->n);
    return strcmp(opts->test_rows, "paper") ? mark_file(data, ctx, opts->test_rows)
                                            : mark_built_in(data, ctx);
}
