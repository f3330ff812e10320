/* MD5: R. Rivest, RFC 1321, 1992. The constants are floor(2^32 |sin(i + 1)|). */
#include <string.h>

#include "data/digest.h"

static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const uint8_t turns[4][4] = {
    { 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 }
};

static uint32_t left(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static void digest_md5_block(uint32_t *state, const uint8_t *data)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], word[16];

    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)data[4 * i] | (uint32_t)data[4 * i + 1] << 8 |
                  (uint32_t)data[4 * i + 2] << 16 | (uint32_t)data[4 * i + 3] << 24;
    for (unsigned i = 0; i < 64; i++) {
        const unsigned round = i / 16;
        static const unsigned step[4] = { 1, 5, 3, 7 }, start[4] = { 0, 1, 5, 0 };
        const uint32_t f = round == 0   ? (b & c) | (~b & d)
                           : round == 1 ? (b & d) | (c & ~d)
                           : round == 2 ? b ^ c ^ d
                                        : c ^ (b | ~d);
        const uint32_t sum = a + f + sines[i] + word[(start[round] + step[round] * i) % 16];
        a = d;
        d = c;
        c = b;
        b += left(sum, turns[round][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void ad_md5_init(ad_digest *d)
{
    *d = (ad_digest){ .state = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 } };
}

void ad_md5_add(ad_digest *d, const void *data, size_t size)
{
    ad_digest_add(d, data, size, digest_md5_block);
}

void ad_md5_end(ad_digest *d, uint8_t sum[AD_MD5_SIZE])
{
    ad_digest_pad(d, 0, digest_md5_block);
    for (int i = 0; i < AD_MD5_SIZE; i++)
        sum[i] = (uint8_t)(d->state[i / 4] >> 8 * (i % 4));
}
