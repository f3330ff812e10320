/* Techniques from shared objects (adrop/plugin.h), and what a record says of them. */
#include "adrop/plugin.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/option_check.h"
#include "base/text.h"
#include "technique/outside.h"
#include "train/plugin.h"

static adrop_status register_all(adrop_ctx *ctx, const char *path, adrop_plugin_fn *table_at)
{
    adrop_status status = ADROP_OK;
    size_t n = 0;

    for (const adrop_technique_table *t; !status && n <= AD_MOST_OUTSIDE && (t = table_at(n)); n++)
        status = ad_outside_register(ctx, t, path);
    if (!status && !n)
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' has no technique", AD_SHOWN(path));
    return status;
}

adrop_status adrop_plugin_load(adrop_ctx *ctx, const char *path)
{
    if (ad_check_given(ctx, "path", path))
        return ADROP_EINVAL;

    char full[AD_PATH_SIZE];
    adrop_plugin_fn *table_at;

    const int n = snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof full)
        return ad_fail(ctx, ADROP_EINVAL, "the name of a plugin is too long");
    void *const object = dlopen(full, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!object) {
        const char *why = dlerror();
        return ad_fail(ctx, ADROP_EIO, "cannot load '%s': %.300s", AD_SHOWN(path),
                       why ? why : "no reason is known");
    }
    void *const call = dlsym(object, "adrop_plugin");
    if (!call) {
        dlclose(object);
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s' is no plugin of adrop: it has no function adrop_plugin",
                       AD_SHOWN(path));
    }
    memcpy(&table_at, &call, sizeof call); /* C has no cast from data to function */
    return register_all(ctx, path, table_at);
}

json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx)
{
    json_t *list = json_array();
    const ad_technique *t;

    for (size_t i = 0; (t = ad_outside_at(ctx, AD_F64, i)); i++) {
        const char *file = ad_outside_file(ctx, i);
        json_t *one = json_object();
        ad_json_put(b, one, "technique", json_string(t->name));
        ad_json_put(b, one, "file", file ? ad_json_string(file) : json_null());
        ad_json_append(b, list, one);
    }
    return list;
}

/* Is it the technique of "power:power=3"? */
static bool is_used(const char *dropout, const char *technique)
{
    const size_t n = strlen(technique);

    return !strncmp(dropout, technique, n) && (!dropout[n] || dropout[n] == ':');
}

static bool is_registered(const adrop_ctx *ctx, const char *technique)
{
    const ad_technique *t;

    for (size_t i = 0; (t = ad_outside_at(ctx, AD_F64, i)); i++)
        if (!strcmp(t->name, technique))
            return true;
    return false;
}

adrop_status ad_plugins_check(adrop_ctx *ctx, const json_t *list, const char *dropout,
                              const char *run)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        const char *file = json_string_value(json_object_get(one, "file"));
        const char *name = json_string_value(json_object_get(one, "technique"));
        if (!name || !is_used(dropout, name) || is_registered(ctx, name))
            continue;
        if (!file)
            return ad_fail(
                ctx, ADROP_EINVAL,
                "%s%s%s has the technique '%s', which a program had registered by itself: "
                "put it into a plugin",
                run ? "the run in '" : "a task", run ? run : "", run ? "'" : "", AD_SHOWN(name));
        return ad_fail(
            ctx, ADROP_EINVAL,
            "%s%s%s has the technique '%s' of the plugin '%.300s', whose code is loaded only "
            "if you name it: give `plugin` %.300s",
            run ? "the run in '" : "a task", run ? run : "", run ? "'" : "", AD_SHOWN(name), file,
            file);
    }
    return ADROP_OK;
}
