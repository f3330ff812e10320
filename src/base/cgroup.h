/* Limits of the process's control groups (Linux): processors and memory.
 *
 * /proc/self/cgroup names the groups: "0::/path" in version 2, "4:memory:/path" in version 1. The
 * limits are files in the group's folder under /sys/fs/cgroup; version 1 has one more folder level,
 * per controller:
 *
 *     cpu.max                                       "quota period" or "max period"
 *     cpu/../cpu.cfs_quota_us, cpu.cfs_period_us    version 1; -1: no limit
 *     memory.max, memory.current, memory.stat       bytes, or "max"
 *     memory/../memory.limit_in_bytes, memory.usage_in_bytes, memory.stat
 *
 * The limits of parent folders also apply. A container may see the host's path without having its
 * folder; the top folder is then the container's own group. */
#ifndef AD_BASE_CGROUP_H
#define AD_BASE_CGROUP_H

#include <stddef.h>

typedef struct ad_limits {
    double cpus;   /* processors' worth of time; INFINITY: unlimited */
    size_t memory; /* bytes left; SIZE_MAX: unlimited */
} ad_limits;

/* The minimum of all limits. list is /proc/self/cgroup, mount /sys/fs/cgroup; missing files mean no
 * limit. */
ad_limits ad_cgroup_limits(const char *list, const char *mount);

/* The group in the line "number:controllers:path" of the controller, or of version 2 for "". 0 if
 * there is none or it does not fit into size; else 1. */
int ad_cgroup_path(const char *text, const char *controller, char *path, size_t size);

/* Quota over period, from "150000 100000"; INFINITY for "max 100000", a quota of -1, and invalid
 * text. */
double ad_cgroup_quota(const char *text);

/* The number after the first key at the start of a line of the file; SIZE_MAX if there is none. */
size_t ad_number_in_file(const char *path, const char *key);

#endif
