/* The meaning of rows to a network, as text and back, and applied to one raw row. */
#include "rows/schema.h"

#include "base/memory.h"
#include "check.h"
#include "scarce.h"
#include "transform/standardise.h"

enum { SIZE = 6 };

static const double mean[] = { 0.1, 1.0 / 3, -7e-300 }, deviation[] = { 1e-17, 0.7, 1 };
static const char *const classes[] = { "cat", "d\xc3\xb6g" }, *const columns[] = { "a", "", "c" };
static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static adrop_status make(adrop_ctx *own, adrop_task task, int is_pixels, ad_schema *s)
{
    const ad_shape shape = { 3, 1, 2 }, one = { 1, 1, 1 };
    const double at = 1e5 / 3, by = 12.5;
    adrop_status status;

    *s = (ad_schema){ .task = task, .shape = shape, .is_pixels = is_pixels };
    s->inputs.in = s->inputs.out = shape;
    s->target.in = s->target.out = one;
    if ((status = ad_standardise_add(&s->inputs, own, is_pixels ? 255 : 1, mean, deviation)) ||
        (status = ad_names_copy(own, columns, 3, &s->columns)))
        return status;
    status = task == ADROP_REGRESSION ? ad_standardise_add(&s->target, own, 1, &at, &by)
                                      : ad_names_copy(own, classes, 2, &s->classes);
    return status ? status : ad_schema_settle(s, own);
}

static void check_same(const ad_schema *s, const ad_schema *t)
{
    static const float row[SIZE] = { 0, 1, 2, 3, 254, 255 };
    static const uint8_t pixels[SIZE] = { 0, 1, 2, 3, 254, 255 };
    float x[SIZE], y[SIZE], z[SIZE], *scratch = malloc(ad_schema_room(s) * sizeof *scratch);
    const float five = 5;
    double factor, other;

    CHECK_EQ(ad_schema_room(s), ad_schema_room(t));
    ad_schema_apply_floats(s, row, x, scratch);
    ad_schema_apply_floats(t, row, y, scratch);
    ad_schema_apply_bytes(t, pixels, z, scratch);
    CHECK(!memcmp(x, y, sizeof x) && !memcmp(x, z, sizeof x));
    CHECK(ad_schema_target(s, 0, 0.3, &factor) == ad_schema_target(t, 0, 0.3, &other));
    CHECK(factor == other);
    ad_schema_learned(s, &five, x);
    ad_schema_learned(t, &five, y);
    CHECK(x[0] == y[0]);
    CHECK_EQ(s->classes.n, t->classes.n);
    CHECK_EQ(ad_schema_outputs(s), ad_schema_outputs(t));
    for (size_t i = 0; i < s->classes.n; i++)
        CHECK_TEXT(t->classes.at[i], s->classes.at[i]);
    CHECK(!ad_names_at(&s->classes, s->classes.n));
    for (size_t i = 0; i < 3; i++)
        CHECK_TEXT(t->columns.at[i], s->columns.at[i]);
    free(scratch);
}

static void round_trip(void)
{
    for (int i = 0; i < 4; i++) {
        ad_schema s, t, copy;
        char *text, *again;
        CHECK_WHERE("%d", i);
        CHECK_EQ(make(ctx, i & 1 ? ADROP_REGRESSION : ADROP_CLASSIFICATION, i >> 1, &s), ADROP_OK);
        CHECK_EQ(ad_schema_write(&s, ctx, &text), ADROP_OK);
        CHECK_EQ(ad_schema_read(ctx, "m", text, &t), ADROP_OK);
        check_same(&s, &t);
        CHECK_EQ(ad_schema_copy(&s, ctx, &copy), ADROP_OK);
        ad_schema_release(&s, ctx);
        check_same(&t, &copy);
        CHECK_EQ(ad_schema_write(&copy, ctx, &again), ADROP_OK);
        CHECK_TEXT(again, text);
        ad_schema_release(&t, ctx);
        ad_schema_release(&copy, ctx);
        ad_free(ctx, text);
        ad_free(ctx, again);
    }
}

