/* JSON as text, with numbers as the shortest decimals that are read back as the same
 * double (Jansson prints 17 digits of each). */
#ifndef AD_BASE_JSON_TEXT_H
#define AD_BASE_JSON_TEXT_H

#include "base/json.h"
#include "base/lab.h"

/* flags are Jansson's. *out is released with ad_free, NULL after a failure; json may be
 * NULL (there was no memory for it), which is ADROP_ENOMEM. One byte more than the text
 * and its zero is there, for a newline. */
AD_LAB adrop_status ad_json_text(adrop_ctx *ctx, const json_t *json, size_t flags, char **out);

/* The same with numbers as Jansson prints them. */
AD_LAB adrop_status ad_json_dump(adrop_ctx *ctx, const json_t *json, size_t flags, char **out);

#endif
