/* Plug-in techniques of a context (plugin.h): each table becomes one ad_technique per kernel
 * set. Its option rows are copied after our own row, `mask`, with their offsets moved to the
 * plug-in's settings. */
#include "technique/plugin.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "dist/pairs.h"
#include "technique/mask_shape.h"

enum { MOST_ROWS = 32, MOST_SETTINGS = 1 << 16 };

typedef struct {
    adrop_technique_table table;
    adrop_option rows[MOST_ROWS + 2];
    ad_technique type[AD_N_KERNEL_SETS];
    char *file; /* owned, or NULL */
} outside;

struct ad_techniques {
    outside *of[AD_MOST_OUTSIDE]; /* (n), owned */
    size_t n;
};

static const ad_technique *const of_each_set[AD_N_KERNEL_SETS] = AD_OF_EACH_SET(
    ad_plugin_technique);

const ad_technique *ad_plugin_at(const adrop_ctx *ctx, ad_kernel_set set, size_t i)
{
    const ad_techniques *all = ctx->techniques;

    return all && i < all->n ? &all->of[i]->type[set] : NULL;
}

const char *ad_plugin_file(const adrop_ctx *ctx, size_t i)
{
    const ad_techniques *all = ctx->techniques;

    return all && i < all->n ? all->of[i]->file : NULL;
}

static void plugin_release(adrop_ctx *ctx)
{
    ad_techniques *all = ctx->techniques;

    for (size_t i = 0; i < all->n; i++) {
        ad_free(ctx, all->of[i]->file);
        ad_free(ctx, all->of[i]);
    }
    ad_free(ctx, all);
    ctx->techniques = NULL;
}

/* -- Registering ----------------------------------------------------------------------- */

static int is_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t n = name ? strlen(name) : 0;

    return n > 0 && n < 64 && strspn(name, allowed) == n && *name >= 'a' && *name <= 'z';
}

static adrop_status plugin_check(adrop_ctx *ctx, const adrop_technique_table *t)
{
    const char *rest;
    size_t index, n = 0;

    if (!is_name(t->name))
        return ad_fail(ctx, ADROP_EINVAL,
                       "a technique's name has 1 to 63 small letters, digits and '-'");
    if (!ad_technique_find(ctx, t->name, &index, &rest))
        return ad_fail(ctx, ADROP_EEXIST, "there is a technique '%s' already", t->name);
    if (!t->summary || !t->mask || !t->moments || !t->distribution)
        return ad_fail(ctx, ADROP_EINVAL,
                       "technique '%s' needs a summary, mask, moments and distribution", t->name);
    while (t->options && t->options[n].name && n <= MOST_ROWS) {
        if (!strcmp(t->options[n].name, "mask"))
            return ad_fail(ctx, ADROP_EINVAL, "technique '%s': every technique has an option mask",
                           t->name);
        if (t->options[n].kind == ADROP_OPT_CHOICE && !ad_option_words(&t->options[n]))
            return ad_fail(ctx, ADROP_EINVAL, "technique '%s': a choice without words", t->name);
        if (!ad_option_fits(&t->options[n++], t->settings_size))
            return ad_fail(ctx, ADROP_EINVAL, "technique '%s': an option lies outside its settings",
                           t->name);
    }
    if (n > MOST_ROWS || t->settings_size > MOST_SETTINGS)
        return ad_fail(ctx, ADROP_EINVAL, "technique '%s' has too many options", t->name);
    return ADROP_OK;
}

static void plugin_describe(outside *o)
{
    static const adrop_option mask = { .name = "mask",
                                       .kind = ADROP_OPT_CHOICE,
                                       .offset = offsetof(ad_plugin_settings, mask),
                                       .words = ad_mask_shape_words,
                                       .help = "on maps: one draw per element or per channel" };
    const adrop_technique_table *t = &o->table;
    size_t n = 0;

    for (; t->options && t->options[n].name; n++) {
        o->rows[n] = t->options[n];
        o->rows[n].offset += offsetof(ad_plugin_settings, own);
    }
    o->rows[n] = mask;
    for (size_t set = 0; set < AD_N_KERNEL_SETS; set++) {
        if (!of_each_set[set])
            continue;
        o->type[set] = *of_each_set[set];
        o->type[set].name = t->name;
        o->type[set].summary = t->summary;
        o->type[set].reference = t->reference ? t->reference : "";
        o->type[set].options = o->rows;
        o->type[set].settings_size = sizeof(ad_plugin_settings) + t->settings_size;
        o->type[set].examples = t->examples;
        o->type[set].table = t;
    }
}

adrop_status ad_plugin_register(adrop_ctx *ctx, const adrop_technique_table *given,
                                const char *file)
{
    outside *o;
    adrop_technique_table table = { 0 };
    adrop_status status = AD_STRUCT_READ(ctx, adrop_technique_table, &table, given);

    if (status || (status = plugin_check(ctx, &table)))
        return status;
    if (!ctx->techniques) {
        if ((status = AD_NEW(ctx, 1, "techniques", &ctx->techniques)))
            return status;
        ctx->release_techniques = plugin_release;
    }
    if (ctx->techniques->n == AD_MOST_OUTSIDE)
        return ad_fail(ctx, ADROP_EINVAL, "a context has at most %d techniques from outside",
                       AD_MOST_OUTSIDE);
    if ((status = AD_NEW(ctx, 1, "a technique", &o)))
        return status;
    if (file && (status = ad_copy_text(ctx, file, &o->file))) {
        ad_free(ctx, o);
        return status;
    }
    o->table = table;
    plugin_describe(o);
    ctx->techniques->of[ctx->techniques->n++] = o;
    return ADROP_OK;
}

adrop_status adrop_technique_register(adrop_ctx *ctx, const adrop_technique_table *table)
{
    return ad_plugin_register(ctx, table, NULL);
}

static adrop_status inherit(adrop_ctx *to, const adrop_ctx *from)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; from->techniques && i < from->techniques->n && !status; i++)
        status = ad_plugin_register(to, &from->techniques->of[i]->table,
                                    from->techniques->of[i]->file);
    return status;
}

adrop_status ad_plugin_context(adrop_ctx *parent, int threads, adrop_log_fn *log, void *user,
                               adrop_ctx **out)
{
    adrop_ctx_opts o;

    adrop_ctx_opts_init(&o);
    o.allocator = parent->allocator;
    o.log = log;
    o.log_user = user;
    o.threads = threads;
    adrop_status status = adrop_ctx_create(&o, out);
    if (!status)
        status = inherit(*out, parent);
    if (!status)
        status = ad_pairs_inherit(*out, parent);
    if (status && *out) {
        adrop_ctx_free(*out);
        *out = NULL;
    }
    if (!status) {
        (*out)->kernels = parent->kernels;
        (*out)->threads_given = parent->threads_given;
    }
    return status ? ad_fail(parent, status, "no memory for a context") : ADROP_OK;
}
