/* For fuzz targets: a context shared by all inputs; the parts of an input; the choice of inputs for
 * the full test; and, for code that reads paths, files in an in-memory folder that is created once
 * and kept until the process ends. Each file stays open and is overwritten only where it differs,
 * which costs two system calls per input, and no file is created or removed. */
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
    size_t size; /* bytes in the file; SIZE_MAX: unknown */
    uint8_t kept[SCENE_KEPT];
} scene_files[SCENE_FILES];

/* A context with one thread for all inputs, its message cleared. */
static inline adrop_ctx *scene_ctx(void)
{
    static adrop_ctx *ctx;
    const adrop_ctx_opts one = { .size = sizeof one, .threads = 1 };

    if (!ctx && adrop_ctx_create(&one, &ctx))
        abort();
    ctx->message[0] = 0;
    return ctx;
}

/* Is this input one of the few, one in n by a hash of its bytes, that get the full test instead of
 * only being parsed? With FUZZ_ALL=1 all do, as in the replay of seeds. */
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

/* Write these bytes to the file at path; its folder exists. */
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

/* The same for a file in the scene's folder; returns its path. */
static inline const char *scene_write(const char *name, const uint8_t *data, size_t size)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", scene_folder(), name);
    scene_put(path, data, size);
    return path;
}

/* Bytes as a text; free it. */
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
