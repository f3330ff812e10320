/* The data sets of an experiment (sets.h). */
#include "study/sets.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/memory.h"

struct ad_open_set {
    const char *name;
    size_t split;
    adrop_data *data;
    ad_open_set *next;
};

adrop_status ad_sets_begin(adrop_ctx *ctx, ad_sets *sets)
{
    *sets = (ad_sets){ .ctx = ctx };
    sets->has_lock = !pthread_mutex_init(&sets->lock, NULL);
    return sets->has_lock ? ADROP_OK : ad_fail(ctx, ADROP_ENOMEM, "no memory for a lock");
}

/* Called under the lock. Any context of the experiment may allocate an entry, and the sets' context
 * frees it: they share an allocator. */
static adrop_status sets_find(ad_sets *sets, adrop_ctx *ctx, const adrop_data_opts *opts,
                              const adrop_data **out)
{
    ad_open_set *s = sets->first;
    adrop_status status;

    while (s && (strcmp(s->name, opts->data) || s->split != opts->split))
        s = s->next;
    if (s) {
        *out = s->data;
        return ADROP_OK;
    }
    if ((status = AD_NEW(ctx, 1, "a data set", &s)))
        return status;
    if ((status = ad_keep(sets->ctx, opts->data, &s->name)) ||
        (status = adrop_data_open(ctx, opts, &s->data))) {
        ad_free(ctx, s);
        return status;
    }
    s->split = opts->split;
    s->next = sets->first;
    sets->first = s;
    *out = s->data;
    return ADROP_OK;
}

adrop_status ad_sets_give(ad_sets *sets, const adrop_data *data)
{
    adrop_ctx *ctx = sets->ctx;
    adrop_split_opts opts;
    adrop_data_info info;
    ad_open_set *s;
    adrop_status status = AD_NEW(ctx, 1, "a data set", &s);

    if (status)
        return status;
    adrop_data_describe(data, &info);
    adrop_data_split(data, &opts);
    if ((status = ad_keep(ctx, info.name, &s->name)) ||
        (status = adrop_data_view(ctx, data, &opts, &s->data))) {
        ad_free(ctx, s);
        return status;
    }
    s->next = sets->first;
    sets->first = s;
    return ADROP_OK;
}

adrop_status ad_sets_view(ad_sets *sets, adrop_ctx *ctx, const adrop_data_opts *opts,
                          adrop_data **out)
{
    const adrop_data *data = NULL;
    adrop_split_opts split_opts;

    *out = NULL;
    pthread_mutex_lock(&sets->lock);
    const adrop_status status = sets_find(sets, ctx, opts, &data);
    pthread_mutex_unlock(&sets->lock);
    adrop_data_opts_split(opts, &split_opts);
    return status ? status : adrop_data_view(ctx, data, &split_opts, out);
}

void ad_sets_end(ad_sets *sets)
{
    for (ad_open_set *s = sets->first, *next; s; s = next) {
        next = s->next;
        adrop_data_free(s->data);
        ad_free(sets->ctx, s);
    }
    sets->first = NULL;
    if (sets->has_lock)
        pthread_mutex_destroy(&sets->lock);
    sets->has_lock = 0;
}
