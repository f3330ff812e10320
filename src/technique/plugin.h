/* Techniques from outside: tables of a program (adrop_technique_register), kept in the context.
 * They are numbered behind the built-in ones. */
#ifndef AD_TECHNIQUE_OUTSIDE_H
#define AD_TECHNIQUE_OUTSIDE_H

#include "adrop/technique.h"
#include "base/lab.h"
#include "technique/technique.h"

enum { AD_MOST_OUTSIDE = 32 };

/* What stands before the settings that the table's own rows describe. */
typedef struct ad_plugin_settings {
    const adrop_technique_table *table; /* set when settings are read */
    int mask;
    double own[]; /* table->settings_size bytes */
} ad_plugin_settings;

/* The arithmetic of all of them, one for each kernel set (plugin_kernel.c). */
AD_DECLARE_EACH_SET(ad_technique, ad_plugin_technique);

/* Registered technique i as a kernel set has it; NULL past the last. */
AD_LAB const ad_technique *ad_plugin_at(const adrop_ctx *ctx, ad_kernel_set set, size_t i);

/* A context for a worker of the parent's: it shares nothing with it but allocator, kernels and
 * techniques from outside. */
AD_LAB adrop_status ad_plugin_context(adrop_ctx *parent, int threads, adrop_log_fn *log, void *user,
                                      adrop_ctx **out);

/* Where technique i was loaded from; NULL: it is a program's own. */
AD_LAB const char *ad_plugin_file(const adrop_ctx *ctx, size_t i);

/* adrop_technique_register with the name of the file; NULL: none. */
AD_LAB adrop_status ad_plugin_register(adrop_ctx *ctx, const adrop_technique_table *table,
                                       const char *file);

#endif
