/* JSON as text, with the shortest decimals that read back as the same double (Jansson prints 17
 * digits). */
#ifndef AD_BASE_JSON_TEXT_H
#define AD_BASE_JSON_TEXT_H

#include "base/json.h"
#include "base/lab.h"

/* flags are Jansson's. *out is released with ad_free, NULL after a failure. json may be NULL (out
 * of memory), which is ADROP_ENOMEM. The buffer has one byte more than the text and its zero, for a
 * newline. */
AD_LAB adrop_status ad_json_text(adrop_ctx *ctx, const json_t *json, size_t flags, char **out);

/* The same with numbers as Jansson prints them. */
AD_LAB adrop_status ad_json_dump(adrop_ctx *ctx, const json_t *json, size_t flags, char **out);

#endif
