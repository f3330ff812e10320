/* Techniques, mappings and seeds from shared objects (adrop/plugin.h), and their entries in a
 * record. */
#include "adrop/plugin.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/file.h"
#include "base/option_check.h"
#include "base/text.h"
#include "dist/pairs.h"
#include "technique/plugin.h"
#include "train/plugin.h"

/* The functions of a shared object; NULL if it lacks one. */
typedef struct object {
    adrop_plugin_fn *technique_at;
    adrop_plugin_curve_fn *map_at, *seed_at;
} object;

/* Look up a function; C has no cast from data to function pointers. */
static void plugin_find(void *handle, const char *name, void *function, size_t size)
{
    void *const address = dlsym(handle, name);

    memcpy(function, &address, size);
}

static adrop_status register_all(adrop_ctx *ctx, const char *path, const object *o)
{
    const adrop_technique_table *t;
    const adrop_curve_table *c;
    adrop_status status = ADROP_OK;
    size_t n = 0, i;

    for (i = 0; o->technique_at && !status && i <= AD_MOST_OUTSIDE && (t = o->technique_at(i));
         i++, n++)
        status = ad_plugin_register(ctx, t, path);
    for (i = 0; o->map_at && !status && (c = o->map_at(i)); i++, n++)
        status = ad_map_register_from(ctx, c, path);
    for (i = 0; o->seed_at && !status && (c = o->seed_at(i)); i++, n++)
        status = ad_seed_register_from(ctx, c, path);
    if (!status && !n)
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' has no technique, no mapping and no seed",
                         AD_SHOWN(path));
    return status;
}

adrop_status adrop_plugin_load(adrop_ctx *ctx, const char *path)
{
    if (ad_check_given(ctx, "path", path))
        return ADROP_EINVAL;

    char full[AD_PATH_SIZE];
    object o;

    const int n = snprintf(full, sizeof full, "%s%s", strchr(path, '/') ? "" : "./", path);
    if (n < 0 || (size_t)n >= sizeof full)
        return ad_fail(ctx, ADROP_EINVAL, "the name of a plugin is too long");
    void *const handle = dlopen(full, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
        const char *why = dlerror();
        return ad_fail(ctx, ADROP_EIO, "cannot load '%s': %.300s", AD_SHOWN(path),
                       why ? why : "no reason is known");
    }
    plugin_find(handle, "adrop_plugin", &o.technique_at, sizeof o.technique_at);
    plugin_find(handle, "adrop_plugin_map", &o.map_at, sizeof o.map_at);
    plugin_find(handle, "adrop_plugin_seed", &o.seed_at, sizeof o.seed_at);
    if (!o.technique_at && !o.map_at && !o.seed_at) {
        dlclose(handle);
        return ad_fail(ctx, ADROP_EFORMAT,
                       "'%s' is no plugin of adrop: it has no function adrop_plugin, "
                       "adrop_plugin_map or adrop_plugin_seed",
                       AD_SHOWN(path));
    }
    return register_all(ctx, path, &o);
}

int ad_plugins_any(const adrop_ctx *ctx)
{
    return ad_plugin_at(ctx, AD_F64, 0) || adrop_map_registered(ctx, 0, NULL) ||
           adrop_seed_registered(ctx, 0, NULL);
}

static void write_one(ad_json *b, json_t *list, const char *what, const char *name,
                      const char *file)
{
    json_t *one = json_object();

    ad_json_put(b, one, what, json_string(name));
    ad_json_put(b, one, "file", file ? ad_json_string(file) : json_null());
    ad_json_append(b, list, one);
}

typedef enum { TECHNIQUE, MAP, SEED, N_KINDS } kind;

/* The names of the kinds in records, and in messages. */
static const char *const keys[N_KINDS] = { "technique", "map", "seed" };
static const char *const words[N_KINDS] = { "technique", "mapping", "seed" };

