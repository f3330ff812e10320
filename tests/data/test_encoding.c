/* From the bytes of a table to its cells: encodings, line ends and quoted line breaks, and messages
 * about bytes that are not characters. */
#include "asked.h"
#include "data/scene.h"

#define TEXT(s) s, sizeof(s) - 1

static adrop_data_opts opts_of(const void *bytes, size_t size)
{
    adrop_data_opts opts = scene_opts(scene_file("t.csv", bytes, size));

    opts.task = ADROP_CLASSIFICATION;
    opts.input_scale = ADROP_SCALE_NONE;
    return opts;
}

static void refused(const char *bytes, size_t size, int encoding, const char *part)
{
    adrop_data_opts opts = opts_of(bytes, size);

    opts.encoding = encoding;
    scene_refuses(&opts, ADROP_EFORMAT, part);
    CHECK_HAS(adrop_ctx_message(ctx), "t.csv");
}

static void wrong_bytes(void)
{
    refused(TEXT("a,y\n1,Z\xfcrich\n2,Z\xc3\xbcrich\n"), 0, "line 3: characters of UTF-8");
    refused(TEXT("a,y\n1,Z\xc3\xbcrich\n2,Z\xfcrich\n"), 0, "line 3: the byte 0xFC is not UTF-8");
    CHECK_HAS(adrop_ctx_message(ctx), "`encoding`");
    refused(TEXT("a,y\n1,Z\x81rich\n2,x\n"), 0, "line 2: the byte 0x81 is no character");
    CHECK_HAS(adrop_ctx_message(ctx), "`encoding`");
    refused(TEXT("a,y\n1,Z\xfcrich\n"), ADROP_ENCODING_UTF_8, "line 2: the byte 0xFC is not UTF-8");
    refused(TEXT("a,y\n1,x\n2,\xc3"), ADROP_ENCODING_UTF_8, "line 3: the byte 0xC3 is not UTF-8");
    refused(TEXT("a,y\n1,\xed\xa0\x80\n2,x\n"), ADROP_ENCODING_UTF_8, "0xED is not UTF-8");
    refused(TEXT("a,y\n1,\x93q\x94\n2,x\n"), ADROP_ENCODING_LATIN_1,
            "line 2: the byte 0x93 is no character of latin-1");
    refused(TEXT("a,y\n1,Z\xc3\xbcrich\n2,x\n"), ADROP_ENCODING_LATIN_1, "those of UTF-8");
    refused(TEXT("\xef\xbb\xbf"
                 "a,y\n1,x\n2,z\n"),
            ADROP_ENCODING_LATIN_9, "byte order mark of utf-8");
    refused(TEXT("\xff\xfe\0\0a\0\0\0"), 0, "is UTF-32");
    refused(TEXT("\xff\xfe"
                 "1\0,\0a\0\n\0"
                 "2\0,\0\0\xd8"
                 "x\0\n\0"),
            0, "line 2: 0xD800 is half");
    refused(TEXT("\xff\xfe"
                 "1\0,\0a\0\n\0"
                 "2\0,\0b\0\n"),
            0, "ends within a character");
    refused(TEXT("1,2,a\n3,4,b\n5,\0,a\n"), 0, "zero byte");
    refused(TEXT("1\0,\0a\0\n\0\0\0"), ADROP_ENCODING_UTF_16LE, "zero byte");
}

/* -- Characters across the borders of pieces ----------------------------------------- */

enum { ROWS = 40000, ROW_ROOM = 64 };

static const char *const shown[] = { "\xc3\xa9\xe2\x82\xac", "\xe2\x80\x99\xc5\xbdx" }; /* é€ ’Žx */

/* The rows in an encoding, so many bytes behind the beginning. */
static size_t write_rows(char *to, int encoding, size_t shift)
{
    static const char *const bytes[] = { "\xe9\x80", "\x92\x8ex" };
    static const char *const le[] = { "\xe9\0\xac\x20", "\x19\x20\x7d\x01x\0" };
    static const size_t le_size[] = { 4, 6 };
    char *p = to;

    *p++ = '#';
    for (size_t i = 0; i < shift; i++)
        *p++ = 'x';
    *p++ = '\n';
    for (size_t r = 0; r < ROWS; r++)
        p += sprintf(p, "%zu,%s\n", r,
                     encoding == ADROP_ENCODING_UTF_8 ? shown[r % 2] : bytes[r % 2]);
    if (encoding != ADROP_ENCODING_UTF_16LE)
        return (size_t)(p - to);
    p = to;
    for (size_t i = 0; i < shift + 2; i++) {
        *p++ = i ? i <= shift ? 'x' : '\n' : '#';
        *p++ = 0;
    }
    for (size_t r = 0; r < ROWS; r++) {
        char number[24];
        sprintf(number, "%zu,", r);
        for (const char *c = number; *c; c++) {
            *p++ = *c;
            *p++ = 0;
        }
        memcpy(p, le[r % 2], le_size[r % 2]);
        p += le_size[r % 2];
        *p++ = '\n';
        *p++ = 0;
    }
    return (size_t)(p - to);
}

