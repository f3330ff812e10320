/* NumPy arrays: an .npz archive or a folder of .npy files that holds x and y, or
 * x_train, y_train and x_test, y_test (either pair alone is fine).
 *
 *     x   (n, columns)                  a table
 *         (n, height, width)            grey maps
 *         (n, channels, height, width)  maps; channels last is refused, not guessed
 *     y   (n) or (n, 1); of values (n, targets)
 *
 * Maps of bytes are pixels, all others floats. Integers in y are labels, texts class names, floats
 * targets, unless the task says otherwise. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/context.h"
#include "base/memory.h"
#include "data/npy.h"
#include "data/reader.h"

static const struct {
    const char *x, *y;
    int part;
} pairs[] = { { "x.npy", "y.npy", ADROP_ROW_FREE },
              { "x_train.npy", "y_train.npy", ADROP_ROW_TRAIN },
              { "x_test.npy", "y_test.npy", ADROP_ROW_TEST } };

enum { N_PAIRS = sizeof pairs / sizeof pairs[0], MOST_CHANNELS = 4 };

typedef struct {
    const adrop_data_opts *opts;
    ad_raw *raw;
    ad_bytes inputs, answers, parts; /* bytes or floats; int32_t or float; bytes */
    size_t n;                        /* rows of the last x read */
    bool pixels, labels, begun;
    ad_words words; /* owned: the classes, if labels are texts */
} state;

static size_t reader_npy_find(const ad_source *source, const char *name)
{
    size_t i = 0;

    while (i < source->n_entries && !ad_alike(ad_base_name(source->entries[i].name), name))
        i++;
    return i;
}

static adrop_status reader_npy_probe(ad_source *source, bool *mine)
{
    char head[6];
    size_t got;
    adrop_status status = ADROP_OK;

    for (int i = 0; source->kind != AD_FILE && i < N_PAIRS; i++)
        *mine |= reader_npy_find(source, pairs[i].x) < source->n_entries;
    if (source->kind == AD_FILE && !(status = ad_source_head(source, 0, head, sizeof head, &got)))
        *mine = got == sizeof head && !memcmp(head, "\x93NUMPY", sizeof head);
    return status;
}

/* The shape of a row, from that of x. */
static adrop_status shape_row(ad_stream *s, const ad_npy *a, size_t *channels, size_t *height,
                              size_t *width)
{
    *channels = a->n_dims == 4 || a->n_dims == 2 ? a->dims[1] : 1;
    *height = a->n_dims > 2 ? a->dims[a->n_dims - 2] : 1;
    *width = a->n_dims > 2 ? a->dims[a->n_dims - 1] : 1;
    if (a->n_dims < 2)
        return ad_stream_refuse(s, "x needs two to four dimensions, rows first");
    if (!a->count || a->dims[0] > AD_MAX_ROWS || *channels > AD_MAX_SIDE || *height > AD_MAX_SIDE ||
        *width > AD_MAX_SIDE)
        return ad_stream_refuse(s, "the shape of x is out of range");
    if (a->n_dims == 4 && (*width == 1 || *width == 3) && *channels > MOST_CHANNELS)
        return ad_stream_refuse(s,
                                "x seems to have its channels last; save x.transpose(0, 3, 1, 2), "
                                "whose shape is (rows, channels, height, width)");
    return ADROP_OK;
}

