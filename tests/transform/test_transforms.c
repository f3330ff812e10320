/* Transforms: the promises of every one in the list; moments, levels, chains, JSON. */
#include "transform/transforms.h"

#include "base/json_text.h"
#include "base/memory.h"
#include "check.h"
#include "scarce.h"
#include "transform/standardise.h"

enum { ROWS = 40, CHANNELS = 3, AREA = 6, SIZE = CHANNELS * AREA };

static ad_shape shape = { CHANNELS, 2, 3 };
static adrop_ctx *ctx;
static float floats[ROWS][SIZE];
static uint8_t bytes[ROWS][SIZE];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (int i = 0; i < ROWS * SIZE; i++) {
        bytes[i / SIZE][i % SIZE] = (uint8_t)(i * 7919 % 251);
        floats[i / SIZE][i % SIZE] = (float)sin(i) * 1e3f;
    }
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

static adrop_status get_floats(const ad_training_rows *rows, adrop_ctx *own, size_t i,
                               const void **row)
{
    (void)rows, (void)own;
    *row = floats[i];
    return ADROP_OK;
}

static adrop_status get_bytes(const ad_training_rows *rows, adrop_ctx *own, size_t i,
                              const void **row)
{
    (void)rows, (void)own;
    *row = bytes[i];
    return ADROP_OK;
}

static const ad_training_rows of_floats = { .n = ROWS,
                                            .shape = { CHANNELS, 2, 3 },
                                            .get = get_floats };
static const ad_training_rows of_table = { .n = ROWS, .shape = { SIZE, 1, 1 }, .get = get_floats };
static const ad_training_rows of_bytes = {
    .n = ROWS, .shape = { CHANNELS, 2, 3 }, .is_bytes = true, .get = get_bytes
};

static void make(ad_transforms *list, const ad_training_rows *rows, const char *first,
                 const char *second)
{
    *list = (ad_transforms){ 0 };
    CHECK_EQ(ad_transforms_add(list, ctx, first), ADROP_OK);
    if (second)
        CHECK_EQ(ad_transforms_add(list, ctx, second), ADROP_OK);
    CHECK_EQ(ad_transforms_fit(list, ctx, shape, rows), ADROP_OK);
}

/* By the formula, in double and in the order of the rows: equal bits. */
static void moments(void)
{
    ad_transforms list;
    float y[SIZE];

    make(&list, &of_floats, "standardise", NULL);
    for (size_t c = 0; c < CHANNELS; c++) {
        double sum = 0, squares = 0, mean, deviation;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < AREA; j++)
                sum += floats[i][c * AREA + (size_t)j];
        const double m = sum / (ROWS * AREA);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < AREA; j++) {
                const double d = floats[i][c * AREA + (size_t)j] - m;
                squares += d * d;
            }
        const double s = sqrt(squares / (ROWS * AREA));
        CHECK(ad_standardise_moments(&list, c, &mean, &deviation));
        CHECK(mean == m && deviation == s);
        ad_transforms_apply(&list, 0, floats[5], y, NULL);
        for (size_t j = c * AREA; j < (c + 1) * AREA; j++)
            CHECK(y[j] == (float)((floats[5][j] - m) / s));
    }
    ad_transforms_release(&list, ctx);
}

/* What is looked up for bytes is what is computed for floats of the same values. */
static void levels(void)
{
    static const char *const by_value[] = { "unit", "unit:top=16", "symmetric", "standardise",
                                            "standardise:top=255" };
    float x[SIZE], y[SIZE], z[SIZE], scratch[2 * SIZE];

    for (size_t k = 0; k < sizeof by_value / sizeof by_value[0]; k++) {
        ad_transforms list;
        float *table;
        size_t covered;
        CHECK_WHERE("%s", by_value[k]);
        make(&list, &of_bytes, by_value[k], "row-norm");
        CHECK_EQ(ad_transforms_levels(&list, ctx, &table, &covered), ADROP_OK);
        CHECK_EQ(covered, 1);
        for (int i = 0; i < SIZE; i++)
            x[i] = bytes[3][i];
        list.n = 1;
        ad_transforms_apply(&list, 0, x, y, NULL);
        ad_levels_apply(table, shape, bytes[3], z);
        CHECK(!memcmp(y, z, sizeof y));
        list.n = 2;
        ad_transforms_apply(&list, 0, x, y, scratch);
        ad_transforms_apply(&list, 1, z, x, scratch);
        CHECK(!memcmp(y, x, sizeof y));
        ad_free(ctx, table);
        ad_transforms_release(&list, ctx);
    }
}

