/* Settings from a file: an option table (option.h) filled from YAML. */
#ifndef ADROP_CONFIG_H
#define ADROP_CONFIG_H

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* Set fields from a flat YAML file of `key: value` lines. Unknown and repeated keys, nested values
 * and files over 1 MiB are errors that name file and line. */
ADROP_API adrop_status adrop_options_read_sized(adrop_ctx *ctx, const adrop_option *table,
                                                void *dst, size_t dst_size, const char *path);
#define adrop_options_read(ctx, table, dst, path)                                                  \
  adrop_options_read_sized((ctx), (table), (dst), sizeof *(dst), (path))

ADROP_END_DECLS

#endif
