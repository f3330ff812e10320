/* Loading the tensors that fit, and freezing (warm.h). */
#include "model/warm.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/keep.h"
#include "base/tensorfile.h"
#include "base/text.h"
#include "layer/layer.h"
#include "model/file.h"

#define LIMIT ((size_t)1 << 36) /* bytes of a file */

/* "10 x 256". */
static char *shape(const size_t *dims, size_t n, char text[96])
{
    size_t used = 0;

    *text = 0;
    for (size_t i = 0; i < n && used < 70; i++)
        used += (size_t)snprintf(text + used, 96 - used, "%s%zu", i ? " x " : "", dims[i]);
    return text;
}

/* Why a tensor cannot be loaded; "" if it can. */
static char *why_not(const ad_file_tensor *t, const ad_param *p, char text[256])
{
    char there[96], here[96];

    *text = 0;
    if (!t) {
        snprintf(text, 256, "not there");
    } else if (t->n_dims != p->n_dims || memcmp(t->dims, p->dim, p->n_dims * sizeof *p->dim)) {
        snprintf(text, 256, "%s there, %s here", shape(t->dims, t->n_dims, there),
                 shape(p->dim, p->n_dims, here));
    } else {
        for (size_t k = 0; k < p->n; k++)
            if (!isfinite(t->values[k]))
                snprintf(text, 256, "value %zu is not finite", k);
    }
    return text;
}

/* Report what was loaded, and the names that were not: on either side. */
static adrop_status warm_tell(const adrop_model *m, const ad_model_file *f, size_t taken,
                              size_t values, const ad_name_list *missing)
{
    ad_name_list unused = { 0 };
    const char *name;

    for (size_t at = 0; (name = ad_model_file_unknown(f, m->graph, &at));)
        ad_name_list_add(&unused, "%s", AD_SHOWN(name));
    if (!taken)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "'%.300s' has no tensor with the name and shape of one of this network "
                       "(%.400s)%s%.200s: give weights of a network like it",
                       f->name, missing->text, unused.n ? "; it has " : "", unused.text);
    ad_log(m->ctx, ADROP_LOG_INFO,
           "initial weights: %zu of %zu tensors (%zu values) are those of '%s'%s%s%s%s", taken,
           m->n_tensors, values, f->name, missing->n ? "; drawn anew: " : "", missing->text,
           unused.n ? "; in the file and not used: " : "", unused.text);
    return ADROP_OK;
}

static adrop_status warm_take(adrop_model *m, const ad_model_file *f)
{
    ad_name_list missing = { 0 };
    char why[256];
    size_t taken = 0, values = 0;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < m->n_tensors && !status; i++) {
        const ad_param *p = m->tensor[i];
        const ad_file_tensor *t = ad_model_file_find(f, p);
        if (*why_not(t, p, why)) {
            ad_name_list_add(&missing, "%s (%.150s)", p->name, why);
            continue;
        }
        status = adrop_model_set(m, i, t->values);
        taken++;
        values += p->n;
    }
    return status ? status : warm_tell(m, f, taken, values, &missing);
}

adrop_status ad_model_warm(adrop_model *m, const char *path)
{
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(m->ctx, path, LIMIT, &file);

    if (status)
        return status;
    const ad_model_file f = ad_model_file_of(path, &file);
    status = warm_take(m, &f);
    ad_tensorfile_release(&file);
    return status;
}

/* Does a pattern match a tensor's name or the name of its layer? */
static int names(const char *pattern, const char *tensor)
{
    const size_t n = strlen(pattern);

    return !fnmatch(pattern, tensor, 0) || (!strncmp(pattern, tensor, n) && tensor[n] == '.');
}

/* Freeze the tensors that a pattern matches; returns their number. */
static size_t freeze(adrop_model *m, const char *pattern)
{
    size_t n = 0;

    for (size_t i = 0; i < m->n_tensors; i++)
        if (m->tensor[i]->group != ADROP_TENSOR_BUFFERS && names(pattern, m->tensor[i]->name)) {
            m->tensor[i]->frozen = 1;
            n++;
        }
    return n;
}

static int is_dense(const ad_layer *l)
{
    return l->type == &ad_layer_dense || l->type == &ad_layer_sparse_dense ||
           l->type == &ad_layer_dropped_dense;
}

static int has_weights(const ad_layer *l)
{
    for (size_t k = 0; k < l->n_params; k++)
        if (l->param[k].group == ADROP_TENSOR_WEIGHTS)
            return 1;
    return 0;
}

/* The number of the head's first layer. */
static size_t head_of(const ad_graph *g)
{
    size_t behind = 0, last = 0;

    for (size_t i = 0; i < g->n; i++)
        if (has_weights(g->layer[i])) {
            last = i;
            if (!is_dense(g->layer[i]))
                behind = i + 1;
        }
    return behind ? behind : last;
}

static size_t freeze_backbone(adrop_model *m)
{
    const size_t end = head_of(m->graph);
    size_t n = 0;

    for (size_t i = 0; i < end; i++)
        for (size_t k = 0; k < m->graph->layer[i]->n_params; k++)
            if (m->graph->layer[i]->param[k].group == ADROP_TENSOR_WEIGHTS) {
                m->graph->layer[i]->param[k].frozen = 1;
                n++;
            }
    return n;
}

adrop_status ad_model_freeze(adrop_model *m, const char *patterns)
{
    size_t left = 0, values = 0;

    for (size_t i = 0; i < m->n_tensors; i++)
        m->tensor[i]->frozen = 0;
    for (const char *at = patterns; *at;) {
        const char *pattern;
        const size_t n = strcspn(at, ",");
        const adrop_status status = ad_keep_part(m->ctx, at, n, &pattern);
        if (status)
            return status;
        if (!freeze(m, pattern) && !(!strcmp(pattern, "backbone") && freeze_backbone(m)))
            return ad_fail(m->ctx, ADROP_EINVAL,
                           "'%.100s' of `freeze` names no parameter of the network: its first is "
                           "'%s'",
                           pattern, m->n_tensors ? m->tensor[0]->name : "");
        at += n;
        at += *at == ',';
    }
    for (size_t i = 0; i < m->n_tensors; i++) {
        left += m->tensor[i]->group != ADROP_TENSOR_BUFFERS && !m->tensor[i]->frozen;
        values += m->tensor[i]->frozen ? m->tensor[i]->n : 0;
    }
    if (*patterns && !left)
        return ad_fail(m->ctx, ADROP_EINVAL, "`freeze` leaves nothing to train: freeze less");
    if (values)
        ad_log(m->ctx, ADROP_LOG_INFO, "%zu parameters are frozen", values);
    return ADROP_OK;
}
