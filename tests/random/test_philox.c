/* Philox4x32-10: the three published known answers (Random123's kat_vectors), in the plain form
 * and, through an address, in every kernel set; and the layout of the address. */
#include "random/philox.h"

#include "check.h"
#include "random/words.h"
#include "sets.h"

static const struct {
    uint32_t counter[4], key[2], answer[4];
} known[] = {
    { { 0, 0, 0, 0 }, { 0, 0 }, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { { ~0u, ~0u, ~0u, ~0u }, { ~0u, ~0u }, { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
      { 0xa4093822, 0x299f31d0 },
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
};

enum { N_KNOWN = sizeof known / sizeof known[0] };

static void plain_form_gives_the_published_answers(void)
{
    for (size_t v = 0; v < N_KNOWN; v++) {
        uint32_t counter[4];
        memcpy(counter, known[v].counter, sizeof counter);
        ad_philox(counter, known[v].key[0], known[v].key[1]);
        for (int i = 0; i < 4; i++)
            CHECK_EQ(counter[i], known[v].answer[i]);
    }
}

/* The address whose counter and key are those of a known answer. */
static ad_address address_of(size_t v)
{
    const uint32_t tag = known[v].counter[3];

    return (ad_address){
        .seed = known[v].key[0] | (uint64_t)known[v].key[1] << 32,
        .row = known[v].counter[1],
        .step = known[v].counter[2],
        .layer = (uint16_t)tag,
        .draw = tag >> 16 & 0x3ff,
        .purpose = (ad_purpose)(tag >> 26),
    };
}

static void every_set_gives_the_published_answers(void)
{
    for (int s = 0; s < AD_N_KERNEL_SETS; s++)
        for (size_t v = 0; v < N_KNOWN && ad_kernel_set_usable((ad_kernel_set)s); v++) {
            const ad_address at = address_of(v);
            uint32_t words[4];
            CHECK_WHERE("%s, vector %zu", ad_kernel_set_name((ad_kernel_set)s), v);
            CHECK_EQ(ad_address_tag(&at), known[v].counter[3]);
            noise_sets[s].words(&at, 4 * (size_t)known[v].counter[0], 4, words);
            for (int i = 0; i < 4; i++)
                CHECK_EQ(words[i], known[v].answer[i]);
        }
}

static void sets_agree_on_every_range(void)
{
    const ad_address at = { .seed = 0x123456789abcdef,
                            .row = 7,
                            .step = 9,
                            .layer = 3,
                            .draw = 5,
                            .purpose = AD_FOR_INIT };
    enum { N = 3000 };
    static uint32_t plain[N], fast[N];

    for (int s = AD_F32; s < AD_N_KERNEL_SETS; s++)
        for (size_t first = 0; first < 9 && ad_kernel_set_usable((ad_kernel_set)s); first++)
            for (size_t n = 1; n < N; n = n * 2 + 1) {
                CHECK_WHERE("%s, %zu from %zu", ad_kernel_set_name((ad_kernel_set)s), n, first);
                noise_sets[AD_F64].words(&at, first, n, plain);
                noise_sets[s].words(&at, first, n, fast);
                CHECK(!memcmp(plain, fast, n * sizeof *fast));
            }
}

typedef void words_at_fn(const ad_address *at, size_t first, size_t n, const uint16_t *offset,
                         uint32_t *out);

/* Words of scattered elements are those of the range they lie in. */
static void words_at_places(void)
{
#define ROW(set) ad_words_at_##set,
    static words_at_fn *const sets[AD_N_KERNEL_SETS] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW
    enum { N = 3 * AD_WORDS_AT, RANGE = 1000 };
    const ad_address at = { .seed = 0xfedcba987654321, .row = 3, .step = 4, .draw = 6 };
    uint32_t range[RANGE], words[N];
    uint16_t offset[N];

    for (size_t k = 0; k < N; k++)
        offset[k] = (uint16_t)(k * 389 % RANGE);
    for (int s = 0; s < AD_N_KERNEL_SETS; s++)
        for (size_t first = 0; first < 7 && ad_kernel_set_usable((ad_kernel_set)s); first++) {
            noise_sets[AD_F64].words(&at, first, RANGE, range);
            sets[s](&at, first, N, offset, words);
            CHECK_WHERE("%s from %zu", ad_kernel_set_name((ad_kernel_set)s), first);
            for (size_t k = 0; k < N; k++)
                CHECK_EQ(words[k], range[offset[k]]);
        }
}

CHECK_MAIN(plain_form_gives_the_published_answers, every_set_gives_the_published_answers,
           sets_agree_on_every_range, words_at_places)