/* Registered entry i of a kind, and its file in *file; NULL past the last. */
static const char *registered_at(const adrop_ctx *ctx, kind k, size_t i, const char **file)
{
    const ad_technique *t = k == TECHNIQUE ? ad_plugin_at(ctx, AD_F64, i) : NULL;
    const char *name = k == MAP    ? adrop_map_registered(ctx, i, NULL)
                       : k == SEED ? adrop_seed_registered(ctx, i, NULL)
                       : t         ? t->name
                                   : NULL;

    *file = !name            ? NULL
            : k == TECHNIQUE ? ad_plugin_file(ctx, i)
            : k == MAP       ? ad_map_file(ctx, i)
                             : ad_seed_file(ctx, i);
    return name;
}

json_t *ad_plugins_write(ad_json *b, const adrop_ctx *ctx)
{
    json_t *list = json_array();
    const char *name, *file;

    for (kind k = TECHNIQUE; k < N_KINDS; k++)
        for (size_t i = 0; (name = registered_at(ctx, k, i, &file)); i++)
            write_one(b, list, keys[k], name, file);
    return list;
}

static bool is_registered(const adrop_ctx *ctx, kind k, const char *wanted)
{
    const char *name, *file;

    for (size_t i = 0; (name = registered_at(ctx, k, i, &file)); i++)
        if (!strcmp(name, wanted))
            return true;
    return false;
}

/* Is entry i of kind k the first from this file? */
static bool is_first(const adrop_ctx *ctx, kind k, size_t i, const char *file)
{
    const char *other;

    for (kind j = TECHNIQUE; j <= k; j++)
        for (size_t n = 0; (j < k || n < i) && registered_at(ctx, j, n, &other); n++)
            if (other && !strcmp(other, file))
                return false;
    return true;
}

const char *ad_plugins_file(const adrop_ctx *ctx, size_t n)
{
    const char *file;

    for (kind k = TECHNIQUE; k < N_KINDS; k++)
        for (size_t i = 0; registered_at(ctx, k, i, &file); i++)
            if (file && is_first(ctx, k, i, file) && !n--)
                return file;
    return NULL;
}

/* Does `dropout`, as in "power:map=steep", use the technique power, or the mapping steep? */
static bool is_used(const char *dropout, kind k, const char *name)
{
    static const char *const before[N_KINDS] = { "", "map=", "seed-dist=" };
    const size_t key = strlen(before[k]), n = strlen(name);
    const char *p = k == TECHNIQUE ? dropout : strchr(dropout, ':');

    for (; p; p = k == TECHNIQUE ? NULL : strchr(p, ',')) {
        p += k != TECHNIQUE;
        if (!strncmp(p, before[k], key) && !strncmp(p + key, name, n) &&
            (!p[key + n] || strchr(k == TECHNIQUE ? ":" : ",", p[key + n])))
            return true;
    }
    return false;
}

/* Refuse an entry of a list that is used but not registered. */
static adrop_status plugin_refuse(adrop_ctx *ctx, kind k, const char *name, const char *file,
                                  const char *run)
{
    const char *before = run ? "the run in '" : "a task", *folder = run ? run : "";

    if (!file)
        return ad_fail(ctx, ADROP_EINVAL,
                       "%s%s%s has the %s '%s', which a program had registered by itself: put it "
                       "into a plugin",
                       before, folder, run ? "'" : "", words[k], AD_SHOWN(name));
    return ad_fail(ctx, ADROP_EINVAL,
                   "%s%s%s has the %s '%s' of the plugin '%.300s', whose code is loaded only if "
                   "you name it: give `plugin` %.300s",
                   before, folder, run ? "'" : "", words[k], AD_SHOWN(name), file, file);
}

adrop_status ad_plugins_check(adrop_ctx *ctx, const json_t *list, const char *dropout,
                              const char *run)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one) for (kind k = TECHNIQUE; k < N_KINDS; k++)
    {
        const char *name = json_string_value(json_object_get(one, keys[k]));
        if (name && is_used(dropout, k, name) && !is_registered(ctx, k, name))
            return plugin_refuse(ctx, k, name, json_string_value(json_object_get(one, "file")),
                                 run);
    }
    return ADROP_OK;
}
