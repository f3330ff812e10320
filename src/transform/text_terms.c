/* A table of terms (text_terms.h): open addressing. */
#include "transform/text_terms.h"

#include <string.h>
#include <xxhash.h>

#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 10 };

uint64_t ad_term_hash(const char *term, size_t length)
{
    return XXH3_64bits(term, length);
}

static adrop_status text_terms_grow(adrop_ctx *ctx, ad_terms *t)
{
    const size_t n_slots = t->n_slots ? 2 * t->n_slots : FIRST_SLOTS;
    uint32_t *slots;
    const adrop_status status = AD_NEW(ctx, n_slots, "terms", &slots);

    if (status)
        return status;
    for (size_t i = 0; i < t->n; i++) {
        size_t at = ad_terms_at(t, i)->hash & (n_slots - 1);
        while (slots[at])
            at = (at + 1) & (n_slots - 1);
        slots[at] = (uint32_t)i + 1;
    }
    ad_free(ctx, t->slots);
    t->slots = slots;
    t->n_slots = n_slots;
    return ADROP_OK;
}

adrop_status ad_terms_add(adrop_ctx *ctx, ad_terms *t, const char *term, size_t length,
                          uint64_t hash, uint32_t *number)
{
    adrop_status status;

    if (2 * t->n >= t->n_slots && (status = text_terms_grow(ctx, t)))
        return status;
    size_t at = hash & (t->n_slots - 1);
    for (; t->slots[at]; at = (at + 1) & (t->n_slots - 1)) {
        const ad_term *known = ad_terms_at(t, t->slots[at] - 1);
        if (known->hash == hash && known->length == length &&
            !memcmp((const char *)t->text.data + known->start, term, length)) {
            *number = t->slots[at] - 1;
            return ADROP_OK;
        }
    }
    const ad_term new_term = { .start = t->text.size, .length = (uint32_t)length, .hash = hash };
    if ((status = ad_bytes_append(ctx, &t->text, term, length, "terms")) ||
        (status = ad_bytes_append(ctx, &t->text, "", 1, "terms")) ||
        (status = ad_bytes_append(ctx, &t->list, &new_term, sizeof new_term, "terms")))
        return status;
    *number = (uint32_t)t->n++;
    t->slots[at] = *number + 1;
    return ADROP_OK;
}

void ad_terms_release(adrop_ctx *ctx, ad_terms *t)
{
    ad_bytes_release(ctx, &t->text);
    ad_bytes_release(ctx, &t->list);
    ad_free(ctx, t->slots);
    *t = (ad_terms){ 0 };
}
