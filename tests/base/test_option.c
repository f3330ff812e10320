/* Option tables: defaults, setting, ranges, texts, the nearest word. */
#include "adrop/option.h"

#include "base/option_check.h"
#include "check.h"

static const char *const colours[] = { "red", "green", "blue", NULL };

typedef struct {
    double rate, sigma, any;
    size_t count;
    int flag, colour;
    const char *name;
    adrop_list at;
    adrop_texts with;
} settings;

static const adrop_option table[] = {
    { .name = "rate",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, rate),
      .fallback = 0.5,
      .min = 0,
      .max = 1,
      .open = ADROP_OPEN_MAX,
      .help = "a rate" },
    { .name = "sigma",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, sigma),
      .fallback = 1,
      .min = 0,
      .max = INFINITY,
      .open = ADROP_OPEN_MIN,
      .help = "a standard deviation" },
    { .name = "any",
      .kind = ADROP_OPT_REAL,
      .offset = offsetof(settings, any),
      .help = "a number" },
    { .name = "count",
      .synonyms = "number how-many",
      .kind = ADROP_OPT_COUNT,
      .offset = offsetof(settings, count),
      .fallback = 3,
      .min = 1,
      .max = 10,
      .help = "how many" },
    { .name = "flag",
      .kind = ADROP_OPT_FLAG,
      .offset = offsetof(settings, flag),
      .help = "or not" },
    { .name = "colour",
      .kind = ADROP_OPT_CHOICE,
      .offset = offsetof(settings, colour),
      .fallback = 2,
      .words = colours,
      .help = "which" },
    { .name = "name",
      .kind = ADROP_OPT_TEXT,
      .offset = offsetof(settings, name),
      .text = "anon",
      .help = "who" },
    { .name = "at",
      .kind = ADROP_OPT_LIST,
      .offset = offsetof(settings, at),
      .min = 0,
      .max = 1,
      .help = "where" },
    { .name = "with", .kind = ADROP_OPT_TEXTS, .offset = offsetof(settings, with), .help = "whom" },
    { 0 }
};

static adrop_ctx *ctx;
static settings s;

static void start(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_options_default(table, &s);
}

static void defaults(void)
{
    start();
    CHECK(s.rate == 0.5 && s.sigma == 1 && s.count == 3 && !s.flag && s.colour == 2 && !s.at.n);
    CHECK_TEXT(s.name, "anon");
    adrop_ctx_free(ctx);
}

static void setting(void)
{
    start();
    CHECK_EQ(adrop_option_set(ctx, table, &s, "rate", "0"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "count", "10"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "flag", "yes"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "colour", "green"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "name", "Ada"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "at", "0,0.5,1"), ADROP_OK);
    CHECK(s.rate == 0 && s.count == 10 && s.flag == 1 && s.colour == 1 && s.at.n == 3);
    CHECK(s.at.value[1] == 0.5);
    CHECK_TEXT(s.name, "Ada");
    adrop_ctx_free(ctx);
}

static void several(void)
{
    start();
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "Ada"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "Bob;Cy,Di"), ADROP_OK);
    CHECK_EQ(s.with.n, 3);
    CHECK_TEXT(adrop_texts_at(&s.with, 2), "Cy,Di");
    CHECK_TEXT(adrop_option_show(ctx, adrop_option_find(table, "with"), &s), "Ada;Bob;Cy,Di");
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", ";"), ADROP_EINVAL);
    CHECK(adrop_texts_at(&s.with, 3) == NULL);
    CHECK_EQ(adrop_texts_add(ctx, &s.with, ""), ADROP_EINVAL);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "a;;b"), ADROP_EINVAL);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "\"a;b"), ADROP_EINVAL);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "\"a;b\"c"), ADROP_EINVAL);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", "\"\""), ADROP_EINVAL);
    const adrop_texts before = s.with;
    for (size_t i = 0; i < 800; i++)
        CHECK_EQ(adrop_texts_add(ctx, &s.with, i % 2 ? "more" : "most"), ADROP_OK);
    CHECK_EQ(s.with.n, 803);
    CHECK_TEXT(adrop_texts_at(&s.with, 1), "Bob");
    CHECK_TEXT(adrop_texts_at(&s.with, 802), "more");
    CHECK_TEXT(adrop_texts_at(&before, 2), "Cy,Di"); /* a copy is as it was */
    CHECK(adrop_texts_at(&before, 3) == NULL);
    adrop_ctx_free(ctx);
}

