/* The memory that a process may still use: a limit on its address space counts, with a margin. */
#include <sys/resource.h>

#include "check.h"

#include "base/machine.h"

static void address_space(void)
{
    const size_t before = ad_machine_memory(), mb = 1 << 20;
    struct rlimit old, less;
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    CHECK(file && fscanf(file, "%lu", &pages) == 1);
    fclose(file);
    CHECK(before > 200 * mb);
    CHECK_EQ(getrlimit(RLIMIT_AS, &old), 0);
    less = old;
    less.rlim_cur = pages * 4096 + 200 * mb;
    CHECK_EQ(setrlimit(RLIMIT_AS, &less), 0);
    const size_t left = ad_machine_memory();
    CHECK_EQ(ad_machine_threads_room(1), 0);
    CHECK(ad_machine_threads_room(3) >= 128 * mb);   /* a heap of 64 MB for each more */
    CHECK(left > 100 * mb && left <= 136 * mb + mb); /* 200 less the margin of 64 */
    less.rlim_cur = pages * 4096 + 32 * mb;          /* less than the margin */
    CHECK_EQ(setrlimit(RLIMIT_AS, &less), 0);
    CHECK_EQ(ad_machine_memory(), 0);
    CHECK_EQ(setrlimit(RLIMIT_AS, &old), 0);
    CHECK(ad_machine_memory() > 200 * mb);
    if (old.rlim_cur == RLIM_INFINITY)
        CHECK_EQ(ad_machine_threads_room(3), 0);
}

CHECK_MAIN(address_space)
