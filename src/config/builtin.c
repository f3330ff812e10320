/* Lookup of texts built into the library (builtin.h). */
#include "config/builtin.h"

#include <string.h>

const ad_builtin_file *ad_builtin_at(size_t i)
{
    return i < ad_builtin_count ? &ad_builtin_files[i] : NULL;
}

const ad_builtin_file *ad_builtin_find(const char *name)
{
    for (size_t i = 0; i < ad_builtin_count; i++)
        if (!strcmp(ad_builtin_files[i].name, name))
            return &ad_builtin_files[i];
    return NULL;
}
