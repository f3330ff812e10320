/* Checkpoints, written and read (checkpoint.h). */
#include "train/checkpoint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/tensorfile.h"

#define NEXT     "checkpoint.next.safetensors"
#define CURRENT  "checkpoint.safetensors"
#define PREVIOUS "checkpoint.prev.safetensors"

enum { TEXT_SIZE = 24, NAME_SIZE = AD_TENSOR_NAME_SIZE + 16 };

enum { IS_REAL, IS_COUNT, IS_NEW }; /* IS_NEW: a real that older files do not have */

/* The fields of a standing, by name. */
static const struct {
    const char *key;
    size_t offset;
    int kind;
} fields[] = {
#define COUNT(f)                                                                                   \
  {                                                                                                \
#    f, offsetof(ad_standing, f), IS_COUNT                                                         \
  }
#define REAL(f)                                                                                    \
  {                                                                                                \
#    f, offsetof(ad_standing, f), IS_REAL                                                          \
  }
    COUNT(step),       COUNT(epoch),
    COUNT(batch),      COUNT(metrics_bytes),
    COUNT(since_best), COUNT(score.n),
    REAL(score.loss),  REAL(score.right),
    REAL(score.top5),  REAL(score.square),
    REAL(extra),       REAL(best),
    REAL(best_val),    REAL(epoch_seconds),
    REAL(seconds),     { "last", offsetof(ad_standing, last), IS_NEW },
#undef COUNT
#undef REAL
};
enum { N_FIELDS = sizeof fields / sizeof *fields };

/* A number as the sixteen digits of its bits: exact, whatever the locale. */
static void show_field(const ad_standing *s, size_t i, char text[TEXT_SIZE])
{
    const char *at = (const char *)s + fields[i].offset;
    uint64_t bits = 0;

    if (fields[i].kind == IS_COUNT)
        bits = *(const size_t *)at;
    else
        memcpy(&bits, at, sizeof bits);
    snprintf(text, TEXT_SIZE, "%016" PRIx64, bits);
}

static int read_field(ad_standing *s, size_t i, const char *text)
{
    char *at = (char *)s + fields[i].offset, *end;

    if (!text && fields[i].kind == IS_NEW) {
        *(double *)at = NAN;
        return 1;
    }
    if (!text || strlen(text) != 16)
        return 0;
    const uint64_t bits = strtoull(text, &end, 16);
    if (fields[i].kind == IS_COUNT)
        *(size_t *)at = (size_t)bits;
    else
        memcpy(at, &bits, sizeof bits);
    return !*end;
}

/* A block of the parameters' shape, or the model itself, and what it is called. */
typedef struct {
    const char *name;
    void *block; /* NULL: parameters and buffers */
} section;

static size_t sections_of(const adrop_model *m, section out[1 + AD_MAX_STATE])
{
    const ad_optimizer *o = m->optimizer;

    out[0] = (section){ "model", NULL };
    for (size_t i = 0; i < o->n_state; i++)
        out[1 + i] = (section){ o->type->state_names[i], o->state[i] };
    return 1 + o->n_state;
}

static int holds(const adrop_model *m, const section *s, size_t i)
{
    return !s->block || m->tensor[i]->group != ADROP_BUFFERS;
}

static void *block_of(const adrop_model *m, const section *s, size_t i)
{
    return s->block ? s->block : m->tensor[i]->group == ADROP_BUFFERS ? m->buffers : m->params;
}

static const char *name_of(const adrop_model *m, const section *s, size_t i, char text[NAME_SIZE])
{
    snprintf(text, NAME_SIZE, "%s/%s", s->name, m->tensor[i]->name);
    return text;
}

/* The file's content: tensors with their names and values behind one another. */
typedef struct {
    ad_file_tensor *tensors;
    char (*names)[NAME_SIZE];
    float *values;
    size_t n, n_values;
} content;

static adrop_status gather(adrop_model *m, const section *sections, size_t n_sections, content *c)
{
    adrop_status status;
    float *at;

    for (size_t s = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors; i++)
            if (holds(m, &sections[s], i)) {
                c->n++;
                c->n_values += m->tensor[i]->n;
            }
    if ((status = ad_alloc(m->ctx, c->n, sizeof *c->tensors, "a checkpoint", &c->tensors)) ||
        (status = ad_alloc(m->ctx, c->n, sizeof *c->names, "a checkpoint", &c->names)) ||
        (status = ad_alloc(m->ctx, c->n_values, sizeof *c->values, "a checkpoint", &c->values)))
        return status;
    at = c->values;
    for (size_t s = 0, k = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors && !status; i++) {
            const ad_param *p = m->tensor[i];
            if (!holds(m, &sections[s], i))
                continue;
            c->tensors[k] = (ad_file_tensor){ .name = name_of(m, &sections[s], i, c->names[k]),
                                              .n_dims = p->n_dims,
                                              .values = at };
            memcpy(c->tensors[k++].dims, p->dim, sizeof p->dim);
            status = ad_model_take(m, i, block_of(m, &sections[s], i), at);
            at += p->n;
        }
    return status;
}

