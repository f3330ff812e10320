/* What there is of a kind, each with a name and a line about it. */
#ifndef ADROP_CLI_LIST_NAMES_H
#define ADROP_CLI_LIST_NAMES_H

#include <stddef.h>

#include "command.h"

enum { MOST_NAMES = 64 };

/* The texts are the library's. */
typedef struct {
    const char *many, *one; /* "seeds", "seed" */
    size_t n;
    const char *names[MOST_NAMES + 1], *summaries[MOST_NAMES]; /* (n), names then NULL */
} list_names;

void list_names_add(list_names *list, const char *name, const char *summary);

/* Say that there is no such name, and which is near. Returns the exit status. */
int list_names_unknown(const list_names *list, const char *word);

/* A document with all, or with one alone (only, NULL: all), after a check that there is such a
 * name. Returns the exit status. */
int list_names_show(const command_call *call, const list_names *list, const char *only);

#endif
