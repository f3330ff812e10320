/* The checksum that identifies rows in memory (arrays.h): one sum over every array, each preceded
 * by its size, so that no two arrays can be exchanged. */
#include <string.h>
#include <xxhash.h>

#include "base/context.h"
#include "rows/arrays.h"

typedef struct {
    XXH3_state_t *state;
    uint64_t bytes;
} summing;

static void arrays_sum_add(summing *s, const void *from, size_t n, size_t size)
{
    const uint64_t length = from ? (uint64_t)n * size : UINT64_MAX;

    XXH3_64bits_update(s->state, &length, sizeof length);
    if (!from || !length)
        return;
    XXH3_64bits_update(s->state, from, (size_t)length);
    s->bytes += length;
}

static void add_texts(summing *s, const char *const *texts, size_t n)
{
    arrays_sum_add(s, texts ? "texts" : NULL, 5, 1);
    for (size_t i = 0; texts && i < n; i++)
        arrays_sum_add(s, texts[i], strlen(texts[i]), 1);
}

static void add_inputs(summing *s, const adrop_arrays *a)
{
    const size_t n = a->rows, size = n * a->channels * a->height * a->width;
    const uint64_t shape[] = { n, a->channels, a->height, a->width, a->top };
    size_t words = 0;

    for (size_t c = 0; a->n_words && c < a->channels; c++)
        words += a->n_words[c];
    arrays_sum_add(s, shape, sizeof shape / sizeof *shape, sizeof *shape);
    arrays_sum_add(s, a->values, size, sizeof *a->values);
    arrays_sum_add(s, a->pixels, size, sizeof *a->pixels);
    if (a->sparse) {
        const size_t count = a->sparse->start[n];
        arrays_sum_add(s, a->sparse->start, n + 1, sizeof *a->sparse->start);
        arrays_sum_add(s, a->sparse->column, count, sizeof *a->sparse->column);
        arrays_sum_add(s, a->sparse->value, count, sizeof *a->sparse->value);
    }
    add_texts(s, a->texts, n);
    arrays_sum_add(s, a->n_words, a->channels, sizeof *a->n_words);
    add_texts(s, a->words, words);
    add_texts(s, a->column_names, a->channels);
}

static void add_answers(summing *s, const adrop_arrays *a)
{
    arrays_sum_add(s, a->labels, ad_arrays_labels(a), sizeof *a->labels);
    arrays_sum_add(s, a->label_start, a->rows + 1, sizeof *a->label_start);
    arrays_sum_add(s, a->targets, a->rows * a->n_targets, sizeof *a->targets);
    add_texts(s, a->class_names, a->classes);
    add_texts(s, a->target_name ? &a->target_name : NULL, 1);
    add_texts(s, a->target_names, a->n_targets);
}

adrop_status ad_arrays_sum(adrop_ctx *ctx, const adrop_arrays *a, uint64_t *sum, uint64_t *bytes)
{
    summing s = { .state = XXH3_createState() };

    if (!s.state)
        return ad_fail(ctx, ADROP_ENOMEM, "not enough memory for a checksum");
    XXH3_64bits_reset(s.state);
    add_inputs(&s, a);
    add_answers(&s, a);
    arrays_sum_add(&s, a->parts, a->rows, sizeof *a->parts);
    arrays_sum_add(&s, a->weights, a->rows, sizeof *a->weights);
    arrays_sum_add(&s, a->groups, a->rows, sizeof *a->groups);
    add_texts(&s, a->ids, a->rows);
    *sum = XXH3_64bits_digest(s.state);
    *bytes = s.bytes;
    XXH3_freeState(s.state);
    return ADROP_OK;
}
