/* For fuzz targets of files with checksums: KEY=VALUE lines of the input replace or extend the
 * texts of a valid file, which is then written again with correct checksums. */
#ifndef ADROP_FUZZ_CHANGED_TEXTS_H
#define ADROP_FUZZ_CHANGED_TEXTS_H

#include <string.h>

#include "base/tensorfile.h"

enum { MOST_TEXTS = 64 };

/* Splits lines in place; texts (MOST_TEXTS) point into it and into the file. Returns their
 * number. */
static inline size_t changed_texts(const ad_tensorfile *file, char *lines, ad_file_text *texts)
{
    size_t n = 0;

    for (; n < file->n_texts && n < MOST_TEXTS / 2; n++)
        texts[n] = file->texts[n];
    for (char *line = strtok(lines, "\n"); line && n < MOST_TEXTS; line = strtok(NULL, "\n")) {
        char *value = strchr(line, '=');
        size_t i = 0;
        if (!value)
            continue;
        *value++ = 0;
        while (i < n && (*texts[i].key != *line || strcmp(texts[i].key, line)))
            i++;
        texts[i] = (ad_file_text){ line, value };
        n += i == n;
    }
    return n;
}

#endif
