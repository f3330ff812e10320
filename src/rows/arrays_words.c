/* Columns of words for rows in memory (arrays.h): their lists follow each other in one array. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "rows/arrays.h"

static int by_letters(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Check that the n words of a column are not empty and differ. */
static adrop_status arrays_words_check_names(adrop_ctx *ctx, const adrop_arrays *a, size_t column,
                                             const char *const *words, size_t n)
{
    const char **sorted;
    adrop_status status;

    for (size_t i = 0; i < n; i++)
        if (!words[i])
            return ad_fail(ctx, ADROP_EINVAL, "'%s': word %zu of column %zu has no name", a->name,
                           i, column);
    if ((status = AD_NEW(ctx, n, "words", &sorted)))
        return status;
    if (n)
        memcpy(sorted, words, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_letters);
    for (size_t i = 1; i < n && !status; i++)
        if (!strcmp(sorted[i - 1], sorted[i]))
            status = ad_fail(ctx, ADROP_EINVAL, "'%s': the word '%s' of column %zu is there twice",
                             a->name, AD_SHOWN(sorted[i]), column);
    ad_free(ctx, sorted);
    return status;
}

static adrop_status check_numbers(adrop_ctx *ctx, const adrop_arrays *a, size_t column)
{
    const size_t n = a->n_words[column];

    for (size_t i = 0; n && i < a->rows; i++) {
        const float x = a->values[i * a->channels + column];
        if (!isnan(x) && !(x >= -1 && x < (float)n && floorf(x) == x))
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', row %zu, column %zu: %s is not the number of a word: words are 0 "
                           "to %zu, and -1 is none of them",
                           a->name, i, column, AD_NUM(x), n - 1);
    }
    return ADROP_OK;
}

adrop_status ad_arrays_check_words(adrop_ctx *ctx, const adrop_arrays *a)
{
    const char *const *words = a->words;
    adrop_status status = ADROP_OK;

    if (!a->n_words)
        return a->words
                   ? ad_fail(ctx, ADROP_EINVAL,
                             "'%s' has words: say by n_words how many each column has", a->name)
                   : ADROP_OK;
    if (!a->values || a->height > 1 || a->width > 1)
        return ad_fail(ctx, ADROP_EINVAL,
                       "'%s' has n_words: words are the values of a table, dense and of height and "
                       "width 1",
                       a->name);
    for (size_t c = 0; c < a->channels && !status; c++) {
        const size_t n = a->n_words[c];
        if (n > AD_MAX_CLASSES)
            return ad_fail(ctx, ADROP_EINVAL,
                           "'%s', column %zu: n_words is %zu, at most %d are "
                           "possible",
                           a->name, c, n, AD_MAX_CLASSES);
        if (n && !a->words)
            return ad_fail(ctx, ADROP_EINVAL, "'%s', column %zu: n_words is %zu, and words is NULL",
                           a->name, c, n);
        if (n && !(status = arrays_words_check_names(ctx, a, c, words, n))) {
            status = check_numbers(ctx, a, c);
            words += n;
        }
    }
    return status;
}

adrop_status ad_arrays_take_words(adrop_ctx *ctx, const adrop_arrays *a, ad_names **out)
{
    const char *const *words = a->words;
    adrop_status status = ADROP_OK;

    for (size_t c = 0; a->n_words && c < a->channels && !status; c++) {
        const size_t n = a->n_words[c];
        if (n && !*out) /* the caller owns it from now on */
            status = AD_NEW(ctx, a->channels, "categories", out);
        if (n && !status) {
            status = ad_names_copy(ctx, words, n, &(*out)[c]);
            words += n;
        }
    }
    return status;
}
