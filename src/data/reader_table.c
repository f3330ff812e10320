/* Tables as text: one row per line, the target in one of the columns.
 *
 * The first line is a header if none of its fields is a number (table_header.c has exceptions). The
 * target is given by name, or by number from 1 on; by default it is the last column. Words in it
 * are classes, sorted; numbers may be classes or quantities, so the task must be given. The other
 * columns are inputs, of numbers or of words; table_plan.c has the other roles, and table_match.c
 * finds the columns of a run in another table. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "data/encoding.h"
#include "data/reader.h"
#include "data/table.h"
#include "data/table_probe.h"
#include "data/text_files.h"

enum { HEAD = 4096, LARGEST_HEAD = 16 << 20 };

/* The entry of the training or test file of a folder, or n_entries. */
static size_t find_part(const ad_source *source, const char *part)
{
    size_t i = 0;

    for (; i < source->n_entries; i++) {
        const char *name = source->entries[i].name;
        if (!strncmp(name, part, strlen(part)) && name[strlen(part)] == '.' &&
            ad_table_has_ending(name))
            break;
    }
    return i;
}

/* A file, or an archive with one file. */
static bool is_single(const ad_source *source)
{
    return source->kind == AD_FILE || (source->kind == AD_ARCHIVE && source->n_entries == 1);
}

/* The entry to judge the format by; n_entries: none. */
static size_t find_first(const ad_source *source)
{
    if (is_single(source))
        return 0;
    for (size_t i = 0; i < source->n_entries; i++) {
        const char *dot = strrchr(source->entries[i].name, '.');
        if (!dot || (strcmp(dot, ".csv") && strcmp(dot, ".tsv")))
            return find_part(source, "train"); /* not only tables */
    }
    return 0;
}

static adrop_status reader_table_probe(ad_source *source, bool *mine)
{
    const size_t entry = find_first(source);
    ad_text_head head = { 0 };
    adrop_status status = ADROP_OK;

    if (entry >= source->n_entries)
        return ADROP_OK;
    for (size_t size = HEAD; !status && size <= LARGEST_HEAD; size *= 16) {
        ad_text_head_release(source->ctx, &head);
        status = ad_text_head_read(source, entry, size, &head);
        if (!status && ad_table_head_is_enough(&head))
            break;
    }
    *mine = !status && ad_table_head_is_one(&head, source->entries[entry].name);
    ad_text_head_release(source->ctx, &head);
    return status;
}

static adrop_status read_file(ad_table *t, ad_source *source, size_t entry,
                              ad_cells_begin_fn *begin, int part, ad_bytes *parts)
{
    const size_t before = t->cells.rows;
    char where[AD_PATH_SIZE];
    ad_cells_file file = { .source = source,
                           .entry = entry,
                           .begin = begin,
                           .arg = t,
                           .map = &t->map,
                           .before = t->cells.is_named ? SIZE_MAX : 0 };
    const adrop_status status = ad_cells_read(&t->cells, &file);

    if (status)
        return status;
    if (t->cells.rows == before)
        return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' has no rows%s",
                       ad_source_where(source, entry, where),
                       file.n_fields ? " below its first line, a header" : "");
    return ad_raw_set_parts(t->raw, parts, before, t->cells.rows, part);
}

/* Name rows of several files by file and line, unless they have names of their own. */
static adrop_status name_rows(ad_table *t, const ad_source *source, size_t entry, size_t before)
{
    const uint32_t *lines = t->cells.lines.data;
    char name[AD_PATH_SIZE];
    adrop_status status = ADROP_OK;

    for (size_t row = before; t->id == SIZE_MAX && row < t->cells.rows && !status; row++) {
        const int n = snprintf(name, sizeof name, "%s:%u", source->entries[entry].name, lines[row]);
        status = ad_bytes_append(t->ctx, &t->cells.names, name, (size_t)n + 1, "names");
    }
    return status;
}

/* Read all files of a folder or an archive as free rows. They are to be predicted, so their parts
 * do not matter. */
static adrop_status read_every(ad_table *t, ad_source *source, ad_bytes *parts)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < source->n_entries && !status; i++) {
        const size_t before = t->cells.rows;
        if (!ad_table_has_ending(source->entries[i].name))
            continue;
        status = read_file(t, source, i, ad_table_begin_expected, ADROP_ROW_FREE, parts);
        if (!status)
            status = name_rows(t, source, i, before);
    }
    return status;
}

static adrop_status refuse_pair(const ad_source *source)
{
    return ad_fail(source->ctx, ADROP_EFORMAT,
                   "'%s': there is no train.csv (.tsv, .txt, .data); name the file itself",
                   source->path);
}

