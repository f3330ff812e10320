/* libarchive, loaded when a source is opened (library.h): ad_libarchive holds pointers to its
 * functions, under their own names. */
#ifndef AD_DATA_ARCHIVE_LIBRARY_H
#define AD_DATA_ARCHIVE_LIBRARY_H

#include <archive.h>
#include <archive_entry.h>

#include "data/library.h"

#define AD_ARCHIVE_CALLS(X)                                                                        \
  X(archive_errno)                                                                                 \
  X(archive_error_string)                                                                          \
  X(archive_filter_bytes)                                                                          \
  X(archive_filter_count)                                                                          \
  X(archive_format)                                                                                \
  X(archive_read_new)                                                                              \
  X(archive_read_free)                                                                             \
  X(archive_read_support_filter_gzip)                                                              \
  X(archive_read_support_filter_xz)                                                                \
  X(archive_read_support_filter_zstd)                                                              \
  X(archive_read_support_filter_bzip2)                                                             \
  X(archive_read_support_format_raw)                                                               \
  X(archive_read_support_format_empty)                                                             \
  X(archive_read_support_format_tar)                                                               \
  X(archive_read_support_format_zip)                                                               \
  X(archive_read_open_filename)                                                                    \
  X(archive_read_open_memory)                                                                      \
  X(archive_read_next_header)                                                                      \
  X(archive_read_data)                                                                             \
  X(archive_read_data_block)                                                                       \
  X(archive_entry_filetype)                                                                        \
  X(archive_entry_hardlink)                                                                        \
  X(archive_entry_symlink)                                                                         \
  X(archive_entry_pathname)                                                                        \
  X(archive_entry_pathname_utf8)                                                                   \
  X(archive_entry_size)                                                                            \
  X(archive_entry_size_is_set)

typedef struct ad_libarchive {
#define X(name) __typeof__(&(name)) name;
    AD_ARCHIVE_CALLS(X)
#undef X
    ad_library library;
} ad_libarchive;

adrop_status ad_libarchive_open(adrop_ctx *ctx, ad_libarchive **out);
void ad_libarchive_free(adrop_ctx *ctx, ad_libarchive *lib); /* NULL is fine */

#endif
