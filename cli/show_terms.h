/* The strongest terms of each class of a run on documents. */
#ifndef ADROP_CLI_SHOW_TERMS_H
#define ADROP_CLI_SHOW_TERMS_H

#include "adrop/context.h"
#include "json.h"

/* Nothing for a run on other rows, and for one whose model is not there; why there are none where
 * they cannot be had. */
void show_terms(adrop_ctx *ctx, const char *run);

/* The member "terms". */
void show_terms_json(adrop_ctx *ctx, json *j, const char *run);

#endif
