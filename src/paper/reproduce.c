/* Reproduction of a table or figure of the paper: plan, run, query (adrop/reproduce.h). */
#include "adrop/reproduce.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/keep.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "paper/reproduce_impl.h"

void ad_phrase(char *list, size_t size, const char *format, ...)
{
    const size_t used = strlen(list);
    va_list args;

    if (used + 3 > size)
        return;
    if (used)
        memcpy(list + used, "; ", 3);
    va_start(args, format);
    ad_print_list(list + used + (used ? 2 : 0), size - used - (used ? 2 : 0), format, args);
    va_end(args);
}

static int trains(const adrop_reproduction *r)
{
    return ADROP_RECIPE_TRAINS(r->recipe->kind);
}

/* Report sets of which only part of the training rows is present. */
static void say_incomplete(adrop_reproduction *r, const ad_reproduce_part *part,
                           const adrop_data_opts *opts)
{
    adrop_compare_group g;

    for (size_t i = 0; adrop_compare_group_at(part->compare, i, &g); i++) {
        const double rows = ad_recipe_rows(r->index, g.data, opts);
        char text[512];
        snprintf(text, sizeof text, "%s here has %zu of %.0f training rows", g.data, g.n_train,
                 rows);
        if ((double)g.n_train < 0.9 * rows && !strstr(r->restricted, text))
            ad_phrase(r->restricted, sizeof r->restricted, "%s", text);
    }
}

static adrop_status open_part(adrop_reproduction *r, ad_reproduce_part *part)
{
    ad_recipe_opts *o;
    adrop_status status = AD_NEW(r->ctx, 1, "a part's options", &o);

    if (status)
        return status;
    status = ad_keep_format(r->ctx, &part->folder, "%s/%s", r->out, part->plan.part->name);
    if (!status)
        status = ad_reproduce_options(r, part, o);
    if (!status && r->recipe->kind == ADROP_RECIPE_PRUNING) {
        ad_free(r->ctx, o);
        return ADROP_OK; /* prunings are opened one at a time */
    }
    if (!status)
        status = adrop_compare_create(r->ctx, &o->compare, &o->data, &o->train, &part->compare);
    if (!status && !r->other_data)
        say_incomplete(r, part, &o->data);
    ad_free(r->ctx, o);
    return status;
}

static adrop_status open_parts(adrop_reproduction *r)
{
    adrop_status status = AD_NEW(r->ctx, AD_RECIPE_PARTS, "the parts", &r->parts);

    if (!status)
        status = ad_reproduce_restrict(r);
    for (size_t i = 0; !status && i < r->n_parts; i++) {
        r->hours += ad_recipe_hours(r->recipe, r->index, &r->parts[i].plan);
        status = open_part(r, &r->parts[i]);
    }
    return status;
}

/* Describe how the scale differs, for the remaining parts. */
static void say_scale(adrop_reproduction *r)
{
    const char *says = r->recipe->scale[r->opts.scale].says;

    if (says)
        ad_phrase(r->says, sizeof r->says, "%s", says);
    for (size_t i = 0; i < r->n_parts; i++) {
        const ad_recipe_part *part = r->parts[i].plan.part;
        if (part->scale[r->opts.scale].says)
            ad_phrase(r->says, sizeof r->says, "%s: %s", part->name,
                      part->scale[r->opts.scale].says);
    }
}

/* Read the given options. */
static adrop_status take_options(adrop_reproduction *r, const adrop_reproduce_opts *given)
{
    adrop_reproduce_opts *opts = &r->opts;

    adrop_reproduce_opts_init(opts);
    const adrop_status status = AD_SETTINGS_READ(r->ctx, adrop_reproduce_opts,
                                                 adrop_reproduce_options(), opts, given);
    return status || !opts->data_dir ? status : ad_keep(r->ctx, opts->data_dir, &opts->data_dir);
}

/* The folder. Training recipes with `from` use the folder of that recipe. */
static adrop_status name_folder(adrop_reproduction *r)
{
    const char *label = r->recipe->from && trains(r) ? r->recipe->from : r->recipe->label;

    r->out = r->opts.out;
    return *r->out ? ADROP_OK
                   : ad_keep_format(r->ctx, &r->out, "runs/reproduce-%s-%s", label,
                                    ad_scale_words[r->opts.scale]);
}

static adrop_status open_all(adrop_reproduction *r, const char *label,
                             const adrop_reproduce_opts *opts)
{
    adrop_status status = take_options(r, opts);

    if (!status)
        status = ad_recipe_open(r->ctx, label, &r->recipe);
    if (!status && r->recipe->kind == ADROP_RECIPE_MISSING)
        status = ad_fail(r->ctx, ADROP_EINVAL, "'%s' cannot be made yet: %s", label,
                         r->recipe->missing);
    if (!status)
        status = ad_recipe_index_open(r->ctx, &r->index);
    if (!status)
        status = name_folder(r);
    if (!status)
        status = ad_paper_open(r->ctx, &r->paper);
    if (!status && trains(r))
        status = open_parts(r);
    if (!status)
        say_scale(r);
    return status;
}

