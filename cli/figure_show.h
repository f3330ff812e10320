/* A figure in the terminal. */
#ifndef ADROP_CLI_FIGURE_SHOW_H
#define ADROP_CLI_FIGURE_SHOW_H

#include <stdio.h>

#include "adrop/figure.h"

/* As wide as the terminal, with its colours and characters; plain where file is none. */
adrop_status figure_show(adrop_ctx *ctx, FILE *file, adrop_figure *f);

#endif
