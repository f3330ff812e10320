/* Safetensors files: written files are read back, and match the format byte by byte; what cannot be
 * written is refused; valid files of other programs are read; a failing allocation neither leaks
 * nor leaves half a file. */
#include "base/tensorfile.h"

#include <jansson.h>
#include <math.h>
#include <sys/stat.h>

#include "base/file.h"
#include "tensorfile_scene.h"

/* The file that was read holds exactly these. */
static void check_content(const ad_tensorfile *file, const ad_file_tensor *tensors,
                          size_t n_tensors, const ad_file_text *texts, size_t n_texts)
{
    CHECK_EQ(file->n_tensors, n_tensors);
    CHECK_EQ(file->n_texts, n_texts);
    for (size_t i = 0; i < n_tensors && i < file->n_tensors; i++) {
        const ad_file_tensor *t = &file->tensors[i];
        size_t n = 1;
        CHECK_TEXT(t->name, tensors[i].name);
        CHECK_EQ(t->n_dims, tensors[i].n_dims);
        for (size_t j = 0; j < t->n_dims; j++) {
            CHECK_EQ(t->dims[j], tensors[i].dims[j]);
            n *= t->dims[j];
        }
        CHECK_EQ((uintptr_t)t->values % sizeof(float), 0);
        CHECK(!n || !memcmp(t->values, tensors[i].values, n * sizeof(float)));
        CHECK(ad_tensorfile_tensor(file, tensors[i].name) == t);
    }
    for (size_t i = 0; i < n_texts && i < file->n_texts; i++) {
        CHECK_TEXT(file->texts[i].key, texts[i].key);
        CHECK_TEXT(ad_tensorfile_text(file, texts[i].key), texts[i].value);
    }
}

static void check_round_trip(const ad_file_tensor *tensors, size_t n_tensors,
                             const ad_file_text *texts, size_t n_texts)
{
    ad_tensorfile file;
    struct stat info;

    CHECK_WHERE("%zu tensors, %zu texts", n_tensors, n_texts);
    CHECK_EQ(ad_tensorfile_write(ctx, path, tensors, n_tensors, texts, n_texts), ADROP_OK);
    CHECK_EQ(stock.held, 0);
    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
    check_content(&file, tensors, n_tensors, texts, n_texts);
    CHECK(!ad_tensorfile_tensor(&file, "no such name"));
    CHECK(!ad_tensorfile_text(&file, "no such key"));
    ad_tensorfile_release(&file);
    ad_tensorfile_release(&file);
    CHECK_EQ(stock.held, 0);
    CHECK_EQ(stat(path, &info), 0);
    CHECK_EQ(ad_tensorfile_read(ctx, path, (size_t)info.st_size - 1, &file), ADROP_EIO);
    CHECK(!file.memory);
    ad_tensorfile_release(&file);
}

static const float values[24] = { 1, -2, 0.5f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, 3.4e38f };
static const ad_file_tensor tensors[] = {
    { "scalar", 0, { 0 }, values + 2 },
    { "empty", 3, { 4, 0, 7 }, NULL },
    { "a second empty one", 1, { 0 }, values },
    { "four dims", 4, { 2, 3, 1, 4 }, values },
    { "\"quoted\" \\ back/slash\n\t\x01\x7f", 1, { 5 }, values + 1 },
    { "k\xc3\xa4se \xe2\x82\xac \xf0\x9f\x98\x80", 2, { 3, 2 }, values + 3 },
    { "xxh3:", 1, { 1 }, values }, /* an odd name, not a sum */
    { "dtype", 2, { 0, 3 }, values },
};
static const ad_file_text texts[] = {
    { "", "an empty key" },
    { "empty", "" },
    { "xxh3", "not a sum" },
    { "quotes", "he said \"no\"\\\r\n\tand \b\f\x1b left/right" },
    { "\xce\xb1\xce\xb2", "\xf0\x9f\x98\x80 \xe2\x80\xa8 \xef\xbf\xbf \xed\x9f\xbf \xee\x80\x80 "
                          "\xf4\x8f\xbf\xbf \xc2\x80" },
    { "__metadata__", "{\"a\": [1, 2]}" },
};

