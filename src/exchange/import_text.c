/* Layers as the text of a network and as the bytes of a model's file (import_impl.h).
 *
 * Layers that do not affect the output are left out. If the file has no dropout, a `dropout` for
 * the technique of --dropout is put before every dense layer that reads hidden units. The last
 * dense layer has no number of units: it gets one per class of the data. */
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "exchange/import_impl.h"

typedef struct {
    ad_importing *m;
    const ad_import_end *end;
    ad_bytes text;
    adrop_status status;
    size_t last; /* the last layer written */
    size_t n_dropouts;
} writer;

static void add(writer *w, const char *text)
{
    if (!w->status)
        w->status = ad_bytes_append(w->m->ctx, &w->text, text, strlen(text), "the network's text");
}

static void import_text_mark(ad_importing *m, size_t end)
{
    m->layer[end].is_live = 1;
    for (size_t i = end + 1; i-- > 1;)
        for (size_t k = 0; m->layer[i].is_live && k < m->layer[i].n_in; k++)
            m->layer[m->layer[i].in[k]].is_live = 1;
}

static void write_inputs(writer *w, const ad_import_layer *l)
{
    if (l->n_in == 1 && l->in[0] == w->last)
        return;
    for (size_t i = 0; i < l->n_in; i++) {
        add(w, i ? ", " : " < ");
        add(w, w->m->layer[l->in[i]].name);
    }
}

/* Write a dropout that is not in the file; it reads the input of the dense layer. */
static void write_dropout(writer *w, const ad_import_layer *l)
{
    add(w, "dropout");
    write_inputs(w, l);
    add(w, "; ");
    w->n_dropouts++;
    w->last = l->in[0];
}

/* Does it read the network's input, perhaps as a vector? */
static int is_raw(const ad_importing *m, const ad_import_layer *l)
{
    size_t i = l->in[0];

    while (i && !strcmp(m->layer[i].kind, "flatten"))
        i = m->layer[i].in[0];
    return !i;
}

static void write_layer(writer *w, size_t i)
{
    const ad_import_layer *l = &w->m->layer[i];
    const int is_dense = !strcmp(l->kind, "dense");
    char units[32];

    if (is_dense && !w->m->n_dropouts && !is_raw(w->m, l))
        write_dropout(w, l);
    if (*l->name) {
        add(w, l->name);
        add(w, "=");
    }
    add(w, l->kind);
    snprintf(units, sizeof units, " %zu", l->units);
    add(w, is_dense && i != w->end->layer ? units : l->settings);
    write_inputs(w, l);
    w->last = i;
}

/* A layer needs a name if a layer other than the next reads it, or one with several inputs. */
static void name_all(ad_importing *m)
{
    size_t last = 0;

    for (size_t i = 1; i < m->n_layers; i++) {
        ad_import_layer *l = &m->layer[i];
        if (!l->is_live)
            continue;
        for (size_t k = 0; k < l->n_in; k++) {
            ad_import_layer *from = &m->layer[l->in[k]];
            if ((l->n_in > 1 || l->in[k] != last) && !*from->name)
                snprintf(from->name, sizeof from->name, "value-%zu", l->in[k]);
        }
        last = i;
    }
}

static adrop_status write_text(ad_importing *m, const ad_import_end *end, ad_bytes *out)
{
    writer w = { .m = m, .end = end };

    import_text_mark(m, end->layer);
    name_all(m);
    add(&w, "net:");
    for (size_t i = 1; i <= end->layer; i++) {
        if (!m->layer[i].is_live)
            continue;
        if (w.last)
            add(&w, "; ");
        write_layer(&w, i);
    }
    if (!w.status)
        w.status = ad_bytes_append(m->ctx, &w.text, "", 1, "the network's text");
    *out = w.text;
    return w.status;
}

/* -- The file ------------------------------------------------------------------------ */

typedef struct {
    ad_file_tensor *tensor; /* (n), owned */
    char (*name)[AD_TENSOR_NAME_SIZE];
    size_t n;
} list;

static adrop_status list_tensors(ad_importing *m, list *l)
{
    adrop_status status = AD_NEW(m->ctx, m->n_layers * AD_IMPORT_TENSORS, "the weights",
                                 &l->tensor);

    if (!status)
        status = AD_NEW(m->ctx, m->n_layers * AD_IMPORT_TENSORS, "the weights", &l->name);
    for (size_t i = 1; i < m->n_layers && !status; i++)
        for (size_t k = 0; m->layer[i].is_live && k < m->layer[i].n_tensors; k++, l->n++) {
            snprintf(l->name[l->n], sizeof *l->name, "%s.%s", m->layer[i].name,
                     m->layer[i].leaf[k]);
            l->tensor[l->n] = m->layer[i].tensor[k];
            l->tensor[l->n].name = l->name[l->n];
        }
    return status;
}

/* Units of the output layer, looking through layers that keep their number. */
static size_t outputs_of(const ad_importing *m, size_t i)
{
    while (i && !m->layer[i].units && m->layer[i].n_in == 1 && m->layer[i].is_flat &&
           strcmp(m->layer[i].kind, "flatten") != 0)
        i = m->layer[i].in[0];
    for (; i && !m->layer[i].units; i = m->layer[i].in[0]) /* channels of a convolution, averaged */
        if (!strcmp(m->layer[i].kind, "conv"))
            return m->layer[i].tensor[0].dims[0];
    return m->layer[i].units;
}

adrop_status ad_import_pack(ad_importing *m, const ad_import_end *end, char **bytes, size_t *size)
{
    const size_t n = outputs_of(m, end->layer);
    char input[80], outputs[32];
    ad_bytes text = { 0 };
    list l = { 0 };
    adrop_status status = write_text(m, end, &text);

    *bytes = NULL;
    snprintf(input, sizeof input, "%zu,%zu,%zu", m->shape[0], m->shape[1], m->shape[2]);
    snprintf(outputs, sizeof outputs, "%zu", n);
    const ad_file_text texts[] = { { "format", "pt" },
                                   { "adrop_format", "1" },
                                   { "model", text.data },
                                   { "dropout", "none" },
                                   { "dropout_at", "dense-inputs" },
                                   { "input", input },
                                   { "outputs", outputs },
                                   { "loss", n > 1 || end->is_softmax ? "softmax" : "squared" },
                                   { "n_train", "1" },
                                   { "seed", "1" } };
    if (!status)
        status = list_tensors(m, &l);
    if (!status)
        status = ad_tensorfile_pack(m->ctx, m->path, l.tensor, l.n, texts,
                                    sizeof texts / sizeof *texts, bytes, size);
    ad_free(m->ctx, l.tensor);
    ad_free(m->ctx, l.name);
    ad_bytes_release(m->ctx, &text);
    return status;
}