static void borders(void)
{
    static const int all[] = { ADROP_ENCODING_UTF_8, ADROP_ENCODING_UTF_16LE,
                               ADROP_ENCODING_WINDOWS_1252 };
    char *text = malloc(ROWS * ROW_ROOM);

    for (size_t e = 0; e < 3; e++)
        for (size_t shift = 0; shift < 9; shift++) {
            const adrop_data_opts opts = opts_of(text, write_rows(text, all[e], shift));
            CHECK_WHERE("encoding %d, shift %zu", all[e], shift);
            adrop_data *data = scene_open(&opts);
            if (!data)
                continue;
            CHECK_EQ(asked_data(data).rows, ROWS);
            CHECK_EQ(asked_data(data).classes, 2);
            size_t wrong = 0;
            for (size_t r = 0; r < ROWS; r++)
                wrong += strcmp(adrop_data_class_name(data, (size_t)adrop_data_label(data, r)),
                                shown[r % 2]) != 0;
            CHECK_EQ(wrong, 0);
            adrop_data_free(data);
        }
    free(text);
}

/* -- Line ends and quoted breaks ----------------------------------------------------- */

static void line_ends(void)
{
    static const char *const same[] = { "a,b,y\n1,2,x\n3,4,z\n", "a,b,y\r1,2,x\r3,4,z\r",
                                        "a,b,y\r\n1,2,x\n3,4,z", "a,b,y\r1,2,x\r\n\n3,4,z\r\r" };

    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const adrop_data_opts opts = opts_of(same[i], strlen(same[i]));
        CHECK_WHERE("%zu", i);
        adrop_data *data = scene_open(&opts);
        CHECK_EQ(asked_data(data).rows, 2);
        CHECK_EQ(asked_data(data).columns, 2);
        CHECK_TEXT(adrop_data_class_name(data, 1), "z");
        adrop_data_free(data);
    }
    refused(TEXT("a,b,y\r1,2,x\r3,4,z\r5,o,x\r"), 0, "line 4: column 'b': 'o' is not a number");
}

/* Lines in messages are those of an editor, whatever fields hold. */
static void quoted_breaks(void)
{
    adrop_data_opts opts = opts_of(TEXT("a,\"b\nb\",y\n1,\"p\r\n\"\"q\"\", r\",x\n2,s,\"z\nz\"\n"));
    adrop_data *data = scene_open(&opts);

    CHECK_EQ(asked_data(data).rows, 2);
    CHECK_TEXT(adrop_data_column_name(data, 1), "b\nb");
    CHECK_TEXT(adrop_data_class_name(data, 1), "z\nz");
    adrop_data_free(data);
    refused(TEXT("a,b,y\n1,\"p\n\nq\",x\no,s,z\n2,u,z\n"), 0,
            "line 5: column 'a': 'o' is not a number");
    refused(TEXT("a,b,y\n1,\"p\n\nq\",x\n1,2\n"), 0, "line 5: 2 columns, where the first");
    refused(TEXT("a,b,y\n1,2,x\n1,\"p,x\n2,q,z\n"), 0, "line 3: column 'b': a quote is not closed");
    refused(TEXT("a,b,y\n1,\"p,x\n2,\"q\",z\n"), 0, "line 2: column 'b': a quote is not closed");
    /* a column that is left out may have them, too */
    opts = opts_of(TEXT("a,b,y\n1,\"p\nq\",x\n2,\"s\n\",z\n"));
    opts.drop = "b";
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).columns, 1);
    adrop_data_free(data);
}