/* Written, read back, written again: equal text, equal bits of what it does. */
static void round_trip(const ad_transforms *list)
{
    ad_transforms again;
    char *text, *other;
    float y[SIZE], z[SIZE], scratch[2 * SIZE];
    ad_json b = { 0 };
    json_t *json = ad_transforms_write(&b, list);

    CHECK_EQ(ad_json_text(ctx, json, JSON_COMPACT, &text), ADROP_OK);
    json_decref(json);
    json = json_loads(text, 0, NULL);
    CHECK_EQ(ad_transforms_read(&again, ctx, "a model", json, shape), ADROP_OK);
    json_decref(json);
    json = ad_transforms_write(&b, &again);
    CHECK(!b.failed);
    CHECK_EQ(ad_json_text(ctx, json, JSON_COMPACT, &other), ADROP_OK);
    json_decref(json);
    CHECK_TEXT(other, text);
    for (size_t i = 0; i < list->n; i++) {
        CHECK_EQ(again.item[i].fitted_size, list->item[i].fitted_size);
        CHECK(!list->item[i].fitted ||
              !memcmp(again.item[i].fitted, list->item[i].fitted, list->item[i].fitted_size));
    }
    ad_transforms_apply(list, 0, floats[7], y, scratch);
    ad_transforms_apply(&again, 0, floats[7], z, scratch);
    CHECK(!memcmp(y, z, sizeof y));
    ad_transforms_release(&again, ctx);
    ad_free(ctx, text);
    ad_free(ctx, other);
}

/* Whatever is listed: named, found, fitted, copied, written and, if it can be, undone. */
static void conformance(void)
{
    const ad_transform_type *type;
    float y[SIZE], z[SIZE];

    for (size_t k = 0; (type = ad_transform_type_at(k)); k++) {
        ad_transforms list, copy;
        CHECK_WHERE("%s", type->name);
        CHECK(ad_transform_type_find(type->name) == type && *type->summary);
        const int flat = type->takes_missing || !strcmp(type->name, "one-hot"); /* for tables */
        shape = flat ? (ad_shape){ SIZE, 1, 1 } : (ad_shape){ CHANNELS, 2, 3 };
        make(&list, flat ? &of_table : &of_floats, type->name, NULL);
        ad_transforms_apply(&list, 0, floats[1], y, NULL);
        CHECK_EQ(ad_transforms_copy(&list, ctx, &copy), ADROP_OK);
        round_trip(&list);
        for (size_t i = 0; type->invert && i < SIZE; i++) {
            double slope, other;
            const double x = ad_transforms_invert(&list, i / AREA, y[i], &slope);
            CHECK_CLOSE(x, floats[1][i], 1e-3); /* floats of up to 1000 */
            const double more = ad_transforms_invert(&list, i / AREA, y[i] + 0.5, &other);
            CHECK_CLOSE(more - x, 0.5 * slope, 1e-9);
        }
        ad_transforms_release(&list, ctx); /* the copy stands alone */
        ad_transforms_apply(&copy, 0, floats[1], z, NULL);
        CHECK(!memcmp(y, z, sizeof y));
        ad_transforms_release(&copy, ctx);
    }
    shape = (ad_shape){ CHANNELS, 2, 3 };
    CHECK(!ad_transform_type_find("") && !ad_transform_type_find("none"));
}

