/* Limits of control groups: texts as the kernel writes them, and whole trees of both versions in a
 * folder. */
#include <limits.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/context.h"
#include "base/cgroup.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "check.h"

static char base[] = "/tmp/adrop-cgroup-XXXXXX";

static const char *path_of(const char *name)
{
    static char paths[4][512];
    static int turn;
    char *path = paths[turn++ % 4];

    snprintf(path, sizeof paths[0], "%s/%s", base, name);
    return path;
}

static void put(const char *name, const char *text)
{
    char path[512];

    snprintf(path, sizeof path, "%s", path_of(name));
    for (char *slash = strchr(path + strlen(base) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0);
    if (file)
        fclose(file);
}

static void quotas(void)
{
    CHECK_NEAR(ad_cgroup_quota("150000 100000\n"), 1.5, 0);
    CHECK_NEAR(ad_cgroup_quota("50000\n 100000\n"), 0.5, 0); /* two files of version 1 */
    CHECK(isinf(ad_cgroup_quota("max 100000\n")));
    CHECK(isinf(ad_cgroup_quota("-1\n 100000\n")));
    CHECK(isinf(ad_cgroup_quota("")));
    CHECK(isinf(ad_cgroup_quota("100000")));
    CHECK(isinf(ad_cgroup_quota("100000 0")));
    CHECK(isinf(ad_cgroup_quota("100000 -5")));
}

static void groups(void)
{
    const char *old = "12:cpu,cpuacct:/box/a\n4:memory:/box:b\n1:name=systemd:/\n0::/new\n";
    char path[16];

    CHECK_EQ(ad_cgroup_path(old, "cpu", path, sizeof path), 1);
    CHECK_TEXT(path, "/box/a");
    CHECK_EQ(ad_cgroup_path(old, "cpuacct", path, sizeof path), 1);
    CHECK_TEXT(path, "/box/a");
    CHECK_EQ(ad_cgroup_path(old, "memory", path, sizeof path), 1);
    CHECK_TEXT(path, "/box:b"); /* a colon may be in a name */
    CHECK_EQ(ad_cgroup_path(old, "", path, sizeof path), 1);
    CHECK_TEXT(path, "/new");
    CHECK_EQ(ad_cgroup_path(old, "cp", path, sizeof path), 0);
    CHECK_EQ(ad_cgroup_path(old, "pids", path, sizeof path), 0);
    CHECK_EQ(ad_cgroup_path("0::/without-end", "", path, sizeof path), 1);
    CHECK_TEXT(path, "/without-end");
    CHECK_EQ(ad_cgroup_path("0::/longer-than-there-is-room\n", "", path, sizeof path), 0);
    CHECK_EQ(ad_cgroup_path("", "", path, sizeof path), 0);
    CHECK_EQ(ad_cgroup_path("no colons\n\n:\n", "", path, sizeof path), 0);
}

/* The least of a group and those above it. */
static void version_2(void)
{
    put("list", "0::/pod/box\n");
    put("v2/pod/box/cpu.max", "max 100000\n");
    put("v2/pod/cpu.max", "250000 100000\n");
    put("v2/cpu.max", "400000 100000\n");
    put("v2/pod/box/memory.max", "1000000\n");
    put("v2/pod/box/memory.current", "700000\n");
    put("v2/pod/box/memory.stat", "anon 5\ninactive_file 200000\n");
    put("v2/pod/memory.max", "max\n");
    put("v2/pod/memory.current", "900000\n");
    const ad_limits l = ad_cgroup_limits(path_of("list"), path_of("v2"));
    CHECK_NEAR(l.cpus, 2.5, 0);
    CHECK_EQ(l.memory, 500000); /* unused pages of files come back */
    put("v2/pod/memory.max", "1100000\n");
    CHECK_EQ(ad_cgroup_limits(path_of("list"), path_of("v2")).memory, 200000);
    put("v2/pod/memory.max", "800000\n"); /* more is used than is allowed */
    CHECK_EQ(ad_cgroup_limits(path_of("list"), path_of("v2")).memory, 0);
}

static void version_1(void)
{
    put("old", "3:cpu,cpuacct:/docker/abc\n2:memory:/docker/abc\n0::/\n");
    put("v1/cpu/cpu.cfs_quota_us", "75000\n"); /* the host's path is not seen: the top is ours */
    put("v1/cpu/cpu.cfs_period_us", "50000\n");
    put("v1/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("v1/memory/memory.usage_in_bytes", "5000\n");
    ad_limits l = ad_cgroup_limits(path_of("old"), path_of("v1"));
    CHECK_NEAR(l.cpus, 1.5, 0);
    CHECK(l.memory > (size_t)1 << 60);
    put("v1/memory/docker/abc/memory.limit_in_bytes", "4096\n");
    put("v1/memory/docker/abc/memory.usage_in_bytes", "1000\n");
    l = ad_cgroup_limits(path_of("old"), path_of("v1"));
    CHECK_EQ(l.memory, 3096);
}

static void nothing_there(void)
{
    const ad_limits l = ad_cgroup_limits(path_of("nowhere"), path_of("nowhere"));
    char command[128];

    CHECK(isinf(l.cpus));
    CHECK(l.memory == SIZE_MAX);
    snprintf(command, sizeof command, "rm -r %s", base);
    CHECK_EQ(system(command), 0);
}

/* What is more than the machine has is refused with both numbers, not promised. */
static void too_large(void)
{
    const size_t there = ad_machine_memory();
    adrop_ctx *ctx;
    void *memory;

    CHECK(ad_machine_cpus() >= 1 && ad_parallel_default() >= 1);
    CHECK(ad_parallel_default() <= ad_machine_cpus());
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    if (there < SIZE_MAX / 4) {
        CHECK_EQ(AD_NEW_RAW(ctx, there / 4, 8, "the lot", &memory), ADROP_ENOMEM);
        CHECK(memory == NULL);
        CHECK_HAS(adrop_ctx_message(ctx), "the lot: ");
        CHECK_HAS(adrop_ctx_message(ctx), " MB are needed and ");
    }
    adrop_ctx_free(ctx);
}

static void begin(void)
{
    CHECK(mkdtemp(base) != NULL);
}

CHECK_MAIN(begin, quotas, groups, version_2, version_1, nothing_there, too_large)
