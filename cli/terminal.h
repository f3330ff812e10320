/* The width of a terminal. */
#ifndef ADROP_CLI_TERMINAL_H
#define ADROP_CLI_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

/* Columns per line of text: those of the terminal (queried each time, because windows change),
 * otherwise COLUMNS, otherwise 80; between 20 and 400. */
size_t terminal_columns(FILE *file);

/* The same for text that is cut to fit: no limit if file is not a terminal, because files and
 * programs need all of it. */
size_t terminal_limit(FILE *file);

/* The same for tables: 0 if file is not a terminal. */
size_t terminal_table(FILE *file);

/* The same for prose: at most 100, because longer lines are hard to read. */
size_t terminal_prose(FILE *file);

#endif
