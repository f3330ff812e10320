/* The texts that describe a model in its file (file.h). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "adrop/version.h"
#include "base/context.h"
#include "base/text.h"
#include "model/file.h"
#include "model/network.h"

#define FORMAT "1"

static const char *const at_words[] = { "dense-inputs", "hidden",     "preactivation",
                                        "logits-too",   "everywhere", NULL };
static const char *const loss_words[] = { "softmax", "squared", "binary", NULL };

static void file_texts_add(ad_model_texts *t, const char *key, const char *value)
{
    t->text[t->n++] = (ad_file_text){ key, value };
}

void ad_model_texts_of(const adrop_model *m, ad_model_texts *t)
{
    const adrop_model_opts *o = &m->options;

    t->n = 0;
    snprintf(t->input, sizeof t->input, "%zu,%zu,%zu", o->channels, o->height, o->width);
    snprintf(t->outputs, sizeof t->outputs, "%zu", o->outputs);
    snprintf(t->n_train, sizeof t->n_train, "%zu", o->n_train);
    snprintf(t->seed, sizeof t->seed, "%" PRIu64, o->seed);
    file_texts_add(t, "format", "pt");
    file_texts_add(t, "adrop", adrop_version());
    file_texts_add(t, "adrop_format", FORMAT);
    file_texts_add(t, "model", o->model);
    file_texts_add(t, "dropout", o->dropout);
    file_texts_add(t, "dropout_at", at_words[o->dropout_at]);
    file_texts_add(t, "input", t->input);
    file_texts_add(t, "outputs", t->outputs);
    file_texts_add(t, "loss", loss_words[o->loss]);
    file_texts_add(t, "n_train", t->n_train);
    file_texts_add(t, "seed", t->seed);
    if (o->sparse)
        file_texts_add(t, "sparse", "1");
    if (o->dropout_strength != 1)
        file_texts_add(t, "dropout_strength", adrop_number_text(t->strength, o->dropout_strength));
    if (m->schema_text)
        file_texts_add(t, "schema", m->schema_text);
}

int ad_model_text_is_trusted(const char *model)
{
    static const char *const named[] = { "file:", "yaml:" };

    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (!strncmp(model, named[i], strlen(named[i])))
            return 0;
    return !ad_network_is_file(model);
}

/* -- Reading ------------------------------------------------------------------------- */

typedef struct {
    adrop_ctx *ctx;
    const char *name;
    const ad_tensorfile *file;
    adrop_status status; /* of the first wrong text */
} reader;

static const char *text_of(reader *r, const char *key)
{
    const char *text = ad_tensorfile_text(r->file, key);

    if (!text && !r->status)
        r->status = ad_fail(r->ctx, ADROP_EFORMAT,
                            "'%s' does not say which model it holds: '%s' is missing in its "
                            "metadata; make the model from options and load the file into it",
                            r->name, key);
    return text ? text : "";
}

static void file_texts_refuse(reader *r, const char *key, const char *text, const char *expected)
{
    if (!r->status)
        r->status = ad_fail(r->ctx, ADROP_EFORMAT,
                            "'%s': '%s' in its metadata is '%s': %s is "
                            "expected",
                            r->name, key, AD_SHOWN(text), expected);
}

/* Only digits, a value up to `most`; *end is where they end. */
static uint64_t digits(const char *text, uint64_t most, const char **end)
{
    uint64_t n = 0;

    *end = text;
    for (; **end >= '0' && **end <= '9'; ++*end) {
        if (__builtin_mul_overflow(n, 10u, &n) ||
            __builtin_add_overflow(n, (uint64_t)(**end - '0'), &n) || n > most) {
            *end = text; /* as if there were no digits */
            return 0;
        }
    }
    return n;
}

static uint64_t file_texts_number_of(reader *r, const char *key, uint64_t most)
{
    const char *text = text_of(r, key), *end;
    const uint64_t n = digits(text, most, &end);

    if (end == text || *end)
        file_texts_refuse(r, key, text, "a whole number that it can have");
    return n;
}

static int word_of(reader *r, const char *key, const char *const *words)
{
    const char *text = text_of(r, key);

    for (int i = 0; words[i]; i++)
        if (!strcmp(words[i], text))
            return i;
    file_texts_refuse(r, key, text, words[0]);
    return 0;
}

static void read_input(reader *r, adrop_model_opts *o)
{
    const char *text = text_of(r, "input"), *at = text, *end;
    size_t *const to[] = { &o->channels, &o->height, &o->width };
    const char after[] = { ',', ',', 0 };

    for (size_t i = 0; i < 3; i++) {
        *to[i] = (size_t)digits(at, (uint64_t)1 << 24, &end);
        if (end == at || *end != after[i]) {
            file_texts_refuse(r, "input", text, "channels,height,width");
            return;
        }
        at = end + 1;
    }
}

static void read_strength(reader *r, adrop_model_opts *o)
{
    const adrop_status status = ad_model_text_strength(r->ctx, r->name, r->file,
                                                       &o->dropout_strength);

    if (!r->status)
        r->status = status;
}

adrop_status ad_model_text_strength(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                    double *strength)
{
    reader r = { .ctx = ctx, .name = name, .file = file };
    const char *text = ad_tensorfile_text(file, "dropout_strength");

    *strength = 1;
    if (text && (adrop_number_read(text, strength) || !(*strength >= 0 && *strength <= 1))) {
        *strength = 1;
        file_texts_refuse(&r, "dropout_strength", text, "a number from 0 to 1");
    }
    return r.status;
}

adrop_status ad_model_texts_read(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                 adrop_model_opts *o)
{
    reader r = { .ctx = ctx, .name = name, .file = file };
    const char *format = text_of(&r, "adrop_format");

    adrop_model_opts_init(o);
    if (strcmp(format, FORMAT) != 0)
        file_texts_refuse(&r, "adrop_format", format, FORMAT);
    o->model = text_of(&r, "model");
    if (!ad_model_text_is_trusted(o->model))
        file_texts_refuse(&r, "model", o->model, "a network");
    o->dropout = text_of(&r, "dropout");
    o->dropout_at = (adrop_dropout_at)word_of(&r, "dropout_at", at_words);
    read_input(&r, o);
    o->outputs = (size_t)file_texts_number_of(&r, "outputs", SIZE_MAX);
    o->loss = (adrop_loss)word_of(&r, "loss", loss_words);
    o->sparse = ad_tensorfile_text(file, "sparse") != NULL;
    read_strength(&r, o);
    o->n_train = (size_t)file_texts_number_of(&r, "n_train", SIZE_MAX);
    o->seed = file_texts_number_of(&r, "seed", UINT64_MAX);
    return r.status;
}
