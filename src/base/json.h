/* Jansson, with every failure recorded.
 *
 * Jansson reports a failed allocation in each call's result. Building a record takes hundreds of
 * calls, so the first failure is recorded and checked once, at the end:
 *
 *     ad_json b = { 0 };
 *     json_t *record = json_object();
 *     ad_json_put(&b, record, "status", json_string("done"));    a failure is recorded
 *     status = ad_json_end(&b, ctx, "run.json", &record);
 *
 * A NULL value (it could not be created) and a NULL object are failures too, so results of
 * Jansson's constructors need no check of their own. */
#ifndef AD_BASE_JSON_H
#define AD_BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>

#include "adrop/context.h"
#include "base/lab.h"

typedef struct ad_json {
    bool failed;
} ad_json;

/* Move value (even after a failure) into an object, or to the end of an array. */
AD_LAB void ad_json_put(ad_json *b, json_t *object, const char *key, json_t *value);
AD_LAB void ad_json_append(ad_json *b, json_t *array, json_t *value);

/* A text, with U+FFFD for invalid UTF-8, which JSON cannot hold. */
AD_LAB json_t *ad_json_string(const char *text);

/* Is it UTF-8, so that JSON can hold it unchanged? */
AD_LAB bool ad_json_holds(const char *text);

/* A whole number from a file in [least, most], both below 2^63; false, with *n unchanged, for
 * everything else. */
AD_LAB bool ad_json_count(const json_t *value, size_t least, size_t most, size_t *n);

/* x, or null if it is not finite. */
AD_LAB json_t *ad_json_real(double x);

/* ADROP_ENOMEM if anything failed or *root is NULL; *root is then released and set to NULL. what is
 * its name in the message. */
AD_LAB adrop_status ad_json_end(const ad_json *b, adrop_ctx *ctx, const char *what, json_t **root);

/* json_loadb, twice: if its buffer cannot grow, Jansson (2.14) drops a byte of a number or a text
 * and continues, so one failed allocation gives a wrong value. NULL after a failure; errno is
 * ENOMEM if Jansson noticed that memory ran out, or if the two results differ. */
AD_LAB json_t *ad_json_load(const char *text, size_t size, size_t flags, json_error_t *error);

/* Parse a text from the file at path. ADROP_EFORMAT if it is not JSON, with line and reason;
 * ADROP_ENOMEM. flags are Jansson's. *out is NULL after a failure. */
AD_LAB adrop_status ad_json_parse(adrop_ctx *ctx, const char *path, const char *text, size_t size,
                                  size_t flags, json_t **out);

/* Replace the file at path by this record. The text is parsed and compared before it replaces the
 * old file, so no failure inside Jansson can leave an incomplete record. */
AD_LAB adrop_status ad_json_replace(adrop_ctx *ctx, const char *path, const json_t *json,
                                    size_t flags);

#endif
