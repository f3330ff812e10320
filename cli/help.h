/* Help, laid out from the command table: examples first, then usage, then options
 * with their ranges and defaults. */
#ifndef ADROP_CLI_HELP_H
#define ADROP_CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* The program in one line. */
#define HELP_SUMMARY "learned, Bayesian dropout"

/* What the exit statuses mean: the number and the sentence. */
extern const command_note help_exits[];

/* A few examples of the whole program. */
extern const command_note help_examples[];

/* What help calls an option's value: "NUMBER"; "" for a flag. */
const char *help_value(const adrop_option *row);

/* What an option does, what it accepts and its default, in one paragraph that lives as long as ctx.
 * defaults, where the row's field stands, may be NULL. */
const char *help_describe(adrop_ctx *ctx, const adrop_option *row, const void *defaults);

void help_program(FILE *file);
/* all: every option; else the common ones, where there are many. */
void help_command(adrop_ctx *ctx, FILE *file, const command *c, int all);

/* -- Manual pages, written from the command table. */

/* Write adrop.1 and adrop-<command>.1 for every command into the folder, which is
 * made if it is missing. Returns the exit status; what went wrong has been said. */
int man_write_all(adrop_ctx *ctx, const char *folder);

#endif
