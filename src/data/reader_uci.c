/* UCI regression sets with published splits, as used after Hernandez-Lobato and
 * Adams, "Probabilistic backpropagation", ICML 2015:
 *
 *     data.txt                numbers in columns
 *     index_features.txt      the columns that are inputs, from 0 on
 *     index_target.txt        the column that is the target
 *     index_train_K.txt       the rows of split K's training part, from 0 on
 *     index_test_K.txt
 *
 * With test_fraction or test_rows the splits are ignored and the rows are free. */
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "data/reader.h"
#include "data/text_table.h"

enum { LIMIT = 1 << 30 };

static adrop_status reader_uci_probe(ad_source *source, bool *mine)
{
    *mine = ad_source_find_base(source, "data.txt") < source->n_entries &&
            ad_source_find_base(source, "index_features.txt") < source->n_entries &&
            ad_source_find_base(source, "index_target.txt") < source->n_entries;
    return ADROP_OK;
}

/* One set per folder: with several it is unknown which is meant. */
static adrop_status check_alone(const ad_source *source)
{
    size_t n = 0;

    for (size_t i = 0; i < source->n_entries; i++)
        n += !strcmp(ad_base_name(source->entries[i].name), "data.txt");
    return n == 1 ? ADROP_OK
                  : ad_fail(source->ctx, ADROP_EFORMAT,
                            "'%s' holds %zu files data.txt: name the folder of one set",
                            source->path, n);
}

/* All numbers of a file, as doubles; *columns per line. */
static adrop_status read_numbers(ad_source *source, const char *file, ad_bytes *numbers,
                                 size_t *columns)
{
    char where[AD_PATH_SIZE];
    const size_t entry = ad_source_find_base(source, file);
    ad_bytes text = { 0 };
    ad_text_table t = { 0 };
    bool more = true;
    adrop_status status;

    *columns = 0;
    if (entry == source->n_entries)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': there is no '%s'", source->path, file);
    if ((status = ad_source_read(source, entry, LIMIT, &text)) ||
        (status = ad_text_table_open(source->ctx, ad_source_where(source, entry, where), &text,
                                     &t)))
        goto done;
    while (!(status = ad_text_table_next(&t, &more)) && more) {
        *columns = t.n_fields;
        for (size_t i = 0; !status && i < t.n_fields; i++) {
            double x;
            if (!(status = ad_text_table_number(&t, i, &x)))
                status = ad_bytes_append(source->ctx, numbers, &x, sizeof x, "numbers");
        }
        if (status)
            goto done;
    }
    if (!status && !*columns)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s' is empty", where);
done:
    ad_text_table_release(&t);
    ad_bytes_release(source->ctx, &text);
    return status;
}

/* Like read_numbers, for integers below end. */
static adrop_status read_indices(ad_source *source, const char *file, size_t end, ad_bytes *numbers,
                                 size_t *n)
{
    size_t columns;
    const adrop_status status = read_numbers(source, file, numbers, &columns);
    const double *x = numbers->data;

    *n = numbers->size / sizeof *x;
    for (size_t i = 0; !status && i < *n; i++)
        if (x[i] < 0 || x[i] >= (double)end || x[i] != (double)(size_t)x[i])
            return ad_fail(source->ctx, ADROP_EFORMAT,
                           "'%s/%s': entry %zu is %s, not a whole number from 0 to %zu",
                           source->path, file, i + 1, AD_NUM(x[i]), end - 1);
    return status;
}

