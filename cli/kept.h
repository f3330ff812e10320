/* Texts owned by a context. The program ends if memory is short. */
#ifndef ADROP_CLI_KEPT_H
#define ADROP_CLI_KEPT_H

#include "adrop/context.h"
#include "adrop/option.h"

/* A formatted text, as by printf. */
__attribute__((format(printf, 2, 3))) const char *kept(adrop_ctx *ctx, const char *format, ...);

/* The value of a row's field, as a user would type it. */
const char *kept_value(adrop_ctx *ctx, const adrop_option *row, const void *from);

#endif