/* Texts with the marks that stand between and around texts, shown and read back. */
static void quoted_texts(void)
{
    static const char *const odd[] = { "net:a;b", "\"", "\"a\";", ";", "a\"b", "plain" };
    const adrop_option *row = adrop_option_find(table, "with");

    start();
    for (size_t i = 0; i < 6; i++)
        CHECK_EQ(adrop_texts_add(ctx, &s.with, odd[i]), ADROP_OK);
    const char *shown = adrop_option_show(ctx, row, &s);
    CHECK_TEXT(shown, "\"net:a;b\";\"\"\"\";\"\"\"a\"\";\";\";\";a\"b;plain");
    s.with = (adrop_texts){ 0 };
    CHECK_EQ(adrop_option_set(ctx, table, &s, "with", shown), ADROP_OK);
    CHECK_EQ(s.with.n, 6);
    for (size_t i = 0; i < 6; i++)
        CHECK_TEXT(adrop_texts_at(&s.with, i), odd[i]);
    adrop_ctx_free(ctx);
}

/* Texts of any length, set, parsed and shown; one copy of each. */
static void long_texts(void)
{
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG + 16);

    CHECK(text != NULL);
    start();
    for (size_t n = 1; n <= LONG; n *= 4) {
        strcpy(text, "name=");
        memset(text + 5, 'x', n);
        text[5 + n] = 0;
        CHECK_EQ(adrop_options_parse(ctx, table, &s, text), ADROP_OK);
        CHECK_TEXT(s.name, text + 5);
        const char *name = s.name;
        CHECK_EQ(adrop_option_set(ctx, table, &s, "name", text + 5), ADROP_OK);
        CHECK(s.name == name && s.name != text + 5);
        CHECK(adrop_option_show(ctx, adrop_option_find(table, "name"), &s) == name);
        CHECK_EQ(adrop_option_set(ctx, table, &s, "with", text + 5), ADROP_OK);
        CHECK_TEXT(adrop_texts_at(&s.with, s.with.n - 1), name);
        CHECK_EQ(adrop_option_set(ctx, table, &s, "any", text + 5), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "give a number");
    }
    free(text);
    adrop_ctx_free(ctx);
}

/* What a call keeps of a program's struct is its own. */
static void kept_texts(void)
{
    char name[] = "Ada", with[] = "Bob";
    const char *list[] = { with };

    start();
    s.name = name;
    s.with = (adrop_texts){ 1, list };
    CHECK_EQ(ad_options_keep(ctx, table, &s, sizeof s), ADROP_OK);
    *name = *with = 'X';
    list[0] = NULL;
    CHECK_TEXT(s.name, "Ada");
    CHECK_TEXT(adrop_texts_at(&s.with, 0), "Bob");
    s.name = NULL;
    CHECK_EQ(ad_options_keep(ctx, table, &s, sizeof s), ADROP_OK);
    CHECK_TEXT(s.name, "");
    adrop_ctx_free(ctx);
}

/* A struct that ends before the last rows: they are left alone. */
static void shorter_structs(void)
{
    struct {
        settings s;
    } room, before;
    const adrop_option *row = adrop_option_find(table, "with");

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    memset(&room, 0xa5, sizeof room);
    memset(&before, 0xa5, sizeof before);
    adrop_options_default_sized(table, &room, row->offset);
    CHECK(!memcmp(&room.s.with, &before.s.with, sizeof before.s.with));
    CHECK(room.s.rate == 0.5);
    CHECK_EQ(adrop_option_set_sized(ctx, table, &room, row->offset, "with", "Ada"), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "newer than the program");
    CHECK_EQ(adrop_options_parse_sized(ctx, table, &room, row->offset, "with=Ada"), ADROP_EINVAL);
    CHECK(!memcmp(&room.s.with, &before.s.with, sizeof before.s.with));
    CHECK_EQ(adrop_option_set_sized(ctx, table, &room, row->offset, "rate", "0.25"), ADROP_OK);
    CHECK(room.s.rate == 0.25);
    adrop_ctx_free(ctx);
}

static void refuses(const char *name, const char *text, adrop_status expected, const char *part)
{
    const settings before = s;

    CHECK_WHERE("%s=%s", name, text);
    CHECK_EQ(adrop_option_set(ctx, table, &s, name, text), expected);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK(!memcmp(&before, &s, sizeof s));
}