static void round_trips(void)
{
    check_round_trip(NULL, 0, NULL, 0);
    check_round_trip(NULL, 0, texts, COUNT(texts));
    for (size_t i = 0; i < COUNT(tensors); i++)
        check_round_trip(tensors + i, 1, texts + i % COUNT(texts), i % 2);
    check_round_trip(tensors, COUNT(tensors), NULL, 0);
    check_round_trip(tensors, COUNT(tensors), texts, COUNT(texts));
}

/* Written down from the format's description; the sums were worked out apart from
 * libxxhash, from the description of XXH3 for inputs of up to 8 bytes. */
static void exact_bytes(void)
{
    static const char expected[] =
        "\xb8\0\0\0\0\0\0\0" /* 184 = 3 * 64 - 8 */
        "{\"__metadata__\":{\"k\":\"v\",\"xxh3:w\":\"28a0ba9c345d3723\","
        "\"xxh3:\":\"fe7f2b8acd7875fb\"},"
        "\"w\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}"
        "                                                  " /* 50, to 184 */
        "\0\0\x80\x3f\0\0\0\xc0";                            /* 1, -2 */
    const ad_file_tensor tensor = { "w", 1, { 2 }, values };
    const ad_file_text text = { "k", "v" };
    char *data;
    size_t size;

    CHECK_EQ(ad_tensorfile_write(ctx, path, &tensor, 1, &text, 1), ADROP_OK);
    CHECK_EQ(ad_file_read(ctx, path, LIMIT, &data, &size), ADROP_OK);
    CHECK_EQ(size, sizeof expected - 1);
    CHECK(size == sizeof expected - 1 && !memcmp(data, expected, size));
    ad_free(ctx, data);
}

