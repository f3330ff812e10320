/* Techniques and networks as documents, with their own option tables. */
#ifndef ADROP_CLI_TECHNIQUE_SHOW_H
#define ADROP_CLI_TECHNIQUE_SHOW_H

#include "adrop/document.h"
#include "adrop/model.h"
#include "adrop/technique.h"

/* One item of a list: all about a technique. text: "name:key=value,..", whose settings are shown,
 * and resolved the same in full; both NULL: the defaults. */
void technique_document(adrop_document *d, adrop_ctx *ctx, const adrop_technique_info *info,
                        const char *text, const char *resolved);

/* The same of a network. */
void model_document(adrop_document *d, adrop_ctx *ctx, const adrop_architecture_info *info);

#endif
