/* Lists searched by name, and texts of bounded length. */
#include "base/registry.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "check.h"

static const char *const few[] = { "gaussian", "laplace", "uniform", NULL };
static const ad_registry seeds = { "seed", ad_registry_word_at, few };
static adrop_ctx *ctx;

static void starts(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void chooses(void)
{
    const char *settings;
    size_t index;

    CHECK_EQ(ad_registry_choose(ctx, &seeds, "laplace", &index, &settings), ADROP_OK);
    CHECK_EQ(index, 1);
    CHECK_TEXT(settings, "");
    CHECK_EQ(ad_registry_choose(ctx, &seeds, "uniform:a=1,b=2:3", &index, &settings), ADROP_OK);
    CHECK_EQ(index, 2);
    CHECK_TEXT(settings, "a=1,b=2:3");
    CHECK_EQ(ad_registry_find(&seeds, "gaussian"), 0);
    CHECK_EQ(ad_registry_find(&seeds, "gauss"), -1); /* no part of a name */
    CHECK_EQ(ad_registry_find(&seeds, ""), -1);
}

static void refuses(void)
{
    const char *settings;
    size_t index;
    char name[1000];

    CHECK_EQ(ad_registry_choose(ctx, &seeds, "gausian:a=1", &index, &settings), ADROP_ENOENT);
    CHECK_TEXT(adrop_ctx_message(ctx), "there is no seed 'gausian': did you mean 'gaussian'?");
    CHECK_EQ(ad_registry_choose(ctx, &seeds, "cauchy", &index, &settings), ADROP_ENOENT);
    CHECK_TEXT(adrop_ctx_message(ctx),
               "there is no seed 'cauchy': there are gaussian, laplace, uniform");
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    name[1] = '\033'; /* nothing that a terminal would obey, and not all of it */
    CHECK_EQ(ad_registry_choose(ctx, &seeds, name, &index, &settings), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "'x?xxx");
    CHECK_HAS(adrop_ctx_message(ctx), "x...': there are");
}

static void long_lists_are_not_shown(void)
{
    const char *many[100] = { 0 };
    char text[32];

    for (size_t i = 0; i < 99; i++)
        many[i] = "a-rather-long-name";
    CHECK_EQ(ad_registry_refuse(ctx, &AD_REGISTRY_WORDS("thing", many), "zebra"), ADROP_ENOENT);
    CHECK_TEXT(adrop_ctx_message(ctx), "there is no thing 'zebra'");
    CHECK_TEXT(ad_registry_names(&seeds, text, sizeof text), "gaussian, laplace, uniform");
    CHECK_TEXT(ad_registry_names(&seeds, text, 20), "");
}

static void texts(void)
{
    char list[10] = "", *copy;

    CHECK(ad_join(list, sizeof list, ", ", "one"));
    CHECK(ad_join(list, sizeof list, ", ", "two"));
    CHECK_TEXT(list, "one, two");
    CHECK(!ad_join(list, sizeof list, ", ", "three"));
    CHECK_EQ(strlen(list), 9);
    CHECK_EQ(ad_copy_text(ctx, "text", &copy), ADROP_OK);
    CHECK_TEXT(copy, "text");
    ad_free(ctx, copy);
}

static void ends(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(starts, chooses, refuses, long_lists_are_not_shown, texts, ends)
