/* one-hot: the number of a word becomes one value per word that the training rows have, 1 for the
 * word and 0 elsewhere. A word they do not have, and a missing one, is 0 everywhere. Quantities are
 * unchanged. The order of columns, and of words within a column, is kept. */
#include "transform/one_hot.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"

enum { MOST_WORDS = 1 << 16 };

static const adrop_option options[] = { { 0 } };

/* fitted: the number of words per channel (channels), then the start of each channel's places
 * (channels), then the places: for channel c and word w, 1 + its index among the kept words; 0: not
 * kept. A channel of 0 words is a quantity. */
static uint32_t *words_of(const ad_transform *t)
{
    return t->fitted;
}

static uint32_t *places_of(const ad_transform *t, size_t c)
{
    const uint32_t *start = words_of(t) + t->in.channels;

    return words_of(t) + 2 * t->in.channels + start[c];
}

static uint32_t count_places(const ad_transform *t, size_t c)
{
    uint32_t n = 0;

    for (uint32_t w = 0; w < words_of(t)[c]; w++)
        n += places_of(t, c)[w] > 0;
    return n;
}

/* Allocate for this many words per channel. */
static adrop_status one_hot_make_room(ad_transform *t, adrop_ctx *ctx, const uint32_t *words)
{
    const size_t n = t->in.channels;
    size_t all = 0;
    adrop_status status;

    for (size_t c = 0; c < n; c++)
        all += words[c];
    if (all > UINT32_MAX / 2)
        return ad_fail(ctx, ADROP_EINVAL, "the table has too many words: %zu", all);
    ad_free(ctx, t->fitted); /* from an earlier fit */
    t->fitted_size = (2 * n + all) * sizeof(uint32_t);
    if ((status = AD_NEW_RAW(ctx, 2 * n + all, sizeof(uint32_t), "a transform", &t->fitted)))
        return status;
    uint32_t start = 0;
    for (size_t c = 0; c < n; c++) {
        words_of(t)[c] = words[c];
        words_of(t)[n + c] = start;
        start += words[c];
    }
    return ADROP_OK;
}

static adrop_status one_hot_fit(ad_transform *t, adrop_ctx *ctx, const ad_training_rows *rows)
{
    uint32_t *words;
    adrop_status status = AD_NEW(ctx, t->in.channels, "words", &words);

    for (size_t c = 0; !status && c < t->in.channels; c++)
        words[c] = (uint32_t)ad_training_words(rows, c);
    if (!status)
        status = one_hot_make_room(t, ctx, words);
    ad_free(ctx, words);
    for (size_t i = 0; i < rows->n && !status; i++) {
        const void *row = NULL;
        if ((status = rows->get(rows, ctx, i, &row)))
            break;
        const float *x = row;
        for (size_t c = 0; c < t->in.channels; c++)
            if (x[c] >= 0 && x[c] < (float)words_of(t)[c])
                places_of(t, c)[(size_t)x[c]] = 1;
    }
    for (size_t c = 0; !status && c < t->in.channels; c++)
        for (uint32_t w = 0, n = 0; w < words_of(t)[c]; w++)
            if (places_of(t, c)[w])
                places_of(t, c)[w] = ++n;
    return status;
}

static adrop_status out_shape(const ad_transform *t, adrop_ctx *ctx, ad_shape in, ad_shape *out)
{
    *out = in;
    if (in.height * in.width != 1)
        return ad_fail(ctx, ADROP_ESHAPE, "words are those of tables");
    out->channels = 0;
    for (size_t c = 0; c < in.channels; c++)
        out->channels += words_of(t)[c] ? count_places(t, c) : 1;
    return ADROP_OK;
}

static void one_hot_apply(const ad_transform *t, ad_shape in, const float *x, float *y)
{
    for (size_t c = 0; c < in.channels; c++) {
        const uint32_t words = words_of(t)[c], *places = places_of(t, c);
        if (!words) {
            *y++ = x[c];
            continue;
        }
        const uint32_t n = count_places(t, c);
        memset(y, 0, n * sizeof *y);
        if (x[c] >= 0 && x[c] < (float)words && places[(size_t)x[c]])
            y[places[(size_t)x[c]] - 1] = 1;
        y += n;
    }
}

/* Write the kept words of each channel, or null: [null, [0, 2], ..], and the number of words. */
static void one_hot_write(const ad_transform *t, ad_json *b, json_t *to)
{
    json_t *counts = json_array(), *seen = json_array();

    for (size_t c = 0; c < t->in.channels; c++) {
        json_t *list = words_of(t)[c] ? json_array() : json_null();
        for (uint32_t w = 0; w < words_of(t)[c]; w++)
            if (places_of(t, c)[w])
                ad_json_append(b, list, json_integer((json_int_t)w));
        ad_json_append(b, counts, json_integer((json_int_t)words_of(t)[c]));
        ad_json_append(b, seen, list);
    }
    ad_json_put(b, to, "words", counts);
    ad_json_put(b, to, "seen", seen);
}

static adrop_status read_places(ad_transform *t, size_t c, const json_t *list)
{
    json_int_t last = -1;

    if (!words_of(t)[c])
        return json_is_null(list) ? ADROP_OK : ADROP_EFORMAT;
    if (!json_is_array(list))
        return ADROP_EFORMAT;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_int_t w = json_integer_value(json_array_get(list, i));
        if (!json_is_integer(json_array_get(list, i)) || w <= last ||
            w >= (json_int_t)words_of(t)[c])
            return ADROP_EFORMAT;
        places_of(t, c)[w] = (uint32_t)i + 1;
        last = w;
    }
    return ADROP_OK;
}

static adrop_status one_hot_read(ad_transform *t, adrop_ctx *ctx, const json_t *from,
                                 const char **member)
{
    const json_t *counts = json_object_get(from, "words"), *seen = json_object_get(from, "seen");
    const size_t n = t->in.channels;
    uint32_t *words;
    adrop_status status;

    *member = "words";
    if (json_array_size(counts) != n)
        return ADROP_EFORMAT;
    if ((status = AD_NEW(ctx, n, "words", &words)))
        return status;
    for (size_t c = 0; c < n && !status; c++) {
        const json_int_t w = json_integer_value(json_array_get(counts, c));
        if (!json_is_integer(json_array_get(counts, c)) || w < 0 || w > MOST_WORDS)
            status = ADROP_EFORMAT;
        words[c] = (uint32_t)w;
    }
    if (!status)
        status = one_hot_make_room(t, ctx, words);
    ad_free(ctx, words);
    if (status)
        return status;
    *member = "seen";
    if (json_array_size(seen) != n)
        return ADROP_EFORMAT;
    for (size_t c = 0; c < n && !status; c++)
        status = read_places(t, c, json_array_get(seen, c));
    return status;
}

bool ad_one_hot_knows(const ad_transforms *list, size_t channel, float x)
{
    for (const ad_transform *t = list->item; t < list->item + list->n; t++)
        if (t->type == &ad_transform_type_one_hot)
            return channel < t->in.channels && x >= 0 && x < (float)words_of(t)[channel] &&
                   places_of(t, channel)[(size_t)x];
    return false;
}

const ad_transform_type ad_transform_type_one_hot = {
    .name = "one-hot",
    .summary = "one value of 0 or 1 for each word of a column",
    .options = options,
    .settings_size = 1,
    .out_shape = out_shape,
    .fit = one_hot_fit,
    .apply = one_hot_apply,
    .write = one_hot_write,
    .read = one_hot_read,
};
