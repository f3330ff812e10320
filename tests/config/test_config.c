/* Configuration files: what is read, what is refused, and with which message. */
#include "adrop/config.h"

#include <unistd.h>

#include "base/file.h"
#include "check.h"

static char folder[] = "/tmp/adrop-config-XXXXXX";
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

typedef struct {
    double rate;
    const char *name;
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
    char *large = malloc(1 << 25);
    memset(large, '#', (1 << 25) - 1);
    large[(1 << 25) - 1] = 0;
    refuses(large, ADROP_EIO, "at most 16777216");
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
    CHECK_TEXT(adrop_texts_at(&g.who, 1), "Bob, the other");
    write_text("who: [Ada]\nwho: [Bob]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
    write_text("who: [[Ada]]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
    write_text("who: [{Ada: 1}]\n");
    CHECK_EQ(adrop_options_read(ctx, rows, &g, path), ADROP_EFORMAT);
}

static void teardown(void)
{
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, configurations, several_texts, teardown)
