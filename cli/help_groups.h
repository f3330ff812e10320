/* Options by subject: under which heading help shows one, whether it is among the common ones
 * that `--help` shows, and its letter. A list of names, so that the option tables of the library
 * need not know of it; what is not in the list stands under "Other". */
#ifndef ADROP_CLI_HELP_GROUPS_H
#define ADROP_CLI_HELP_GROUPS_H

#include <stddef.h>

/* The headings in their order; NULL past the last. */
const char *help_group_at(size_t i);

/* The heading of an option, by its number. */
size_t help_group_of(const char *option);

/* Is it one of the common? */
int help_is_common(const char *option);

/* Its letter, 0 if it has none; and the option of a letter, NULL if there is none. */
char help_letter_of(const char *option);
const char *help_of_letter(char letter);

#endif
