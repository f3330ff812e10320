/* Texts of bounded length: shown in messages, copied, joined. */
#ifndef AD_BASE_TEXT_H
#define AD_BASE_TEXT_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

/* A name from a file or a caller as messages show it: its start, control characters
 * replaced; for the length of the enclosing block. */
#define AD_SHOWN_SIZE  72
#define AD_SHOWN(name) ad_shown((char[AD_SHOWN_SIZE]){ 0 }, (name))
AD_LAB const char *ad_shown(char *text, const char *name);

/* A copy in memory of the context, freed with ad_free; NULL after a failure. */
AD_LAB adrop_status ad_copy_text(adrop_ctx *ctx, const char *text, char **out);

/* Characters up to the next comma that is not within parentheses, or to the end. */
AD_LAB size_t ad_setting_length(const char *text);

/* One more item behind those of a list (size bytes, "" at first), the separator between them, cut
 * to size. Returns 1, or 0 if it did not fit whole. */
AD_LAB int ad_join(char *list, size_t size, const char *separator, const char *item);

#endif
