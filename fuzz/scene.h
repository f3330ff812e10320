/* For fuzz targets of things that are read from a path: files in a folder in memory that is made
 * once and stays until the process ends. A file is kept open and written over, which costs two
 * calls of the system for an input, and no name is made or removed. */
#ifndef ADROP_FUZZ_SCENE_H
#define ADROP_FUZZ_SCENE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PART_END "\n====\n" /* between the files of one input */

enum { SCENE_FILES = 16 };

static struct {
    char path[4096];
    int fd;
} scene_files[SCENE_FILES];

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
        scene_files[i].fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
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
