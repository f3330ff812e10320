/* A file that the user asked for: written beside its place as ".adrop-<random>.tmp" and renamed
 * when it is whole, so that an old file is kept until then. What a killed program left beside it
 * (a file of such a name, of this user, a minute old, that no program holds) is removed. What is no
 * regular file (a pipe, a device) is written to as it is. */
#ifndef ADROP_CLI_OUT_FILE_H
#define ADROP_CLI_OUT_FILE_H

#include <stdio.h>

typedef struct out_file {
    FILE *file; /* to write to */
    char path[4096], beside[4096];
} out_file;

/* Zero, or -1 with errno. */
int out_file_open(out_file *f, const char *path);

/* Flush and put in place; -1 with errno if anything could not be written. Either way it is
 * closed. */
int out_file_close(out_file *f);

/* Leave what was there. */
void out_file_drop(out_file *f);

/* Is path one of the files that a run keeps in its folder? */
int out_file_is_of_run(const char *path, const char *run);

#endif
