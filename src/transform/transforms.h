/* A list of transforms, applied one after the other (transform.h).
 *
 *     ad_transforms list = { 0 };
 *     ad_transforms_add(&list, ctx, "unit:top=16");
 *     ad_transforms_fit(&list, ctx, shape, &training_rows);
 *     ad_transforms_apply(&list, 0, x, y, scratch);   // scratch: ad_transforms_room() floats
 *     ad_transforms_release(&list, ctx);
 *
 * A list belongs to whoever holds the struct and is released with a context that has the allocator
 * of the one it was made with. A fitted list is only read: threads may apply it at the same time.
 */
#ifndef AD_TRANSFORM_TRANSFORMS_H
#define AD_TRANSFORM_TRANSFORMS_H

#include <stdint.h>

#include "base/lab.h"
#include "transform/transform.h"

enum { AD_MAX_TRANSFORMS = 8, AD_LEVELS = 256 };

typedef struct ad_transforms {
    size_t n;
    ad_transform item[AD_MAX_TRANSFORMS]; /* (n) */
    ad_shape in, out;                     /* of a row, once fitted */
} ad_transforms;

/* Add one, as "name" or "name:key=value,..". ADROP_ENOENT for an unknown name, ADROP_EINVAL for
 * settings that do not fit and beyond AD_MAX_TRANSFORMS. */
AD_LAB adrop_status ad_transforms_add(ad_transforms *list, adrop_ctx *ctx, const char *text);

/* Fit each to the training rows as they come out of those before it. rows may be NULL or empty if
 * none needs them: ADROP_EINVAL names the one that does. */
AD_LAB adrop_status ad_transforms_fit(ad_transforms *list, adrop_ctx *ctx, ad_shape in,
                                      const ad_training_rows *rows);

/* out must be empty; it is to be released also after a failure. */
adrop_status ad_transforms_copy(const ad_transforms *list, adrop_ctx *ctx, ad_transforms *out);
void ad_transforms_release(ad_transforms *list, adrop_ctx *ctx);

/* Floats of scratch that apply needs: 0 for a list of one. */
size_t ad_transforms_room(const ad_transforms *list);

/* Apply item[first], .. item[n - 1]: x is a row as it goes into item[first], y as it leaves the
 * list. x, y and scratch do not overlap. */
void ad_transforms_apply(const ad_transforms *list, size_t first, const float *x, float *y,
                         float *scratch);

/* The first so many of the list in one table: levels (channels, 256), owned by the caller, what
 * they make of each byte; *covered of them. */
adrop_status ad_transforms_levels(const ad_transforms *list, adrop_ctx *ctx, float **levels,
                                  size_t *covered);

/* A row of bytes, of that shape, looked up in levels. */
void ad_levels_apply(const float *levels, ad_shape shape, const uint8_t *pixels, float *x);

/* Whether every transform can be undone; then the value that becomes z, and its derivative by z
 * (the factor for standard deviations), in a channel. */
bool ad_transforms_invertible(const ad_transforms *list);
double ad_transforms_invert(const ad_transforms *list, size_t channel, double z, double *slope);

/* transforms_json.c: as a JSON array,
 *     [{"name": "standardise", "top": 1, "mean": [..], "deviation": [..]}]
 * whose numbers are read back as the same bits. *out is a new reference; NULL if there is no
 * memory. Reading settles the list as fit does. ADROP_EFORMAT with a sentence that names `where`
 * for whatever is not as written; list is to be released also after a failure. */
json_t *ad_transforms_write(ad_json *b, const ad_transforms *list);
adrop_status ad_transforms_read(ad_transforms *list, adrop_ctx *ctx, const char *where,
                                const json_t *from, ad_shape in);

#endif
