/* Limits of the control groups that a process is in (Linux): processors and memory.
 *
 * /proc/self/cgroup names the groups: "0::/path" in version 2, "4:memory:/path" in
 * version 1. The limits are files in the group's folder under /sys/fs/cgroup, in
 * version 1 with a folder for each controller between:
 *
 *     cpu.max                                       "quota period" or "max period"
 *     cpu/../cpu.cfs_quota_us, cpu.cfs_period_us    version 1; -1: no limit
 *     memory.max, memory.current, memory.stat       bytes, or "max"
 *     memory/../memory.limit_in_bytes, memory.usage_in_bytes, memory.stat
 *
 * The limits of the folders above hold as well. A container may see the path as the
 * host has it, and not its folder: then the top is the container's own group. */
#ifndef AD_BASE_CGROUP_H
#define AD_BASE_CGROUP_H

#include <stddef.h>

typedef struct ad_limits {
    double cpus;   /* processors' worth of time; INFINITY: any */
    size_t memory; /* bytes that are left; SIZE_MAX: any */
} ad_limits;

/* The smallest of all limits. list is /proc/self/cgroup, mount /sys/fs/cgroup; what
 * is not there limits nothing. */
ad_limits ad_cgroup_limits(const char *list, const char *mount);

/* The group of a line "number:controllers:path", of the controller, or of version 2 for
 * "". 0: the text has none, or it is too long for size; else 1. */
int ad_cgroup_path(const char *text, const char *controller, char *path, size_t size);

/* Quota over period, from "150000 100000"; INFINITY for "max 100000", a quota of -1,
 * and what is no quota at all. */
double ad_cgroup_quota(const char *text);

/* The number that follows key at the start of a line of the file, the first that is
 * there; SIZE_MAX if there is none. */
size_t ad_number_in_file(const char *path, const char *key);

#endif
