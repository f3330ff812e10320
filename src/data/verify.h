/* Published sums of files, and the sums of files on disk. */
#ifndef AD_DATA_VERIFY_H
#define AD_DATA_VERIFY_H

#include "adrop/context.h"
#include "data/digest.h"

/* Hexadecimal digits of the longest sum, and a zero. */
enum { AD_SUM_SIZE = 2 * AD_SHA256_SIZE + 1 };

/* 32 digits: MD5; 64: SHA-256; NULL if none is known. */
const char *ad_published_sum(const char *set, const char *file);

/* The sum of the bytes on disk, of the same kind as `like`. ADROP_EIO if they cannot be
 * read. */
adrop_status ad_sum_file(adrop_ctx *ctx, const char *path, const char *like, char sum[AD_SUM_SIZE]);

#endif
