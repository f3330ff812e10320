/* JSON without lost failures: a value that could not be created, a text that is not UTF-8, a file
 * that is not JSON, and a record that is written, read back and compared. */
#include "base/json.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "check.h"

static adrop_ctx *ctx;
static char folder[] = "/tmp/adrop-json-XXXXXX", path[64];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/record.json", folder);
}

static void first_failure_is_kept(void)
{
    ad_json b = { 0 };
    json_t *root = json_object(), *list = json_array();

    ad_json_append(&b, list, json_integer(1));
    ad_json_put(&b, root, "list", list);
    CHECK_EQ(ad_json_end(&b, ctx, "x.json", &root), ADROP_OK);
    CHECK(root != NULL);
    ad_json_put(&b, root, "value", NULL); /* it could not be made */
    ad_json_put(&b, root, "more", json_true());
    CHECK_EQ(ad_json_end(&b, ctx, "x.json", &root), ADROP_ENOMEM);
    CHECK(root == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), "x.json");

    b = (ad_json){ 0 };
    ad_json_append(&b, NULL, json_true()); /* nor could the list */
    root = json_object();
    CHECK_EQ(ad_json_end(&b, ctx, "x.json", &root), ADROP_ENOMEM);
    b = (ad_json){ 0 };
    root = NULL;
    CHECK_EQ(ad_json_end(&b, ctx, "x.json", &root), ADROP_ENOMEM);
}

static void texts_of_any_bytes(void)
{
    json_t *s = ad_json_string("caf\xe9/\xff.csv");

    CHECK_TEXT(json_string_value(s), "caf\xef\xbf\xbd/\xef\xbf\xbd.csv");
    json_decref(s);
    s = ad_json_string("caf\xc3\xa9");
    CHECK_TEXT(json_string_value(s), "caf\xc3\xa9");
    json_decref(s);
    CHECK(ad_json_holds("caf\xc3\xa9") && !ad_json_holds("\xc3") && ad_json_holds(""));
}

static void parsing(void)
{
    json_t *json;

    CHECK_EQ(ad_json_parse(ctx, "a.json", "{\"a\": 1}", 8, 0, &json), ADROP_OK);
    json_decref(json);
    CHECK_EQ(ad_json_parse(ctx, "a.json", "{\n\"a\": }", 8, 0, &json), ADROP_EFORMAT);
    CHECK(json == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), "'a.json' is not JSON");
    CHECK_HAS(adrop_ctx_message(ctx), "line 2");
}

static void replacing(void)
{
    json_t *record = json_pack("{s:f, s:f, s:[f, i, {s:n}], s:s}", "one", 1.0, "third", 1.0 / 3,
                               "list", 2.0, 3, "none", "text", "a \"b\" 1.0");
    char *text;
    size_t size;

    CHECK_EQ(ad_json_replace(ctx, path, record, JSON_COMPACT), ADROP_OK);
    CHECK_EQ(ad_file_read(ctx, path, 1000, &text, &size), ADROP_OK);
    CHECK_TEXT(text, "{\"one\":1,\"third\":0.3333333333333333,\"list\":[2,3,{\"none\":null}],"
                     "\"text\":\"a \\\"b\\\" 1.0\"}");
    ad_free(ctx, text);
    CHECK_EQ(ad_json_replace(ctx, path, NULL, 0), ADROP_ENOMEM);
    CHECK_EQ(ad_file_read(ctx, path, 1000, &text, &size), ADROP_OK); /* the old one stands */
    ad_free(ctx, text);
    json_decref(record);
    unlink(path);
    CHECK_EQ(rmdir(folder), 0);
    adrop_ctx_free(ctx);
}

/* -- Jansson without memory ---------------------------------------------------------- */

static int calls, fails_at; /* allocations of Jansson's, and the one that fails */

static void *take(size_t size)
{
    if (++calls != fails_at)
        return malloc(size);
    errno = ENOMEM;
    return NULL;
}

/* Whichever allocation fails once while a text is read: no value, or the right one. Jansson itself
 * drops a digit of the number when its buffer cannot grow. */
static void reading_without_memory(void)
{
    static const char text[] = "{\"x\":0.12345678901234567,\"a key of some length\":[1,2]}";
    json_t *whole, *got;
    int refused = 0;

    CHECK_EQ(ad_json_parse(ctx, "x", text, sizeof text - 1, 0, &whole), ADROP_OK);
    json_set_alloc_funcs(take, free);
    for (fails_at = 1; calls >= fails_at - 1; fails_at++) {
        calls = 0;
        const adrop_status status = ad_json_parse(ctx, "x", text, sizeof text - 1, 0, &got);
        CHECK(status ? status == ADROP_ENOMEM && !got : json_equal(whole, got));
        refused += status != ADROP_OK;
        json_decref(got);
    }
    json_set_alloc_funcs(malloc, free);
    CHECK(refused > 5);
    json_decref(whole);
}

CHECK_MAIN(begin, first_failure_is_kept, texts_of_any_bytes, parsing, reading_without_memory,
           replacing)
