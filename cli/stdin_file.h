/* Standard input as a file that can be opened by its path. */
#ifndef ADROP_CLI_STDIN_FILE_H
#define ADROP_CLI_STDIN_FILE_H

#include "adrop/option.h"

/* Copy standard input to a new file in TMPDIR or /tmp, whose path is written to path: the caller
 * removes it. Returns 0, or -1 with errno set. */
int stdin_file_make(char path[ADROP_TEXT_SIZE]);

#endif
