/* Texts owned by a context: one copy of each, also from several threads, and failing memory. */
#include "base/keep.h"

#include <pthread.h>

#include "adrop/option.h"
#include "check.h"
#include "scarce.h"

enum { TEXTS = 5000, THREADS = 4 };

static adrop_ctx *ctx;

static void one_copy_of_each(void)
{
    const char *a, *b, *empty, *long_one;
    char text[] = "a text", much[5000];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_keep(ctx, text, &a), ADROP_OK);
    CHECK(a != text);
    CHECK_EQ(adrop_keep(ctx, "a text", &b), ADROP_OK);
    CHECK(a == b);
    *text = 'X';
    CHECK_TEXT(a, "a text");
    CHECK_EQ(ad_keep_part(ctx, "a text that is longer", 6, &b), ADROP_OK);
    CHECK(a == b);
    CHECK_EQ(ad_keep(ctx, NULL, &empty), ADROP_OK);
    CHECK_TEXT(empty, "");
    memset(much, 'm', sizeof much - 1);
    much[sizeof much - 1] = 0;
    CHECK_EQ(ad_keep_format(ctx, &long_one, "%s%s", much, much), ADROP_OK);
    CHECK_EQ(strlen(long_one), 2 * sizeof much - 2);
    b = a;
    CHECK_EQ(ad_keep_format(ctx, &b, "%s, and more", b), ADROP_OK); /* of itself */
    CHECK_TEXT(b, "a text, and more");
    adrop_ctx_free(ctx);
}

/* What each thread got for each text. */
static const char *got[THREADS][TEXTS];

static void *keep_all(void *of)
{
    const char **mine = of;
    char text[32];

    for (size_t i = 0; i < TEXTS; i++) {
        snprintf(text, sizeof text, "text %zu", i);
        if (ad_keep(ctx, text, &mine[i]))
            mine[i] = NULL;
    }
    return NULL;
}

static void several_threads(void)
{
    pthread_t thread[THREADS];
    char text[32];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(pthread_create(&thread[t], NULL, keep_all, (void *)got[t]), 0);
    for (int t = 0; t < THREADS; t++)
        CHECK_EQ(pthread_join(thread[t], NULL), 0);
    for (size_t i = 0; i < TEXTS; i++) {
        snprintf(text, sizeof text, "text %zu", i);
        CHECK_TEXT(got[0][i], text);
        for (int t = 1; t < THREADS; t++)
            CHECK(got[t][i] == got[0][i]);
    }
    adrop_ctx_free(ctx);
}

static adrop_status keep_some(adrop_ctx *scarce_ctx, const void *user)
{
    const char *text;
    adrop_status status = ADROP_OK;

    (void)user;
    for (int i = 0; i < 5 && !status; i++)
        status = ad_keep_format(scarce_ctx, &text, "text %d", i % 3);
    return status;
}

static void scarce_memory(void)
{
    CHECK(scarce_each("texts", 0, keep_some, NULL) >= 8);
    CHECK(scarce_each("texts", 1, keep_some, NULL) >= 8);
}

CHECK_MAIN(one_copy_of_each, several_threads, scarce_memory)
