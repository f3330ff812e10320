/* Reuters-21578: the SGML of one file, what is malformed, and the counts of the real set. */
#include <unistd.h>

#include "adrop/data.h"
#include "base/context.h"
#include "check.h"
#include "data/sgml.h"

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
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(reads_stories, refuses_what_is_malformed, counts_the_real_set)
