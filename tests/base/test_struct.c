/* Structs of older and newer programs: what is accepted, refused and written. */
#include "base/struct.h"

#include "base/context.h"
#include "check.h"

typedef struct {
    size_t size;
    int a, b;
    double c;
} now;

typedef struct {
    size_t size;
    int a;
} before;

typedef struct {
    now base;
    double more;
} later;

static adrop_ctx *ctx;

static void reads_its_own(void)
{
    const now own = { sizeof own, 1, 2, 3 }, *given = &own;
    now mine = { 0, 7, 8, 9 };

    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, given), ADROP_OK);
    CHECK(mine.size == sizeof mine && mine.a == 1 && mine.b == 2 && mine.c == 3);
}

static void keeps_the_defaults_that_an_older_one_lacks(void)
{
    const before given = { sizeof given, 1 };
    now mine = { 0, 7, 8, 9 };

    CHECK_EQ(ad_struct_read(ctx, "now", &mine, sizeof mine, &given, offsetof(now, b)), ADROP_OK);
    CHECK(mine.size == sizeof mine && mine.a == 1 && mine.b == 8 && mine.c == 9);
}

static void takes_a_newer_one_that_asks_for_nothing_new(void)
{
    later given = { { sizeof given, 1, 2, 3 }, 0 };
    const now *base = &given.base;
    now mine = { 0, 7, 8, 9 };

    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, base), ADROP_OK);
    CHECK(mine.size == sizeof mine && mine.c == 3);
    given.more = 1;
    given.base.a = 5;
    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, base), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "newer adrop");
    CHECK_EQ(mine.a, 1); /* untouched */
}

static void refuses_what_has_no_size(void)
{
    now empty = { 0 }, *given = &empty, mine = { 0, 7, 8, 9 };
    const now *none = NULL;

    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, given), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "the now does not say its size");
    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, none), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "missing");
    given->size = (size_t)-1;
    CHECK_EQ(AD_STRUCT_READ(ctx, now, &mine, given), ADROP_EINVAL);
    CHECK_EQ(AD_STRUCT_READ(NULL, now, &mine, given), ADROP_EINVAL);
    CHECK_EQ(mine.a, 7);
}

static void writes_no_further_than_there_is_room(void)
{
    const now mine = { 0, 1, 2, 3 };
    unsigned char room[sizeof(later) + 8];
    later got;

    memset(room, 0xa5, sizeof room);
    ad_struct_write(room, offsetof(now, b), &mine, sizeof mine);
    for (size_t i = offsetof(now, b); i < sizeof room; i++)
        CHECK_EQ(room[i], 0xa5);
    memset(&got, 0xa5, sizeof got);
    ad_struct_init(&got, sizeof got, &mine, sizeof mine);
    CHECK(got.base.size == sizeof got && got.base.c == 3 && got.more == 0);
    memset(room, 0xa5, sizeof room);
    ad_struct_init(room, 4, &mine, sizeof mine);
    CHECK_EQ(room[4], 0xa5);
}

static void starts(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void ends(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(starts, reads_its_own, keeps_the_defaults_that_an_older_one_lacks,
           takes_a_newer_one_that_asks_for_nothing_new, refuses_what_has_no_size,
           writes_no_further_than_there_is_room, ends)
