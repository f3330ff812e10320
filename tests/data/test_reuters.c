/* Reuters-21578: the SGML of one file, malformed input, and the counts of the real set. */
#define _GNU_SOURCE /* memmem */
#include <unistd.h>

#include "adrop/data.h"
#include "base/context.h"
#include "check.h"
#include "data/sgml.h"
#include "data/source.h"

#define STORY(attributes, topics, text)                                                            \
  "<REUTERS " attributes ">\n<TOPICS>" topics "</TOPICS>\n<TEXT>" text "</TEXT>\n</REUTERS>\n"

static void reads_stories(void)
{
    static const char file[] = "<!DOCTYPE lewis SYSTEM \"lewis.dtd\">\n" STORY(
        "CSECS=\"7\" NEWID=\"12\" LEWISSPLIT=\"TRAIN\" TOPICS=\"YES\"", "<D>corn</D><D>corn</D>",
        "<TITLE>A &lt;B></TITLE>\n<BODY>one&#2; &amp; two&#233;\n&#3;</BODY>")
        STORY("TOPICS=\"NO\" LEWISSPLIT=\"TEST\"", "", "\n brief\n");
    adrop_ctx *ctx;
    ad_bytes stories = { 0 }, text = { 0 };
    ad_span one;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_sgml_read(ctx, "f", file, strlen(file), &stories), ADROP_OK);
    CHECK_EQ(stories.size / sizeof(ad_story), 2);
    ad_story *s = stories.data;
    CHECK_EQ(s[0].part, AD_LEWIS_TRAIN);
    CHECK_EQ(s[1].part, AD_LEWIS_UNUSED);
    CHECK_EQ(s[0].number, 12);
    CHECK(ad_sgml_topic(&s[0].topics, &one) && one.length == 4);
    CHECK(ad_sgml_topic(&s[0].topics, &one));
    CHECK(!ad_sgml_topic(&s[0].topics, &one));
    CHECK_EQ(ad_sgml_text(ctx, s[0].title, &text), ADROP_OK);
    CHECK_EQ(ad_sgml_text(ctx, s[0].body, &text), ADROP_OK);
    CHECK(text.size == 19 && !memcmp(text.data, "A <B>one  & two\xC3\xA9  ", 19));
    ad_bytes_release(ctx, &stories);
    ad_bytes_release(ctx, &text);
    adrop_ctx_free(ctx);
}

static void refuses_what_is_malformed(void)
{
    static const char *const bad[][2] = {
        { "", "no <REUTERS>" },
        { "<REUTERS TOPICS=\"YES\"", "</REUTERS>" },
        { "<REUTERS TOPICS=\"YES\"</REUTERS>", "does not end" },
        { "<REUTERS TOPICS=YES></REUTERS>", "NAME=\"VALUE\"" },
        { "<REUTERS TOPICS=\"YES\"></REUTERS>", "LEWISSPLIT" },
        { "<REUTERS TOPICS=\"YES\" LEWISSPLIT=\"TEST\"></REUTERS>", "<TOPICS>" },
        { "<REUTERS TOPICS=\"YES\" LEWISSPLIT=\"TEST\"><TOPICS></TOPICS></REUTERS>", "<TEXT>" },
        { "<REUTERS TOPICS=\"YES\" LEWISSPLIT=\"TEST\" NEWID=\"x\"></REUTERS>", "NEWID" },
    };
    adrop_ctx *ctx;
    ad_bytes stories = { 0 };

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_EQ(ad_sgml_read(ctx, "f", bad[i][0], strlen(bad[i][0]), &stories), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), bad[i][1]);
    }
    ad_bytes_release(ctx, &stories);
    adrop_ctx_free(ctx);
}

