/* Describes an array of activations: its shape, its number type, the order of its elements. A
 * vector of n units is a map of n channels, 1 x 1.
 *
 *     plain           (rows, channels, height, width), as PyTorch writes NCHW
 *     channels last   (rows, height, width, channels)
 *     blocked         (rows, channels / b, height, width, b), b = engine->block;
 *                     the last block is padded with zeros
 *
 * On maps of 1 x 1 the three are the same, except for the padding. */
#ifndef AD_COMPUTE_DESC_H
#define AD_COMPUTE_DESC_H

#include <stddef.h>

typedef enum ad_dtype { AD_DATA_F32, AD_DATA_BF16, AD_DATA_F64 } ad_dtype;
typedef enum ad_format { AD_PLAIN, AD_CHANNELS_LAST, AD_BLOCKED } ad_format;

typedef struct ad_desc {
    size_t rows, channels, height, width;
    ad_dtype dtype;
    ad_format format;
} ad_desc;

static inline size_t ad_dtype_size(ad_dtype t)
{
    return t == AD_DATA_F64 ? 8 : t == AD_DATA_F32 ? 4 : 2;
}

/* Units per row, without padding. */
static inline size_t ad_desc_units(const ad_desc *d)
{
    return d->channels * d->height * d->width;
}

/* The number of channels, rounded up to whole blocks. */
static inline size_t ad_whole_blocks(size_t channels, size_t block)
{
    return (channels + block - 1) / block * block;
}

/* Bytes of the array, including the padding of blocks of `block` channels. */
static inline size_t ad_desc_bytes(const ad_desc *d, size_t block)
{
    const size_t channels = d->format == AD_BLOCKED ? ad_whole_blocks(d->channels, block)
                                                    : d->channels;

    return d->rows * channels * d->height * d->width * ad_dtype_size(d->dtype);
}

static inline int ad_desc_equal(const ad_desc *a, const ad_desc *b)
{
    return a->rows == b->rows && a->channels == b->channels && a->height == b->height &&
           a->width == b->width && a->dtype == b->dtype && a->format == b->format;
}

/* Equal, or equal in bytes: the formats of 1 x 1 maps differ only in padding. */
static inline int ad_desc_same_bytes(const ad_desc *a, const ad_desc *b, size_t block)
{
    const int padded = a->channels % block &&
                       (a->format == AD_BLOCKED) != (b->format == AD_BLOCKED);
    ad_desc c = *b;

    if (a->height * a->width == 1 && !padded)
        c.format = a->format;
    return ad_desc_equal(a, &c);
}

#endif
