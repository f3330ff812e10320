/* MD5 (RFC 1321) and SHA-256 (FIPS 180-4): the sums that authors of data sets
 * publish. To tell files apart, not for security. */
#ifndef AD_DATA_DIGEST_H
#define AD_DATA_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { AD_MD5_SIZE = 16, AD_SHA256_SIZE = 32 };

typedef struct ad_digest {
    uint32_t state[8];
    uint64_t bytes; /* seen so far */
    uint8_t block[64];
} ad_digest;

void ad_md5_init(ad_digest *d);
void ad_md5_add(ad_digest *d, const void *data, size_t size);
void ad_md5_end(ad_digest *d, uint8_t sum[AD_MD5_SIZE]);

void ad_sha256_init(ad_digest *d);
void ad_sha256_add(ad_digest *d, const void *data, size_t size);
void ad_sha256_end(ad_digest *d, uint8_t sum[AD_SHA256_SIZE]);

/* What both share: cut data into blocks; pad at the end. */
typedef void ad_digest_block_fn(uint32_t *state, const uint8_t *block);
void ad_digest_add(ad_digest *d, const void *data, size_t size, ad_digest_block_fn *block);
void ad_digest_pad(ad_digest *d, int big_endian, ad_digest_block_fn *block);

#endif
