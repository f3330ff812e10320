/* The list of criteria (criterion.h), and whether one can rank a model's units: the model must have
 * been trained with the criterion's technique, with a rate per node or weight. */
#include "prune/criterion.h"

#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/registry.h"
#include "base/struct.h"
#include "layer/dropout.h"

static const ad_criterion *const all[] = {
#define CRITERION(id) &ad_criterion_##id,
#include "prune/criterion_list.h"
#undef CRITERION
};

enum { N_ALL = sizeof all / sizeof *all };

const ad_criterion *ad_criterion_get(size_t i)
{
    return i < N_ALL ? all[i] : NULL;
}

static const char *criterion_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_ALL ? all[i]->name : NULL;
}

static const ad_registry registry = { "criterion", criterion_name_at, NULL };

adrop_status ad_criterion_find(adrop_ctx *ctx, const char *name, const ad_criterion **out)
{
    const long i = ad_registry_find(&registry, name);

    *out = i < 0 ? NULL : all[i];
    return *out ? ADROP_OK : ad_registry_refuse(ctx, &registry, name);
}

int adrop_criterion_at_sized(size_t i, adrop_criterion_info *info, size_t size)
{
    const ad_criterion *c = ad_criterion_get(i);
    adrop_criterion_info mine = { 0 };

    if (c)
        mine = (adrop_criterion_info){ c->name, c->summary, c->reference,
                                       c->technique[ADROP_PRUNE_NODES],
                                       c->technique[ADROP_PRUNE_WEIGHTS] };
    ad_struct_write(info, size, &mine, sizeof mine);
    return c != NULL;
}

/* -- Does the model suit it? ------------------------------------------------------------- */

/* The word of a technique's setting; "" if it has no setting with that name. */
static const char *setting_of(const ad_dropout *d, const char *name)
{
    const adrop_option *row = adrop_option_find(d->type->options, name);

    if (!row || row->kind != ADROP_OPT_CHOICE)
        return "";
    return row->words[*(const int *)(const void *)((const char *)d->settings + row->offset)];
}

/* Does the technique have a rate, or an alpha, per node or weight? */
static int suits(const ad_dropout *d, const char *technique)
{
    const size_t n = strcspn(technique, ":");

    if (strlen(d->type->name) != n || strncmp(d->type->name, technique, n) != 0)
        return 0;
    const char *unit = setting_of(d, "unit"), *type = setting_of(d, "type");
    return strstr(technique, "unit=weight") ? !strcmp(unit, "weight") && !strcmp(type, "b")
                                            : !strcmp(unit, "node");
}

adrop_status ad_criterion_check(const ad_criterion *c, const adrop_model *m, int unit)
{
    const char *technique = c->technique[unit];
    size_t n = 0;

    if (!technique)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "the criterion '%s' ranks no %s: give another `criterion`, or `unit` %s",
                       c->name, unit == ADROP_PRUNE_NODES ? "nodes" : "weights",
                       unit == ADROP_PRUNE_NODES ? "weight" : "node");
    if (!strcmp(technique, "none"))
        return ADROP_OK;
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        n += d != NULL;
        if (d && !suits(d, technique))
            return ad_fail(m->ctx, ADROP_EINVAL,
                           "the criterion '%s' ranks by what '%s' has learned, and the network has "
                           "'%.150s': leave `dropout` out, or give one like the first",
                           c->name, technique,
                           ((const ad_dropout_settings *)m->graph->layer[i]->settings)->technique);
    }
    return n ? ADROP_OK
             : ad_fail(m->ctx, ADROP_EINVAL,
                       "the criterion '%s' ranks by dropout rates, and the network has no dropout: "
                       "give another `dropout-at`, or a `criterion` that needs none, as magnitude",
                       c->name);
}
