/* What a record says of techniques, mappings and seeds from outside. */
#ifndef AD_TRAIN_PLUGIN_H
#define AD_TRAIN_PLUGIN_H

#include <jansson.h>

#include "adrop/context.h"
#include "base/json.h"

/* Has a context something from outside: a technique, a mapping, a seed? */
int ad_plugins_any(const adrop_ctx *ctx);

/* [{"technique": "power", "file": "power.so"}, ..], with "map" or "seed" in place of "technique"
 * for those; file is null for a program's own. */
json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx);

/* File n of those that were loaded; NULL past the last. */
const char *ad_plugins_file(const adrop_ctx *ctx, size_t n);

/* ADROP_EINVAL, with what to give, if a setting `dropout` uses a technique, mapping or seed of such
 * a list that is not registered. A record names files and never has them loaded: whoever can write
 * a record could have code run. run: its folder; NULL: a task that a worker was given. */
adrop_status ad_plugins_check(adrop_ctx *ctx, const json_t *list, const char *dropout,
                              const char *run);

#endif
