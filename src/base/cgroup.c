/* Limits of control groups (cgroup.h). */
#include "base/cgroup.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 4096, TOP_SIZE = 1024, LONG_PATH = PATH_SIZE + TOP_SIZE + 64, TEXT_SIZE = 8192 };

size_t ad_number_in_file(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    size_t found = SIZE_MAX;
    char line[256];

    while (file && found == SIZE_MAX && fgets(line, sizeof line, file)) {
        unsigned long long value;
        if (!strncmp(line, key, strlen(key)) && sscanf(line + strlen(key), "%llu", &value) == 1)
            found = (size_t)value;
    }
    if (file)
        fclose(file);
    return found;
}

/* The start of the file; "" if it does not exist. Returns text. */
static char *cgroup_read_text(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    const size_t got = file ? fread(text, 1, size - 1, file) : 0;

    if (file)
        fclose(file);
    text[got] = 0;
    return text;
}

/* Is the word in a comma-separated list? An empty list contains the empty word. */
static int has_word(const char *list, size_t length, const char *word)
{
    const size_t n = strlen(word);

    for (size_t i = 0; i <= length; i++) {
        size_t end = i;
        while (end < length && list[end] != ',')
            end++;
        if (end - i == n && !memcmp(list + i, word, n))
            return 1;
        i = end;
    }
    return 0;
}

int ad_cgroup_path(const char *text, const char *controller, char *path, size_t size)
{
    while (*text) {
        const size_t line = strcspn(text, "\n"), number = strcspn(text, ":\n");
        const char *list = text + number + 1;
        const size_t length = number < line ? strcspn(list, ":\n") : 0;
        if (number < line && list[length] == ':' && has_word(list, length, controller)) {
            const char *from = list + length + 1;
            const size_t n = (size_t)(text + line - from);
            if (n >= size)
                return 0;
            memcpy(path, from, n);
            path[n] = 0;
            return 1;
        }
        text += line + (text[line] == '\n');
    }
    return 0;
}

double ad_cgroup_quota(const char *text)
{
    long long quota, period;

    if (sscanf(text, "%lld %lld", &quota, &period) != 2 || quota <= 0 || period <= 0)
        return INFINITY;
    return (double)quota / (double)period;
}

static double cpus_of(const char *folder, int version)
{
    char path[LONG_PATH], text[2][64], both[160];

    if (version == 2) {
        snprintf(path, sizeof path, "%s/cpu.max", folder);
        return ad_cgroup_quota(cgroup_read_text(path, both, sizeof both));
    }
    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    cgroup_read_text(path, text[0], sizeof text[0]);
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    cgroup_read_text(path, text[1], sizeof text[1]);
    snprintf(both, sizeof both, "%s %s", text[0], text[1]);
    return ad_cgroup_quota(both);
}

/* Memory left under the limit. Inactive file pages count as free: the kernel can reclaim them. */
static size_t memory_of(const char *folder, int version)
{
    static const char *const names[][3] = {
        { "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file" },
        { "memory.max", "memory.current", "inactive_file" },
    };
    const char *const *name = names[version - 1];
    char path[LONG_PATH];

    snprintf(path, sizeof path, "%s/%s", folder, name[0]);
    const size_t limit = ad_number_in_file(path, "");
    snprintf(path, sizeof path, "%s/%s", folder, name[1]);
    const size_t used = ad_number_in_file(path, "");
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    const size_t idle = ad_number_in_file(path, name[2]);
    if (limit == SIZE_MAX || used == SIZE_MAX)
        return SIZE_MAX;
    const size_t held = idle == SIZE_MAX ? used : used > idle ? used - idle : 0;
    return limit > held ? limit - held : 0;
}

/* Apply the limits of a group and of its ancestors. */
static void climb(const char *top, char *group, int version, int cpu, int memory, ad_limits *out)
{
    char folder[PATH_SIZE + TOP_SIZE];

    for (;;) {
        char *slash = strrchr(group, '/');
        if (slash && !slash[1]) /* "/" is the top itself */
            *slash = 0;
        if (snprintf(folder, sizeof folder, "%s%s", top, group) < (int)sizeof folder) {
            if (cpu)
                out->cpus = fmin(out->cpus, cpus_of(folder, version));
            const size_t left = memory ? memory_of(folder, version) : SIZE_MAX;
            out->memory = left < out->memory ? left : out->memory;
        }
        slash = strrchr(group, '/');
        if (!slash)
            return;
        *slash = 0;
    }
}

ad_limits ad_cgroup_limits(const char *list, const char *mount)
{
    ad_limits limits = { .cpus = INFINITY, .memory = SIZE_MAX };
    char text[TEXT_SIZE], group[PATH_SIZE], top[TOP_SIZE];

    cgroup_read_text(list, text, sizeof text);
    if (ad_cgroup_path(text, "", group, sizeof group))
        climb(mount, group, 2, 1, 1, &limits);
    if (ad_cgroup_path(text, "cpu", group, sizeof group) &&
        snprintf(top, sizeof top, "%s/cpu", mount) < TOP_SIZE)
        climb(top, group, 1, 1, 0, &limits);
    if (ad_cgroup_path(text, "memory", group, sizeof group) &&
        snprintf(top, sizeof top, "%s/memory", mount) < TOP_SIZE)
        climb(top, group, 1, 0, 1, &limits);
    return limits;
}