static adrop_status read_x(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    ad_raw *raw = st->raw;
    ad_npy a;
    size_t channels, height, width;
    adrop_status status;

    (void)entry;
    if ((status = ad_npy_header(s, &a)))
        return status;
    if (ad_npy_is_text(&a))
        return ad_stream_refuse(s, "x holds texts: it must hold numbers");
    if ((status = shape_row(s, &a, &channels, &height, &width)))
        return status;
    const bool pixels = a.kind == 'u' && a.size == 1 && a.n_dims > 2;
    if (st->begun && (channels != raw->channels || height != raw->height || width != raw->width ||
                      pixels != st->pixels))
        return ad_stream_refuse(s, "rows differ in shape or type from those of the other part");
    raw->channels = channels;
    raw->height = height;
    raw->width = width;
    raw->is_image = a.n_dims > 2;
    st->pixels = pixels;
    st->n = a.dims[0];
    if (!pixels)
        return ad_npy_floats(s, &a, raw->ctx, &st->inputs);
    status = ad_stream_append(s, a.count, &st->inputs, "the values");
    return status ? status : ad_stream_end(s);
}

static adrop_status read_y(void *arg, size_t entry, ad_stream *s)
{
    state *st = arg;
    ad_npy a;
    adrop_status status = ad_npy_header(s, &a);

    (void)entry;
    if (status)
        return status;
    const size_t width = a.n_dims == 2 && a.dims[1] ? a.dims[1] : 1;
    if (a.count != st->n * width || a.n_dims < 1 || a.dims[0] != st->n)
        return ad_stream_refuse(s, "y has %zu values for %zu rows of x", a.count, st->n);
    const bool texts = ad_npy_is_text(&a);
    if (texts && st->opts->task == ADROP_REGRESSION)
        return ad_stream_refuse(s, "y holds texts: for task=regression it must hold numbers");
    const bool labels = a.kind != 'f' && st->opts->task != ADROP_REGRESSION;
    if (!labels && st->opts->task == ADROP_CLASSIFICATION)
        return ad_stream_refuse(s, "y holds floats: for task=classification it must hold whole "
                                   "numbers");
    if (width > 1 && (labels || width > AD_MAX_SIDE))
        return ad_stream_refuse(s,
                                "y has %zu columns: labels have one; of values there may be up "
                                "to %d, with task=regression",
                                width, AD_MAX_SIDE);
    if (st->begun && width != st->raw->n_targets)
        return ad_stream_refuse(s, "y has %zu columns, and that of the other part %zu", width,
                                st->raw->n_targets);
    st->raw->n_targets = width;
    if (st->begun && (labels != st->labels || texts != (st->words.n > 0)))
        return ad_stream_refuse(s, "y differs in type from that of the other part");
    st->labels = labels;
    if (texts)
        return ad_npy_texts(s, &a, st->raw->ctx, &st->words, &st->answers);
    return labels ? ad_npy_ints(s, &a, st->raw->ctx, &st->answers)
                  : ad_npy_floats(s, &a, st->raw->ctx, &st->answers);
}

/* Inputs without answers: labels -1, or targets NaN. */
static adrop_status read_inputs(ad_source *source, size_t x, state *st, int part)
{
    ad_raw *raw = st->raw;
    const size_t before = raw->rows;
    const bool labels = raw->expected->task == ADROP_CLASSIFICATION;
    adrop_status status = ad_source_visit(source, x, read_x, st);

    if (!status && st->begun && st->labels != labels)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s': one of its parts has no y",
                         source->path);
    raw->n_targets = labels ? 1 : ad_schema_outputs(raw->expected);
    const size_t values = st->n * raw->n_targets;
    if (status || (status = ad_bytes_reserve(raw->ctx, &st->answers, values * 4, "answers")))
        return status;
    for (size_t i = 0; i < values; i++, st->answers.size += 4) {
        const int32_t none = -1;
        const float unknown = NAN;
        memcpy((char *)st->answers.data + st->answers.size,
               labels ? (const void *)&none : (const void *)&unknown, 4);
    }
    st->labels = labels;
    raw->no_answers = !st->begun;
    st->begun = true;
    raw->rows += st->n;
    return ad_raw_set_parts(raw, &st->parts, before, raw->rows, part);
}