adrop_status ad_checkpoint_write(ad_folder *f, adrop_model *m, const ad_standing *s)
{
    section sections[1 + AD_MAX_STATE];
    const size_t n_sections = sections_of(m, sections);
    char text[N_FIELDS][TEXT_SIZE], next[AD_PATH_SIZE], current[AD_PATH_SIZE], prev[AD_PATH_SIZE];
    ad_file_text texts[N_FIELDS];
    content c = { 0 };
    adrop_status status = gather(m, sections, n_sections, &c);

    for (size_t i = 0; i < N_FIELDS; i++) {
        show_field(s, i, text[i]);
        texts[i] = (ad_file_text){ fields[i].key, text[i] };
    }
    ad_folder_file(f, NEXT, next);
    ad_folder_file(f, CURRENT, current);
    ad_folder_file(f, PREVIOUS, prev);
    if (!status)
        status = ad_tensorfile_write(f->ctx, next, c.tensors, c.n, texts, N_FIELDS);
    if (!status && access(current, F_OK) == 0)
        status = ad_file_rename(f->ctx, current, prev);
    if (!status)
        status = ad_file_rename(f->ctx, next, current);
    ad_free(f->ctx, c.tensors);
    ad_free(f->ctx, c.names);
    ad_free(f->ctx, c.values);
    return status;
}

/* Is all there that the model needs, and in its shape? */
static adrop_status check(adrop_model *m, const ad_tensorfile *file, const char *path)
{
    section sections[1 + AD_MAX_STATE];
    const size_t n_sections = sections_of(m, sections);
    char name[NAME_SIZE];

    for (size_t s = 0; s < n_sections; s++)
        for (size_t i = 0; i < m->n_tensors; i++) {
            const ad_param *p = m->tensor[i];
            if (!holds(m, &sections[s], i))
                continue;
            const ad_file_tensor *t = ad_tensorfile_tensor(file, name_of(m, &sections[s], i, name));
            if (!t || t->n_dims != p->n_dims ||
                memcmp(t->dims, p->dim, p->n_dims * sizeof *p->dim) != 0)
                return ad_fail(m->ctx, ADROP_EFORMAT, "'%s': tensor '%s' %s", path, name,
                               t ? "has another shape" : "is missing");
        }
    return ADROP_OK;
}

static adrop_status read_standing(adrop_ctx *ctx, const ad_tensorfile *file, const char *path,
                                  ad_standing *s)
{
    for (size_t i = 0; i < N_FIELDS; i++)
        if (!read_field(s, i, ad_tensorfile_text(file, fields[i].key)))
            return ad_fail(ctx, ADROP_EFORMAT, "'%s': field '%s' is not sixteen digits", path,
                           fields[i].key);
    return ADROP_OK;
}

/* A file that verifies, and where its run stands. */
static adrop_status open_one(ad_folder *f, adrop_model *m, const char *path, ad_tensorfile *file,
                             ad_standing *s)
{
    const size_t limit = (size_t)1 << 36;
    adrop_status status = ad_tensorfile_read(f->ctx, path, limit, file);

    if (status)
        return status;
    if (!ad_tensorfile_text(file, "step"))
        status = ad_fail(f->ctx, ADROP_EFORMAT, "'%s' is no checkpoint", path);
    if (!status)
        status = check(m, file, path);
    if (!status)
        status = read_standing(f->ctx, file, path, s);
    if (status)
        ad_tensorfile_release(file);
    return status;
}

static adrop_status restore(adrop_model *m, const ad_tensorfile *file, const ad_standing *s)
{
    section sections[1 + AD_MAX_STATE];
    const size_t n_sections = sections_of(m, sections);
    adrop_status status = ADROP_OK;
    char name[NAME_SIZE];

    for (size_t k = 0; k < n_sections; k++)
        for (size_t i = 0; i < m->n_tensors && !status; i++)
            if (holds(m, &sections[k], i))
                status = ad_model_put(
                    m, i, ad_tensorfile_tensor(file, name_of(m, &sections[k], i, name))->values,
                    block_of(m, &sections[k], i));
    m->optimizer->step = s->step;
    return status;
}

adrop_status ad_checkpoint_read(ad_folder *f, adrop_model *m, ad_standing *s, int *found)
{
    static const char *const names[] = { NEXT, CURRENT, PREVIOUS };
    ad_tensorfile best = { 0 };
    int seen = 0;
    adrop_status status = ADROP_OK;

    *found = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[AD_PATH_SIZE];
        ad_tensorfile file;
        ad_standing at;
        if (access(ad_folder_file(f, names[i], path), F_OK))
            continue;
        seen = 1;
        const adrop_status bad = open_one(f, m, path, &file, &at);
        if (bad) {
            ad_log(f->ctx, ADROP_LOG_WARNING, "%s", adrop_ctx_message(f->ctx));
            status = bad;
        } else if (!*found || at.step > s->step) {
            ad_tensorfile_release(&best);
            best = file;
            *s = at;
            *found = 1;
        } else {
            ad_tensorfile_release(&file);
        }
    }
    if (!*found)
        return seen ? status : ADROP_OK;
    status = restore(m, &best, s);
    ad_tensorfile_release(&best);
    return status;
}
