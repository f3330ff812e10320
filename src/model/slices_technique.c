/* The axes of a technique's tensors (slices.h), found by trial: the technique is planned at a site
 * with one more channel, and with one more output; the axes that grow run over those. The default
 * width of an encoder depends on the number of channels, so it is made explicit. */
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "layer/dropout.h"
#include "model/slices.h"

/* Rows of the encoder's first matrix; 0 if there is no encoder. */
static size_t encoder_width(const ad_dropout *d)
{
    for (size_t i = 0; i < ad_dropout_n_tensors(d); i++) {
        const ad_tensor *t = ad_dropout_tensor(d, i);
        if (!strcmp(t->name, "encoder.weight") || !strcmp(t->name, "down.weight"))
            return t->rows;
    }
    return 0;
}

adrop_status ad_technique_pinned(adrop_ctx *ctx, const ad_layer *l, const char **text)
{
    const ad_dropout *d = ad_layer_technique(l);
    const adrop_option *row = d ? adrop_option_find(d->type->options, "hidden") : NULL;

    *text = "";
    if (!d)
        return ADROP_OK;
    *text = ((const ad_dropout_settings *)l->settings)->technique;
    if (row && row->kind == ADROP_OPT_COUNT &&
        !*(const size_t *)(const void *)((const char *)d->settings + row->offset))
        return ad_keep_format(ctx, text, "%s%chidden=%zu", *text, strchr(*text, ':') ? ',' : ':',
                              encoder_width(d));
    return ADROP_OK;
}

/* Which of a tensor's two axes grow when the site does. */
static adrop_status ask(adrop_ctx *ctx, const ad_layer *l, size_t i, const char *technique,
                        size_t more_channels, size_t more_outputs, int grows[2])
{
    const ad_dropout *d = ad_layer_technique(l);
    const ad_tensor *was = ad_dropout_tensor(d, i);
    ad_site site = d->site;
    ad_dropout *probe;

    site.channels += more_channels;
    site.outputs += more_outputs;
    adrop_status status = ad_dropout_plan(ctx, d->set, technique, &site, 1, &probe);
    if (status)
        return status;
    const ad_tensor *is = ad_dropout_tensor(probe, i);
    grows[0] = is->rows != was->rows;
    grows[1] = is->columns != was->columns;
    ad_dropout_free(probe);
    return ADROP_OK;
}

adrop_status ad_axes_of_technique(adrop_ctx *ctx, const ad_layer *l, size_t i,
                                  const char *technique, ad_axes *out)
{
    const ad_dropout_settings *s = l->settings;
    const ad_layer *made = l->type == &ad_layer_dropped_dense ? l : s->next;
    int with_channels[2], with_outputs[2] = { 0 };
    adrop_status status = ask(ctx, l, i, technique, 1, 0, with_channels);

    if (!status && s->outputs)
        status = ask(ctx, l, i, technique, 0, 1, with_outputs);
    for (size_t d = 0; d < 2 && !status; d++)
        out->over[d] = with_channels[d] ? l->in[0] : with_outputs[d] ? made : NULL;
    return status;
}
