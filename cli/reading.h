/* The line that shows that data are being read, on a terminal alone: "reading cifar10  84 MB  3 s".
 * A thread of its own draws it, so that the library need not call back. */
#ifndef ADROP_CLI_READING_H
#define ADROP_CLI_READING_H

#include "adrop/context.h"

typedef struct reading reading;

/* Begin; NULL, which reading_end takes, where there is nothing to show. what is copied. */
reading *reading_start(const adrop_ctx *ctx, const char *what, int quiet);

/* Take the line away, and *r becomes NULL. To be called before the context ends. */
void reading_end(reading **r);

#endif
