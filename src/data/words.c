/* The distinct words of a column (words.h): a hash table with open addressing. */
#include "data/words.h"

#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

enum { FIRST_SLOTS = 64 };

/* The slot of a word, or the empty slot where it belongs. */
static size_t find_slot(const ad_words *w, const char *word, size_t length)
{
    size_t i = XXH3_64bits(word, length) & (w->n_slots - 1);

    for (; w->slots[i]; i = (i + 1) & (w->n_slots - 1)) {
        const char *other = ad_words_at(w, w->slots[i] - 1);
        if (!strncmp(other, word, length) && !other[length])
            break;
    }
    return i;
}

static adrop_status words_grow(adrop_ctx *ctx, ad_words *w)
{
    uint32_t *former = w->slots;
    const size_t n = w->n_slots ? 2 * w->n_slots : FIRST_SLOTS;
    const adrop_status status = AD_NEW(ctx, n, "words", &w->slots);

    if (status) {
        w->slots = former;
        return status;
    }
    w->n_slots = n;
    for (size_t i = 0; i < w->n; i++) {
        const char *word = ad_words_at(w, i);
        w->slots[find_slot(w, word, strlen(word))] = (uint32_t)i + 1;
    }
    ad_free(ctx, former);
    return ADROP_OK;
}

adrop_status ad_words_add(adrop_ctx *ctx, ad_words *w, const char *word, size_t length,
                          uint32_t *number)
{
    const size_t start = w->text.size;
    adrop_status status = ADROP_OK;

    if (2 * (w->n + 1) > w->n_slots && (status = words_grow(ctx, w)))
        return status;
    const size_t slot = find_slot(w, word, length);
    if (w->slots[slot]) {
        *number = w->slots[slot] - 1;
        return ADROP_OK;
    }
    if ((status = ad_bytes_reserve(ctx, &w->text, length + 1, "words")) ||
        (status = ad_bytes_append(ctx, &w->starts, &start, sizeof start, "words")))
        return status;
    char *to = (char *)w->text.data + start;
    memcpy(to, word, length);
    to[length] = 0;
    w->text.size += length + 1;
    w->slots[slot] = (uint32_t)w->n + 1;
    *number = (uint32_t)w->n++;
    return ADROP_OK;
}

size_t ad_words_find(const ad_words *w, const char *word, size_t length)
{
    const size_t slot = w->n_slots ? find_slot(w, word, length) : 0;

    return w->n_slots && w->slots[slot] ? w->slots[slot] - 1 : w->n;
}

void ad_words_release(adrop_ctx *ctx, ad_words *w)
{
    ad_bytes_release(ctx, &w->text);
    ad_bytes_release(ctx, &w->starts);
    ad_free(ctx, w->slots);
    *w = (ad_words){ 0 };
}
