/* A word as a shell reads it. */
#ifndef SHELL_WORD_H
#define SHELL_WORD_H

#include <stddef.h>

/* Write the word so that bash reads it back byte by byte, on one line: as it is, in quotes, or with
 * control characters as $'a\012b'. Cut to size, a zero at the end; returns the length written. */
size_t shell_word(const char *word, char *out, size_t size);

#endif
