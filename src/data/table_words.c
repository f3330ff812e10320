/* Sorting words (table_words.h): numbers by value, then words by their letters. */
#include "data/table_words.h"

#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/memory.h"

/* Numbers by value, so that 1 and 1.0 are one class, before words by their letters. */
static int compare_texts(const char *s, const char *t)
{
    double x, y;
    const int s_word = adrop_number_read(s, &x) != ADROP_OK;
    const int t_word = adrop_number_read(t, &y) != ADROP_OK;

    if (s_word || t_word)
        return s_word && t_word ? strcmp(s, t) : s_word - t_word;
    return x < y ? -1 : x > y;
}

static int table_words_compare(const void *a, const void *b)
{
    const ad_table_word *s = a, *t = b;
    const int by_text = compare_texts(s->text, t->text);

    return by_text ? by_text : s->number < t->number ? -1 : s->number > t->number;
}

adrop_status ad_table_sort_words(adrop_ctx *ctx, const ad_words *words, ad_table_word **sorted,
                                 uint32_t **to)
{
    adrop_status status;

    *sorted = NULL;
    *to = NULL;
    if ((status = AD_NEW(ctx, words->n, "words", sorted)) ||
        (status = AD_NEW(ctx, words->n, "words", to)))
        return status;
    for (size_t i = 0; i < words->n; i++)
        (*sorted)[i] = (ad_table_word){ ad_words_at(words, i), (uint32_t)i };
    qsort(*sorted, words->n, sizeof **sorted, table_words_compare);
    for (size_t i = 0, n = 0; i < words->n; i++) {
        n += i && compare_texts((*sorted)[i].text, (*sorted)[i - 1].text);
        (*to)[(*sorted)[i].number] = (uint32_t)n;
    }
    return ADROP_OK;
}
