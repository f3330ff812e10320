/* One dropout technique, or one network, as text and as JSON. */
#ifndef ADROP_CLI_TECHNIQUE_SHOW_H
#define ADROP_CLI_TECHNIQUE_SHOW_H

#include <stdio.h>

#include "adrop/model.h"
#include "adrop/technique.h"
#include "json.h"

/* text is NAME or NAME:key=value,.. as adrop_technique_check accepted it, resolved
 * what it made of it. */
void technique_print(FILE *file, adrop_ctx *ctx, const adrop_technique_info *info, const char *text,
                     const char *resolved);

/* The same as a JSON object; text and resolved may be NULL: then the settings are
 * the defaults and are not repeated as values. */
void technique_json(json *j, adrop_ctx *ctx, const adrop_technique_info *info, const char *text,
                    const char *resolved);

/* A network with its options. */
void model_print(FILE *file, adrop_ctx *ctx, const adrop_architecture_info *info);
void model_json(json *j, adrop_ctx *ctx, const adrop_architecture_info *info);

#endif
