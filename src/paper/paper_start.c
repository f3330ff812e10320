/* Starts of mu and sigma (parammnist, paramcifar): which cell of the paper a technique such as
 * "advanced:mu=0,sigma=4" belongs to. One with other settings, a KL term say, is not the paper's.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/number.h"
#include "paper/paper.h"

/* The number behind "key=" at the start of a setting of n characters. */
static int reads(const char *at, size_t n, const char *key, double *out)
{
    const size_t k = strlen(key);
    char value[64];

    if (n <= k || strncmp(at, key, k) != 0)
        return 0;
    snprintf(value, sizeof value, "%.*s", (int)(n - k), at + k);
    return adrop_number_read(value, out) == 0;
}

const ad_paper_cell *ad_paper_find_start(const ad_paper_table *t, const char *technique)
{
    const size_t name = strcspn(technique, ":");
    double mu = NAN, sigma = NAN;

    for (const char *at = technique + name + (technique[name] == ':'); *at;) {
        const size_t n = strcspn(at, ",");
        if (!reads(at, n, "mu=", &mu) && !reads(at, n, "sigma=", &sigma))
            return NULL;
        at += n + (at[n] == ',');
    }
    for (size_t i = 0; i < t->n; i++) {
        const ad_paper_cell *c = &t->cells[i];
        if (strlen(c->method) == name && !strncmp(c->method, technique, name) && c->mu == mu &&
            c->sigma == sigma)
            return c;
    }
    return NULL;
}
