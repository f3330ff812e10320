/* Lists of things that are chosen by name: techniques, optimisers, layers, readers, options.
 *
 *     static const char *name_at(const void *list, size_t i)
 *     {
 *         return i < N_ALL ? all[i]->name : NULL;
 *     }
 *     static const ad_registry registry = { "technique", name_at, NULL };
 *
 *     status = ad_registry_choose(ctx, &registry, "bernoulli:rate=0.2", &index, &settings);
 *
 * A name that is not there is ADROP_ENOENT with one sentence, the same for all lists: what it was
 * most likely meant to be, or else what there is. */
#ifndef AD_BASE_REGISTRY_H
#define AD_BASE_REGISTRY_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "base/lab.h"

typedef struct ad_registry {
    const char *what;                                   /* one of them: "technique" */
    const char *(*name_at)(const void *list, size_t i); /* NULL past the last */
    const void *list;                                   /* for name_at; may be NULL */
} ad_registry;

enum { AD_REGISTRY_MOST = 256 }; /* names that are looked through */

/* A list that is an array of names ended by NULL. */
AD_LAB const char *ad_registry_word_at(const void *list, size_t i);
#define AD_REGISTRY_WORDS(what, words) ((const ad_registry){ (what), ad_registry_word_at, (words) })

/* The number of a name, or -1. */
AD_LAB long ad_registry_find(const ad_registry *r, const char *name);

/* What "name" or "name:settings" chooses: its number, and the settings ("" if there are none). */
adrop_status ad_registry_choose(adrop_ctx *ctx, const ad_registry *r, const char *text,
                                size_t *index, const char **settings);

/* Read the settings of what was chosen, a struct of size bytes that the options describe: the
 * defaults, then text ("key=value,.."). Freed with ad_free; NULL after a failure, whose message
 * begins with "technique 'name': ". */
adrop_status ad_registry_settings(adrop_ctx *ctx, const char *what, const char *name,
                                  const adrop_option *options, size_t size, const char *text,
                                  void **settings);

/* ADROP_ENOENT: "there is no technique 'x': did you mean 'y'?", or "..: there are y, z" if that
 * is not too much to read. */
AD_LAB adrop_status ad_registry_refuse(adrop_ctx *ctx, const ad_registry *r, const char *name);

/* The nearest name, NULL if none is near; and all, with commas, or "" if
 * they do not fit. */
AD_LAB const char *ad_registry_nearest(const ad_registry *r, const char *name);
AD_LAB char *ad_registry_names(const ad_registry *r, char *text, size_t size);

#endif
