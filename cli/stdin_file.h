/* Copies standard input or a pipe to a file, because format detection reads a file twice. */
#ifndef ADROP_CLI_STDIN_FILE_H
#define ADROP_CLI_STDIN_FILE_H

/* Is it "-", /dev/stdin or a pipe, which can be read only once? */
int stdin_file_is(const char *input);

enum { STDIN_FILE_PATH = 4096 };

/* Copy all input to a temporary file, which the caller removes. -1 with errno. */
int stdin_file_make(const char *input, char path[STDIN_FILE_PATH]);

#endif
