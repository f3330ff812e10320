/* JSON with the shortest numbers: the output, and an exact round trip. */
#include <stdint.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "check.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void texts(void)
{
    json_t *j = json_pack("{s:f, s:f, s:f, s:f, s:i, s:[f,f], s:s}", "lr", 0.05, "one", 1.0, "tiny",
                          1e-5, "third", 1.0 / 3, "n", 1234567, "list", -0.1, 2.5e100, "say \"0.1",
                          "0.050000000000000003, \\ 1.0\"");
    char *text;

    json_object_set_new(j, "nan", ad_json_real(NAN));
    CHECK_EQ(ad_json_text(ctx, j, JSON_COMPACT, &text), ADROP_OK);
    CHECK_TEXT(text, "{\"lr\":0.05,\"one\":1,\"tiny\":1e-05,\"third\":0.3333333333333333,"
                     "\"n\":1234567,\"list\":[-0.1,2.5e+100],"
                     "\"say \\\"0.1\":\"0.050000000000000003, \\\\ 1.0\\\"\",\"nan\":null}");
    ad_free(ctx, text);
    json_decref(j);
    CHECK_EQ(ad_json_text(ctx, NULL, 0, &text), ADROP_ENOMEM);
    CHECK(text == NULL);
}

/* -- Memory that fails ------------------------------------------------------------- */

static int left; /* allocations that succeed */

static void *take(void *user, size_t size)
{
    (void)user;
    return left-- > 0 ? aligned_alloc(AD_ALIGNMENT, ad_round_up(size)) : NULL;
}

static void give(void *user, void *memory)
{
    (void)user;
    free(memory);
}

/* Whichever allocation fails: no text, or all of it. Jansson's own json_dumps would leave out a
 * key. */
static void no_memory(void)
{
    json_t *j = json_object();
    adrop_ctx_opts opts;
    adrop_ctx *own;
    char key[32], *whole, *text = NULL;
    int k = -1;

    for (int i = 0; i < 200; i++) {
        snprintf(key, sizeof key, "a_rather_long_key_%d", i);
        json_object_set_new(j, key, json_integer(i));
    }
    CHECK_EQ(ad_json_text(ctx, j, 0, &whole), ADROP_OK);
    adrop_ctx_opts_init(&opts);
    opts.allocator = (adrop_allocator){ take, give, NULL };
    left = 1000;
    CHECK_EQ(adrop_ctx_create(&opts, &own), ADROP_OK);
    do {
        left = ++k;
        const adrop_status status = ad_json_text(own, j, 0, &text);
        CHECK(status ? !text && status == ADROP_ENOMEM : !strcmp(text, whole));
    } while (!text && k < 1000);
    CHECK(text && k > 3);
    ad_free(own, text);
    adrop_ctx_free(own);
    ad_free(ctx, whole);
    json_decref(j);
}

/* Numbers of all sizes come back in the same bits, and in no more than 17 digits. */
static void back_again(void)
{
    uint64_t bits = 1;
    json_t *list = json_array();
    char *text;

    for (int i = 0; i < 2000; i++) {
        double x;
        bits = bits * 6364136223846793005u + 1442695040888963407u; /* Knuth */
        memcpy(&x, &bits, sizeof x);
        if (isfinite(x) && fpclassify(x) == FP_NORMAL)
            json_array_append_new(list, json_real(x));
    }
    CHECK(json_array_size(list) > 1900);
    CHECK_EQ(ad_json_text(ctx, list, JSON_COMPACT, &text), ADROP_OK);
    json_t *again = json_loads(text, JSON_DECODE_ANY, NULL);
    CHECK_EQ(json_array_size(again), json_array_size(list));
    for (size_t i = 0; i < json_array_size(list); i++)
        CHECK(json_number_value(json_array_get(again, i)) ==
              json_real_value(json_array_get(list, i)));
    json_decref(again);
    json_decref(list);
    ad_free(ctx, text);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, texts, no_memory, back_again)
