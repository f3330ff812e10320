/* Shared by the files of base/file.h: POSIX calls that handle EINTR, and the messages of
 * failures. */
#ifndef AD_BASE_FILE_IMPL_H
#define AD_BASE_FILE_IMPL_H

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/file.h"

/* Repeat the call while a signal interrupts it (EINTR). */
#define AD_RETRY(result, call)                                                                     \
  do {                                                                                             \
    (result) = (call);                                                                             \
  } while ((result) < 0 && errno == EINTR)

/* errno of ad_file_open for anything but a regular file; the same as the system's for a socket or
 * for a FIFO without a reader. */
#define AD_NOT_REGULAR ENXIO

/* Like ad_file_fail_read, but ADROP_EDISK. */
adrop_status ad_file_fail_write(adrop_ctx *ctx, const char *doing, const char *path);

/* Write all bytes at the file's position, then flush. Zero, or -1 with errno. */
int ad_file_write_all(int fd, const void *data, size_t size);

/* Flush the folder of path, so the name itself survives a power cut. Zero, or -1 with errno. */
int ad_file_sync_folder(const char *path);

#endif
