/* The files that rows were read from: the identity of a data set, kept in the records of runs. */
#ifndef AD_ROWS_FILES_H
#define AD_ROWS_FILES_H

#include <stdint.h>

#include "base/bytes.h"
#include "base/lab.h"

typedef struct ad_file_sum {
    const char *path; /* owned */
    uint64_t bytes, xxh3, contents;
} ad_file_sum;

/* Elements are ad_file_sum. */
typedef ad_bytes ad_files;

static inline size_t ad_files_count(const ad_files *files)
{
    return files->size / sizeof(ad_file_sum);
}

static inline const ad_file_sum *ad_files_at(const ad_files *files, size_t i)
{
    return i < ad_files_count(files) ? (const ad_file_sum *)files->data + i : NULL;
}

/* The path is copied. */
AD_LAB adrop_status ad_files_add(adrop_ctx *ctx, ad_files *files, const ad_file_sum *file);

/* Append another list. */
adrop_status ad_files_append(adrop_ctx *ctx, ad_files *files, const ad_files *from);

AD_LAB void ad_files_release(adrop_ctx *ctx, ad_files *files);

#endif