/* A table of two columns, words and numbers, some missing. */
static const float cells[5][2] = { { 2, 1 }, { 0, NAN }, { 2, 4 }, { NAN, 10 }, { 0, 3 } };

static adrop_status get_cells(const ad_training_rows *rows, adrop_ctx *own, size_t i,
                              const void **row)
{
    (void)rows, (void)own;
    *row = cells[i];
    return ADROP_OK;
}

/* By hand: what is missing is filled, words become as many columns as are seen. */
static void table(void)
{
    static const struct {
        const char *how;
        size_t width;
        float fill;
    } cases[] = { { "impute", 3, 4.5f },
                  { "impute:how=median", 3, 3.5f },
                  { "impute:how=indicator", 5, 4.5f } };
    const uint32_t words[] = { 4, 0 };
    const ad_training_rows rows = {
        .n = 5, .shape = { 2, 1, 1 }, .get = get_cells, .categories = words, .n_categories = 2
    };

    for (size_t k = 0; k < 3; k++) {
        ad_transforms list = { 0 };
        float y[5] = { 9, 9, 9, 9, 9 }, scratch[16];
        CHECK_WHERE("%s", cases[k].how);
        CHECK_EQ(ad_transforms_add(&list, ctx, cases[k].how), ADROP_OK);
        CHECK_EQ(ad_transforms_add(&list, ctx, "one-hot"), ADROP_OK);
        CHECK_EQ(ad_transforms_fit(&list, ctx, rows.shape, &rows), ADROP_OK);
        CHECK_EQ(list.out.channels, cases[k].width);
        CHECK(ad_transforms_room(&list) <= 16);
        ad_transforms_apply(&list, 0, cells[1], y, scratch); /* the first word, no number */
        CHECK(y[0] == 1 && y[1] == 0 && y[2] == cases[k].fill);
        CHECK(k < 2 || (y[3] == 0 && y[4] == 1));
        ad_transforms_apply(&list, 0, cells[2], y, scratch);
        CHECK(y[0] == 0 && y[1] == 1 && y[2] == 4);
        ad_transforms_apply(&list, 0, cells[3], y, scratch); /* no word */
        CHECK(y[0] == 0 && y[1] == 0 && y[2] == 10);
        CHECK(k < 2 || (y[3] == 1 && y[4] == 0));
        ad_transforms_apply(&list, 0, (float[]){ 1, 7 }, y, scratch); /* one that was not seen */
        CHECK(y[0] == 0 && y[1] == 0 && y[2] == 7);
        ad_transforms_release(&list, ctx);
    }
    CHECK_WHERE("%s", "");
}

/* The second is fitted on what leaves the first. */
static void chained(void)
{
    ad_transforms list;
    float y[SIZE], scratch[2 * SIZE];
    double sum = 0, squares = 0;

    make(&list, &of_bytes, "row-norm", "standardise");
    CHECK_EQ(ad_transforms_room(&list), SIZE);
    for (int i = 0; i < ROWS; i++) {
        float x[SIZE];
        for (int j = 0; j < SIZE; j++)
            x[j] = bytes[i][j];
        ad_transforms_apply(&list, 0, x, y, scratch);
        for (int j = 0; j < AREA; j++) {
            sum += y[j];
            squares += (double)y[j] * y[j];
        }
    }
    CHECK_NEAR(sum / (ROWS * AREA), 0, 1e-6);
    CHECK_NEAR(squares / (ROWS * AREA), 1, 1e-6);
    CHECK(!ad_transforms_invertible(&list));
    round_trip(&list);
    CHECK_EQ(ad_transforms_add(&list, ctx, "unit:top=3"), ADROP_OK);
    CHECK_EQ(ad_transforms_fit(&list, ctx, shape, &of_bytes), ADROP_OK);
    CHECK_EQ(ad_transforms_room(&list), 2 * SIZE);
    round_trip(&list);
    ad_transforms_release(&list, ctx);
}