static void refusals(void)
{
    char many[600] = "0";

    start();
    refuses("rte", "1", ADROP_ENOENT, "did you mean 'rate'?");
    refuses("nothing like it", "1", ADROP_ENOENT, "there is no option");
    refuses("rate", "1", ADROP_EINVAL, "a number in [0, 1)");
    refuses("rate", "nan", ADROP_EINVAL, "'nan' is not a value for 'rate'");
    refuses("rate", "", ADROP_EINVAL, "'rate'");
    refuses("sigma", "0", ADROP_EINVAL, "a number greater than 0");
    refuses("count", "2.5", ADROP_EINVAL, "a whole number in [1, 10]");
    refuses("count", "-1", ADROP_EINVAL, "whole number");
    refuses("count", "1e300", ADROP_EINVAL, "whole number");
    refuses("flag", "maybe", ADROP_EINVAL, "yes or no");
    refuses("colour", "gren", ADROP_EINVAL, "did you mean 'green'?");
    refuses("colour", "12345", ADROP_EINVAL, "one of red, green, blue");
    refuses("at", "0.5,", ADROP_EINVAL, "numbers");
    refuses("at", "0.5,2", ADROP_EINVAL, "[0, 1]");
    for (int i = 0; i < 100; i++)
        strcat(many, ",0");
    refuses("at", many, ADROP_EINVAL, "at most 64");
    memset(many, '0', 599); /* a number that no buffer has room for is none that was cut */
    many[599] = 0;
    refuses("at", many, ADROP_EINVAL, "numbers");
    adrop_ctx_free(ctx);
}

static void pairs(void)
{
    start();
    CHECK_EQ(adrop_options_parse(ctx, table, &s, ""), ADROP_OK);
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "rate=0.25,flag=yes,at=0/1"), ADROP_OK);
    CHECK(s.rate == 0.25 && s.flag && s.at.n == 2);
    s.flag = 0;
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "flag,rate=0.5"), ADROP_OK);
    CHECK(s.flag && s.rate == 0.5);
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "rate"), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "write key=value");
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "=3"), ADROP_EINVAL);
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "rate=0.1,"), ADROP_EINVAL);
    CHECK_EQ(adrop_options_parse(ctx, table, &s, ",rate=0.1"), ADROP_EINVAL);
    adrop_ctx_free(ctx);
}

static void showing(void)
{
    char text[300];

    start();
    s.at = (adrop_list){ 2, { 0.5, 1 } };
    CHECK_TEXT(adrop_option_show(ctx, &table[0], &s), "0.5");
    CHECK_TEXT(adrop_option_show(ctx, &table[3], &s), "3");
    CHECK_TEXT(adrop_option_show(ctx, &table[4], &s), "no");
    CHECK_TEXT(adrop_option_show(ctx, &table[5], &s), "blue");
    CHECK_TEXT(adrop_option_show(ctx, &table[6], &s), "anon");
    CHECK_TEXT(adrop_option_show(ctx, &table[7], &s), "0.5,1");
    CHECK_TEXT(adrop_option_range(&table[2], text, sizeof text), "a number");
    CHECK_TEXT(adrop_option_range(&table[1], text, sizeof text), "a number greater than 0");
    CHECK_TEXT(adrop_option_range(&table[5], text, 10), "one of re"); /* cut, not overrun */
    adrop_ctx_free(ctx);
}

static void nearest(void)
{
    CHECK_TEXT(adrop_nearest("gren", colours), "green");
    CHECK_TEXT(adrop_nearest("bleu", colours), "blue"); /* neighbours swapped */
    CHECK_TEXT(adrop_nearest("gr", colours), "green");  /* a beginning */
    CHECK_TEXT(adrop_nearest("red", colours), "red");
    CHECK(!adrop_nearest("violet", colours));
    CHECK(!adrop_nearest("", colours));
}

/* A count whose 0 has a name. */
static void named_zero(void)
{
    static const char *const end[] = { "end", NULL };
    const adrop_option row[] = {
        { .name = "every", .kind = ADROP_OPT_COUNT, .fallback = 1, .max = 9, .words = end }, { 0 }
    };
    size_t every = 5;
    char text[64];

    start();
    CHECK_EQ(adrop_option_set(ctx, row, &every, "every", "end"), ADROP_OK);
    CHECK_EQ(every, 0u);
    CHECK_TEXT(adrop_option_show(ctx, row, &every), "end");
    CHECK_EQ(adrop_option_set(ctx, row, &every, "every", "7"), ADROP_OK);
    CHECK_TEXT(adrop_option_show(ctx, row, &every), "7");
    CHECK_EQ(adrop_option_set(ctx, row, &every, "every", "ends"), ADROP_EINVAL);
    CHECK_TEXT(adrop_option_range(row, text, sizeof text), "a whole number in [0, 9], or end");
    adrop_ctx_free(ctx);
}

