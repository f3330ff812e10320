/* Files: read whole with a size limit, replace whole or not at all. */
#ifndef AD_BASE_FILE_H
#define AD_BASE_FILE_H

#include <stddef.h>

#include "adrop/context.h"

/* Read the file at path into *data (owned by the caller, freed with ad_free; a
 * zero follows the last byte) and its length into *size. ADROP_EIO if it cannot
 * be read or is longer than limit bytes. */
adrop_status ad_file_read(adrop_ctx *ctx, const char *path, size_t limit, char **data,
                          size_t *size);

/* Make path hold exactly these bytes: written beside it, flushed, renamed over
 * it, folder flushed. After any failure the old file is whole and the temporary
 * one gone. */
adrop_status ad_file_replace(adrop_ctx *ctx, const char *path, const void *data, size_t size);

#endif
