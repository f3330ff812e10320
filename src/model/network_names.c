/* Replaces the names in a network's text by numbers of statements (network.h): a layer reads the
 * one before it, or those that it names. Only earlier layers can be read, so no cycles exist. */
#include <stdint.h>
#include <string.h>

#include "base/context.h"
#include "model/network.h"

static int same(ad_span a, ad_span b)
{
    return a.n == b.n && !memcmp(a.at, b.at, a.n);
}

/* The statement with that name among the first n; SIZE_MAX if there is none. */
static size_t network_names_find(const ad_net_text *net, size_t n, ad_span name)
{
    for (size_t i = 0; i < n; i++)
        if (net->statement[i].name.n && same(net->statement[i].name, name))
            return i;
    return SIZE_MAX;
}

static adrop_status refuse_input(adrop_ctx *ctx, const ad_net_text *net, const ad_statement *s,
                                 ad_span name)
{
    char text[AD_NAME_SIZE], near[AD_MAX_INPUTS][AD_NAME_SIZE];
    const char *words[AD_MAX_INPUTS + 1] = { 0 };
    size_t n = 0;

    ad_span_copy(name, text, sizeof text);
    for (size_t i = s->number; i-- > 0 && n < AD_MAX_INPUTS;)
        if (net->statement[i].name.n &&
            ad_span_copy(net->statement[i].name, near[n], AD_NAME_SIZE)) {
            words[n] = near[n];
            n++;
        }
    const char *nearest = adrop_nearest(text, words);
    return nearest ? ad_network_fail(ctx, ADROP_EINVAL, s,
                                     "no earlier layer is called '%s': did you mean '%s'?", text,
                                     nearest)
                   : ad_network_fail(ctx, ADROP_EINVAL, s,
                                     "no earlier layer is called '%s': a layer reads layers "
                                     "that stand before it",
                                     text);
}

adrop_status ad_network_resolve(adrop_ctx *ctx, ad_net_text *net, ad_statement *s)
{
    if (s->name.n && network_names_find(net, s->number, s->name) != SIZE_MAX)
        return ad_network_fail(ctx, ADROP_EINVAL, s, "an earlier layer has the same name");
    if (!s->n_in) {
        s->in[0] = s->number - 1;
        s->n_in = 1;
    } else {
        for (size_t i = 0; i < s->n_in; i++)
            if ((s->in[i] = network_names_find(net, s->number, s->from[i])) == SIZE_MAX)
                return refuse_input(ctx, net, s, s->from[i]);
    }
    for (size_t i = 0; i < s->n_in; i++) {
        net->statement[s->in[i]].n_readers++;
        net->statement[s->in[i]].reader = s->number;
    }
    return ADROP_OK;
}
