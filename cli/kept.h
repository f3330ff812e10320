/* Texts that live as long as a context; the program ends where there is no memory for one. */
#ifndef ADROP_CLI_KEPT_H
#define ADROP_CLI_KEPT_H

#include "adrop/context.h"
#include "adrop/option.h"

/* What printf would print. */
__attribute__((format(printf, 2, 3))) const char *kept(adrop_ctx *ctx, const char *format, ...);

/* The value of a row's field, as it is typed. */
const char *kept_value(adrop_ctx *ctx, const adrop_option *row, const void *from);

#endif