/* With all their topics: how many documents have each (two documents have a topic twice). */
static void counts_topics(adrop_ctx *ctx, adrop_data_opts *o)
{
    static const struct {
        const char *name;
        size_t train, test;
    } expected[] = { { "earn", 2877, 1087 },   { "acq", 1650, 719 },  { "money-fx", 538, 179 },
                     { "grain", 433, 149 },    { "crude", 389, 189 }, { "trade", 369, 117 },
                     { "interest", 347, 131 }, { "wheat", 212, 71 },  { "ship", 197, 89 },
                     { "corn", 181, 56 } };
    adrop_data *data;
    adrop_data_info info;

    o->single_topic = 0, o->multi_label = 1;
    CHECK_EQ(adrop_data_open(ctx, o, &data), ADROP_OK);
    adrop_data_describe(data, &info);
    CHECK(info.is_multi_label && info.n_train == 6490 && info.n_test == 2545);
    for (size_t c = 0; c < 10; c++) {
        size_t count[3] = { 0 };
        for (int part = 0; part < 3; part++) {
            size_t n;
            const uint32_t *rows = adrop_data_rows(data, (adrop_part)part, &n);
            for (size_t i = 0; i < n; i++)
                count[part] += (size_t)adrop_data_has_class(data, rows[i], c);
        }
        CHECK_TEXT(adrop_data_class_name(data, c), expected[c].name);
        CHECK_EQ(count[ADROP_PART_TRAIN], expected[c].train);
        CHECK_EQ(count[ADROP_PART_TEST], expected[c].test);
    }
    adrop_data_free(data);
}

typedef struct {
    adrop_ctx *ctx;
    size_t all, of_part[3], extra;
} found;

static adrop_status count_file(void *arg, size_t entry, ad_stream *stream)
{
    found *f = arg;
    ad_bytes file = { 0 }, stories = { 0 };

    (void)entry;
    CHECK_EQ(ad_stream_rest(stream, SIZE_MAX, &file), ADROP_OK);
    CHECK_EQ(ad_sgml_read(f->ctx, "a file", file.data, file.size, &stories), ADROP_OK);
    const ad_story *s = stories.data;
    for (size_t i = 0; i < stories.size / sizeof *s; i++, f->all++)
        f->of_part[s[i].part]++;
    const char *p = file.data, *end = p + file.size;
    while ((p = memmem(p, (size_t)(end - p), "<REUTERS", 8))) {
        const char *stop = memchr(p, '>', (size_t)(end - p));
        f->extra += memmem(p, (size_t)(stop - p), " CSECS=", 7) != NULL;
        p = stop;
    }
    ad_bytes_release(f->ctx, &file);
    ad_bytes_release(f->ctx, &stories);
    return ADROP_OK;
}

/* All 21578 documents, and those of the ModApte split; four have one attribute more than others. */
static void counts_stories(adrop_ctx *ctx, const char *path)
{
    found f = { .ctx = ctx };
    ad_source *source;
    bool wanted[64] = { false };

    CHECK_EQ(ad_source_open(ctx, path, UINT64_MAX, &source), ADROP_OK);
    CHECK(source->n_entries <= 64);
    for (size_t i = 0; i < source->n_entries && i < 64; i++) {
        const char *dot = strrchr(source->entries[i].name, '.');
        wanted[i] = dot && !strcmp(dot, ".sgm");
    }
    CHECK_EQ(ad_source_walk(source, wanted, count_file, &f), ADROP_OK);
    CHECK_EQ(f.of_part[AD_LEWIS_TRAIN], 9603);
    CHECK_EQ(f.of_part[AD_LEWIS_TEST], 3299);
    CHECK_EQ(f.all, 21578);
    CHECK_EQ(f.extra, 4);
    ad_source_free(source);
}

/* Labels by the most frequent topic: spec counts by topic are those of documents that have it. */
static void counts_the_real_set(void)
{
    const char *folder = getenv("ADROP_DATA");
    adrop_data_opts o;
    adrop_data *data;
    adrop_data_info info;
    adrop_ctx *ctx;
    char path[512];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_data_opts_init(&o);
    o.data = "reuters21578", o.data_dir = folder;
    if (folder && !adrop_known_data_find(ctx, o.data, folder, path, sizeof path)) {
        CHECK_EQ(adrop_data_open(ctx, &o, &data), ADROP_OK);
        adrop_data_describe(data, &info);
        CHECK_EQ(info.n_train, 6490);
        CHECK_EQ(info.n_test, 2545);
        CHECK_EQ(info.classes, 10);
        CHECK_EQ(info.channels, 10);
        CHECK_TEXT(adrop_data_class_name(data, 0), "earn");
        CHECK_TEXT(adrop_data_class_name(data, 9), "corn");
        adrop_data_free(data);
        o.single_topic = 1;
        CHECK_EQ(adrop_data_open(ctx, &o, &data), ADROP_OK);
        adrop_data_describe(data, &info);
        CHECK_EQ(info.n_train, 5754);
        CHECK_EQ(info.n_test, 2254);
        adrop_data_free(data);
        counts_topics(ctx, &o);
        counts_stories(ctx, path);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(reads_stories, refuses_what_is_malformed, counts_the_real_set)
