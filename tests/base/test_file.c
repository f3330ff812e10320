/* Files: whole reads with limits, atomic replacement. */
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
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

/* A failing replacement leaves the old file whole and nothing beside it. */
static void failing_replacement(void)
{
    char inside[96], listing[160];

    write_text("old");
    CHECK_EQ(ad_file_replace(ctx, "/nonexistent/file", "x", 1), ADROP_EIO);
    snprintf(inside, sizeof inside, "%s/folder", folder);
    CHECK_EQ(mkdir(inside, 0777), 0);
    CHECK_EQ(ad_file_replace(ctx, inside, "x", 1), ADROP_EIO); /* rename onto a folder */
    snprintf(listing, sizeof listing, "ls %s | grep -q tmp", folder);
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

static void teardown(void)
{
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, reading_and_replacing, failing_replacement, writing_at, teardown)