static void check_refused(const ad_file_tensor *t, size_t n_tensors, const ad_file_text *x,
                          size_t n_texts, const char *part)
{
    struct stat before, after;

    CHECK_WHERE("%s", part);
    CHECK_EQ(stat(path, &before), 0);
    CHECK_EQ(ad_tensorfile_write(ctx, path, t, n_tensors, x, n_texts), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_HAS(adrop_ctx_message(ctx), path);
    CHECK_EQ(stat(path, &after), 0);
    CHECK_EQ(before.st_ino, after.st_ino);
    CHECK_EQ(stock.held, 0);
}

static void refused_writes(void)
{
    const size_t most = PTRDIFF_MAX;
    const ad_file_tensor bad[] = {
        { "", 1, { 1 }, values },
        { "__metadata__", 1, { 1 }, values },
        { "\xff\xfe", 1, { 1 }, values },
        { "five", AD_MAX_DIMS + 1, { 1, 1, 1, 1 }, values },
        { "product", 2, { most, 2 }, values },
        { "bytes", 1, { most / 2 }, values },
        { "large dim", 2, { 0, most + 1 }, values },
        { "long", 1, { most / 4 - (1 << 20) }, values },
    };
    static const char *const parts[] = { "called ''",   "called '__metadata__'", "not UTF-8",
                                         "dimensions",  "more values",           "more values",
                                         "more values", "longer than memory" };
    const ad_file_tensor twice[] = { tensors[0], tensors[3], tensors[0] };
    const ad_file_text same[] = { { "k", "1" }, { "l", "2" }, { "k", "1" } };

    for (size_t i = 0; i < COUNT(bad); i++)
        check_refused(&bad[i], 1, NULL, 0, parts[i]);
    check_refused(twice, 3, NULL, 0, "tensor 'scalar' is given twice");
    check_refused(NULL, 0, same, 3, "'k' is given twice");
    check_refused(NULL, 0, &(ad_file_text){ "xxh3:a", "" }, 1, "reserved");
    check_refused(NULL, 0, &(ad_file_text){ "k\xc0\x80", "" }, 1, "the key");
    static const char *const not_utf8[] = {
        "\xed\xa0\x80", "\xed\xbf\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\x80",         "\xc3",         "\xe2\x82x",    "\xc1\xbf",         "\xf8\x88\x80\x80\x80",
    };
    for (size_t i = 0; i < COUNT(not_utf8); i++)
        check_refused(NULL, 0, &(ad_file_text){ "k", not_utf8[i] }, 1, "the text of 'k'");
    check_refused(tensors, AD_MAX_ENTRIES + 1, NULL, 0, "more than 65536");
    check_refused(NULL, 0, texts, AD_MAX_ENTRIES + 1, "more than 65536");
    char *large = malloc(AD_MAX_HEADER + 1);
    memset(large, 'x', AD_MAX_HEADER);
    large[AD_MAX_HEADER] = 0;
    check_refused(NULL, 0, &(ad_file_text){ "k", large }, 1, "at most 16777216 fit");
    free(large);
    CHECK_EQ(ad_tensorfile_write(ctx, "/nonexistent/file", NULL, 0, NULL, 0), ADROP_EDISK);
    CHECK_EQ(stock.held, 0);
}

/* Without padding, in every alignment; with blanks inside; out of order; empty
 * tensors at the same place as others; escapes. */
static void foreign_files(void)
{
    static const ad_file_tensor expected[] = {
        { "z", 1, { 0 }, NULL },          { "a", 2, { 1, 2 }, values },
        { "\xc3\xa9\n", 1, { 0 }, NULL }, { "b", 0, { 0 }, values + 2 },
        { "y", 2, { 0, 9 }, NULL },       { "x", 1, { 0 }, NULL },
    };
    static const ad_file_text text = { "format", "pt" };
    char header[1024];
    ad_tensorfile file;

    for (int pad = 0; pad < 8; pad++) {
        CHECK_WHERE("%d spaces", pad);
        snprintf(header, sizeof header,
                 "{ \"b\": {\"shape\": [], \"dtype\": \"F32\", \"data_offsets\": [8, 12]},\n"
                 "\"y\":{\"dtype\":\"F32\",\"shape\":[0,9],\"data_offsets\":[12,12]},"
                 "\"x\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[12,12]},"
                 "\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,8],\"shape\":[1,2]},"
                 "\"\\u00e9\\n\":{\"dtype\":\"\\u004632\",\"shape\":[0],\"data_offsets\":[8,8]},"
                 "\"z\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},"
                 "\"__metadata__\":{\"format\":\"pt\"}}%*s",
                 pad, "");
        put(header, strlen(header), values, 3 * sizeof(float));
        CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
        check_content(&file, expected, COUNT(expected), &text, 1);
        ad_tensorfile_release(&file);
    }
    put("{}", 2, NULL, 0);
    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
    check_content(&file, NULL, 0, NULL, 0);
    ad_tensorfile_release(&file);
    put("{\"__metadata__\":{}}", 19, NULL, 0);
    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
    ad_tensorfile_release(&file);
    CHECK_EQ(stock.held, 0);
}

/* Every kind of value, the floats behind an odd number of half ones. */
static void other_types(void)
{
    static const char header[] =
        "{\"h\":{\"dtype\":\"F16\",\"shape\":[9],\"data_offsets\":[0,18]},"
        "\"f\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[18,26]},"
        "\"b\":{\"dtype\":\"BF16\",\"shape\":[3],\"data_offsets\":[26,32]},"
        "\"d\":{\"dtype\":\"F64\",\"shape\":[3],\"data_offsets\":[32,56]},"
        "\"i\":{\"dtype\":\"I64\",\"shape\":[2],\"data_offsets\":[56,72]},"
        "\"e\":{\"dtype\":\"F16\",\"shape\":[0],\"data_offsets\":[72,72]}}";
    static const uint16_t half[] = { 0x3c00, 0xc000, 0x0001, 0x8200, 0x7bff,
                                     0x3555, 0x7c00, 0x7e00, 0x8000 };
    static const float halves[] = { 1,        -2,  0x1p-24f, -0x1p-15f, 65504, 0.333251953f,
                                    INFINITY, NAN, -0.f };
    static const float floats[] = { 1.5f, -2.25f };
    static const uint16_t brain[] = { 0x3f80, 0xc0a0, 0x4049 };
    static const double doubles[] = { 0.1, -1e300, 3 };
    static const int64_t whole[] = { -7, 16777217 };
    char data[72];
    ad_tensorfile file;

    memcpy(data, half, 18), memcpy(data + 18, floats, 8), memcpy(data + 26, brain, 6);
    memcpy(data + 32, doubles, 24), memcpy(data + 56, whole, 16);
    for (size_t padding = 0; padding < 8; padding++) { /* wherever the data start */
        char text[sizeof header + 8];
        CHECK_WHERE("padding %zu", padding);
        snprintf(text, sizeof text, "%s%.*s", header, (int)padding, "        ");
        put(text, strlen(text), data, sizeof data);
        CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
        const ad_file_tensor *h = ad_tensorfile_tensor(&file, "h");
        const ad_file_tensor *b = ad_tensorfile_tensor(&file, "b");
        const ad_file_tensor *d = ad_tensorfile_tensor(&file, "d");
        const ad_file_tensor *i = ad_tensorfile_tensor(&file, "i");
        for (size_t k = 0; k < 9; k++)
            CHECK(isnan(halves[k])
                      ? isnan(h->values[k])
                      : h->values[k] == halves[k] && signbit(h->values[k]) == signbit(halves[k]));
        CHECK(!memcmp(ad_tensorfile_tensor(&file, "f")->values, floats, sizeof floats));
        CHECK(b->values[0] == 1 && b->values[1] == -5 && b->values[2] == 3.140625f);
        CHECK(d->values[0] == 0.1f && d->values[1] == -INFINITY && d->values[2] == 3);
        CHECK(i->values[0] == -7 && i->values[1] == 16777216);
        CHECK_EQ(ad_tensorfile_tensor(&file, "e")->dims[0], 0);
        ad_tensorfile_release(&file);
        CHECK_EQ(stock.held, 0);
    }
}

static void *json_allocate(size_t size)
{
    return scarce_fails(&stock) ? NULL : malloc(size);
}

static void json_release(void *memory)
{
    if (memory)
        scarce_release(&stock, memory);
}

/* Allocation n fails; false once there are fewer. Jansson may blame the file. */
static int read_fails(long n)
{
    ad_tensorfile file;

    CHECK_WHERE("reading, allocation %ld", n);
    scarce_fail(&stock, n + 1);
    const adrop_status status = ad_tensorfile_read(ctx, path, LIMIT, &file);
    scarce_fail(&stock, 0);
    if (status) {
        CHECK(status == ADROP_ENOMEM || status == ADROP_EFORMAT);
        CHECK(!file.memory && !file.header && !file.tensors && !file.texts);
    } else
        check_content(&file, tensors, COUNT(tensors), texts, COUNT(texts));
    ad_tensorfile_release(&file);
    CHECK_EQ(stock.held, 0);
    return status != ADROP_OK;
}

/* The same, and the old file stays. */
static int write_fails(long n)
{
    CHECK_WHERE("writing, allocation %ld", n);
    scarce_fail(&stock, n + 1);
    const adrop_status status = ad_tensorfile_write(ctx, path, tensors, COUNT(tensors), texts,
                                                    COUNT(texts));
    scarce_fail(&stock, 0);
    CHECK(!status || status == ADROP_ENOMEM);
    CHECK_EQ(stock.held, 0);
    return status != ADROP_OK;
}

/* Each of ours and each of Jansson's in turn, once and from then on. */
static void failing_allocations(void)
{
    long n_reads = 0, n_writes = 0;

    json_set_alloc_funcs(json_allocate, json_release);
    CHECK(!write_fails(-1));
    for (stock.for_good = 0; stock.for_good < 2; stock.for_good++) {
        for (n_reads = 0; read_fails(n_reads);)
            n_reads++;
        for (n_writes = 0; write_fails(n_writes); n_writes++)
            CHECK(!read_fails(-1));
    }
    CHECK(n_reads > 100 && n_writes > 100);
    stock.for_good = 0;
    json_set_alloc_funcs(malloc, free);
}

CHECK_MAIN(setup, round_trips, exact_bytes, refused_writes, foreign_files, other_types,
           failing_allocations, teardown)
