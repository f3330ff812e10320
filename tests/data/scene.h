/* For tests of data: a folder removed at the end, files and archives in it, and opening them. */
#ifndef ADROP_TESTS_DATA_SCENE_H
#define ADROP_TESTS_DATA_SCENE_H

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "adrop/data.h"
#include "check.h"

static char scene_folder[] = "/tmp/adrop-data-XXXXXX";
static adrop_ctx *ctx;

static void scene_begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK(mkdtemp(scene_folder) != NULL);
}

static void scene_clear(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf %s/*", scene_folder);
    CHECK_EQ(system(command), 0);
}

static void scene_end(void)
{
    scene_clear();
    CHECK_EQ(rmdir(scene_folder), 0);
    adrop_ctx_free(ctx);
}

/* "folder/name", in one of a few buffers that take turns. */
static inline const char *scene_path(const char *name)
{
    static char paths[8][512];
    static int turn;
    char *path = paths[turn++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", scene_folder, name);
    return path;
}

/* Write a file; folders on the way are made. */
static inline const char *scene_file(const char *name, const void *data, size_t size)
{
    char path[512];

    snprintf(path, sizeof path, "%s", scene_path(name));
    for (char *slash = strchr(path + strlen(scene_folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(data, 1, size, file) == size);
    if (file)
        CHECK_EQ(fclose(file), 0);
    return scene_path(name);
}

static inline const char *scene_text(const char *name, const char *text)
{
    return scene_file(name, text, strlen(text));
}

/* One member of an archive; link: a symbolic link to it in place of contents. */
typedef struct {
    const char *name;
    const void *data;
    size_t size;
    const char *link, *hard_link;
    size_t zeros; /* so many zero bytes in place of data */
} member;

static inline void add_member(struct archive *a, const member *m)
{
    static const char zeros[1 << 16];
    struct archive_entry *e = archive_entry_new();

    archive_entry_set_pathname(e, m->name);
    archive_entry_set_filetype(e, m->link ? AE_IFLNK : AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_size(e, (la_int64_t)(m->zeros ? m->zeros : m->size));
    if (m->link)
        archive_entry_set_symlink(e, m->link);
    if (m->hard_link)
        archive_entry_set_hardlink(e, m->hard_link);
    CHECK_EQ(archive_write_header(a, e), ARCHIVE_OK);
    if (m->size)
        CHECK(archive_write_data(a, m->data, m->size) == (la_ssize_t)m->size);
    for (size_t left = m->zeros; left;) {
        const size_t n = left < sizeof zeros ? left : sizeof zeros;
        CHECK(archive_write_data(a, zeros, n) == (la_ssize_t)n);
        left -= n;
    }
    archive_entry_free(e);
}

/* kind: "tar", "zip" or "raw" (one member); filter: "gz", "xz", "zst" or "". */
static inline const char *scene_archive(const char *name, const char *kind, const char *filter,
                                        const member *members, size_t n)
{
    struct archive *a = archive_write_new();

    if (!strcmp(filter, "gz"))
        archive_write_add_filter_gzip(a);
    else if (!strcmp(filter, "xz"))
        archive_write_add_filter_xz(a);
    else if (!strcmp(filter, "zst"))
        archive_write_add_filter_zstd(a);
    if (!strcmp(kind, "tar"))
        archive_write_set_format_pax_restricted(a);
    else if (!strcmp(kind, "zip"))
        archive_write_set_format_zip(a);
    else
        archive_write_set_format_raw(a);
    CHECK_EQ(archive_write_open_filename(a, scene_path(name)), ARCHIVE_OK);
    for (size_t i = 0; i < n; i++)
        add_member(a, &members[i]);
    CHECK_EQ(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    return scene_path(name);
}

/* Options for what is at path. */
static inline adrop_data_opts scene_opts(const char *path)
{
    adrop_data_opts opts;

    adrop_data_opts_init(&opts);
    opts.data = path;
    return opts;
}

static inline adrop_data *scene_open(const adrop_data_opts *opts)
{
    adrop_data *data;

    CHECK_EQ(adrop_data_open(ctx, opts, &data), ADROP_OK);
    if (!data)
        printf("%s\n", adrop_ctx_message(ctx));
    return data;
}

/* Opening must fail so, with this part in the message, and without much work: a second or so, where
 * one that looks at all pairs of lines takes minutes. */
static inline void scene_refuses(const adrop_data_opts *opts, adrop_status status, const char *part)
{
    adrop_data *data;
    struct timespec begin, end;

    CHECK_WHERE("%.200s", part);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    CHECK_EQ(adrop_data_open(ctx, opts, &data), status);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    CHECK(data == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK(end.tv_sec - begin.tv_sec < 10);
    adrop_data_free(data);
    check_where[0] = 0;
}

static inline void scene_refuses_path(const char *path, adrop_status status, const char *part)
{
    const adrop_data_opts opts = scene_opts(path);

    scene_refuses(&opts, status, part);
    CHECK_HAS(adrop_ctx_message(ctx), scene_folder); /* the file is named */
}

/* Most memory this process ever held, in MiB; sanitizers keep much of their own. */
static inline long scene_peak_mb(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

/* The folder of real data sets, or NULL, said by name. */
static inline const char *scene_real(const char *what)
{
    const char *folder = getenv("ADROP_DATA");

    if (!folder)
        printf("skipped: %s (ADROP_DATA is not set)\n", what);
    return folder;
}

#endif
