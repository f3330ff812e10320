/* Files: whole reads with limits, atomic replacement. */
#include "base/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "check.h"

static char folder[] = "/tmp/adrop-file-XXXXXX";
static char path[64];
static adrop_ctx *ctx;

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
}

static void write_text(const char *text)
{
    CHECK_EQ(ad_file_replace(ctx, path, text, strlen(text)), ADROP_OK);
}

static void reading_and_replacing(void)
{
    char *data;
    size_t size;

    CHECK_EQ(ad_file_read(ctx, path, 100, &data, &size), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), path);
    write_text("first");
    write_text("second text");
    CHECK_EQ(ad_file_read(ctx, path, 100, &data, &size), ADROP_OK);
    CHECK_TEXT(data, "second text");
    CHECK_EQ(size, 11);
    ad_free(ctx, data);
    CHECK_EQ(ad_file_read(ctx, path, 10, &data, &size), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "at most 10");
    CHECK_EQ(ad_file_read(ctx, folder, 100, &data, &size), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "not a regular file");
    write_text("");
    CHECK_EQ(ad_file_read(ctx, path, 10, &data, &size), ADROP_OK);
    CHECK_EQ(size, 0);
    ad_free(ctx, data);
}

/* A FIFO is not waited for, whatever is done with it. */
static void fifos(void)
{
    char *data;
    size_t size;
    int lock;

    CHECK(!unlink(path) && !mkfifo(path, 0600));
    alarm(20);
    CHECK_EQ(ad_file_read(ctx, path, 100, &data, &size), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "not a regular file");
    CHECK_EQ(ad_file_append(ctx, path, 0, "x", 1), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "not a regular file");
    CHECK_EQ(ad_file_flush(ctx, path), ADROP_EIO);
    CHECK_EQ(ad_file_lock(ctx, path, &lock), ADROP_EIO);
    alarm(0);
    write_text("a file again");
    CHECK_EQ(ad_file_read(ctx, path, 100, &data, &size), ADROP_OK);
    ad_free(ctx, data);
}

/* A failing replacement leaves the old file whole and nothing beside it. */
static void failing_replacement(void)
{
    char inside[96], listing[160];

    write_text("old");
    CHECK_EQ(ad_file_replace(ctx, "/nonexistent/file", "x", 1), ADROP_EDISK);
    CHECK_HAS(adrop_ctx_message(ctx), "'/nonexistent/file'");
    snprintf(inside, sizeof inside, "%s/folder", folder);
    CHECK_EQ(mkdir(inside, 0777), 0);
    CHECK_EQ(ad_file_replace(ctx, inside, "x", 1), ADROP_EDISK); /* rename onto a folder */
    snprintf(listing, sizeof listing, "ls -A %s | grep -q tmp", folder);
    CHECK(system(listing) != 0);
    CHECK_EQ(rmdir(inside), 0);
}

static void writing_at(void)
{
    char *text;
    size_t size;

    write_text("0123456789");
    const int fd = open(path, O_WRONLY), full = open("/dev/full", O_WRONLY);
    CHECK_EQ(ad_file_write_at(ctx, fd, path, 4, "abc", 3), ADROP_OK);
    CHECK_EQ(ad_file_write_at(ctx, fd, path, 10, "!", 1), ADROP_OK);
    close(fd);
    CHECK_EQ(ad_file_read(ctx, path, 100, &text, &size), ADROP_OK);
    CHECK_TEXT(text, "0123abc789!");
    ad_free(ctx, text);
    if (full >= 0) {
        CHECK_EQ(ad_file_write_at(ctx, full, "a full one", 0, "x", 1), ADROP_EDISK);
        CHECK_HAS(adrop_ctx_message(ctx), "a full one");
        close(full);
    }
}

static void make(const char *name)
{
    char file[128];

    snprintf(file, sizeof file, "%s/%s", folder, name);
    const int fd = open(file, O_WRONLY | O_CREAT, 0666);
    CHECK(fd >= 0);
    close(fd);
}

static int is_there(const char *name)
{
    char file[128];
    struct stat info;

    snprintf(file, sizeof file, "%s/%s", folder, name);
    return !lstat(file, &info);
}

