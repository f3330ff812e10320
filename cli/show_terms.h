/* The strongest terms of each class of a run on documents. */
#ifndef ADROP_CLI_SHOW_TERMS_H
#define ADROP_CLI_SHOW_TERMS_H

#include "adrop/context.h"
#include "adrop/document.h"

/* Nothing for a run on other rows, and for one whose model is not there; why there are none where
 * they cannot be had. */
void show_terms(adrop_document *d, adrop_ctx *ctx, const char *run);

#endif
