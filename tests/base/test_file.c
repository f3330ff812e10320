/* Files: whole reads with limits, atomic replacement, configuration files. */
#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adrop/option.h"
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

typedef struct {
    double rate;
    char name[ADROP_TEXT_SIZE];
} settings;

static const adrop_option table[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.5,
      .max = 1,
      .help = "a rate" },
    { .name = "name", .kind = ADROP_OPT_TEXT, .offset = offsetof(settings, name), .help = "who" },
    { 0 }
};

static void accepts(const char *text, double rate, const char *name)
{
    settings s;

    CHECK_WHERE("%s", text);
    adrop_options_default(table, &s);
    write_text(text);
    CHECK_EQ(adrop_options_read(ctx, table, &s, path), ADROP_OK);
    CHECK(s.rate == rate);
    CHECK_TEXT(s.name, name);
}

static void refuses(const char *text, adrop_status status, const char *part)
{
    settings s;

    CHECK_WHERE("%s", text);
    adrop_options_default(table, &s);
    write_text(text);
    CHECK_EQ(adrop_options_read(ctx, table, &s, path), status);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_HAS(adrop_ctx_message(ctx), path);
}

static void configurations(void)
{
    accepts("", 0.5, "");
    accepts("# nothing but a comment\n", 0.5, "");
    accepts("rate: 0.25\nname: \"Ada L.\"\n", 0.25, "Ada L.");
    accepts("{rate: 1, name: x}", 1, "x");
    refuses("rate: 0.25\nnam: x\n", ADROP_ENOENT, "line 2");
    refuses("rate: 2\n", ADROP_EINVAL, "line 1");
    refuses("rate: 0.1\nrate: 0.2\n", ADROP_EFORMAT, "given twice");
    refuses("rate: {a: 1}\n", ADROP_EFORMAT, "nested");
    refuses("rate: [1, 2]\n", ADROP_EFORMAT, "sequence");
    refuses("just text\n", ADROP_EFORMAT, "not a mapping");
    refuses("- a\n- b\n", ADROP_EFORMAT, "sequence");
    refuses("name: &a x\nrate: *a\n", ADROP_EFORMAT, "alias");
    refuses("rate: \"unclosed\n", ADROP_EFORMAT, "line");
    refuses("\x01\x02", ADROP_EFORMAT, "line");
    char *large = malloc(1 << 21);
    memset(large, '#', (1 << 21) - 1);
    large[(1 << 21) - 1] = 0;
    refuses(large, ADROP_EIO, "at most 1048576");
    free(large);
}

static void several_texts(void)
{
    typedef struct {
        adrop_texts who;
    } group;
    static const adrop_option rows[] = {
        { .name = "who", .kind = ADROP_OPT_TEXTS, .offset = offsetof(group, who) }, { 0 }
    };
    static group g;

    adrop_options_default(rows, &g);
    write_text("who: [Ada, 'Bob, the other']\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_OK);
    CHECK_EQ(g.who.n, 2);
    CHECK_TEXT(g.who.text[1], "Bob, the other");
    write_text("who: [Ada]\nwho: [Bob]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
    write_text("who: [[Ada]]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
    write_text("who: [{Ada: 1}]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
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

CHECK_MAIN(setup, reading_and_replacing, failing_replacement, configurations, several_texts,
           writing_at, teardown)