static adrop_status read_pair(ad_source *source, int i, state *st)
{
    const size_t x = reader_npy_find(source, pairs[i].x), y = reader_npy_find(source, pairs[i].y);
    const size_t before = st->raw->rows;
    adrop_status status;

    if (x == source->n_entries)
        return ADROP_OK;
    if (y == source->n_entries && st->raw->inputs_only)
        return read_inputs(source, x, st, pairs[i].part);
    if (y == source->n_entries)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s' holds '%s' but no '%s'", source->path,
                       pairs[i].x, pairs[i].y);
    if ((status = ad_source_visit(source, x, read_x, st)) ||
        (status = ad_source_visit(source, y, read_y, st)))
        return status;
    st->begun = true;
    st->raw->rows += st->n;
    return ad_raw_set_parts(st->raw, &st->parts, before, st->raw->rows, pairs[i].part);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sort the texts as classes and renumber the labels. */
static adrop_status name_classes(ad_raw *raw, const ad_words *words)
{
    const char **names;
    adrop_status status = AD_NEW(raw->ctx, words->n, "classes", &names);

    if (status)
        return status;
    for (size_t i = 0; i < words->n; i++)
        names[i] = ad_words_at(words, i);
    qsort(names, words->n, sizeof *names, by_text);
    for (size_t i = 0; i < words->n && !status; i++)
        status = ad_raw_add_class(raw, names[i]);
    for (size_t i = 0; i < raw->rows && !status; i++) {
        const char *name = raw->labels[i] < 0 ? NULL : ad_words_at(words, (size_t)raw->labels[i]);
        const char **found = name ? bsearch(&name, names, words->n, sizeof *names, by_text) : NULL;
        raw->labels[i] = found ? (int32_t)(found - names) : -1;
    }
    ad_free(raw->ctx, names);
    return status;
}

static adrop_status count_classes(ad_raw *raw, const ad_words *words)
{
    int32_t top = 0;

    if (words->n)
        return name_classes(raw, words);

    for (size_t i = 0; i < raw->rows; i++)
        top = raw->labels[i] > top ? raw->labels[i] : top;
    if (top >= AD_MAX_CLASSES)
        return ad_fail(raw->ctx, ADROP_EFORMAT, "y: label %d is beyond the %d classes accepted",
                       (int)top, AD_MAX_CLASSES);
    return ad_raw_number_classes(raw, (size_t)top + 1);
}

static adrop_status reader_npy_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw)
{
    state st = { .opts = opts, .raw = raw };
    adrop_status status = ADROP_OK;

    raw->top = 255;
    if (source->kind == AD_FILE && !raw->inputs_only)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s' is one array: to train or test, put x and y into an .npz or a folder",
                       source->path);
    if (source->kind == AD_FILE)
        status = read_inputs(source, 0, &st, ADROP_ROW_FREE);
    for (int i = 0; source->kind != AD_FILE && !status && i < N_PAIRS; i++)
        status = read_pair(source, i, &st);
    if (!status && !st.begun)
        status = ad_fail(source->ctx, ADROP_EFORMAT, "'%s' holds no x.npy or x_train.npy",
                         source->path);
    raw->task = st.labels ? ADROP_CLASSIFICATION : ADROP_REGRESSION;
    if (st.pixels)
        raw->pixels = ad_bytes_take(&st.inputs);
    else
        raw->values = ad_bytes_take(&st.inputs);
    if (st.labels)
        raw->labels = ad_bytes_take(&st.answers);
    else
        raw->targets = ad_bytes_take(&st.answers);
    raw->parts = ad_bytes_take(&st.parts);
    ad_bytes_release(raw->ctx, &st.inputs);
    ad_bytes_release(raw->ctx, &st.answers);
    if (!status && st.labels)
        status = count_classes(raw, &st.words);
    ad_words_release(raw->ctx, &st.words);
    return status;
}

const ad_data_reader ad_data_reader_npy = {
    .name = "npy",
    .summary = "NumPy arrays x and y, .npz or .npy",
    .probe = reader_npy_probe,
    .read = reader_npy_read,
};
