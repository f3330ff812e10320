/* Placing arrays by lifetime: arrays that live at the same time do not overlap, and the block is
 * not much larger than the maximum that is live at once. */
#include "model/arena.h"

#include "adrop/adrop.h"
#include "base/memory.h"
#include "check.h"

enum { N = 120, TIMES = 40 };

static unsigned state = 1;

static size_t number(size_t below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

static size_t footprint(const ad_piece *p)
{
    return ad_round_up(p->size) + AD_RED_ZONE;
}

static size_t most_at_once(size_t n, const ad_piece *p)
{
    size_t most = 0;

    for (size_t time = 0; time < 2 * TIMES; time++) {
        size_t sum = 0;
        for (size_t i = 0; i < n; i++)
            if (p[i].birth <= time && time <= p[i].death)
                sum += footprint(&p[i]);
        most = sum > most ? sum : most;
    }
    return most;
}

static void pieces_lie_apart(void)
{
    adrop_ctx *ctx;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (int round = 0; round < 50; round++) {
        ad_piece p[N];
        const size_t n = 1 + number(N);
        size_t total;
        for (size_t i = 0; i < n; i++) {
            const size_t birth = number(TIMES);
            p[i] = (ad_piece){ 1 + number(5000), birth, birth + number(TIMES), 0 };
        }
        CHECK_EQ(ad_arena_place(ctx, n, p, &total), ADROP_OK);
        for (size_t i = 0; i < n; i++) {
            CHECK(p[i].offset % AD_ALIGNMENT == 0 && p[i].offset + footprint(&p[i]) <= total);
            for (size_t j = 0; j < i; j++)
                CHECK(p[j].death < p[i].birth || p[i].death < p[j].birth ||
                      p[j].offset + footprint(&p[j]) <= p[i].offset ||
                      p[i].offset + footprint(&p[i]) <= p[j].offset);
        }
        CHECK(total >= most_at_once(n, p) && total <= 2 * most_at_once(n, p));
    }
    adrop_ctx_free(ctx);
}

/* Lifetimes that do not meet share a place; an end and a beginning at one time do not. */
static void places_are_used_again(void)
{
    ad_piece p[] = { { 1000, 0, 3, 0 }, { 1000, 4, 7, 0 }, { 1000, 7, 9, 0 } };
    adrop_ctx *ctx;
    size_t total;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    CHECK_EQ(ad_arena_place(ctx, 3, p, &total), ADROP_OK);
    CHECK_EQ(p[0].offset, p[1].offset);
    CHECK(p[2].offset != p[1].offset);
    CHECK_EQ(total, 2 * footprint(&p[0]));
    adrop_ctx_free(ctx);
}

CHECK_MAIN(pieces_lie_apart, places_are_used_again)
