/* Failing memory: an allocator for test programs that counts what is held and makes one call fail,
 * or every call from that one on.
 *
 *     scarce s = { 0 };
 *     adrop_ctx *ctx = scarce_context(&s, 1);
 *     scarce_fail(&s, 3);                      the third call from now
 *
 * scarce_each does so for every call that an attempt makes. The counter does not support
 * simultaneous calls by several threads. */
#ifndef ADROP_TESTS_SCARCE_H
#define ADROP_TESTS_SCARCE_H

#include "adrop/context.h"
#include "check.h"

typedef struct {
    long calls;
    long fail_at; /* the call that fails, the first is 1; 0: none does */
    int for_good; /* the calls after it fail too */
    long held;    /* pieces not yet released */
} scarce;

/* Counts a call: whether it is one that fails. */
static inline int scarce_fails(scarce *s)
{
    const long past = ++s->calls - s->fail_at;
    const int fails = s->fail_at && (past == 0 || (past > 0 && s->for_good));

    s->held += !fails;
    return fails;
}

static inline void *scarce_allocate(void *user, size_t size)
{
    return scarce_fails(user) ? NULL : aligned_alloc(64, size);
}

static inline void scarce_release(void *user, void *memory)
{
    ((scarce *)user)->held--;
    free(memory);
}

/* Let the call number `at` from now fail; 0: none. */
static inline void scarce_fail(scarce *s, long at)
{
    s->calls = 0;
    s->fail_at = at;
}

/* NULL if the allocation that fails is the context's own: it makes one. */
static inline adrop_ctx *scarce_context(scarce *s, int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *made;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    opts.allocator = (adrop_allocator){ scarce_allocate, scarce_release, s };
    CHECK_EQ(adrop_ctx_create(&opts, &made), s->fail_at == 1 ? ADROP_ENOMEM : ADROP_OK);
    CHECK(!made == (s->fail_at == 1));
    return made;
}

/* Makes something in the context and frees it again. */
typedef adrop_status scarce_attempt(adrop_ctx *ctx, const void *user);

/* One attempt; whether it, or its context, came to the call that fails. */
static inline int scarce_try(const char *what, scarce s, scarce_attempt *attempt, const void *user)
{
    CHECK_WHERE("%s, allocation %ld fails", what, s.fail_at);
    adrop_ctx *made = scarce_context(&s, 1);
    const adrop_status status = made ? attempt(made, user) : ADROP_ENOMEM;
    const int failed = s.calls >= s.fail_at;

    if (made)
        CHECK_WHERE("%s, allocation %ld: %s", what, s.fail_at, adrop_ctx_message(made));
    CHECK(!failed || !made || *adrop_ctx_message(made));
    CHECK_EQ(status, failed ? ADROP_ENOMEM : ADROP_OK);
    adrop_ctx_free(made);
    CHECK_EQ(s.held, 0);
    check_where[0] = 0;
    return failed;
}

/* Attempts, an allocation later each time, until nothing fails: each failure must be
 * ADROP_ENOMEM with a sentence, and nothing is held at the end. The first is the context's
 * own; how many came after it. */
static inline long scarce_each(const char *what, int for_good, scarce_attempt *attempt,
                               const void *user)
{
    const long most = 10000;
    long at = 1;

    while (at < most &&
           scarce_try(what, (scarce){ .fail_at = at, .for_good = for_good }, attempt, user))
        at++;
    CHECK(at < most);
    return at - 2;
}

#endif