/* One file, or train.csv and test.csv, or a file and a second file of test rows. */
static adrop_status read_files(ad_table *t, ad_source *source, ad_bytes *parts)
{
    const size_t train = find_part(source, "train"), test = find_part(source, "test");
    const bool pair = !is_single(source);
    ad_source *other = t->raw->test_source;
    const bool expected = t->raw->expected != NULL;
    ad_cells_begin_fn *begin = expected ? ad_table_begin_expected : ad_table_begin;
    ad_cells_begin_fn *again = expected ? ad_table_begin_expected : ad_table_begin_again;
    adrop_status status;

    if (pair && train == source->n_entries)
        return t->raw->inputs_only ? read_every(t, source, parts) : refuse_pair(source);
    if (other && (!is_single(other) || (pair && test < source->n_entries)))
        return ad_fail(source->ctx, ADROP_EINVAL, "'%s' cannot be the test part: %s", other->path,
                       !is_single(other) ? "it is not a file"
                                         : "the folder of the data has one of its own");
    status = read_file(t, source, pair ? train : 0, begin,
                       pair || other ? ADROP_ROW_TRAIN : ADROP_ROW_FREE, parts);
    if (!status && pair && t->raw->inputs_only)
        status = name_rows(t, source, train, 0);
    const size_t before = t->cells.rows;
    if (!status && pair && test < source->n_entries)
        status = read_file(t, source, test, again, ADROP_ROW_TEST, parts);
    if (!status && pair && t->raw->inputs_only && test < source->n_entries)
        status = name_rows(t, source, test, before);
    if (!status && other)
        status = read_file(t, other, 0, again, ADROP_ROW_TEST, parts);
    return status;
}

static void reader_table_release(ad_table *t)
{
    ad_names_release(t->ctx, &t->names);
    ad_layout_release(t->ctx, &t->former);
    ad_free(t->ctx, t->left);
    ad_free(t->ctx, t->is_kept);
    ad_free(t->ctx, t->is_unnamed);
    ad_free(t->ctx, t->map);
    ad_free(t->ctx, t->targets);
    ad_free(t->ctx, t->name);
    ad_cells_release(&t->cells);
}

/* Read the files until all columns are known: once for plain ones, again with the forms found and
 * without the columns dropped by the previous pass. */
static adrop_status read_settled(ad_table *t, ad_source *source, ad_bytes *parts)
{
    bool again = true;
    adrop_status status = ADROP_OK;

    while (again && !status) {
        again = false;
        parts->size = 0;
        if (t->is_planned)
            ad_cells_rewind(&t->cells);
        status = read_files(t, source, parts);
        if (!status && !t->raw->expected)
            status = ad_table_settle(t, source->path, &again);
    }
    return status;
}

/* The longest text of the settings. */
static size_t longest(const adrop_data_opts *opts)
{
    size_t most = 0;

    for (const adrop_option *row = adrop_data_options(); row->name; row++)
        if (row->kind == ADROP_OPT_TEXT && strlen(ad_option_text(row, opts)) > most)
            most = strlen(ad_option_text(row, opts));
    return most;
}

adrop_status ad_table_read(ad_source *source, const adrop_data_opts *opts, bool names, ad_raw *raw)
{
    ad_table t = {
        .ctx = source->ctx,
        .opts = opts,
        .raw = raw,
        .cells = { .ctx = source->ctx, .keep_lines = raw->inputs_only, .is_named = names },
        .id = SIZE_MAX,
        .weight = SIZE_MAX,
        .group = SIZE_MAX
    };
    const ad_layout *layout = raw->expected ? &raw->expected->layout : NULL;
    ad_bytes parts = { 0 };

    t.cells.is_first_unnamed = layout && layout->n && layout->at[0].is_unnamed;
    if (names)
        t.cells.dialect = (ad_dialect){ .separator = ',', .mark = '.' };
    adrop_status status = AD_NEW(t.ctx, longest(opts) + 1, "a column's name", &t.name);
    if (!status)
        status = read_settled(&t, source, &parts);
    raw->height = raw->width = 1;
    raw->rows = t.cells.rows;
    raw->parts = ad_bytes_take(&parts);
    if (!status)
        status = ad_table_take(&t, source->path);
    reader_table_release(&t);
    return status;
}

static adrop_status reader_table_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    return ad_wants_documents(opts, raw) ? ad_text_columns_read(source, opts, raw)
                                         : ad_table_read(source, opts, false, raw);
}

const ad_data_reader ad_data_reader_table = {
    .name = "table",
    .summary = "text in columns: commas, semicolons, tabs, | or blanks",
    .kinds = ADROP_FOR_TABLES,
    .probe = reader_table_probe,
    .probe_text = ad_text_columns_probe,
    .read = reader_table_read,
};
