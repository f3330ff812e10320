/* Lists of named items (registry.h). */
#include "base/registry.h"

#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"

const char *ad_registry_word_at(const void *list, size_t i)
{
    const char *const *words = list;

    return words[i];
}

/* Index of the name in the first `length` characters of text, or -1. */
static long registry_find(const ad_registry *r, const char *text, size_t length)
{
    const char *name;

    for (size_t i = 0; (name = r->name_at(r->list, i)); i++)
        if (strlen(name) == length && !memcmp(name, text, length))
            return (long)i;
    return -1;
}

long ad_registry_find(const ad_registry *r, const char *name)
{
    return registry_find(r, name, strlen(name));
}

adrop_status ad_registry_choose(adrop_ctx *ctx, const ad_registry *r, const char *text,
                                size_t *index, const char **settings)
{
    const size_t length = strcspn(text, ":");
    const long found = registry_find(r, text, length);
    char name[2 * AD_SHOWN_SIZE] = ""; /* longer than a message shows */

    if (found >= 0) {
        *index = (size_t)found;
        *settings = text[length] ? text + length + 1 : "";
        return ADROP_OK;
    }
    memcpy(name, text, length < sizeof name ? length : sizeof name - 1);
    return ad_registry_refuse(ctx, r, name);
}

adrop_status ad_registry_settings(adrop_ctx *ctx, const char *what, const char *name,
                                  const adrop_option *options, size_t size, const char *text,
                                  void **settings)
{
    adrop_status status = AD_NEW_RAW(ctx, 1, size, "the settings", settings);

    if (status)
        return status;
    adrop_options_default_sized(options, *settings, size);
    status = adrop_options_parse_sized(ctx, options, *settings, size, text);
    if (!status)
        return ADROP_OK;
    ad_free(ctx, *settings);
    *settings = NULL;
    return ad_fail(ctx, status, "%s '%s': %s", what, name, adrop_ctx_message(ctx));
}

const char *ad_registry_nearest(const ad_registry *r, const char *name)
{
    const char *names[AD_REGISTRY_MOST + 1] = { 0 };

    for (size_t i = 0; i < AD_REGISTRY_MOST && (names[i] = r->name_at(r->list, i)); i++)
        ;
    return adrop_nearest(name, names);
}

char *ad_registry_names(const ad_registry *r, char *text, size_t size)
{
    const char *name;

    *text = 0;
    for (size_t i = 0; (name = r->name_at(r->list, i)); i++)
        if (!ad_join(text, size, ", ", name)) {
            *text = 0;
            break;
        }
    return text;
}

adrop_status ad_registry_refuse(adrop_ctx *ctx, const ad_registry *r, const char *name)
{
    const char *near = ad_registry_nearest(r, name);
    char all[400]; /* five lines: more would hide the message */

    if (near)
        return ad_fail(ctx, ADROP_ENOENT, "there is no %s '%s': did you mean '%s'?", r->what,
                       AD_SHOWN(name), near);
    ad_registry_names(r, all, sizeof all);
    return ad_fail(ctx, ADROP_ENOENT, "there is no %s '%s'%s%s", r->what, AD_SHOWN(name),
                   *all ? ": there are " : "", all);
}
