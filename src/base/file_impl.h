/* What the files of base/file.h share: POSIX calls that survive signals, and one sentence
 * for what fails. */
#ifndef AD_BASE_FILE_IMPL_H
#define AD_BASE_FILE_IMPL_H

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/file.h"

/* Make the call again as long as a signal interrupts it (EINTR). */
#define AD_RETRY(result, call)                                                                     \
  do {                                                                                             \
    (result) = (call);                                                                             \
  } while ((result) < 0 && errno == EINTR)

/* errno of ad_file_open for what is no regular file; the system's own where a socket, or a FIFO
 * that nobody reads, is opened. */
#define AD_NOT_REGULAR ENXIO

/* As ad_file_fail_read, but ADROP_EDISK. */
adrop_status ad_file_fail_write(adrop_ctx *ctx, const char *doing, const char *path);

/* Write all bytes at the file's position, and flush. Zero, or -1 with errno. */
int ad_file_write_all(int fd, const void *data, size_t size);

/* Flush the folder that path is in, so that the name itself survives a power cut. Zero, or
 * -1 with errno. */
int ad_file_sync_folder(const char *path);

#endif
