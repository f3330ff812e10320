/* Broken and hostile safetensors files: each is refused with a sentence that names the file and the
 * error, and nothing leaks. */
#include <stdbool.h>

#include "base/file.h"
#include "base/tensorfile.h"
#include "tensorfile_scene.h"

static long refused;

static void check_refused(const char *part)
{
    ad_tensorfile file;

    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_HAS(adrop_ctx_message(ctx), path);
    CHECK(!strpbrk(adrop_ctx_message(ctx), "\n\t\x1b"));
    CHECK(!file.memory && !file.header && !file.tensors && !file.texts);
    CHECK_EQ(stock.held, 0);
    refused++;
}

static void frames(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *part;
    } rows[] = {
        { "", 0, "0 bytes are too few" },
        { "\2\0\0\0\0\0\0", 7, "7 bytes are too few" },
        { "\0\0\0\0\0\0\0\0", 8, "start with '{'" },
        { "\1\0\0\0\0\0\0\0{", 9, "end with '}'" },
        { "\3\0\0\0\0\0\0\0{}", 10, "length 3 goes past" },
        { "\2\0\0\0\0\0\0\1{}", 10, "length 72057594037927938 is over 16777216" },
        { "\xff\xff\xff\xff\xff\xff\xff\xff{}", 10, "length 18446744073709551615 is over" },
        { "\xf8\xff\xff\xff\xff\xff\xff\xff{}", 10, "is over" }, /* 8 + N wraps to 0 */
        { "\1\0\0\1\0\0\0\0{}", 10, "length 16777217 is over" },
        { "\0\0\0\1\0\0\0\0{}", 10, "length 16777216 goes past" },
        { "\3\0\0\0\0\0\0\0 {}", 11, "start with '{'" },
        { "\2\0\0\0\0\0\0\0[]", 10, "start with '{'" },
        { "\5\0\0\0\0\0\0\0\xef\xbb\xbf{}", 13, "start with '{'" }, /* a byte order mark */
        { "\3\0\0\0\0\0\0\0{}\n", 11, "end with '}'" },
        { "\3\0\0\0\0\0\0\0{}\0", 11, "end with '}'" },
        { "\4\0\0\0\0\0\0\0{} x", 12, "end with '}'" },
        { "\4\0\0\0\0\0\0\0{}{}", 12, "not valid JSON" },
        { "\4\0\0\0\0\0\0\0{} }", 12, "not valid JSON" },
        { "\2\0\0\0\0\0\0\0{}x", 11, "the tensors end at 0, but the file holds 1 bytes" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        CHECK_WHERE("row %zu, %s", i, rows[i].part);
        put_bytes(rows[i].bytes, rows[i].size);
        check_refused(rows[i].part);
    }
}

/* A good header, for 28 bytes of data, and what becomes of it. */
static const char good[] = "{\"__metadata__\":{\"k\":\"v\"},"
                           "\"a\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]},"
                           "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[24,28]}}";

