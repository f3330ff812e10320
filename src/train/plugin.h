/* What a record says of techniques from outside. */
#ifndef AD_TRAIN_PLUGIN_H
#define AD_TRAIN_PLUGIN_H

#include <jansson.h>

#include "adrop/context.h"
#include "base/json.h"

/* [{"technique": "power", "file": "power.so"}, ..]; file is null for a program's own. */
json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx);

/* ADROP_EINVAL, with what to give, if a technique of such a list is the one of a setting `dropout`
 * and is not registered. A record names files and never has them loaded: whoever can write a record
 * could have code run. run: its folder; NULL: a
 * task that a worker was given. */
adrop_status ad_plugins_check(adrop_ctx *ctx, const json_t *list, const char *dropout,
                              const char *run);

#endif
