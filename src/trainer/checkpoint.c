/* Writing and reading checkpoints (checkpoint.h).
 *
 * A file has one section per kind of state: the model's tensors, then each state of the optimiser,
 * under the tensors' names. Reading checks every tensor and every setting before it changes the
 * first value of the trainer. */
#include "trainer/checkpoint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "model/file.h"
#include "model/response.h"
#include "trainer/checkpoint_impl.h"
#include "trainer/options.h"

enum { NAME_SIZE = AD_TENSOR_NAME_SIZE + 16, KEY_SIZE = 40, MOST_SETTINGS = 32 };

/* -- Tensors ------------------------------------------------------------------------- */

/* A section and its name: a block of the parameters' shape, perhaps with one of the buffers', the
 * state of responses, or the model itself. */
typedef struct {
    const char *name;
    void *block;         /* NULL: parameters and buffers of the model */
    void *buffers;       /* NULL: none */
    float *of_responses; /* (response's n); NULL: not of responses */
    int not_negative;
} section;

enum { MOST_SECTIONS = 4 + AD_MAX_STATE };

static size_t sections_of(const adrop_trainer *t, section out[MOST_SECTIONS])
{
    const ad_optimizer *o = t->model->optimizer;
    const ad_response *r = t->model->response;
    size_t n = 0;

    out[n++] = (section){ .name = "model" }; /* AD_CHECKPOINT_PREFIX */
    for (size_t i = 0; i < o->n_state; i++)
        out[n++] = (section){ .name = o->type->state_names[i], .block = o->state[i] };
    if (r) {
        out[n++] = (section){ .name = "response_avg", .of_responses = r->average };
        out[n++] =
            (section){ .name = "response_avg_sq", .of_responses = r->square, .not_negative = 1 };
    }
    if (t->best.params)
        out[n++] = (section){ .name = "best", .block = t->best.params, .buffers = t->best.buffers };
    return n;
}

static int holds(const adrop_model *m, const section *s, size_t i)
{
    return s->of_responses ? ad_response_first(m, i) != SIZE_MAX
                           : !s->block || s->buffers || m->tensor[i]->group != ADROP_TENSOR_BUFFERS;
}

static void *block_of(const adrop_model *m, const section *s, size_t i)
{
    if (m->tensor[i]->group == ADROP_TENSOR_BUFFERS)
        return s->block ? s->buffers : m->buffers;
    return s->block ? s->block : m->params;
}

static adrop_status take_values(const adrop_model *m, const section *s, size_t i, float *values)
{
    if (!s->of_responses)
        return ad_model_take(m, i, block_of(m, s, i), values);
    memcpy(values, s->of_responses + ad_response_first(m, i), m->tensor[i]->n * sizeof *values);
    return ADROP_OK;
}

static adrop_status put_values(const adrop_model *m, const section *s, size_t i,
                               const float *values)
{
    if (!s->of_responses)
        return ad_model_put(m, i, values, block_of(m, s, i));
    memcpy(s->of_responses + ad_response_first(m, i), values, m->tensor[i]->n * sizeof *values);
    return ADROP_OK;
}

static const char *checkpoint_name_of(const adrop_model *m, const section *s, size_t i,
                                      char text[NAME_SIZE])
{
    snprintf(text, NAME_SIZE, "%s/%s", s->name, m->tensor[i]->name);
    return text;
}

/* The file's content: tensors with their names, their values one after the other, and texts. */
typedef struct {
    ad_file_tensor *tensors; /* (n), owned, like all here */
    char (*names)[NAME_SIZE];
    float *values;
    size_t n, n_values;
    ad_file_text *texts; /* (n_texts) */
    char (*keys)[KEY_SIZE];
    size_t n_texts;
} content;

static adrop_status checkpoint_gather(adrop_model *m, const section *sections, size_t n_sections,
                                      content *c)
{
    adrop_status status;
    float *at;

    for (size_t s = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors; i++)
            if (holds(m, &sections[s], i)) {
                c->n++;
                c->n_values += m->tensor[i]->n;
            }
    if ((status = AD_NEW(m->ctx, c->n, "a checkpoint", &c->tensors)) ||
        (status = AD_NEW(m->ctx, c->n, "a checkpoint", &c->names)) ||
        (status = AD_NEW(m->ctx, c->n_values, "a checkpoint", &c->values)))
        return status;
    at = c->values;
    for (size_t s = 0, k = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors && !status; i++) {
            const ad_param *p = m->tensor[i];
            if (!holds(m, &sections[s], i))
                continue;
            c->tensors[k] = (ad_file_tensor){ .name = checkpoint_name_of(m, &sections[s], i,
                                                                         c->names[k]),
                                              .n_dims = p->n_dims,
                                              .values = at };
            memcpy(c->tensors[k++].dims, p->dim, sizeof p->dim);
            status = take_values(m, &sections[s], i, at);
            at += p->n;
        }
    return status;
}

