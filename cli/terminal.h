/* How wide a terminal is. */
#ifndef ADROP_CLI_TERMINAL_H
#define ADROP_CLI_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Columns a line of text may take: of a terminal those it has (asked each time, since windows
 * change), else those that COLUMNS says, else 80; between 20 and 400. */
size_t terminal_columns(FILE *file);

/* The same for what is cut to fit: no limit where file is not a terminal, since a file or a
 * program wants the whole. */
size_t terminal_limit(FILE *file);

/* The same for tables: 0 where file is not a terminal. */
size_t terminal_table(FILE *file);

/* The same for prose: at most 100, for longer lines are hard to read. */
size_t terminal_prose(FILE *file);

#endif
