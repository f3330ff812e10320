/* Renumbering words by name (recode.h). */
#include "rows/recode.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"

typedef struct {
    const char *name;
    size_t number;
} named;

static int recode_by_name(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

/* Set to (n) to the numbers of n words among the known ones. */
static adrop_status recode_find(adrop_ctx *ctx, const char *const *words, size_t n,
                                const ad_names *known, float *to)
{
    named *sorted;
    const adrop_status status = AD_NEW(ctx, known->n, "words", &sorted);

    if (status)
        return status;
    for (size_t i = 0; i < known->n; i++)
        sorted[i] = (named){ known->at[i], i };
    qsort(sorted, known->n, sizeof *sorted, recode_by_name);
    for (size_t i = 0; i < n; i++) {
        const named key = { words[i], 0 };
        const named *found = bsearch(&key, sorted, known->n, sizeof key, recode_by_name);
        to[i] = found ? (float)found->number : -1;
    }
    ad_free(ctx, sorted);
    return ADROP_OK;
}

adrop_status ad_recode_create(adrop_ctx *ctx, const char *who, size_t columns,
                              const size_t *n_words, const char *const *words,
                              const ad_names *known, ad_recode *out)
{
    size_t all = 0;
    adrop_status status;

    *out = (ad_recode){ .columns = columns };
    for (size_t c = 0; c < columns; c++)
        all += n_words[c];
    if ((status = AD_NEW(ctx, columns + 1, "words", &out->start)) ||
        (status = AD_NEW(ctx, all, "words", &out->to)))
        return status;
    for (size_t c = 0; c < columns && !status; c++) {
        const size_t n = n_words[c], at = out->start[c];
        const bool has_words = known && known[c].n;
        out->start[c + 1] = at + n;
        if (has_words != (n > 0))
            status = ad_fail(ctx, ADROP_EINVAL, "column %zu of %s holds %s, and is to hold %s", c,
                             who, n ? "words" : "numbers", n ? "numbers" : "words");
        else if (n)
            status = recode_find(ctx, words + at, n, &known[c], out->to + at);
    }
    return status;
}

void ad_recode_release(adrop_ctx *ctx, ad_recode *r)
{
    ad_free(ctx, r->start);
    ad_free(ctx, r->to);
    *r = (ad_recode){ 0 };
}

void ad_recode_apply(const ad_recode *r, const float *row, float *out)
{
    for (size_t c = 0; c < r->columns; c++) {
        const bool is_word = r->start[c + 1] > r->start[c] && row[c] >= 0;
        out[c] = is_word ? r->to[r->start[c] + (size_t)row[c]] : row[c];
    }
}