static void checkpoint_release(adrop_ctx *ctx, content *c)
{
    ad_free(ctx, c->tensors);
    ad_free(ctx, c->names);
    ad_free(ctx, c->values);
    ad_free(ctx, c->texts);
    ad_free(ctx, c->keys);
}

/* -- Texts --------------------------------------------------------------------------- */

static const char *key_of(const adrop_option *row, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "trainer.%s", row->name);
    return key;
}

static adrop_status add_texts(const adrop_trainer *t, char state[AD_STATE_FIELDS][AD_BITS_SIZE],
                              const ad_model_texts *model, const ad_file_text *extra, size_t n,
                              content *c)
{
    const size_t most = AD_STATE_FIELDS + MOST_SETTINGS + model->n + n;
    adrop_status status;
    size_t k = 0;

    if ((status = AD_NEW(t->ctx, most, "a checkpoint", &c->texts)) ||
        (status = AD_NEW(t->ctx, MOST_SETTINGS, "a checkpoint", &c->keys)))
        return status;
    ad_state_show(&t->state, state, c->texts);
    c->n_texts = AD_STATE_FIELDS;
    for (const adrop_option *row = adrop_trainer_options(); row->name && k < MOST_SETTINGS; row++)
        if (!(row->traits & ADROP_TRAIT_RESUMES)) {
            c->texts[c->n_texts++] = (ad_file_text){ key_of(row, c->keys[k++]),
                                                     adrop_option_show(t->ctx, row, &t->opts) };
            if (!c->texts[c->n_texts - 1].value)
                return ADROP_ENOMEM;
        }
    for (size_t i = 0; i < model->n; i++)
        c->texts[c->n_texts++] = model->text[i];
    for (size_t i = 0; i < n; i++)
        c->texts[c->n_texts++] = extra[i];
    return ADROP_OK;
}

/* Was the file written with the trainer's settings? Older files lack them and are accepted. */
static adrop_status check_settings(const adrop_trainer *t, const ad_tensorfile *file,
                                   const char *path)
{
    char key[KEY_SIZE];

    for (const adrop_option *row = adrop_trainer_options(); row->name; row++) {
        if (row->traits & ADROP_TRAIT_RESUMES)
            continue;
        const char *then = ad_tensorfile_text(file, key_of(row, key));
        const char *now = adrop_option_show(t->ctx, row, &t->opts);
        if (!now)
            return ADROP_ENOMEM;
        if (then && strcmp(then, now) != 0)
            return ad_fail(t->ctx, ADROP_EINVAL,
                           "'%s' was written with %s %s, not %.300s: give the same", path,
                           row->name, AD_SHOWN(then), now);
    }
    return ADROP_OK;
}

/* -- Files --------------------------------------------------------------------------- */

adrop_status ad_checkpoint_write(adrop_trainer *t, const char *path, const ad_file_text *extra,
                                 size_t n)
{
    section sections[MOST_SECTIONS];
    const size_t n_sections = sections_of(t, sections);
    char state[AD_STATE_FIELDS][AD_BITS_SIZE];
    ad_model_texts model;
    content c = { 0 };
    adrop_status status = checkpoint_gather(t->model, sections, n_sections, &c);

    ad_model_texts_of(t->model, &model);
    if (!status)
        status = add_texts(t, state, &model, extra, n, &c);
    if (!status)
        status = ad_tensorfile_write(t->ctx, path, c.tensors, c.n, c.texts, c.n_texts);
    checkpoint_release(t->ctx, &c);
    return status;
}

/* The tensor with a name, or NULL. Tries index k first, its position in our own files. */
static const ad_file_tensor *checkpoint_find(const ad_tensorfile *file, const char *name, size_t k)
{
    if (k < file->n_tensors && !strcmp(file->tensors[k].name, name))
        return &file->tensors[k];
    return ad_tensorfile_tensor(file, name);
}

