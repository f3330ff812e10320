/* The first matching row (choose.h). */
#include "compute/choose.h"

const ad_choice *ad_choose(const ad_choice *table, size_t n, const ad_engine *e, const void *spec)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].can(e, spec))
            return &table[i];
    return NULL;
}

int ad_is_plain(const ad_engine *e, const void *spec)
{
    (void)spec;
    return e->plain;
}