static void refusals(void)
{
    ad_transforms list = { 0 };

    CHECK_EQ(ad_transforms_add(&list, ctx, "standardize"), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "did you mean 'standardise'?");
    CHECK_EQ(ad_transforms_add(&list, ctx, "unit:top=0"), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "transform 'unit'");
    ad_transforms_release(&list, ctx);
    for (int i = 0; i < AD_MAX_TRANSFORMS; i++)
        CHECK_EQ(ad_transforms_add(&list, ctx, "standardise"), ADROP_OK);
    CHECK_EQ(ad_transforms_add(&list, ctx, "unit"), ADROP_EINVAL);
    CHECK_EQ(ad_transforms_fit(&list, ctx, shape, NULL), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "no training rows");
    ad_transforms_release(&list, ctx);
}

static void hostile(void)
{
    static const char *const texts[][2] = {
        { "{}", "not a list" },
        { "[1]", "no name" },
        { "[{}]", "no name" },
        { "[{\"name\":7}]", "no name" },
        { "[{\"name\":\"nothing\"}]", "no transform 'nothing'" },
        { "[{\"name\":\"unit\"}]", "'top' of the transform 'unit'" },
        { "[{\"name\":\"unit\",\"top\":0}]", "'top'" },
        { "[{\"name\":\"unit\",\"top\":-1}]", "'top'" },
        { "[{\"name\":\"unit\",\"top\":[1]}]", "'top'" },
        { "[{\"name\":\"unit\",\"top\":\"x\"}]", "'top'" },
        { "[{\"name\":\"standardise\",\"top\":1}]", "'mean'" },
        { "[{\"name\":\"standardise\",\"top\":1,\"mean\":[1,2]}]", "'mean'" },
        { "[{\"name\":\"standardise\",\"top\":1,\"mean\":[1,2,null]}]", "'mean'" },
        { "[{\"name\":\"standardise\",\"top\":1,\"mean\":[1,2,3]}]", "'deviation'" },
        { "[{\"name\":\"standardise\",\"top\":1,\"mean\":[1,2,3],\"deviation\":[1,0,1]}]",
          "'deviation'" },
        { "[{\"name\":\"standardise\",\"top\":1,\"mean\":[1,2,3],\"deviation\":[1,1,\"1\"]}]",
          "'deviation'" },
    };

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *json = json_loads(texts[i][0], 0, NULL);
        ad_transforms list;
        CHECK_WHERE("%s", texts[i][0]);
        CHECK(json != NULL);
        CHECK_EQ(ad_transforms_read(&list, ctx, "m.file", json, shape), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(ctx), "'m.file'");
        CHECK_HAS(adrop_ctx_message(ctx), texts[i][1]);
        ad_transforms_release(&list, ctx);
        json_decref(json);
    }
    json_t *many = json_array();
    ad_transforms list;
    for (int i = 0; i <= AD_MAX_TRANSFORMS; i++)
        json_array_append_new(many, json_pack("{s:s}", "name", "row-norm"));
    CHECK_EQ(ad_transforms_read(&list, ctx, "m.file", many, shape), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "more than 8");
    ad_transforms_release(&list, ctx);
    json_decref(many);
}

static adrop_status attempt(adrop_ctx *own, const void *user)
{
    ad_transforms list = { 0 }, copy = { 0 };
    float *table = NULL;
    size_t covered;
    adrop_status status;

    (void)user;
    if (!(status = ad_transforms_add(&list, own, "row-norm")) &&
        !(status = ad_transforms_add(&list, own, "standardise")) &&
        !(status = ad_transforms_fit(&list, own, shape, &of_bytes)) &&
        !(status = ad_transforms_copy(&list, own, &copy)))
        status = ad_transforms_levels(&copy, own, &table, &covered);
    ad_free(own, table);
    ad_transforms_release(&list, own);
    ad_transforms_release(&copy, own);
    return status;
}

static void memory(void)
{
    CHECK(scarce_each("transforms", 0, attempt, NULL) > 8);
}

CHECK_MAIN(begin, moments, levels, conformance, table, chained, refusals, hostile, memory, end)
