/* Loops over all techniques, their examples and several sites, on the fixture of the conformance
 * suite (src/conform/fixture.h). The plug-in technique of examples/plugin/ is registered with every
 * context, and goes through the same loops. */
#ifndef ADROP_TESTS_BED_H
#define ADROP_TESTS_BED_H

#include <stdint.h>
#include <stdlib.h>

#include "../../examples/plugin/power.c"
#include "check.h"
#include "conform/fixture.h"
#include "technique/dropout.h"

/* A context that knows the built-in techniques alone. */
static inline adrop_ctx *bed_plain_context(int threads)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = threads;
    if (adrop_ctx_create(&opts, &ctx))
        abort();
    return ctx;
}

static inline adrop_ctx *bed_context(int threads)
{
    adrop_ctx *ctx = bed_plain_context(threads);

    if (adrop_technique_register(ctx, adrop_plugin(0)))
        abort();
    return ctx;
}

/* 0 if the technique cannot stand at the site. */
static inline int bed_make(adrop_ctx *ctx, ad_kernel_set set, const char *text, const ad_site *site,
                           size_t n_shards, ad_fixture *b)
{
    return ad_fixture_make(ctx, set, text, site, n_shards, b) == ADROP_OK;
}

static inline void bed_forward_backward(ad_fixture *b)
{
    CHECK_EQ(ad_dropout_forward(b->d, 0, &b->a), ADROP_OK);
    CHECK_EQ(ad_dropout_backward(b->d, 0, &b->a), ADROP_OK);
}

/* Call fn for every example of every technique at every site that it can have. */
typedef void bed_fn(const char *text, const ad_site *site);

static inline size_t bed_each(bed_fn *fn)
{
    adrop_ctx *ctx = bed_context(1);
    size_t cases = 0;

    for (size_t t = 0; ad_technique_of(ctx, AD_F64, t); t++) {
        const char *const *examples = ad_technique_of(ctx, AD_F64, t)->examples;
        for (; *examples; examples++) {
            size_t stood = 0;
            for (size_t s = 0; s < AD_FIXTURE_SITES; s++) {
                ad_dropout *d;
                if (ad_dropout_create(ctx, AD_F64, *examples, &ad_fixture_sites[s], 1, &d))
                    continue;
                ad_dropout_free(d);
                CHECK_WHERE("%s at site %zu", *examples, s);
                fn(*examples, &ad_fixture_sites[s]);
                stood++;
            }
            CHECK(stood > 0); /* an example that stands nowhere is no example */
            cases += stood;
        }
    }
    adrop_ctx_free(ctx);
    return cases;
}

#endif