static const struct {
    const char *old, *new, *part;
} edits[] = {
    { "\"a\":{", "a:{", "not valid JSON" },
    { "}}", "},}", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":'v'", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"\xff\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"\xc0\xae\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"\\ud800\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"a\\u0000b\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\\u0000\":\"v\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"a\nb\"", "not valid JSON" },
    { "\"k\":\"v\"", "\"k\":\"v\",\"k\":\"v\"", "duplicate" },
    { "\"b\":{", "\"a\":{", "duplicate" },
    { "\"b\":{", "\"\\u0061\":{", "duplicate" },
    { "\"a\":{\"dtype\"", "\"a\":{\"shape\":[],\"dtype\"", "duplicate" },
    { "{\"k\":\"v\"}", "{}, \"__metadata__\":{}", "duplicate" },
    { "{\"k\":\"v\"}", "[\"k\"]", "'__metadata__' is not an object" },
    { "{\"k\":\"v\"}", "null", "'__metadata__' is not an object" },
    { "\"k\":\"v\"", "\"k\":1", "'k' is not a string" },
    { "\"k\":\"v\"", "\"k\":null", "'k' is not a string" },
    { "\"k\":\"v\"", "\"k\":[\"v\"]", "'k' is not a string" },
    { "\"k\":\"v\"", "\"xxh3:a\":0", "'xxh3:a' is not a string" },
    { "\"k\":\"v\"", "\"xxh3:c\":\"0000000000000000\"", "'xxh3:c' is a sum of no tensor" },
    { "\"k\":\"v\"", "\"xxh3:__metadata__\":\"\"", "is a sum of no tensor" },
    { "\"k\":\"v\"", "\"xxh3:a\":\"0000000000000000\"", "'a': the sum 'xxh3:a' is '0000" },
    { "\"k\":\"v\"", "\"xxh3:\":\"0000000000000000\"", "'a': the sum 'xxh3:a' is missing" },
    { "\"a\":{", "\"\":{", "tensor '': its name is empty" },
    { "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[24,28]}", "\"b\":7",
      "tensor 'b': its entry is not an object" },
    { "\"dtype\":\"F32\",", "", "tensor 'a': 'dtype' is missing" },
    { "\"shape\":[2,3],", "", "tensor 'a': 'shape' is missing" },
    { ",\"data_offsets\":[0,24]", "", "tensor 'a': 'data_offsets' is missing" },
    { "\"dtype\":", "\"x\":0,\"dtype\":", "tensor 'a': unknown key 'x'" },
    { "\"dtype\":", "\"\":0,\"dtype\":", "tensor 'a': unknown key ''" },
    { "\"dtype\":", "\"\\n\\u001b[2J\":0,\"dtype\":", "tensor 'a': unknown key '??[2J'" },
    { "\"F32\"", "\"F16\"", "tensor 'a': data_offsets span 24 bytes, but shape needs 12" },
    { "\"F32\"", "\"BF16\"", "tensor 'a': data_offsets span 24 bytes, but shape needs 12" },
    { "\"F32\"", "\"I64\"", "tensor 'a': data_offsets span 24 bytes, but shape needs 48" },
    { "\"F32\"", "\"I32\"", "tensor 'a': dtype I32 is not supported" },
    { "\"F32\"", "\"U8\"", "tensor 'a': dtype U8 is not supported" },
    { "\"F32\"", "\"f32\"", "tensor 'a': unknown dtype 'f32'" },
    { "\"F32\"", "\"\"", "tensor 'a': unknown dtype ''" },
    { "\"F32\"", "32", "tensor 'a': dtype is not a string" },
    { "[2,3]", "6", "tensor 'a': shape is not an array" },
    { "[2,3]", "{\"0\":6}", "tensor 'a': shape is not an array" },
    { "[2,3]", "null", "tensor 'a': shape is not an array" },
    { "[2,3]", "[2,3,1,1,1]", "shape has 5 dimensions, at most 4" },
    { "[2,3]", "[-2,3]", "shape[0] is not a whole number" },
    { "[2,3]", "[2,-3]", "shape[1] is not a whole number" },
    { "[2,3]", "[2,3.0]", "shape[1] is not a whole number" },
    { "[2,3]", "[2,3e0]", "shape[1] is not a whole number" },
    { "[2,3]", "[\"2\",3]", "shape[0] is not a whole number" },
    { "[2,3]", "[true,6]", "shape[0] is not a whole number" },
    { "[2,3]", "[[2,3]]", "nested deeper than 3" },
    { "[2,3]", "[02,3]", "not valid JSON" },
    { "[2,3]", "[9223372036854775808]", "not valid JSON" },
    { "[2,3]", "[99999999999999999999999999]", "not valid JSON" },
    { "[2,3]", "[9223372036854775807]", "more values than can be counted" },
    { "[2,3]", "[4294967296,4294967296]", "more values than can be counted" },
    { "[2,3]", "[4611686018427387906,3]", "more values than can be counted" }, /* wraps to 6 */
    { "[2,3]", "[2,3,4294967296,4294967296]", "more values than can be counted" },
    { "[2,3]", "[2,2]", "tensor 'a': data_offsets span 24 bytes, but shape needs 16" },
    { "[2,3]", "[]", "span 24 bytes, but shape needs 4" },
    { "[2,3]", "[0]", "span 24 bytes, but shape needs 0" },
    { "[0,24]", "0", "data_offsets is not an array of two" },
    { "[0,24]", "[0]", "data_offsets is not an array of two" },
    { "[0,24]", "[0,24,24]", "data_offsets is not an array of two" },
    { "[0,24]", "[0,24.0]", "data_offsets are not whole numbers" },
    { "[0,24]", "[-1,23]", "data_offsets are not whole numbers" },
    { "[0,24]", "[null,24]", "data_offsets are not whole numbers" },
    { "[0,24]", "[24,0]", "data_offsets end at 0, before they begin at 24" },
    { "[0,24]", "[0,32]", "tensor 'a': data_offsets end at 32, but the file holds 28" },
    { "[0,24]", "[0,9223372036854775807]", "data_offsets end at 9223372036854775807, but" },
    { "[0,24]", "[9223372036854775783,9223372036854775807]", "but the file holds 28" },
    { "[0,24]", "[0,23]", "span 23 bytes, but shape needs 24" },
    { "[0,24]", "[4,28]", "tensor 'a': data_offsets begin at 4 and leave a hole from 0" },
    { "[24,28]", "[20,24]", "tensor 'b': data_offsets begin at 20 inside" },
    { "[24,28]", "[0,4]", "tensor 'a': data_offsets begin at 0 inside the tensor that ends at 4" },
    { "\"shape\":[1],\"data_offsets\":[24,28]", "\"shape\":[0],\"data_offsets\":[24,24]",
      "the tensors end at 24, but the file holds 28 bytes" },
    { "\"shape\":[1],\"data_offsets\":[24,28]", "\"shape\":[0],\"data_offsets\":[26,26]",
      "tensor 'b': data_offsets begin at 26 and leave a hole" },
    { "\"shape\":[1],\"data_offsets\":[24,28]", "\"shape\":[0],\"data_offsets\":[8,8]",
      "tensor 'b': data_offsets begin at 8 inside" },
};

