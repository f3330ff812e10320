/* What a record says of techniques from outside. */
#ifndef AD_TRAIN_PLUGIN_H
#define AD_TRAIN_PLUGIN_H

#include <jansson.h>

#include "adrop/context.h"
#include "base/json.h"

/* [{"technique": "power", "file": "power.so"}, ..]; file is null for a program's own. */
json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx);

#endif