/* Names that are not UTF-8 could not be found again; U+FFFD itself is a character. */
static void not_utf8(void)
{
    static const char *const odd[] = { "k\xe4se", "brot", "\xff" };
    static const char *const even[] = { "k\xc3\xa4se", "brot", "\xef\xbf\xbd" };
    ad_schema s, t;
    char *text;

    for (int named = 0; named < 2; named++) {
        CHECK_EQ(make(ctx, ADROP_CLASSIFICATION, 0, &s), ADROP_OK);
        ad_names *names = named ? &s.columns : &s.classes;
        ad_names_release(ctx, names);
        CHECK_EQ(ad_names_copy(ctx, odd, 3, names), ADROP_OK);
        CHECK_EQ(ad_schema_write(&s, ctx, &text), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), named ? "the column 'k" : "the class 'k");
        CHECK_HAS(adrop_ctx_message(ctx), "is not UTF-8");
        CHECK(text == NULL);
        ad_names_release(ctx, names);
        CHECK_EQ(ad_names_copy(ctx, even, 3, names), ADROP_OK);
        CHECK_EQ(ad_schema_write(&s, ctx, &text), ADROP_OK);
        CHECK_EQ(ad_schema_read(ctx, "m", text, &t), ADROP_OK);
        CHECK_TEXT(ad_names_at(named ? &t.columns : &t.classes, 2), even[2]);
        ad_schema_release(&s, ctx);
        ad_schema_release(&t, ctx);
        ad_free(ctx, text);
    }
}

#define HEAD "{\"task\":\"classification\",\"shape\":[2,1,1],\"pixels\":false,\"transforms\":[]"

static void hostile(void)
{
    static const char *const texts[][2] = {
        { "", "not JSON" },
        { "[]", "'task'" },
        { "{\"task\":\"auto\"}", "'task'" },
        { "{\"task\":\"regression\",\"shape\":[1,1]}", "'shape'" },
        { "{\"task\":\"regression\",\"shape\":[1,0,1]}", "'shape'" },
        { "{\"task\":\"regression\",\"shape\":[1,-1,1]}", "'shape'" },
        { "{\"task\":\"regression\",\"shape\":[1099511627776,1099511627776,1099511627776]}",
          "'shape'" },
        { "{\"task\":\"regression\",\"shape\":[65537,1,1],\"pixels\":true}", "'shape'" },
        { "{\"task\":\"regression\",\"shape\":[1,1,1],\"pixels\":1}", "'pixels'" },
        { "{\"task\":\"regression\",\"shape\":[1,1,1],\"pixels\":true}", "not a list" },
        { HEAD "}", "not a list" },
        { HEAD ",\"target\":[]}", "'classes'" },
        { HEAD ",\"target\":[],\"classes\":[],\"columns\":[]}", "'classes'" },
        { HEAD ",\"target\":[],\"classes\":[1],\"columns\":[]}", "'classes'" },
        { HEAD ",\"target\":[],\"classes\":[\"a\"],\"columns\":[\"x\"]}", "'columns'" },
        { HEAD ",\"target\":[],\"classes\":[\"a\"],\"columns\":[\"x\",\"y\",\"z\"]}", "'columns'" },
        { HEAD ",\"target\":[{\"name\":\"row-norm\"}],\"classes\":[\"a\"],\"columns\":[]}",
          "'target'" },
        { HEAD ",\"target\":[{\"name\":\"unit\",\"top\":2}],\"classes\":[\"a\"],\"columns\":[]}",
          "'target'" },
        { "{\"task\":\"regression\",\"task\":\"regression\"}", "not JSON" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        ad_schema s;
        CHECK_WHERE("%s", texts[i][0]);
        CHECK_EQ(ad_schema_read(ctx, "m.file", texts[i][0], &s), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), "'m.file'");
        CHECK_HAS(adrop_ctx_message(ctx), texts[i][1]);
        ad_schema_release(&s, ctx);
    }
}

static adrop_status attempt(adrop_ctx *own, const void *user)
{
    ad_schema s = { 0 }, t = { 0 };
    char *text = NULL;
    adrop_status status = make(own, ADROP_CLASSIFICATION, 1, &s);

    (void)user;
    if (!status && !(status = ad_schema_write(&s, own, &text)) &&
        !(status = ad_schema_read(own, "m", text, &t))) {
        ad_schema_release(&t, own);
        status = ad_schema_copy(&s, own, &t);
    }
    ad_schema_release(&s, own);
    ad_schema_release(&t, own);
    ad_free(own, text);
    return status;
}

static void memory(void)
{
    CHECK(scarce_each("a schema", 0, attempt, NULL) > 10);
}

CHECK_MAIN(begin, round_trip, not_utf8, hostile, memory, end)
