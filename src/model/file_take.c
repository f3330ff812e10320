/* Checking that a file has the tensors of a model, and copying them (file.h). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/text.h"
#include "model/file.h"
#include "technique/technique.h"

ad_model_file ad_model_file_of(const char *name, const ad_tensorfile *file)
{
    const int is_checkpoint = ad_tensorfile_text(file, "step") != NULL;

    return (ad_model_file){ name, file, is_checkpoint ? AD_CHECKPOINT_PREFIX : "" };
}

static adrop_status check_tensor(adrop_ctx *ctx, const ad_model_file *f, const ad_param *p)
{
    const ad_file_tensor *t = ad_model_file_find(f, p);

    if (t->n_dims != p->n_dims || memcmp(t->dims, p->dim, p->n_dims * sizeof *p->dim) != 0)
        return ad_fail(ctx, ADROP_EFORMAT,
                       "%s: tensor '%s' has another shape: it is of another model", f->name,
                       p->name);
    for (size_t k = 0; k < p->n; k++)
        if (!isfinite(t->values[k]))
            return ad_fail(ctx, ADROP_EFORMAT, "%s: value %zu of tensor '%s' is not finite",
                           f->name, k, p->name);
    return ADROP_OK;
}

/* "drop1.mu" and the like: a tensor of a technique. */
static int is_technique(const char *name)
{
    static const char start[] = "drop";
    const size_t n = strlen(start);

    if (strncmp(name, start, n) != 0)
        return 0;
    const size_t digits = strspn(name + n, "0123456789");
    return digits && name[n + digits] == '.';
}

/* May a model without dropout load the file's model? Yes if the file's technique is the identity
 * without noise. */
static adrop_status check_dropout(adrop_ctx *ctx, const ad_model_file *f, const char *dropout,
                                  int *others_allowed)
{
    const char *trained = ad_tensorfile_text(f->file, "dropout");
    unsigned traits;

    *others_allowed = 0;
    if (strcmp(dropout, "none") != 0 || !trained || !strcmp(trained, "none"))
        return ADROP_OK;
    if (ad_technique_traits(ctx, trained, &traits))
        return ad_fail(ctx, ADROP_EFORMAT, "'%s': the dropout in its metadata: %s", f->name,
                       adrop_ctx_message(ctx));
    if (traits & AD_OWN_MEAN)
        return ad_fail(
            ctx, ADROP_EINVAL,
            "'%s' was trained with '%s', which changes what the network computes without "
            "noise, too: it cannot do without its dropout",
            f->name, AD_SHOWN(trained));
    *others_allowed = 1;
    return ADROP_OK;
}

/* Check for tensors that only the model or only the file has. left_out counts those of a technique
 * that the model lacks, which may be ignored (NULL: none may). */
static adrop_status file_take_check_names(adrop_ctx *ctx, const ad_model_file *f, const ad_graph *g,
                                          size_t *left_out)
{
    ad_name_list missing = { 0 }, unknown = { 0 };
    const char *name;

    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; k < g->layer[i]->n_params; k++)
            if (!ad_model_file_find(f, &g->layer[i]->param[k]))
                ad_name_list_add(&missing, "%s", g->layer[i]->param[k].name);
    for (size_t at = 0; (name = ad_model_file_unknown(f, g, &at));)
        if (left_out && is_technique(name))
            ++*left_out;
        else
            ad_name_list_add(&unknown, "%s", AD_SHOWN(name));
    if (!missing.n && !unknown.n)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EFORMAT, "'%.300s' is of another model: it %s%s%s%s%s", f->name,
                   missing.n ? "lacks " : "", missing.text, missing.n && unknown.n ? ", and " : "",
                   unknown.n ? "has tensors that the model lacks: " : "", unknown.text);
}

adrop_status ad_model_file_check(adrop_ctx *ctx, const ad_model_file *f, const ad_graph *g,
                                 const char *dropout)
{
    size_t left_out = 0;
    int others_allowed;
    adrop_status status = check_dropout(ctx, f, dropout, &others_allowed);

    if (!status)
        status = file_take_check_names(ctx, f, g, others_allowed ? &left_out : NULL);
    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; k < g->layer[i]->n_params && !status; k++)
            status = check_tensor(ctx, f, &g->layer[i]->param[k]);
    if (!status && left_out)
        ad_log(ctx, ADROP_LOG_INFO,
               "'%s': %zu tensors of '%s' are left out, for the model has no dropout", f->name,
               left_out, ad_tensorfile_text(f->file, "dropout"));
    return status;
}

adrop_status ad_model_file_take(adrop_model *m, const ad_model_file *f)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->n_tensors && !status; i++)
        status = adrop_model_set(m, i, ad_model_file_find(f, m->tensor[i])->values);
    return status;
}