static void edited_headers(void)
{
    char header[1024];
    ad_tensorfile file;

    put(good, strlen(good), NULL, 28);
    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
    ad_tensorfile_release(&file);
    for (size_t i = 0; i < COUNT(edits); i++) {
        const char *at = strstr(good, edits[i].old);
        CHECK_WHERE("%s -> %s", edits[i].old, edits[i].new);
        CHECK(at);
        snprintf(header, sizeof header, "%.*s%s%s", (int)(at - good), good, edits[i].new,
                 at + strlen(edits[i].old));
        put(header, strlen(header), NULL, 28);
        check_refused(edits[i].part);
    }
    put(good, strlen(good), NULL, 27);
    check_refused("tensor 'b': data_offsets end at 28, but the file holds 27");
    put(good, strlen(good), NULL, 29);
    check_refused("the tensors end at 28, but the file holds 29");
    put("{\"__metadata__\":{\"k\":\"v\"}}", 26, NULL, 0);
    check_refused("the sum 'xxh3:' is missing"); /* texts alone need their sum */
}

/* n copies of part between head and tail; a # in it becomes the number of the copy. */
static void put_many(const char *head, const char *part, size_t n, const char *tail)
{
    char *header = malloc(strlen(head) + n * (strlen(part) + 10) + strlen(tail) + 1);
    char *end = header + sprintf(header, "%s", head);
    const char *mark = strstr(part, "#");

    for (size_t i = 0; i < n; i++)
        end += mark ? sprintf(end, "%.*s%zu%s", (int)(mark - part), part, i, mark + 1)
                    : sprintf(end, "%s", part);
    end += sprintf(end, "%s", tail);
    put(header, (size_t)(end - header), NULL, 0);
    free(header);
}

