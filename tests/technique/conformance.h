/* Runs a part of the conformance suite (src/conform/conform.h) over every example of every
 * technique, including that of examples/plugin. */
#ifndef ADROP_TESTS_CONFORMANCE_H
#define ADROP_TESTS_CONFORMANCE_H

#include "conform/conform.h"
#include "fixture.h"

typedef adrop_status conformance_part(ad_conform *c);

/* One text: every row passes. */
static inline void conformance_check(conformance_part *part, adrop_ctx *ctx, const char *text)
{
    ad_conform c = { .ctx = ctx, .text = text };

    CHECK_WHERE("%s", text);
    CHECK_EQ(part(&c), ADROP_OK);
    for (size_t i = 0; i < c.n; i++) {
        CHECK_WHERE("%s: %s", text, c.results[i].check);
        CHECK(c.results[i].passed == (c.results[i].found <= c.results[i].most));
        CHECK_NEAR(c.results[i].found, 0, c.results[i].most);
    }
}

/* Up to most examples of each technique. */
static inline void conformance_each(conformance_part *part, int threads, size_t most)
{
    adrop_ctx *ctx = bed_context(threads);
    size_t cases = 0;

    for (size_t t = 0; ad_technique_of(ctx, AD_F64, t); t++) {
        const char *const *examples = ad_technique_of(ctx, AD_F64, t)->examples;
        for (size_t e = 0; examples[e] && e < most; e++, cases++)
            conformance_check(part, ctx, examples[e]);
    }
    CHECK(cases >= 30);
    adrop_ctx_free(ctx);
}

/* The row of a check after a part has run on a spoiled technique; NaN if there is none. */
static inline double conformance_found(conformance_part *part, const char *text, const char *check,
                                       void (*spoil)(ad_dropout *d))
{
    adrop_ctx *ctx = bed_context(2);
    ad_conform c = { .ctx = ctx, .text = text, .spoil = spoil };
    double found = NAN;

    CHECK_WHERE("%s", text);
    CHECK_EQ(part(&c), ADROP_OK);
    for (size_t i = 0; i < c.n; i++)
        if (!strcmp(c.results[i].check, check))
            found = c.results[i].found;
    adrop_ctx_free(ctx);
    return found;
}

#endif