/* Only names that nobody else gives to a file are swept away, and only regular files. */
static void sweeping(void)
{
    static const char *const foreign[] = { "thesis.tmp.final.docx",
                                           "run.json.tmp.4711",
                                           ".adrop-0123456789abcdef.tmp.docx",
                                           ".adrop-0123456789abcdeg.tmp",
                                           ".adrop-0123456789ABCDEF.tmp",
                                           ".adrop-.tmp",
                                           "x.adrop-0123456789abcdef.tmp" };
    static const char ours[] = ".adrop-0123456789abcdef.tmp",
                      linked[] = ".adrop-fedcba9876543210.tmp";
    const size_t n = sizeof foreign / sizeof *foreign;
    char file[128];

    for (size_t i = 0; i < n; i++)
        make(foreign[i]);
    make(ours);
    snprintf(file, sizeof file, "%s/%s", folder, linked);
    CHECK_EQ(symlink("/etc/passwd", file), 0);
    ad_file_sweep(folder);
    CHECK(!is_there(ours));
    CHECK(is_there(linked));
    CHECK_EQ(unlink(file), 0);
    for (size_t i = 0; i < n; i++) {
        CHECK(is_there(foreign[i]));
        snprintf(file, sizeof file, "%s/%s", folder, foreign[i]);
        CHECK_EQ(unlink(file), 0);
    }
    ad_file_sweep("/nonexistent");
}

/* In a folder that nobody locks: what is a minute old and in nobody's hands. */
static void sweeping_left(void)
{
    static const char old[] = ".adrop-0123456789abcdef.tmp",
                      young[] = ".adrop-fedcba9876543210.tmp",
                      held[] = ".adrop-00000000aaaaaaaa.tmp", foreign[] = "thesis.tmp.docx";
    const struct timespec then[2] = { { .tv_sec = time(NULL) - 100 },
                                      { .tv_sec = time(NULL) - 100 } };
    const char *const aged[] = { old, held, foreign };
    char file[128], beside[AD_PATH_SIZE];

    make(young);
    for (size_t i = 0; i < 3; i++) {
        make(aged[i]);
        snprintf(file, sizeof file, "%s/%s", folder, aged[i]);
        CHECK_EQ(utimensat(AT_FDCWD, file, then, 0), 0);
    }
    snprintf(file, sizeof file, "%s/%s", folder, held);
    const int fd = open(file, O_RDONLY);
    CHECK_EQ(flock(fd, LOCK_EX), 0);
    ad_file_sweep_left(folder);
    CHECK(!is_there(old));
    CHECK(is_there(young) && is_there(held) && is_there(foreign));
    close(fd);
    ad_file_sweep_left(folder);
    CHECK(!is_there(held) && is_there(foreign));
    snprintf(file, sizeof file, "%s/%s", folder, foreign);
    CHECK_EQ(ad_file_temporary(ctx, file, beside), 0);
    CHECK(ad_file_is_temporary(strrchr(beside, '/') + 1));
    CHECK_EQ(unlink(beside), 0);
    CHECK_EQ(unlink(file), 0);
    snprintf(file, sizeof file, "%s/%s", folder, young);
    CHECK_EQ(unlink(file), 0);
}

/* Lines behind what is there; a file that was cut meanwhile is not filled up with zeros. */
static void appending(void)
{
    char *text;
    size_t size;

    unlink(path);
    CHECK_EQ(ad_file_append(ctx, path, 5, "x", 1), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "is not there");
    CHECK(!is_there("file"));
    CHECK_EQ(ad_file_append(ctx, path, 0, "one\n", 4), ADROP_OK);
    CHECK_EQ(ad_file_append(ctx, path, 4, "two\n", 4), ADROP_OK);
    CHECK_EQ(ad_file_append(ctx, path, 4, "2\n", 2), ADROP_OK); /* resumed from the first */
    CHECK_EQ(ad_file_append(ctx, path, 7, "3\n", 2), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "has 6 bytes where 7 had been written");
    CHECK_EQ(ad_file_read(ctx, path, 100, &text, &size), ADROP_OK);
    CHECK_TEXT(text, "one\n2\n");
    ad_free(ctx, text);
}

static void folders(void)
{
    char deep[128], text[160];

    snprintf(deep, sizeof deep, "%s/a//b/c/", folder);
    CHECK_EQ(ad_file_make_folders(ctx, deep), ADROP_OK);
    CHECK_EQ(ad_file_make_folders(ctx, deep), ADROP_OK);
    CHECK(is_there("a/b/c"));
    snprintf(deep, sizeof deep, "%s/file/x", folder);
    CHECK_EQ(ad_file_make_folders(ctx, deep), ADROP_EEXIST);
    CHECK_HAS(adrop_ctx_message(ctx), "a file of that name");
    snprintf(text, sizeof text, "rm -r %s/a", folder);
    CHECK_EQ(system(text), 0);
}

static void teardown(void)
{
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, reading_and_replacing, fifos, failing_replacement, writing_at, sweeping,
           sweeping_left, appending, folders, teardown)