/* Mark the rows named by one file of the split. */
static adrop_status read_split(ad_source *source, const char *kind, size_t split, int part,
                               ad_raw *raw)
{
    char file[64];
    ad_bytes rows = { 0 };
    size_t n;
    adrop_status status;

    snprintf(file, sizeof file, "index_%s_%zu.txt", kind, split);
    status = read_indices(source, file, raw->rows, &rows, &n);
    for (size_t i = 0; !status && i < n; i++) {
        const size_t row = (size_t)((double *)rows.data)[i];
        if (raw->parts[row] != ADROP_ROW_UNUSED)
            status = ad_fail(source->ctx, ADROP_EFORMAT,
                             "'%s/%s': row %zu is named twice, or is in both parts", source->path,
                             file, row);
        raw->parts[row] = (uint8_t)part;
    }
    ad_bytes_release(source->ctx, &rows);
    return status;
}

static adrop_status take_splits(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    const bool aside = opts->test_fraction > 0 || *opts->test_rows;
    const adrop_status status = AD_NEW(raw->ctx, raw->rows, "parts", &raw->parts);

    if (status)
        return status;
    memset(raw->parts, aside ? ADROP_ROW_FREE : ADROP_ROW_UNUSED, raw->rows);
    if (aside)
        return ADROP_OK;
    const adrop_status bad = read_split(source, "train", opts->split, ADROP_ROW_TRAIN, raw);
    return bad ? bad : read_split(source, "test", opts->split, ADROP_ROW_TEST, raw);
}

static adrop_status take_columns(ad_source *source, const double *data, size_t columns,
                                 const double *features, size_t target, ad_raw *raw)
{
    adrop_status status;

    for (size_t j = 0; j < raw->channels; j++)
        if ((size_t)features[j] == target)
            return ad_fail(source->ctx, ADROP_EFORMAT,
                           "'%s': column %zu is both an input and the target", source->path,
                           target);
    if ((status = AD_NEW(raw->ctx, raw->rows * raw->channels, "inputs", &raw->values)) ||
        (status = AD_NEW(raw->ctx, raw->rows, "targets", &raw->targets)))
        return status;
    for (size_t i = 0; i < raw->rows; i++) {
        for (size_t j = 0; j < raw->channels; j++)
            raw->values[i * raw->channels + j] = (float)data[i * columns + (size_t)features[j]];
        raw->targets[i] = (float)data[i * columns + target];
    }
    return ADROP_OK;
}

static adrop_status reader_uci_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    ad_bytes data = { 0 }, features = { 0 }, target = { 0 };
    size_t columns, n_targets;
    adrop_status status;

    if (opts->task == ADROP_CLASSIFICATION)
        return ad_fail(source->ctx, ADROP_EINVAL,
                       "'%s' is a regression set: task=classification does not fit", source->path);
    raw->task = ADROP_REGRESSION;
    raw->height = raw->width = 1;
    if ((status = check_alone(source)) ||
        (status = read_numbers(source, "data.txt", &data, &columns)) ||
        (status = read_indices(source, "index_features.txt", columns, &features, &raw->channels)) ||
        (status = read_indices(source, "index_target.txt", columns, &target, &n_targets)))
        goto done;
    raw->rows = data.size / sizeof(double) / columns;
    if (n_targets != 1)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s': index_target.txt names %zu columns",
                         source->path, n_targets);
    else if (raw->channels >= columns)
        status = ad_fail(source->ctx, ADROP_EFORMAT,
                         "'%s': index_features.txt names %zu of %zu columns; one is the target",
                         source->path, raw->channels, columns);
    else if (raw->channels > AD_MAX_SIDE || raw->rows > AD_MAX_ROWS)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s' has too many rows or columns",
                         source->path);
    else if (!(status = take_columns(source, data.data, columns, features.data,
                                     (size_t)((double *)target.data)[0], raw)))
        status = take_splits(source, opts, raw);
done:
    ad_bytes_release(source->ctx, &data);
    ad_bytes_release(source->ctx, &features);
    ad_bytes_release(source->ctx, &target);
    return status;
}

const ad_data_reader ad_data_reader_uci = {
    .name = "uci",
    .summary = "data.txt with index files of columns and splits",
    .kinds = ADROP_FOR_SPLITS,
    .probe = reader_uci_probe,
    .read = reader_uci_read,
};
