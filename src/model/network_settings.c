/* The settings of one layer of a network's text (network.h): values in the order of the kind's
 * option table, and KEY=VALUE. */
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/text.h"
#include "layer/dropout.h"
#include "model/network.h"

/* "KEY=VALUE", or the value of the next row of the table. */
static adrop_status set_word(adrop_ctx *ctx, const ad_layer_type *t, void *out, ad_span word,
                             size_t *next)
{
    const char *text, *key;
    adrop_status status = ad_keep_part(ctx, word.at, word.n, &text);

    if (status)
        return status;
    const char *equals = strchr(text, '=');
    if (equals && !memchr(text, ':', (size_t)(equals - text))) {
        status = ad_keep_part(ctx, text, (size_t)(equals - text), &key);
        return status ? status
                      : adrop_option_set_sized(ctx, t->options, out, t->settings_size, key,
                                               equals + 1);
    }
    if (!t->options[*next].name)
        return ad_fail(ctx, ADROP_EINVAL, "'%s' is one value too many", AD_SHOWN(text));
    const char *name = t->options[(*next)++].name;
    return adrop_option_set_sized(ctx, t->options, out, t->settings_size, name, text);
}

adrop_status ad_network_settings(adrop_ctx *ctx, const ad_statement *s, const ad_layer_type *t,
                                 void **out)
{
    size_t next = 0;
    adrop_status status = AD_NEW_RAW(ctx, 1, t->settings_size, "a layer's settings", out);

    if (!status && s->n_words && !t->options)
        status = ad_fail(ctx, ADROP_EINVAL, "'%s' has no settings", t->name);
    if (!status && t->options)
        adrop_options_default_sized(t->options, *out, t->settings_size);
    if (!status && ad_layer_holds_technique(t))
        ((ad_dropout_settings *)*out)->technique = ""; /* the model's, unless given */
    for (size_t i = 0; i < s->n_words && !status; i++)
        status = set_word(ctx, t, *out, s->word[i], &next);
    if (status) {
        ad_free(ctx, *out);
        *out = NULL;
    }
    return status;
}