/* Tables of two structs that lie in a larger one. */
static void one_table_of_two(void)
{
    struct {
        size_t first;
        double rate;
        settings rest;
    } both = { 0 };
    const adrop_option own[] = {
        { .name = "rate", .kind = ADROP_OPT_REAL, .offset = sizeof both.first, .max = 9 }, { 0 }
    };
    adrop_option rows[sizeof table / sizeof *table + 2];
    size_t n_table = 0;

    while (table[n_table].name)
        n_table++;
    size_t n = adrop_options_append(rows, 0, own, 0);
    CHECK_EQ(n, 1u);
    CHECK(!rows[1].name);
    n = adrop_options_append(rows, n, table, offsetof(__typeof__(both), rest));
    CHECK_EQ(n, n_table); /* rate is there already */
    CHECK(!rows[n].name);
    start();
    adrop_options_default(rows, &both);
    for (const adrop_option *row = table; row->name; row++) {
        const adrop_option *mine = adrop_option_find(rows, row->name);
        CHECK_WHERE("%s", row->name);
        CHECK(mine && ad_option_is_default(mine, &both));
        if (strcmp(row->name, "rate") != 0)
            CHECK_TEXT(adrop_option_show(ctx, mine, &both), adrop_option_show(ctx, row, &s));
    }
    CHECK_EQ(adrop_option_set(ctx, rows, &both, "rate", "8"), ADROP_OK);
    CHECK_EQ(adrop_option_set(ctx, rows, &both, "sigma", "7"), ADROP_OK);
    CHECK(both.rate == 8 && both.rest.sigma == 7 && both.rest.rate == 0);
    ad_options_copy(table, &s, rows, &both);
    CHECK(s.rate == 8 && s.sigma == 7);
    for (const adrop_option *row = table; row->name; row++)
        CHECK(ad_option_is_default(row, &s) ==
              (strcmp(row->name, "rate") != 0 && strcmp(row->name, "sigma") != 0));
    adrop_ctx_free(ctx);
}

/* A field is as it is by default, and with any other value it is not. */
static void defaults_are_known(void)
{
    static const char *const others[] = {
        "0.25", "2", "-1", "4", "yes", "red", "bob", "0.5,1", "x"
    };
    size_t i = 0;

    start();
    for (const adrop_option *row = table; row->name; row++, i++) {
        CHECK_WHERE("%s", row->name);
        CHECK(ad_option_is_default(row, &s));
        CHECK_EQ(adrop_option_set(ctx, table, &s, row->name, others[i]), ADROP_OK);
        CHECK(!ad_option_is_default(row, &s));
    }
    CHECK_EQ(i, sizeof others / sizeof *others);
    adrop_ctx_free(ctx);
}

static void groups_and_purposes(void)
{
    adrop_option row = { .applies = ADROP_FOR_TABLES };
    char text[300];

    for (int g = 0; g < ADROP_N_GROUPS; g++)
        CHECK(*adrop_option_group_title((adrop_option_group)g));
    CHECK(!adrop_option_group_title(ADROP_N_GROUPS));
    CHECK_TEXT(adrop_option_applies(&row, text, sizeof text), "tables");
    row.applies |= ADROP_FOR_JSON_LINES;
    CHECK_TEXT(adrop_option_applies(&row, text, sizeof text), "tables and JSON lines");
    row.applies |= ADROP_FOR_LINES;
    CHECK_TEXT(adrop_option_applies(&row, text, sizeof text),
               "tables, JSON lines and lines of documents");
    CHECK_TEXT(adrop_option_applies(&row, text, 5), "tabl"); /* cut, not overrun */
    row.applies = 0;
    CHECK_TEXT(adrop_option_applies(&row, text, sizeof text), "");
    for (unsigned bit = ADROP_FOR_TABLES; bit <= ADROP_FOR_SCHEDULES; bit *= 2) {
        row.applies = bit;
        CHECK(*adrop_option_applies(&row, text, sizeof text));
    }
}

static void synonyms(void)
{
    start();
    CHECK(adrop_option_meant(table, "how-many") == adrop_option_find(table, "count"));
    CHECK(adrop_option_meant(table, "number") == adrop_option_find(table, "count"));
    CHECK(adrop_option_meant(table, "count") == adrop_option_find(table, "count"));
    CHECK(!adrop_option_find(table, "number"));
    CHECK(!adrop_option_meant(table, "numbe") && !adrop_option_meant(table, "number how-many"));
    CHECK(!adrop_option_meant(table, "how") && !adrop_option_meant(table, ""));
    CHECK_EQ(adrop_option_set(ctx, table, &s, "number", "7"), ADROP_OK);
    CHECK_EQ(adrop_options_parse(ctx, table, &s, "how-many=8,rate=0.25"), ADROP_OK);
    CHECK(s.count == 8 && s.rate == 0.25);
    CHECK_EQ(adrop_option_set(ctx, table, &s, "number", "70"), ADROP_EINVAL);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(synonyms, one_table_of_two, defaults_are_known, groups_and_purposes, defaults, setting,
           several, quoted_texts, long_texts, kept_texts, shorter_structs, refusals, pairs, showing,
           nearest, named_zero)
