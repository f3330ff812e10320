/* For tests of runs: a folder removed at the end, files in it, and short runs. */
#ifndef ADROP_TESTS_TRAIN_BED_H
#define ADROP_TESTS_TRAIN_BED_H

#include <sys/stat.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "check.h"

static char bed_folder[] = "/tmp/adrop-run-XXXXXX";
static adrop_ctx *ctx;

static void bed_begin(void)
{
    adrop_ctx_opts opts;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    CHECK(mkdtemp(bed_folder) != NULL);
}

static void bed_end(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -r %s", bed_folder);
    CHECK_EQ(system(command), 0);
    adrop_ctx_free(ctx);
}

/* "folder/name", in one of a few buffers that take turns. */
static inline const char *bed_path(const char *name)
{
    static char paths[8][512];
    static int turn;
    char *path = paths[turn++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", bed_folder, name);
    return path;
}

static inline const char *bed_file(const char *name, const void *bytes, size_t size)
{
    const char *path = bed_path(name);
    FILE *file = fopen(path, "wb");

    CHECK(file && fwrite(bytes, 1, size, file) == size);
    if (file)
        fclose(file);
    return path;
}

/* A file's text, "" if it is not there; the caller frees it. */
static inline char *bed_read(const char *name)
{
    FILE *file = fopen(bed_path(name), "rb");
    char *text = calloc(1, 1 << 20);

    if (file) {
        text[fread(text, 1, (1 << 20) - 1, file)] = 0;
        fclose(file);
    }
    return text;
}

static inline adrop_train_opts bed_train(const char *name, size_t epochs)
{
    adrop_train_opts t;

    adrop_train_opts_init(&t);
    t.model = "mlp:12";
    t.out = bed_path(name);
    t.epochs = epochs;
    t.workers = 0;
    return t;
}

static inline adrop_data_opts bed_data(const char *path, adrop_task task)
{
    adrop_data_opts d;

    adrop_data_opts_init(&d);
    d.data = path;
    d.task = (int)task;
    return d;
}

#endif
