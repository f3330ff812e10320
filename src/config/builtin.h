/* Texts that are part of the library: the files of recipes/ as they were when it was
 * built (cmake/builtin.cmake). */
#ifndef AD_CONFIG_BUILTIN_H
#define AD_CONFIG_BUILTIN_H

#include <stddef.h>

typedef struct ad_builtin_file {
    const char *name; /* below recipes/: "paper/results.csv" */
    const char *text; /* (size), then a zero */
    size_t size;
} ad_builtin_file;

/* The file of that name, or NULL. */
const ad_builtin_file *ad_builtin_find(const char *name);

/* All of them, sorted by name, from 0 on; NULL past the last. */
const ad_builtin_file *ad_builtin_at(size_t i);

/* What the build wrote. */
extern const ad_builtin_file ad_builtin_files[];
extern const size_t ad_builtin_count;

#endif
