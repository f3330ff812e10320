/* Files: read whole with a size limit, replace whole or not at all.
 *
 * What fails while reading is ADROP_EIO, what fails while writing (no room, a quota, a
 * device, no permission) is ADROP_EDISK, each with the name of the file; a signal that
 * interrupts a call (EINTR) is no failure, the call is made again. */
#ifndef AD_BASE_FILE_H
#define AD_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "base/lab.h"

enum { AD_PATH_SIZE = 4096 }; /* of a path, its zero included */

/* Read the file at path into *data (owned by the caller, freed with ad_free; a
 * zero follows the last byte) and its length into *size. ADROP_EIO if it cannot
 * be read or is longer than limit bytes. */
AD_LAB adrop_status ad_file_read(adrop_ctx *ctx, const char *path, size_t limit, char **data,
                                 size_t *size);

/* Make path hold exactly these bytes: written beside it as ".adrop-<random>.tmp", flushed,
 * renamed over it, folder flushed. After any failure the old file is whole and the
 * temporary one gone. */
AD_LAB adrop_status ad_file_replace(adrop_ctx *ctx, const char *path, const void *data,
                                    size_t size);

/* Is this the name of a temporary file of ours: ".adrop-", sixteen hexadecimal digits, ".tmp"? */
bool ad_file_is_temporary(const char *name);

/* Remove the temporary files that programs which were killed left in a folder, and nothing
 * else. The caller holds the folder's lock: nobody is writing there. */
AD_LAB void ad_file_sweep(const char *folder);

/* The same for a folder that others may be writing to, which nobody locks: only files of this user
 * that are older than a minute and that no program is writing. */
AD_LAB void ad_file_sweep_left(const char *folder);

/* Make an empty file with a temporary name beside path, for a program that writes to a name. */
AD_LAB adrop_status ad_file_temporary(adrop_ctx *ctx, const char *path, char beside[AD_PATH_SIZE]);

/* Cut the file at path (made if it is not there and length is 0) to length bytes and add these
 * behind. If that fails it is cut to length again. ADROP_EFORMAT if the file has fewer bytes
 * than length: somebody else has changed it, and it is left alone. Nothing is flushed. */
AD_LAB adrop_status ad_file_append(adrop_ctx *ctx, const char *path, size_t length,
                                   const void *data, size_t size);

/* Flush a file and its name, so that both survive a power cut. */
AD_LAB adrop_status ad_file_flush(adrop_ctx *ctx, const char *path);

/* Make a folder and those above it, where they are not there, and flush what each was made
 * in. ADROP_EEXIST if a file stands where a folder should. */
AD_LAB adrop_status ad_file_make_folders(adrop_ctx *ctx, const char *path);

/* Lock a file (made if it is not there) until *lock is closed or the program ends.
 * ADROP_EEXIST if another program holds it, or this one. */
AD_LAB adrop_status ad_file_lock(adrop_ctx *ctx, const char *path, int *lock);

/* open(2) with O_CLOEXEC and mode 0666, and again while a signal interrupts it. A regular file, or
 * a folder with O_DIRECTORY: nothing else is opened, and nothing is waited for. A FIFO in a folder
 * would stop whoever looks into it. */
AD_LAB int ad_file_open(const char *path, int flags);

/* "cannot <doing> '<path>': <errno's text>", and ADROP_EIO; ADROP_ENOMEM if that was the reason. */
AD_LAB adrop_status ad_file_fail_read(adrop_ctx *ctx, const char *doing, const char *path);

/* Zero, or -1 with errno. Linux has released the descriptor also where close reports
 * EINTR, so that is no failure, and nothing to repeat. */
int ad_file_close(int fd);

/* Write to an open file from offset on; path is for the message. */
AD_LAB adrop_status ad_file_write_at(adrop_ctx *ctx, int fd, const char *path, uint64_t offset,
                                     const void *data, size_t size);

/* Rename within a folder, and flush the folder. */
AD_LAB adrop_status ad_file_rename(adrop_ctx *ctx, const char *from, const char *to);

#endif