adrop_status adrop_reproduce_create(adrop_ctx *ctx, const char *label,
                                    const adrop_reproduce_opts *opts, adrop_reproduction **out)
{
    if (ad_check_given(ctx, "label", label) || ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    adrop_reproduction *r;
    adrop_status status = AD_NEW(ctx, 1, "a reproduction", &r);

    *out = NULL;
    if (status)
        return status;
    r->ctx = ctx;
    status = open_all(r, label, opts);
    if (status) {
        adrop_reproduce_free(r);
        return status;
    }
    *out = r;
    return ADROP_OK;
}

void adrop_reproduce_free(adrop_reproduction *r)
{
    if (!r)
        return;
    ad_reproduce_forget(r);
    ad_reproduce_forget_assessed(r);
    ad_reproduce_forget_swept(r);
    for (size_t i = 0; i < r->n_parts; i++)
        adrop_compare_free(r->parts[i].compare);
    ad_free(r->ctx, r->parts);
    ad_free(r->ctx, r->rows);
    ad_paper_free(r->paper);
    ad_recipe_index_free(r->index);
    ad_recipe_free(r->recipe);
    ad_free(r->ctx, r);
}

int ad_reproduce_paper_applies(const adrop_reproduction *r)
{
    return r->recipe->table && !r->other_data && !r->other_model;
}

void adrop_reproduce_describe_sized(const adrop_reproduction *r, adrop_reproduce_info *info,
                                    size_t size)
{
    const adrop_reproduce_info mine = { .label = r->recipe->label,
                                        .title = r->recipe->title,
                                        .claim = r->recipe->claim,
                                        .kind = r->recipe->kind,
                                        .curve = r->recipe->curve,
                                        .scale = (adrop_scale)r->opts.scale,
                                        .says = r->says,
                                        .restricted = r->restricted,
                                        .absent = r->absent,
                                        .out = r->out,
                                        .paper_applies = ad_reproduce_paper_applies(r),
                                        .hours = r->hours };

    ad_struct_write(info, size, &mine, sizeof mine);
}

int adrop_reproduce_part_at_sized(const adrop_reproduction *r, size_t i, adrop_reproduce_part *part,
                                  size_t size)
{
    const int there = i < r->n_parts;
    adrop_reproduce_part mine = { 0 };

    if (there) {
        const ad_reproduce_part *p = &r->parts[i];
        const char *says = p->plan.part->scale[r->opts.scale].says;
        mine = (adrop_reproduce_part){ p->plan.part->name, says ? says : "", p->folder,
                                       p->compare };
    }
    ad_struct_write(part, size, &mine, sizeof mine);
    return there;
}

adrop_status adrop_reproduce_go(adrop_reproduction *r, const adrop_compare_hooks *hooks)
{
    static const adrop_compare_hooks none = { .size = sizeof none };
    adrop_status status = ADROP_OK;

    if (r->recipe->kind == ADROP_RECIPE_PRUNING)
        return ad_reproduce_sweep(r, hooks ? hooks : &none);
    for (size_t i = 0; !status && i < r->n_parts; i++)
        status = r->recipe->kind == ADROP_RECIPE_TIMING
                     ? adrop_compare_time(r->parts[i].compare, hooks)
                     : adrop_compare_go(r->parts[i].compare, hooks);
    return status ? status : ad_reproduce_assess(r, hooks);
}

adrop_status adrop_reproduce_table(adrop_reproduction *r)
{
    adrop_status status = ADROP_OK;

    ad_reproduce_forget(r);
    for (size_t i = 0; i < r->n_parts; i++)
        for (size_t k = 0; !status && k < r->recipe->columns.n; k++)
            status = ad_reproduce_rows(r, &r->parts[i], r->recipe->columns.text[k]);
    for (size_t i = 0; i < r->n_rows; i++) /* the array no longer moves */
        r->rows[i].shown.ours = &r->rows[i].ours;
    return status ? status : ad_reproduce_judge(r);
}

int adrop_reproduced_at_sized(const adrop_reproduction *r, size_t i, adrop_reproduced *row,
                              size_t size)
{
    static const adrop_reproduced none;

    ad_struct_write(row, size, i < r->n_rows ? &r->rows[i].shown : &none, sizeof none);
    return i < r->n_rows;
}

const char *adrop_reproduce_verdict(const adrop_reproduction *r, size_t i)
{
    return i < r->n_verdicts ? r->verdicts[i] : NULL;
}

const char *adrop_reproduce_remark(const adrop_reproduction *r, size_t i)
{
    return ad_paper_remark_at(r->paper, r->recipe->label, i).reason;
}
