/* For fuzz targets: a context that all inputs share; the parts of an input; which inputs go the
 * whole way; and, for things that are read from a path, files in a folder in memory that is made
 * once and stays until the process ends. A file is kept open and written over where it differs,
 * which costs two calls of the system for an input, and no name is made or removed. */
#ifndef ADROP_FUZZ_SCENE_H
#define ADROP_FUZZ_SCENE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/context.h"
#include "base/context.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PART_END "\n====\n" /* between the files of one input */

enum { SCENE_FILES = 16, SCENE_KEPT = 4096 };

static struct {
    char path[4096];
    int fd;
    size_t size; /* of what it holds; SIZE_MAX: not known */
    uint8_t kept[SCENE_KEPT];
} scene_files[SCENE_FILES];

/* One context of one thread for all inputs, without a message. */
static inline adrop_ctx *scene_ctx(void)
{
    static adrop_ctx *ctx;
    const adrop_ctx_opts one = { .size = sizeof one, .threads = 1 };

    if (!ctx && adrop_ctx_create(&one, &ctx))
        abort();
    ctx->message[0] = 0;
    return ctx;
}

/* Is this input one of the few, one in n by a hash of its bytes, that are not only parsed but go
 * the whole way? FUZZ_ALL=1 makes all of them so, as the replay of seeds does. */
static inline int scene_seldom(const uint8_t *data, size_t size, uint32_t n)
{
    static int all = -1;
    uint32_t hash = 2166136261u;

    if (all < 0)
        all = getenv("FUZZ_ALL") != NULL;
    for (size_t i = 0; i < size && i < SCENE_KEPT; i++)
        hash = (hash ^ data[i]) * 16777619u;
    return all || (hash >> 16) % n == 0;
}

static inline void scene_remove(void)
{
    char line[64];

    snprintf(line, sizeof line, "rm -rf /dev/shm/adrop-fuzz-%ld", (long)getpid());
    if (system(line))
        fprintf(stderr, "failed: %s\n", line);
}

static inline const char *scene_folder(void)
{
    static char folder[64];

    if (!*folder) {
        snprintf(folder, sizeof folder, "/dev/shm/adrop-fuzz-%ld", (long)getpid());
        mkdir(folder, 0700);
        atexit(scene_remove);
    }
    return folder;
}

/* Make the file at path hold these bytes; its folder is there. */
static inline void scene_put(const char *path, const uint8_t *data, size_t size)
{
    int i = 0;

    while (i < SCENE_FILES && *scene_files[i].path && strcmp(scene_files[i].path, path) != 0)
        i++;
    if (i == SCENE_FILES)
        abort();
    if (!*scene_files[i].path) {
        if (strlen(path) >= sizeof scene_files[i].path)
            abort();
        strcpy(scene_files[i].path, path);
        scene_files[i].size = SIZE_MAX;
        scene_files[i].fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
    if (scene_files[i].size == size && (!size || !memcmp(scene_files[i].kept, data, size)))
        return;
    scene_files[i].size = size <= SCENE_KEPT ? size : SIZE_MAX;
    if (size && size <= SCENE_KEPT)
        memcpy(scene_files[i].kept, data, size);
    if (scene_files[i].fd < 0 || ftruncate(scene_files[i].fd, (off_t)size) ||
        (size && pwrite(scene_files[i].fd, data, size, 0) != (ssize_t)size))
        abort();
}

/* The same for a file of the scene's folder; returns its path. */
static inline const char *scene_write(const char *name, const uint8_t *data, size_t size)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", scene_folder(), name);
    scene_put(path, data, size);
    return path;
}

/* Bytes as a text, to be freed. */
static inline char *scene_text(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);

    if (!text)
        abort();
    return size ? memcpy(text, data, size) : text;
}

/* The next part of the input, up to PART_END or the end. */
static inline size_t scene_part(const uint8_t **data, size_t *left, const uint8_t **part)
{
    const size_t n = strlen(PART_END);
    size_t length = 0, skip = 0;

    *part = *data;
    for (; length < *left; length++) {
        const uint8_t *next = memchr(*data + length, '\n', *left - length);
        length = next ? (size_t)(next - *data) : *left;
        if (next && length + n <= *left && !memcmp(next, PART_END, n)) {
            skip = n;
            break;
        }
        if (!next)
            break;
    }
    *data += length + skip;
    *left -= length + skip;
    return length;
}

#endif
