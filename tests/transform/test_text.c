/* Features of documents: terms, weights, hashing, components, JSON; hostile and empty input. */
#include "transform/text.h"

#include "base/json_text.h"
#include "base/memory.h"
#include "check.h"
#include "transform/text_words.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* -- Terms ---------------------------------------------------------------------------- */

static char joined[2048];

static adrop_status join(void *arg, adrop_ctx *own, const char *term, size_t length)
{
    const size_t used = strlen(joined);

    (void)arg, (void)own;
    snprintf(joined + used, sizeof joined - used, "%s%.*s", used ? "|" : "", (int)length, term);
    return ADROP_OK;
}

static const char *terms_of(const char *text, adrop_text_opts opts)
{
    ad_features_settings s;
    ad_cutter c;

    *joined = 0;
    CHECK_EQ(ad_features_settings_read(ctx, &opts, &s), ADROP_OK);
    CHECK_EQ(ad_cutter_init(&c, ctx, &s), ADROP_OK);
    CHECK_EQ(ad_cutter_run(&c, ctx, text, strlen(text), join, NULL), ADROP_OK);
    ad_cutter_release(&c, ctx);
    return joined;
}

static void cuts_words(void)
{
    begin();
    const adrop_text_opts words = { .ngrams = 1 };
    CHECK_TEXT(terms_of("The U.S. said: 2.5 mln_dlrs, NOT a-b.", words), "the|said|mln_dlrs|not");
    /* full folding and composition: sharp s, an accent that is a character of its own, Greek */
    CHECK_TEXT(terms_of("STRA\xC3\x9F"
                        "E cafe\xCC\x81 \xCE\xA3\xCE\xAF\xCF\x83\xCF\x85\xCF\x86\xCE\xBF\xCF\x82",
                        words),
               "strasse|caf\xC3\xA9|\xCF\x83\xCE\xAF\xCF\x83\xCF\x85\xCF\x86\xCE\xBF\xCF\x83");
    CHECK_TEXT(terms_of("one two three", (adrop_text_opts){ .ngrams = 2 }),
               "one|one two|two|two three|three");
    CHECK_TEXT(terms_of("ab c\xC3\xA9", (adrop_text_opts){ .char_ngrams = "2-3" }),
               " a| ab|ab|ab |b | c| c\xC3\xA9|c\xC3\xA9|c\xC3\xA9 |\xC3\xA9 ");
    CHECK_TEXT(terms_of("the exports of wheat", (adrop_text_opts){ .stop_words = 1 }),
               "exports|wheat");
    CHECK_TEXT(terms_of("exports exporting", (adrop_text_opts){ .stem = "english" }),
               "export|export");
    CHECK_TEXT(terms_of("", words), "");
    end();
}

static void refuses_settings(void)
{
    static const char *const bad[] = { "lsa",    "lsa:0", "lsa:513", "hash:25",
                                       "hash:x", "tf",    "lsa:1x" };
    ad_features_settings s;
    ad_cutter c;

    begin();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        adrop_text_opts o = { .ngrams = 1 };
        o.features = bad[i];
        CHECK_EQ(ad_features_settings_read(ctx, &o, &s), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "`features`");
    }
    CHECK_EQ(ad_features_settings_read(ctx, &(adrop_text_opts){ .char_ngrams = "5-3" }, &s),
             ADROP_EINVAL);
    CHECK_EQ(ad_features_settings_read(ctx, &(adrop_text_opts){ .stem = "klingon" }, &s), ADROP_OK);
    CHECK_EQ(ad_cutter_init(&c, ctx, &s), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "klingon");
    end();
}

/* -- Weights -------------------------------------------------------------------------- */

static const char *const few[] = { "apple apple pear", "pear plum", "plum plum plum apple fig",
                                   "kiwi apple" };
static const size_t few_lengths[] = { 16, 9, 24, 10 };
static const ad_documents docs = { 4, few, few_lengths };
static const uint8_t first_three[] = { 1, 1, 1, 0 };

static void weighs_as_the_formula_says(void)
{
    ad_features_settings s;
    ad_features *f;
    ad_features_rows rows;

    begin();
    CHECK_EQ(ad_features_settings_read(ctx, &(adrop_text_opts){ .ngrams = 1 }, &s), ADROP_OK);
    CHECK_EQ(ad_features_fit(ctx, &s, &docs, first_three, &f, &rows), ADROP_OK);
    CHECK_EQ(f->n, 4); /* kiwi is in no training document */
    CHECK_TEXT(ad_features_term(f, 0), "apple");
    CHECK_TEXT(ad_features_term(f, 3), "plum");
    CHECK(!ad_features_term(f, 4));
    const double common = log(4.0 / 3) + 1, rare = log(4.0 / 2) + 1;
    const double apple = (1 + log(2.0)) * common, norm = sqrt(apple * apple + common * common);
    CHECK_EQ(rows.sparse.start[1], 2);
    CHECK_NEAR(rows.sparse.value[0], apple / norm, 1e-7);
    CHECK_NEAR(rows.sparse.value[1], common / norm, 1e-7);
    CHECK_EQ(f->df[0], 2);
    CHECK_NEAR(f->idf[1], rare, 1e-15);
    CHECK_EQ(rows.sparse.start[4] - rows.sparse.start[3], 1); /* apple alone, of norm 1 */
    CHECK_NEAR(rows.sparse.value[rows.sparse.start[3]], 1, 1e-7);
    ad_features_rows_release(ctx, &rows);
    ad_features_release(f);
    end();
}

