/* Plug-in techniques, mappings and seeds in a record. */
#ifndef AD_TRAIN_PLUGIN_H
#define AD_TRAIN_PLUGIN_H

#include <jansson.h>

#include "adrop/context.h"
#include "base/json.h"

/* Does a context have plug-ins: a technique, a mapping, a seed? */
int ad_plugins_any(const adrop_ctx *ctx);

/* [{"technique": "power", "file": "power.so"}, ..], with "map" or "seed" instead of "technique"
 * for those; file is null if the program itself registered it. */
json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx);

/* Loaded file n; NULL past the last. */
const char *ad_plugins_file(const adrop_ctx *ctx, size_t n);

/* ADROP_EINVAL, with the cure, if `dropout` uses a technique, mapping or seed of such
 * a list that is not registered. A record only names files and never loads them: otherwise whoever
 * can write a record could run code. run: its folder; NULL: the task of a worker. */
adrop_status ad_plugins_check(adrop_ctx *ctx, const json_t *list, const char *dropout,
                              const char *run);

#endif
