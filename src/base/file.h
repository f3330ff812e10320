/* Files: reading with a size limit, atomic replacement.
 *
 * A failed read is ADROP_EIO; a failed write (no room, a quota, a device, no permission) is
 * ADROP_EDISK; both name the file. A call interrupted by a signal (EINTR) is repeated. */
#ifndef AD_BASE_FILE_H
#define AD_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "base/lab.h"

enum { AD_PATH_SIZE = 4096 }; /* of a path, including its zero */

/* Read the file at path into *data (owned by the caller, freed with ad_free; a
 * zero follows the last byte) and its length into *size. ADROP_EIO if it cannot
 * be read or is longer than limit bytes. */
AD_LAB adrop_status ad_file_read(adrop_ctx *ctx, const char *path, size_t limit, char **data,
                                 size_t *size);

/* Replace the contents of path: write a file beside it, ".adrop-<random>.tmp", flush it, rename it
 * over path, flush the folder. After any failure the old file is intact and the temporary one
 * removed. */
AD_LAB adrop_status ad_file_replace(adrop_ctx *ctx, const char *path, const void *data,
                                    size_t size);

/* Is this the name of one of our temporary files: ".adrop-", sixteen hexadecimal digits, ".tmp"? */
bool ad_file_is_temporary(const char *name);

/* Remove only the temporary files that killed programs left in a folder. The caller holds the
 * folder's lock, so no one is writing there. */
AD_LAB void ad_file_sweep(const char *folder);

/* The same for a folder without a lock, to which others may be writing: removes only files of this
 * user that are older than a minute and that no program is writing. */
AD_LAB void ad_file_sweep_left(const char *folder);

/* Create an empty file with a temporary name beside path, for a program that writes to a given
 * name. */
AD_LAB adrop_status ad_file_temporary(adrop_ctx *ctx, const char *path, char beside[AD_PATH_SIZE]);

/* Truncate the file at path (created if missing and length is 0) to length bytes and append data.
 * On failure it is truncated to length again. ADROP_EFORMAT if the file is shorter than length:
 * another program changed it, and it is not touched. Nothing is flushed. */
AD_LAB adrop_status ad_file_append(adrop_ctx *ctx, const char *path, size_t length,
                                   const void *data, size_t size);

/* Flush a file and its name, so that both survive a power cut. */
AD_LAB adrop_status ad_file_flush(adrop_ctx *ctx, const char *path);

/* Create a folder and its missing parents, and flush the folders in which they were created.
 * ADROP_EEXIST if a path component is a file. */
AD_LAB adrop_status ad_file_make_folders(adrop_ctx *ctx, const char *path);

/* Lock a file (created if missing) until *lock is closed or the program ends. ADROP_EEXIST if it is
 * already locked, by another program or by this one. */
AD_LAB adrop_status ad_file_lock(adrop_ctx *ctx, const char *path, int *lock);

/* open(2) with O_CLOEXEC and mode 0666, repeated after EINTR. Opens only regular files, or folders
 * with O_DIRECTORY, and never blocks: a FIFO in a folder would otherwise stop its reader. */
AD_LAB int ad_file_open(const char *path, int flags);

/* "cannot <doing> '<path>': <errno's text>", and ADROP_EIO; ADROP_ENOMEM if that was the cause. */
AD_LAB adrop_status ad_file_fail_read(adrop_ctx *ctx, const char *doing, const char *path);

/* Zero, or -1 with errno. On Linux, close releases the descriptor even if it reports EINTR, so that
 * is not a failure, and must not be repeated. */
int ad_file_close(int fd);

/* Write to an open file at offset; path is for the message. */
AD_LAB adrop_status ad_file_write_at(adrop_ctx *ctx, int fd, const char *path, uint64_t offset,
                                     const void *data, size_t size);

/* Rename within a folder, and flush the folder. */
AD_LAB adrop_status ad_file_rename(adrop_ctx *ctx, const char *from, const char *to);

#endif
