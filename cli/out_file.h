/* An output file that the user asked for. It is written next to its place as ".adrop-<random>.tmp"
 * and renamed when complete, so an old file is kept until then. Files that a killed program left
 * there (with such a name, of this user, over a minute old, not locked) are removed. Pipes, devices
 * and other non-regular files are written directly. */
#ifndef ADROP_CLI_OUT_FILE_H
#define ADROP_CLI_OUT_FILE_H

#include <stdio.h>

typedef struct out_file {
    FILE *file; /* to write to */
    char path[4096], beside[4096];
} out_file;

/* Returns 0, or -1 with errno. */
int out_file_open(out_file *f, const char *path);

/* Flush and rename; -1 with errno if anything could not be written. Closes in either case. */
int out_file_close(out_file *f);

/* Discard the output, keeping an old file. */
void out_file_drop(out_file *f);

/* Does path name a file that a run keeps in its folder? */
int out_file_is_of_run(const char *path, const char *run);

#endif
