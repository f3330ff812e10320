/* Standard input or a pipe as a file: formats are recognised by looking at a file twice. */
#ifndef ADROP_CLI_STDIN_FILE_H
#define ADROP_CLI_STDIN_FILE_H

/* Is it "-", /dev/stdin or a pipe, which can be read but once? */
int stdin_file_is(const char *input);

enum { STDIN_FILE_PATH = 4096 };

/* Copy all of it to a file of its own, which the caller removes. -1 with errno. */
int stdin_file_make(const char *input, char path[STDIN_FILE_PATH]);

#endif
