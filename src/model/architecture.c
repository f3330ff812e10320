/* The list of architectures (architecture.h), and parsing the text that chooses one: a name,
 * a colon, and settings for the architecture's option table (or its own reader). */
#include "model/architecture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/registry.h"
#include "model/network.h"

#define ARCHITECTURE(id) extern const ad_architecture ad_architecture_##id;
#include "model/architecture_list.h"
#undef ARCHITECTURE

static const ad_architecture *const all[] = {
#define ARCHITECTURE(id) &ad_architecture_##id,
#include "model/architecture_list.h"
#undef ARCHITECTURE
};

enum { N_ALL = sizeof all / sizeof *all };

const ad_architecture *ad_architecture_at(size_t i)
{
    return i < N_ALL ? all[i] : NULL;
}

const char *const ad_activation_words[] = {
#define ACTIVATION(id, name, reads, at_zero, summary) name,
#include "compute/activation_list.h"
#undef ACTIVATION
    NULL
};

const adrop_option ad_width_options[] = { AD_WIDTH_ROW(ad_width_settings),
                                          AD_ACTIVATION_ROW(ad_width_settings),
                                          { 0 } };

const adrop_option ad_image_options[] = { AD_WIDTH_ROW(ad_image_settings),
                                          AD_ACTIVATION_ROW(ad_image_settings),
                                          { .name = "imagenet",
                                            .kind = ADROP_OPT_FLAG,
                                            .offset = offsetof(ad_image_settings, imagenet),
                                            .help = "the form for ImageNet's 224 x 224 pixels, "
                                                    "whatever the images are" },
                                          { 0 } };

int ad_is_large(const ad_image_settings *s, const ad_layer *x)
{
    enum { LARGE = 128 };

    return s->imagenet || (x && x->shape.height >= LARGE && x->shape.width >= LARGE);
}

static const char *architecture_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_ALL ? all[i]->name : NULL;
}

int ad_architecture_is_name(const char *text, size_t n)
{
    for (size_t i = 0; i < N_ALL; i++)
        if (strlen(all[i]->name) == n && !memcmp(all[i]->name, text, n))
            return 1;
    return 0;
}

static const ad_registry registry = { "model", architecture_name_at, NULL };

adrop_status ad_architecture_read(adrop_ctx *ctx, const char *text, const ad_architecture **type,
                                  void **settings)
{
    const char *rest;
    size_t index;

    *settings = NULL;
    const int is_file = ad_network_is_file(text);
    adrop_status status = ad_registry_choose(ctx, &registry, is_file ? "yaml" : text, &index,
                                             &rest);
    if (status)
        return status;
    if (is_file)
        rest = text;
    const ad_architecture *t = *type = all[index];
    if (t->bare && !strchr(text, ':'))
        rest = t->bare;
    status = AD_NEW_RAW(ctx, 1, t->settings_size, "the model's settings", settings);
    if (status)
        return status;
    adrop_options_default_sized(t->options, *settings, t->settings_size);
    status = t->read
                 ? t->read(ctx, rest, *settings)
                 : adrop_options_parse_sized(ctx, t->options, *settings, t->settings_size, rest);
    if (status) {
        ad_free(ctx, *settings);
        *settings = NULL;
        return ad_fail(ctx, status, "model '%s': %s", t->name, adrop_ctx_message(ctx));
    }
    return ADROP_OK;
}

void ad_architecture_release(adrop_ctx *ctx, const ad_architecture *type, void *settings)
{
    if (settings && type->release)
        type->release(ctx, settings);
    ad_free(ctx, settings);
}

adrop_status ad_read_widths(adrop_ctx *ctx, const char *what, const char *text, char separator,
                            size_t *n, size_t *widths)
{
    const char *p = text;

    for (*n = 0; *p; (*n)++) {
        char *end;
        const unsigned long value = *p >= '0' && *p <= '9' ? strtoul(p, &end, 10) : 0;
        if (!value || value > 1u << 20 || *n == AD_MAX_HIDDEN || (*end && *end != separator) ||
            (*end && !end[1]))
            return ad_fail(ctx, ADROP_EINVAL,
                           "%s '%s' is not a list of at most %d whole numbers from 1 to %u, as in "
                           "512%c512",
                           what, text, AD_MAX_HIDDEN, 1u << 20, separator);
        widths[*n] = value;
        p = *end ? end + 1 : end;
    }
    return ADROP_OK;
}
