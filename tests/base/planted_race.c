/* A deliberate race: blocks of one loop add to one number without a lock. `make tsan` runs it and
 * must report it. The same loop with one number per block must pass (argument "none"). */
#include <stdio.h>
#include <string.h>

#include "base/parallel.h"

enum { BLOCKS = 4096 };

static long sums[BLOCKS];

static void add_to_one(void *arg, size_t block)
{
    (void)arg;
    sums[0] += (long)block;
}

static void add_to_own(void *arg, size_t block)
{
    (void)arg;
    sums[block] += (long)block;
}

int main(int argc, char **argv)
{
    const int none = argc > 1 && !strcmp(argv[1], "none");
    long sum = 0;

    ad_parallel(2, BLOCKS, none ? add_to_own : add_to_one, NULL);
    for (size_t b = 0; b < BLOCKS; b++)
        sum += sums[b];
    printf("%ld\n", sum);
    return 0;
}
