/* The data sets of a comparison: each is read once, and its rows are shared by all that is planned,
 * timed and trained on them, whatever their seeds: a run has a view with a split of its own.
 *
 * What is read depends on the name and, for sets that bring their splits, on which of them; all
 * other settings of the data are the comparison's, or belong to the view. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "experiment/compare_impl.h"

struct ad_open_set {
    char name[ADROP_TEXT_SIZE];
    size_t split;
    adrop_data *data;
    ad_open_set *next;
};

/* Under the lock. The list's memory is the comparison's context's, whose allocator every context
 * of the comparison has. */
static adrop_status find(adrop_compare *c, adrop_ctx *ctx, const adrop_data_opts *opts,
                         const adrop_data **out)
{
    ad_open_set *s = c->open_sets;
    adrop_status status;

    while (s && (strcmp(s->name, opts->data) || s->split != opts->split))
        s = s->next;
    if (s) {
        *out = s->data;
        return ADROP_OK;
    }
    if ((status = AD_NEW(ctx, 1, "a data set", &s)))
        return status;
    if ((status = adrop_data_open(ctx, opts, &s->data))) {
        ad_free(ctx, s);
        return status;
    }
    snprintf(s->name, sizeof s->name, "%s", opts->data);
    s->split = opts->split;
    s->next = c->open_sets;
    c->open_sets = s;
    *out = s->data;
    return ADROP_OK;
}

adrop_status ad_compare_view(adrop_compare *c, adrop_ctx *ctx, const adrop_data_opts *opts,
                             adrop_data **out)
{
    const adrop_data *data = NULL;
    adrop_split_opts how;

    *out = NULL;
    pthread_mutex_lock(&c->data_lock);
    const adrop_status status = find(c, ctx, opts, &data);
    pthread_mutex_unlock(&c->data_lock);
    adrop_data_opts_split(opts, &how);
    return status ? status : adrop_data_view(ctx, data, &how, out);
}

adrop_status ad_compare_group_view(adrop_compare *c, adrop_ctx *ctx, const ad_group *g,
                                   adrop_data **out)
{
    adrop_data_opts opts = c->data;

    opts.data = g->data;
    opts.seed = c->how.seed;
    return ad_compare_view(c, ctx, &opts, out);
}

void ad_compare_close_data(adrop_compare *c)
{
    for (ad_open_set *s = c->open_sets, *next; s; s = next) {
        next = s->next;
        adrop_data_free(s->data);
        ad_free(c->ctx, s);
    }
    c->open_sets = NULL;
}
