/* Status codes: what every fallible call returns.
 *
 *     adrop_status status = adrop_dist_create(ctx, "gaussian", "sigmoid", 0, 1, &dist);
 *     if (status)
 *         fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
 *
 * The code is for the program; the message, which names the value, the reason and the cure, is for
 * the user, and is kept in the context (context.h). */
#ifndef ADROP_STATUS_H
#define ADROP_STATUS_H

#include "adrop/export.h"

ADROP_BEGIN_DECLS

/* One line per code: name, number, text. Numbers never change; new codes are appended. Zero is
 * success, so `if (status)` reads "if it failed". */
#define ADROP_STATUS_MAP(ROW)                                                                      \
  ROW(OK, 0, "no error")                                                                           \
  ROW(ENOMEM, 1, "out of memory")                                                                  \
  ROW(EINVAL, 2, "invalid argument")                                                               \
  ROW(ESHAPE, 3, "shapes do not agree")                                                            \
  ROW(ENOENT, 4, "no such name")                                                                   \
  ROW(EIO, 5, "reading or writing failed")                                                         \
  ROW(EFORMAT, 6, "file is not in the expected format")                                            \
  ROW(ENUMERIC, 7, "a value is not finite")                                                        \
  ROW(ECOMPUTE, 8, "the engine failed")                                                            \
  ROW(EEXIST, 9, "it is there already")                                                            \
  ROW(EDISK, 10, "a file cannot be written")                                                       \
  ROW(EINTR, 11, "stopped because the caller asked for it")                                        \
  ROW(ENETWORK, 12, "the network failed")

typedef enum adrop_status {
#define ADROP_STATUS_ROW_(code, value, text) ADROP_##code = value,
    ADROP_STATUS_MAP(ADROP_STATUS_ROW_)
#undef ADROP_STATUS_ROW_
} adrop_status;

/* "out of memory" and the like; "unknown status" for an unknown number. */
ADROP_API const char *adrop_status_text(adrop_status status);

ADROP_END_DECLS

#endif
