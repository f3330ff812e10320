/* A list of transforms, applied one after another (transform.h).
 *
 *     ad_transforms list = { 0 };
 *     ad_transforms_add(&list, ctx, "unit:top=16");
 *     ad_transforms_fit(&list, ctx, shape, &training_rows);
 *     ad_transforms_apply(&list, 0, x, y, scratch);   // scratch: ad_transforms_room() floats
 *     ad_transforms_release(&list, ctx);
 *
 * Whoever holds the struct owns the list and releases it with a context that has the allocator it
 * was made with. A fitted list is read-only: threads may apply it at the same time. */
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
 * invalid settings and beyond AD_MAX_TRANSFORMS. */
AD_LAB adrop_status ad_transforms_add(ad_transforms *list, adrop_ctx *ctx, const char *text);

/* Fit each to the training rows as transformed by those before it. rows may be NULL or empty if no
 * transform needs them: ADROP_EINVAL names the one that does. */
AD_LAB adrop_status ad_transforms_fit(ad_transforms *list, adrop_ctx *ctx, ad_shape in,
                                      const ad_training_rows *rows);

/* out must be empty; the caller releases it, also after a failure. */
adrop_status ad_transforms_copy(const ad_transforms *list, adrop_ctx *ctx, ad_transforms *out);
void ad_transforms_release(ad_transforms *list, adrop_ctx *ctx);

/* Floats of scratch for apply: 0 for a list of one. */
size_t ad_transforms_room(const ad_transforms *list);

/* Apply item[first], .. item[n - 1]: x is an input row of item[first], y an output row of the list.
 * x, y and scratch must not overlap. */
void ad_transforms_apply(const ad_transforms *list, size_t first, const float *x, float *y,
                         float *scratch);

/* Tabulate the first *covered transforms, those that are by value: levels (channels, 256), their
 * output for each byte, owned by the caller. */
adrop_status ad_transforms_levels(const ad_transforms *list, adrop_ctx *ctx, float **levels,
                                  size_t *covered);

/* Look up a row of bytes, of this shape, in levels. */
void ad_levels_apply(const float *levels, ad_shape shape, const uint8_t *pixels, float *x);

/* Is every transform invertible? Then the inverse at z in a channel, and its derivative by z (the
 * factor for standard deviations). */
bool ad_transforms_invertible(const ad_transforms *list);
double ad_transforms_invert(const ad_transforms *list, size_t channel, double z, double *slope);

/* transforms_json.c: as a JSON array,
 *     [{"name": "standardise", "top": 1, "mean": [..], "deviation": [..]}]
 * whose numbers are read back to the same bits. Returns a new reference; NULL if there is no
 * memory. Reading settles the list like fit. ADROP_EFORMAT names `where` and the error; the caller
 * releases list also after a failure. */
json_t *ad_transforms_write(ad_json *b, const ad_transforms *list);
adrop_status ad_transforms_read(ad_transforms *list, adrop_ctx *ctx, const char *where,
                                const json_t *from, ad_shape in);

#endif