/* Headers that would cost far more memory, stack or time than their bytes. */
static void bulk(void)
{
    static const char tensor[] = "\"#\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},";
    static const char last[] = "\"x\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}";
    ad_tensorfile file;

    CHECK_WHERE("bulk");
    put_many("{", tensor, AD_MAX_ENTRIES - 1, last);
    CHECK_EQ(ad_tensorfile_read(ctx, path, LIMIT, &file), ADROP_OK);
    CHECK_EQ(file.n_tensors, AD_MAX_ENTRIES);
    ad_tensorfile_release(&file);
    put_many("{", tensor, AD_MAX_ENTRIES, last);
    check_refused("more than 65536");
    put_many("{", "\"#\":0,", AD_MAX_ENTRIES, "\"x\":0}");
    check_refused("65537 tensors are more than 65536");
    put_many("{\"__metadata__\":{", "\"#\":\"\",", AD_MAX_ENTRIES, "\"x\":\"\"}}");
    check_refused("65537 texts are more than 65536");
    put_many("{\"a\":[", "0,", 7 << 20, "0]}");
    check_refused("more than 65536");
    put_many("{\"a\":", "{}", 5 << 20, "}"); /* no comma: it is not read as JSON at all */
    check_refused("more than 65536");
    put_many("{\"a\":[", "{},", 5 << 20, "0]}");
    check_refused("more than 65536");
    put_many("{\"a\":", "[", 1 << 20, "}");
    check_refused("nested deeper than 3 at byte 7");
    put_many("{", "\"a\":{", 3000, "}");
    check_refused("nested deeper than 3");
    put_many("{\"a\":\"", "[{,\\\"", 1 << 20, "\"}"); /* inside a text they count nothing */
    check_refused("tensor 'a': its entry is not an object");
    put_many("{\"", "\xc3\xa4", 1000, "\":0}");
    check_refused("\xc3\xa4...': its entry");
    put_many("{\"x", "\xc3\xa4", 1000, "\":0}");
    check_refused("\xc3\xa4...': its entry");
}

/* A small file of ours: two tensors, one of them empty, and two texts. */
static const float values[] = { 1.5f, -2.25f };
static const ad_file_tensor tensors[] = { { "w", 1, { 2 }, values }, { "e", 2, { 0, 5 }, NULL } };
static const ad_file_text texts[] = { { "k", "v\n" }, { "n", "12" } };

static bool same_content(const ad_tensorfile *file, size_t n_tensors)
{
    bool same = file->n_tensors == n_tensors && file->n_texts == 2;

    for (size_t i = 0; same && i < 2; i++)
        same = !strcmp(file->texts[i].key, texts[i].key) &&
               !strcmp(file->texts[i].value, texts[i].value);
    for (size_t i = 0; same && i < n_tensors; i++)
        same = !strcmp(file->tensors[i].name, tensors[i].name) &&
               file->tensors[i].n_dims == tensors[i].n_dims &&
               !memcmp(file->tensors[i].dims, tensors[i].dims, sizeof tensors[i].dims);
    return same && (!n_tensors || !memcmp(file->tensors[0].values, values, sizeof values));
}

/* Every shorter file and every flipped bit: refused, or harmless. */
static void damage(size_t n_tensors)
{
    ad_tensorfile file;
    char *bytes;
    size_t size;
    long harmless = 0;

    CHECK_EQ(ad_tensorfile_write(ctx, path, tensors, n_tensors, texts, 2), ADROP_OK);
    CHECK_EQ(ad_file_read(ctx, path, LIMIT, &bytes, &size), ADROP_OK);
    stock.held = 0; /* count what the reads hold */
    for (size_t n = 0; n < size; n++) {
        CHECK_WHERE("the first %zu of %zu bytes", n, size);
        put_bytes(bytes, n);
        check_refused("");
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        CHECK_WHERE("bit %zu of byte %zu of %zu", bit % 8, bit / 8, size);
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        put_bytes(bytes, size);
        if (!ad_tensorfile_read(ctx, path, LIMIT, &file)) {
            CHECK(same_content(&file, n_tensors));
            harmless++;
            ad_tensorfile_release(&file);
            CHECK_EQ(stock.held, 0);
        } else
            check_refused("");
        bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
    }
    CHECK_EQ(harmless, 0); /* even the padding is checked */
    stock.held = 1;
    ad_free(ctx, bytes);
}

static void damaged_files(void)
{
    for (size_t n = 0; n <= COUNT(tensors); n++)
        damage(n);
}

static void number_refused(void)
{
    printf("%ld files refused\n", refused);
    CHECK(refused > 2000);
}

CHECK_MAIN(setup, frames, edited_headers, bulk, damaged_files, number_refused, teardown)
