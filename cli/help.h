/* Help, laid out from the command table: examples first, then usage, then options with their ranges
 * and defaults. */
#ifndef ADROP_CLI_HELP_H
#define ADROP_CLI_HELP_H

#include <stdio.h>

#include "command.h"

/* One line on the program. */
#define HELP_SUMMARY "learned, Bayesian dropout"

/* The exit statuses and their meanings. */
extern const command_note help_exits[];

/* Examples for the whole program. */
extern const command_note help_examples[];

/* The placeholder of an option's value in help: "NUMBER"; "" for a flag. */
const char *help_value(const adrop_option *row);

/* An option's purpose, accepted values and default as one paragraph, owned by ctx. defaults is the
 * struct with the row's field, or NULL. */
const char *help_describe(adrop_ctx *ctx, const adrop_option *row, const void *defaults);

void help_program(FILE *file);
/* all: every option; otherwise the common ones, if there are many. */
void help_command(adrop_ctx *ctx, FILE *file, const command *c, int all);

/* -- Manual pages, written from the command table. */

/* Write adrop.1 and adrop-<command>.1 for every command into the folder, created if missing.
 * Returns the exit status; errors have been reported. */
int man_write_all(adrop_ctx *ctx, const char *folder);

#endif
