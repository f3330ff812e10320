/* Writing a schema while one allocation of Jansson fails: complete, or ADROP_ENOMEM; never with a
 * gap, nor with numbers in place of names. */
#include <stdlib.h>

#include "check.h"

#include "base/context.h"
#include "base/memory.h"
#include "rows/dataset.h"
#include "rows/schema.h"

static size_t calls, fails_at; /* 0: none */

static void *take(size_t size)
{
    return ++calls == fails_at ? NULL : malloc(size);
}

static void every_allocation(void)
{
    enum { COLUMNS = 3 };
    static const char *names[] = { "\303\251t\303\251", "hiver" }, *columns[] = { "a", "b", "c" };
    adrop_ctx *ctx;
    char *whole, *text;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_layout_column at[COLUMNS] = { { .form = { .kind = AD_FORM_DATE } },
                                     { .form = { .kind = AD_FORM_NUMBER, .mark = '.' } },
                                     { .role = AD_COLUMN_TARGET } };
    const ad_schema s = { .task = ADROP_CLASSIFICATION,
                          .shape = { COLUMNS, 1, 1 },
                          .classes = { .at = names, .n = 2 },
                          .columns = { .at = columns, .n = COLUMNS },
                          .layout = {
                              .n = COLUMNS, .at = at, .names = { .at = columns, .n = COLUMNS } } };
    json_set_alloc_funcs(take, free);
    calls = fails_at = 0;
    CHECK_EQ(ad_schema_write(&s, ctx, &whole), ADROP_OK);
    CHECK_HAS(whole, "hiver");
    const size_t all = calls;
    size_t refused = 0;
    CHECK(all > 20);
    for (size_t k = 1; k <= all; k++) {
        CHECK_WHERE("allocation %zu", k);
        calls = 0, fails_at = k;
        const adrop_status status = ad_schema_write(&s, ctx, &text);
        CHECK(status == ADROP_ENOMEM || !status);
        if (!status)
            CHECK_TEXT(text, whole);
        refused += status == ADROP_ENOMEM;
        ad_free(ctx, text);
    }
    CHECK(refused > all / 2);
    fails_at = 0;
    ad_free(ctx, whole);
    adrop_ctx_free(ctx);
    json_set_alloc_funcs(malloc, free);
}

CHECK_MAIN(every_allocation)