/* Is a tensor present (f, or NULL), with the model's shape and values that training can leave? */
static adrop_status check_tensor(const adrop_model *m, const ad_param *p, const char *name,
                                 const ad_file_tensor *f, int not_negative, const char *path)
{
    if (!f || f->n_dims != p->n_dims || memcmp(f->dims, p->dim, p->n_dims * sizeof *p->dim) != 0)
        return ad_fail(m->ctx, ADROP_EFORMAT, "'%s': tensor '%s' %s", path, name,
                       f ? "has another shape" : "is missing");
    for (size_t k = 0; k < p->n; k++)
        if (!isfinite(f->values[k]) || (not_negative && f->values[k] < 0))
            return ad_fail(m->ctx, ADROP_EFORMAT, "'%s': value %zu of tensor '%s' is %s", path, k,
                           name, isfinite(f->values[k]) ? "below 0" : "not finite");
    return ADROP_OK;
}

static adrop_status check_tensors(const adrop_trainer *t, const ad_tensorfile *file,
                                  const char *path)
{
    const adrop_model *m = t->model;
    section sections[MOST_SECTIONS];
    const size_t n_sections = sections_of(t, sections);
    adrop_status status = ADROP_OK;
    char name[NAME_SIZE];

    for (size_t s = 0, k = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors && !status; i++)
            if (holds(m, &sections[s], i)) {
                checkpoint_name_of(m, &sections[s], i, name);
                status = check_tensor(m, m->tensor[i], name, checkpoint_find(file, name, k++),
                                      sections[s].not_negative, path);
            }
    return status;
}

/* Compare the networks by text: the file that defined one may have changed since. */
static adrop_status check_network(const adrop_trainer *t, const ad_tensorfile *file,
                                  const char *path)
{
    const char *then = ad_tensorfile_text(file, "model");

    if (!then || !strcmp(then, t->model->options.model))
        return ADROP_OK;
    return ad_fail(t->ctx, ADROP_EINVAL,
                   "'%s' is of another network, '%s': give `model` as it was, or begin anew in "
                   "another folder",
                   path, AD_SHOWN(then));
}

adrop_status ad_checkpoint_check(adrop_trainer *t, const char *path, ad_checkpoint *c)
{
    adrop_status status;

    if (!ad_tensorfile_text(&c->file, "step"))
        return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' is no checkpoint", path);
    if (!c->file.has_sums)
        return ad_fail(t->ctx, ADROP_EFORMAT, "'%s' has no checksums: it is not as adrop wrote it",
                       path);
    if ((status = check_settings(t, &c->file, path)) ||
        (status = check_network(t, &c->file, path)) || (status = check_tensors(t, &c->file, path)))
        return status;
    return ad_state_read(t, &c->file, path, &c->state);
}

adrop_status ad_checkpoint_open(adrop_trainer *t, const char *path, ad_checkpoint *c)
{
    const size_t limit = (size_t)1 << 36;
    adrop_status status = ad_tensorfile_read(t->ctx, path, limit, &c->file);

    if (!status && (status = ad_checkpoint_check(t, path, c)))
        ad_tensorfile_release(&c->file);
    return status;
}

void ad_checkpoint_release(ad_checkpoint *c)
{
    ad_tensorfile_release(&c->file);
}

adrop_status ad_checkpoint_restore(adrop_trainer *t, const ad_checkpoint *c)
{
    adrop_model *m = t->model;
    section sections[MOST_SECTIONS];
    const size_t n_sections = sections_of(t, sections);
    adrop_status status = ADROP_OK;
    char name[NAME_SIZE];

    ad_model_forget_zeros(m);
    for (size_t s = 0, k = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors && !status; i++)
            if (holds(m, &sections[s], i))
                status = put_values(
                    m, &sections[s], i,
                    checkpoint_find(&c->file, checkpoint_name_of(m, &sections[s], i, name), k++)
                        ->values);
    if (status)
        return status;
    t->state = c->state;
    t->begun = 0;
    m->optimizer->step = c->state.step;
    if (m->response)
        m->response->count = c->state.responses;
    if ((status = ad_trainer_strengthen(t, c->state.step ? c->state.step - 1
                                                         : 0))) /* of the last step */
        return status;
    return ad_best_settle(t);
}

adrop_status adrop_trainer_save(adrop_trainer *t, const char *path)
{
    if (ad_check_given(t->ctx, "path", path))
        return ADROP_EINVAL;

    return ad_checkpoint_write(t, path, NULL, 0);
}

adrop_status adrop_trainer_resume(adrop_trainer *t, const char *path)
{
    if (ad_check_given(t->ctx, "path", path))
        return ADROP_EINVAL;

    ad_checkpoint c;
    adrop_status status = ad_checkpoint_open(t, path, &c);

    if (status)
        return status;
    status = ad_checkpoint_restore(t, &c);
    ad_checkpoint_release(&c);
    return status;
}
