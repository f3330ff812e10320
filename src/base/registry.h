/* Lists of named items: techniques, optimisers, layers, readers, options.
 *
 *     static const char *name_at(const void *list, size_t i)
 *     {
 *         return i < N_ALL ? all[i]->name : NULL;
 *     }
 *     static const ad_registry registry = { "technique", name_at, NULL };
 *
 *     status = ad_registry_choose(ctx, &registry, "bernoulli:rate=0.2", &index, &settings);
 *
 * An unknown name is ADROP_ENOENT with a message that is the same for all lists: the nearest name,
 * or else the names that exist. */
#ifndef AD_BASE_REGISTRY_H
#define AD_BASE_REGISTRY_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/option.h"
#include "base/lab.h"

typedef struct ad_registry {
    const char *what;                                   /* the singular noun: "technique" */
    const char *(*name_at)(const void *list, size_t i); /* NULL past the last */
    const void *list;                                   /* for name_at; may be NULL */
} ad_registry;

enum { AD_REGISTRY_MOST = 256 }; /* names that are searched */

/* A list that is a NULL-terminated array of names. */
AD_LAB const char *ad_registry_word_at(const void *list, size_t i);
#define AD_REGISTRY_WORDS(what, words) ((const ad_registry){ (what), ad_registry_word_at, (words) })

/* The index of a name, or -1. */
AD_LAB long ad_registry_find(const ad_registry *r, const char *name);

/* Parse "name" or "name:settings": the index, and the settings ("" if there are none). */
adrop_status ad_registry_choose(adrop_ctx *ctx, const ad_registry *r, const char *text,
                                size_t *index, const char **settings);

/* Read the settings of the chosen item, a struct of size bytes that the options describe: the
 * defaults, then text ("key=value,.."). Freed with ad_free; NULL after a failure, whose message
 * begins with "technique 'name': ". */
adrop_status ad_registry_settings(adrop_ctx *ctx, const char *what, const char *name,
                                  const adrop_option *options, size_t size, const char *text,
                                  void **settings);

/* ADROP_ENOENT: "there is no technique 'x': did you mean 'y'?", or "..: there are y, z" if the list
 * is short enough. */
AD_LAB adrop_status ad_registry_refuse(adrop_ctx *ctx, const ad_registry *r, const char *name);

/* The nearest name, or NULL; and all names, comma-separated, or "" if they do not fit. */
AD_LAB const char *ad_registry_nearest(const ad_registry *r, const char *name);
AD_LAB char *ad_registry_names(const ad_registry *r, char *text, size_t size);

#endif
