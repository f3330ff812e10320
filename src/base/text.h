/* Texts of bounded length: shown in messages, copied, joined. */
#ifndef AD_BASE_TEXT_H
#define AD_BASE_TEXT_H

#include <stddef.h>

#include "adrop/context.h"
#include "base/lab.h"

/* A name from a file or a caller as shown in messages: its start, with control characters replaced.
 * Valid until the end of the enclosing block. */
#define AD_SHOWN_SIZE  72
#define AD_SHOWN(name) ad_shown((char[AD_SHOWN_SIZE]){ 0 }, (name))
AD_LAB const char *ad_shown(char *text, const char *name);

/* A copy in memory of the context, freed with ad_free; NULL after a failure. */
AD_LAB adrop_status ad_copy_text(adrop_ctx *ctx, const char *text, char **out);

/* Characters up to the next comma that is not within parentheses, or to the end. */
AD_LAB size_t ad_setting_length(const char *text);

/* Append an item to a list (size bytes, initially ""), after a separator; truncated to size.
 * Returns 1, or 0 if it was truncated. */
AD_LAB int ad_join(char *list, size_t size, const char *separator, const char *item);

#endif
