/* For fuzz targets of data readers: the input as one or several files in a folder of
 * its own, opened as a data set. What is accepted must be consistent; what is refused
 * must be refused with a sentence. */
#ifndef ADROP_FUZZ_DATA_SCENE_H
#define ADROP_FUZZ_DATA_SCENE_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PART_END "\n====\n" /* between the files of one input */

static inline const char *scene_folder(void)
{
    static char folder[64];

    snprintf(folder, sizeof folder, "/dev/shm/adrop-fuzz-%ld", (long)getpid());
    mkdir(folder, 0700); /* it may be there already */
    return folder;
}

static inline const char *scene_write(const char *name, const uint8_t *data, size_t size)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", scene_folder(), name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || (size && write(fd, data, size) != (ssize_t)size) || close(fd))
        abort();
    return path;
}

/* The next part of the input, up to PART_END or the end. */
static inline size_t scene_part(const uint8_t **data, size_t *left, const uint8_t **part)
{
    const size_t n = strlen(PART_END);

    *part = *data;
    for (size_t i = 0; i + n <= *left; i++)
        if (!memcmp(*data + i, PART_END, n)) {
            *data += i + n;
            *left -= i + n;
            return i;
        }
    const size_t all = *left;
    *data += all;
    *left = 0;
    return all;
}

/* Write the parts of the input to the named files, as far as they go. */
static inline void scene_write_parts(const char *const *names, const uint8_t *data, size_t size)
{
    for (; *names; names++) {
        const uint8_t *part;
        const size_t n = scene_part(&data, &size, &part);
        scene_write(*names, part, n);
    }
}

/* Take the files and the folder away. */
static inline void scene_remove(const char *const *names)
{
    char path[256];

    for (; *names; names++) {
        snprintf(path, sizeof path, "%s/%s", scene_folder(), *names);
        unlink(path);
    }
    rmdir(scene_folder());
}

static inline void scene_inspect(adrop_ctx *ctx, const adrop_data *data)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    float *x = malloc(info.channels * info.height * info.width * sizeof *x);

    if (!x || !info.rows || info.n_train + info.n_val + info.n_test > info.rows)
        abort();
    for (size_t row = 0; row < info.rows; row++)
        if (info.classes && (adrop_data_label(data, row) < 0 ||
                             (size_t)adrop_data_label(data, row) >= info.classes))
            abort();
    for (size_t c = 0; c < info.classes; c++)
        if (!adrop_data_class_name(data, c))
            abort();
    if (adrop_data_row(ctx, data, 0, x) || adrop_data_row(ctx, data, info.rows - 1, x))
        abort();
    free(x);
}

/* Open path with every task; format by its name. */
static inline void scene_try(const char *path, const char *format)
{
    adrop_ctx *ctx;
    adrop_data *data;
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    if (adrop_ctx_create(NULL, &ctx) ||
        adrop_option_set(ctx, adrop_data_options(), &opts, "format", format))
        abort();
    opts.data = path;
    opts.cache_mb = 64;
    for (opts.task = ADROP_TASK_AUTO; opts.task <= ADROP_REGRESSION; opts.task++) {
        if (!adrop_data_open(ctx, &opts, &data))
            scene_inspect(ctx, data);
        else if (!*adrop_ctx_message(ctx) || data)
            abort(); /* refused without a word */
        adrop_data_free(data);
    }
    adrop_ctx_free(ctx);
}

#endif
