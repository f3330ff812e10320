/* Fuzz: configuration files, read into the option table of every technique. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adrop/lab.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char path[64];
    char settings[4096];
    adrop_ctx *ctx;

    snprintf(path, sizeof path, "/dev/shm/adrop-fuzz-%ld", (long)getpid());
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd))
        abort();
    if (adrop_ctx_create(NULL, &ctx))
        abort();
    for (size_t i = 0; i < adrop_technique_count(); i++) {
        adrop_technique_info technique;
        adrop_technique_at(i, &technique);
        const adrop_option *table = technique.options;
        adrop_options_default_sized(table, settings, sizeof settings);
        if (adrop_options_read_sized(ctx, table, settings, sizeof settings, path) &&
            !*adrop_ctx_message(ctx))
            abort(); /* refused without a word */
    }
    adrop_ctx_free(ctx);
    unlink(path);
    return 0;
}