static void refuses_what_is_empty(void)
{
    ad_features_settings s;
    ad_features *f;
    ad_features_rows rows;

    begin();
    CHECK_EQ(ad_features_settings_read(ctx, &(adrop_text_opts){ .min_df = 4 }, &s), ADROP_OK);
    CHECK_EQ(ad_features_fit(ctx, &s, &docs, NULL, &f, &rows), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "min-df");
    CHECK(!f && !rows.sparse.start);
    CHECK_EQ(ad_features_settings_read(ctx, &(adrop_text_opts){ .features = "lsa:5" }, &s),
             ADROP_OK);
    CHECK_EQ(ad_features_fit(ctx, &s, &docs, NULL, &f, &rows), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "lsa:5");
    end();
}

/* -- Documents drawn by a rule --------------------------------------------------------- */

enum { MANY = 300 };

static char texts[MANY][400];
static const char *many[MANY];
static size_t many_lengths[MANY];
static const ad_documents drawn = { MANY, many, many_lengths };

static void draw(void)
{
    uint64_t z = 1;

    for (size_t i = 0; i < MANY; i++) {
        *texts[i] = 0;
        for (size_t k = 0; k < 20 + i % 17; k++) {
            z = z * 6364136223846793005u + 1442695040888963407u;
            const size_t a = z >> 33 & 63, word = a * a / 40 + i % 5;
            snprintf(texts[i] + strlen(texts[i]), sizeof texts[i] - strlen(texts[i]), "w%zu ",
                     10 + word);
        }
        many[i] = texts[i];
        many_lengths[i] = strlen(texts[i]);
    }
}

static int same_rows(const ad_features_rows *a, const ad_features_rows *b, size_t width)
{
    if (a->dense)
        return !memcmp(a->dense, b->dense, MANY * width * sizeof(float));
    return !memcmp(a->sparse.start, b->sparse.start, (MANY + 1) * sizeof(size_t)) &&
           !memcmp(a->sparse.column, b->sparse.column,
                   ad_sparse_count(&a->sparse) * sizeof(uint32_t)) &&
           !memcmp(a->sparse.value, b->sparse.value, ad_sparse_count(&a->sparse) * sizeof(float));
}

/* The same bits for 1, 2 and 4 threads, for features applied again and for those read from JSON. */
static void keeps_its_bits(void)
{
    static const char *const kinds[] = { "tfidf", "lsa:7", "hash:6" };

    begin();
    draw();
    for (size_t k = 0; k < 3; k++) {
        adrop_text_opts o = { .ngrams = 2 };
        ad_features_settings s;
        ad_features *f, *other;
        ad_features_rows rows, again;
        CHECK_WHERE("%s", kinds[k]);
        o.features = kinds[k];
        CHECK_EQ(ad_features_settings_read(ctx, &o, &s), ADROP_OK);
        ctx->threads = 1;
        CHECK_EQ(ad_features_fit(ctx, &s, &drawn, NULL, &f, &rows), ADROP_OK);
        for (int threads = 2; threads <= 4; threads += 2) {
            ctx->threads = threads;
            CHECK_EQ(ad_features_fit(ctx, &s, &drawn, NULL, &other, &again), ADROP_OK);
            CHECK(same_rows(&rows, &again, ad_features_width(f)));
            ad_features_release(other);
            ad_features_rows_release(ctx, &again);
        }
        CHECK_EQ(ad_features_apply(f, ctx, &drawn, &again), ADROP_OK);
        CHECK(same_rows(&rows, &again, ad_features_width(f)));
        ad_features_rows_release(ctx, &again);
        ad_json b = { 0 };
        json_t *json = ad_features_write(&b, f, ctx);
        CHECK(!b.failed);
        CHECK_EQ(ad_features_read(ctx, "a model", json, &other), ADROP_OK);
        CHECK_EQ(ad_features_apply(other, ctx, &drawn, &again), ADROP_OK);
        CHECK(same_rows(&rows, &again, ad_features_width(f)));
        ad_features_rows_release(ctx, &again);
        ad_features_release(other);
        json_decref(json);
        ad_features_rows_release(ctx, &rows);
        ad_features_release(f);
    }
    end();
}

/* Each member of the JSON, left out or replaced by what it cannot be, is refused by name. */
static void trusts_no_json(void)
{
    static const char *const members[] = { "kind",   "ngrams", "characters", "min_df",
                                           "max_df", "stem",   "n",          "documents",
                                           "df",     "terms",  "components", "singular" };
    adrop_text_opts o = { .features = "lsa:3" };
    ad_features_settings s;
    ad_features *f, *other;
    ad_features_rows rows;
    ad_json b = { 0 };

    begin();
    draw();
    CHECK_EQ(ad_features_settings_read(ctx, &o, &s), ADROP_OK);
    CHECK_EQ(ad_features_fit(ctx, &s, &drawn, NULL, &f, &rows), ADROP_OK);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        for (int how = 0; how < 4; how++) {
            json_t *json = ad_features_write(&b, f, ctx);
            CHECK_WHERE("%s, %d", members[i], how);
            if (how == 0)
                json_object_del(json, members[i]);
            else
                json_object_set_new(json, members[i],
                                    how == 1   ? json_integer(-1)
                                    : how == 2 ? json_string("!")
                                               : json_pack("[s]", "b"));
            const int fine = !strcmp(members[i], "stem") && how == 2; /* a language, perhaps */
            CHECK_EQ(ad_features_read(ctx, "a model", json, &other),
                     fine ? ADROP_OK : ADROP_EFORMAT);
            CHECK_EQ(other != NULL, fine);
            ad_features_release(other);
            json_decref(json);
        }
    ad_features_rows_release(ctx, &rows);
    ad_features_release(f);
    end();
}

CHECK_MAIN(cuts_words, refuses_settings, weighs_as_the_formula_says, refuses_what_is_empty,
           keeps_its_bits, trusts_no_json)
