/* Blocks and padding of MD5 and SHA-256 (digest.h): a bit 1, zeros, and the length in
 * bits in the last eight bytes. */
#include "data/digest.h"

#include <string.h>

void ad_digest_add(ad_digest *d, const void *data, size_t size, ad_digest_block_fn *block)
{
    const uint8_t *p = data;
    const size_t held = d->bytes % sizeof d->block;

    d->bytes += size;
    if (held) {
        const size_t n = size < sizeof d->block - held ? size : sizeof d->block - held;
        memcpy(d->block + held, p, n);
        p += n;
        size -= n;
        if (held + n < sizeof d->block)
            return;
        block(d->state, d->block);
    }
    for (; size >= sizeof d->block; p += sizeof d->block, size -= sizeof d->block)
        block(d->state, p);
    if (size)
        memcpy(d->block, p, size);
}

void ad_digest_pad(ad_digest *d, int big_endian, ad_digest_block_fn *block)
{
    static const uint8_t padding[64] = { 0x80 };
    const uint64_t bits = d->bytes * 8;
    const size_t held = d->bytes % sizeof d->block;
    uint8_t length[8];

    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (big_endian ? 56 - 8 * i : 8 * i));
    ad_digest_add(d, padding, held < 56 ? 56 - held : 120 - held, block);
    ad_digest_add(d, length, sizeof length, block);
}
