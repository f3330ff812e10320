/* Plug-in techniques: tables that a program registers (adrop_technique_register), kept in the
 * context. Their numbers follow the built-in ones. */
#ifndef AD_TECHNIQUE_OUTSIDE_H
#define AD_TECHNIQUE_OUTSIDE_H

#include "adrop/technique.h"
#include "base/lab.h"
#include "technique/technique.h"

enum { AD_MOST_OUTSIDE = 32 };

/* Precedes the settings that the table's own rows describe. */
typedef struct ad_plugin_settings {
    const adrop_technique_table *table; /* set when settings are read */
    int mask;
    double own[]; /* table->settings_size bytes */
} ad_plugin_settings;

/* The arithmetic of all plug-in techniques, one per kernel set (plugin_kernel.c). */
AD_DECLARE_EACH_SET(ad_technique, ad_plugin_technique);

/* Registered technique i in a kernel set; NULL past the last. */
AD_LAB const ad_technique *ad_plugin_at(const adrop_ctx *ctx, ad_kernel_set set, size_t i);

/* A context for a worker of the parent. They share only the allocator, the kernels and what
 * plug-ins registered. */
AD_LAB adrop_status ad_plugin_context(adrop_ctx *parent, int threads, adrop_log_fn *log, void *user,
                                      adrop_ctx **out);

/* The file that technique i was loaded from; NULL if the program itself registered it. */
AD_LAB const char *ad_plugin_file(const adrop_ctx *ctx, size_t i);

/* adrop_technique_register with the file it was loaded from, or NULL. */
AD_LAB adrop_status ad_plugin_register(adrop_ctx *ctx, const adrop_technique_table *table,
                                       const char *file);

#endif
