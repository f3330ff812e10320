/* Coin flips at an address (coin.h). */
#include "technique/coin.h"

#include "random/noise.h"
#include "random/words.h"

void AD_KERNEL(ad_coin_fill)(uint32_t highest, const ad_address *at, size_t first, size_t n,
                             real *m)
{
    uint32_t words[AD_CHUNK_WORDS];

    if (first % 4 == 0)
        AD_KERNEL(ad_words)(at, first / 4, n, words);
    else
        AD_KERNEL(ad_noise_words)(at, first, n, words);
    for (size_t i = 0; i < n; i++)
        m[i] = words[i] <= highest ? 1 : 0;
}

static void coin_fill(const void *self, const ad_address *at, size_t first, size_t n, real *m,
                      real *d0, real *d1)
{
    (void)d0, (void)d1;
    AD_KERNEL(ad_coin_fill)(*(const uint32_t *)self, at, first, n, m);
}

void AD_KERNEL(ad_coin_mask)(const ad_call *call, ad_mask_shape shape, double rate,
                             void (*kernel)(const ad_mask *))
{
    const uint32_t highest = ad_coin_highest(1 - rate);
    const double scale = 1 / (1 - rate);

    kernel(&(ad_mask){
        .call = call, .shape = shape, .fill = coin_fill, .self = &highest, .scale = &scale });
}