/* Several megabytes of rows with breaks: the same on every number of threads. */
static void many_breaks(void)
{
    enum { N = 60000 };
    char *text = malloc(N * 64), *p = text;
    adrop_ctx *own = ctx;

    for (int i = 0; i < N; i++)
        p += sprintf(p, "%d,\"%.*s\n%d\"\"\n\",%c\n", i, i % 30, "..............................",
                     i % 7, 'a' + i % 3);
    for (int threads = 1; threads <= 4; threads++) {
        adrop_ctx_opts ctx_opts;
        adrop_ctx_opts_init(&ctx_opts);
        ctx_opts.threads = threads;
        CHECK_EQ(adrop_ctx_create(&ctx_opts, &ctx), ADROP_OK);
        adrop_data_opts opts = opts_of(text, (size_t)(p - text));
        opts.drop = "2";
        adrop_data *data = scene_open(&opts);
        size_t wrong = asked_data(data).rows != N;
        for (size_t r = 0; r < N && !wrong; r++) {
            float x;
            wrong += adrop_data_row(ctx, data, r, &x) || x != (float)r ||
                     adrop_data_label(data, r) != (int)(r % 3);
        }
        CHECK_EQ(wrong, 0);
        adrop_data_free(data);
        memcpy(p, "1,2,a\no,2,a\n", 13); /* its line: three for each row */
        opts = opts_of(text, (size_t)(p - text) + 12);
        opts.drop = "2";
        scene_refuses(&opts, ADROP_EFORMAT, "line 180002: column 1: 'o' is not a number");
        adrop_ctx_free(ctx);
    }
    ctx = own;
    free(text);
}

/* -- Decimal marks ------------------------------------------------------------------- */

static void marks(void)
{
    /* versions with points beside numbers with commas */
    adrop_data_opts opts = opts_of(TEXT("a;v;y\n1,5;1.25;x\n2,5;3.5;z\n"));
    adrop_data *data = scene_open(&opts);
    float x[2];

    CHECK_EQ(adrop_data_row(ctx, data, 0, x), ADROP_OK);
    CHECK(x[0] == 1.5F && x[1] == 1.25F);
    adrop_data_free(data);
    /* quoted in a table of commas, beside a column of points */
    opts = opts_of(TEXT("a,b,y\n0.5,\"1,5\",x\n1.5,\"12\",z\n"));
    data = scene_open(&opts);
    CHECK_EQ(adrop_data_row(ctx, data, 0, x), ADROP_OK);
    CHECK(x[0] == 0.5F && x[1] == 1.5F);
    CHECK_EQ(adrop_data_row(ctx, data, 1, x), ADROP_OK);
    CHECK(x[0] == 1.5F && x[1] == 12);
    adrop_data_free(data);
    /* blanks within fields, where tabs separate */
    opts = opts_of(TEXT("a b\tday\ty\n1 234\t2020-01-02 10:00\tx\n3 456\t2020-01-03 11:00\tz\n"));
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).columns, 2);
    CHECK_EQ(adrop_data_row(ctx, data, 1, x), ADROP_OK);
    CHECK(x[0] == 3456);
    adrop_data_free(data);
    /* nothing tells whether these are thousands */
    opts = opts_of(TEXT("a;b;y\n1,234;2,345;x\n3,456;4,567;z\n"));
    scene_refuses(&opts, ADROP_EINVAL, "read two ways: give `decimal` point or comma");
    /* a mark that comes late */
    char *text = malloc(1 << 16), *p = text + sprintf(text, "a;b;y\n");
    for (int i = 0; i < 150; i++)
        p += sprintf(p, "0.5;%s;%c\n", i < 120 ? "" : i % 2 ? "2,75" : "1,5", 'x' + i % 2);
    opts = opts_of(text, (size_t)(p - text));
    opts.missing = ADROP_MISSING_MEAN;
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).columns, 2);
    CHECK_EQ(adrop_data_row(ctx, data, 121, x), ADROP_OK);
    CHECK(x[0] == 0.5F && x[1] == 2.75F);
    adrop_data_free(data);
    free(text);
}

/* -- Little of it -------------------------------------------------------------------- */

static void little(void)
{
    refused(TEXT("1,2,x"), 0, "has one row only");
    refused(TEXT(""), 0, "is empty");
    refused(TEXT("\n \n\n"), 0, "a text of blank lines");
    refused(TEXT("a,b,y\n"), 0, "has no rows below its first line, a header");
    refused(TEXT("a\n1\n2\n"), 0, "one column only");
    scene_refuses_path(scene_text("notes", "hello\nworld\n"), ADROP_EFORMAT,
                       "a text whose first line, 'hello', has no commas");
    scene_text("mails/a/1.eml", "hello");
    scene_text("mails/b/2.eml", "hello");
    scene_refuses_path(scene_path("mails"), ADROP_EFORMAT, "it holds 2 .eml files");
}

CHECK_MAIN(scene_begin, wrong_bytes, borders, line_ends, quoted_breaks, many_breaks, marks, little,
           scene_end)
