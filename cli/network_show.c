/* Draws a network layer by layer (show.h). Lines on the left show the data flow: one through all
 * layers, and one for each output that a later layer than the next reads, from its layer to its
 * last reader. */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include "adrop/data.h"
#include "adrop/model.h"
#include "adrop/train.h"
#include "data_choice.h"
#include "document_out.h"
#include "out.h"

enum { MOST_LANES = 8 };

typedef struct {
    const adrop_model *m;
    size_t n;
    size_t *last;            /* (n): the last layer that reads it; 0: none */
    size_t lane[MOST_LANES]; /* 1 + the layer whose output the lane carries; 0: free */
} drawing;

static void find_readers(drawing *d)
{
    adrop_layer_info l;

    for (size_t i = 0; i < d->n && adrop_model_layer(d->m, i, &l); i++)
        for (size_t k = 0; k < l.n_in; k++)
            d->last[l.in[k]] = i;
}

static int reads(const adrop_layer_info *l, size_t i)
{
    for (size_t k = 0; k < l->n_in; k++)
        if (l->in[k] == i)
            return 1;
    return 0;
}

/* The first free lane for the output of layer i; outputs without a free lane are not drawn. */
static size_t open_lane(drawing *d, size_t i)
{
    size_t k = 0;

    while (k < MOST_LANES && d->lane[k])
        k++;
    if (k < MOST_LANES)
        d->lane[k] = i + 1;
    return k;
}

/* The lines to the left of layer i. */
static void network_show_draw(drawing *d, size_t i, const adrop_layer_info *l, char text[128])
{
    const int fine = out_utf8();
    const char *node = fine ? "\u25cf" : "o", *pass = fine ? "\u2502" : "|",
               *from = fine ? "\u2510" : "\\", *to = fine ? "\u2518" : "/",
               *read = fine ? "\u2524" : "<";
    size_t opened = MOST_LANES, used = 0;

    if (d->last[i] > i + 1)
        opened = open_lane(d, i);
    used += (size_t)snprintf(text, 128, "%s", node);
    for (size_t k = 0; k < MOST_LANES; k++) {
        const char *mark = " ";
        if (d->lane[k]) {
            const size_t source = d->lane[k] - 1;
            const int ends = d->last[source] == i;
            mark = k == opened ? from : !reads(l, source) ? pass : ends ? to : read;
            if (ends)
                d->lane[k] = 0;
        }
        used += (size_t)snprintf(text + used, 128 - used, "%s", mark);
    }
    while (used && text[used - 1] == ' ')
        text[--used] = 0;
}

static const char *shape_of(const adrop_layer_info *l, char text[64])
{
    if (l->height * l->width == 1)
        snprintf(text, 64, "%zu", l->channels);
    else
        snprintf(text, 64, "%zu x %zu x %zu", l->channels, l->height, l->width);
    return text;
}

/* A count for people: 1234567 is "1.23 M", or "1.23 MB" in bytes. */
static const char *network_show_count_of(double x, const char *unit, char text[48])
{
    static const char *const thousands[] = { "", "k", "M", "G", "T" };
    char number[ADROP_NUMBER_SIZE];
    size_t k = 0;

    while (k < 4 && x >= (k ? 1e3 : 1e4)) {
        x /= 1e3;
        k++;
    }
    out_number(number, x, k ? 3 : 4);
    snprintf(text, 48, "%s%s%s%s", number, k || *unit ? " " : "", thousands[k], unit);
    return text;
}

static double output_bytes(const adrop_layer_info *l, size_t batch)
{
    return (double)l->channels * (double)l->height * (double)l->width * (double)batch *
           sizeof(float);
}

static void network_show_add_columns(adrop_document *d)
{
    static const adrop_column columns[] = {
        { NULL, "", 'l', NULL, 0, 0 },
        { "name", "layer", 'l', NULL, 0, 0 },
        { "kind", "kind", 'l', NULL, 0, 0 },
        { "reads", NULL, 'l', NULL, 0, 0 },
        { "shape", NULL, 'l', NULL, 0, 0 },
        { NULL, "output", 'l', NULL, 0, 0 },
        { "params", NULL, 'r', NULL, 0, 0 },
        { NULL, "parameters", 'r', NULL, 0, 0 },
        { "macs", NULL, 'r', NULL, 0, 0 },
        { NULL, "multiply-adds", 'r', NULL, 0, 1 },
        { "output_bytes", NULL, 'r', NULL, 0, 0 },
        { NULL, "memory", 'r', NULL, 0, 2 },
        { 0 },
    };

    adrop_document_table(d, "layers", "", 0);
    adrop_document_columns(d, columns);
}

static void add_counts(adrop_document *d, const size_t *counts, size_t n)
{
    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        adrop_document_cell_count(d, counts[i]);
    adrop_document_end(d);
}

/* A number for programs, with a text for people; the text is empty for 0. */
static void add_amount(adrop_document *d, double x, const char *unit)
{
    char text[48];

    adrop_document_cell_number(d, x);
    adrop_document_cell_text(d, x > 0 ? network_show_count_of(x, unit, text) : "");
}

static void add_layer(adrop_document *d, const adrop_layer_info *l, const char *lanes, size_t batch)
{
    const size_t shape[] = { l->channels, l->height, l->width };
    char text[64];

    adrop_document_cell_text(d, lanes);
    adrop_document_cell_text(d, l->name);
    adrop_document_cell_text(d, l->kind);
    add_counts(d, l->in, l->n_in);
    add_counts(d, shape, 3);
    adrop_document_cell_text(d, shape_of(l, text));
    add_amount(d, (double)l->n_params, "");
    add_amount(d, l->macs, "");
    add_amount(d, output_bytes(l, batch), "B");
}

static void add_layers(adrop_document *d, const adrop_model *m, size_t n, size_t batch)
{
    drawing lanes = { .m = m, .n = n, .last = out_memory(n, sizeof *lanes.last) };
    adrop_layer_info l;
    char text[128];

    find_readers(&lanes);
    network_show_add_columns(d);
    for (size_t i = 0; i < n && adrop_model_layer(m, i, &l); i++) {
        network_show_draw(&lanes, i, &l, text);
        add_layer(d, &l, text, batch);
    }
    adrop_document_end(d);
    free(lanes.last);
}

/* A fact for programs, with a text for people. */
static void add_fact(adrop_document *d, const char *key, const char *label, double x,
                     const char *unit)
{
    char text[48];

    adrop_document_number(d, key, NULL, x, unit, 0);
    adrop_document_text(d, NULL, label, network_show_count_of(x, unit, text));
}

/* Print it layer by layer; batch: rows per training step. Returns the exit status. */
static int network_print(const command_call *call, const adrop_model *m, size_t batch)
{
    adrop_document *d = document_start(call->ctx, "");
    adrop_model_info info;

    adrop_model_describe(m, &info);
    add_layers(d, m, info.n_layers, batch);
    add_fact(d, "params", "parameters", (double)info.n_params, "");
    add_fact(d, "dropout_params", "parameters of dropout", (double)info.n_dropout_params, "");
    add_fact(d, "macs", "multiply-adds per row", info.macs, "");
    adrop_document_count(d, "batch", "rows of a training step", batch);
    add_fact(d, "arena_bytes", "memory of activations and gradients", (double)info.arena_bytes,
             "B");
    add_fact(d, NULL, "memory of parameters, and again of their gradients",
             (double)(info.n_params + info.n_dropout_params) * sizeof(float), "B");
    return document_print(call, d);
}

/* The network's options for the data, as in training. */
static adrop_status model_opts(adrop_ctx *ctx, const show_network_opts *s, const adrop_data *data,
                               adrop_train_opts *train, adrop_model_opts *o)
{
    adrop_data_info info;

    adrop_data_describe(data, &info);
    adrop_train_opts_init(train);
    train->model = s->model;
    train->dropout = s->dropout;
    train->batch = s->batch;
    const adrop_status status = adrop_train_resolve(ctx, data, train);
    adrop_model_opts_init(o);
    o->model = train->model;
    o->dropout = train->dropout;
    o->dropout_at = (adrop_dropout_at)(train->dropout_at - 1);
    o->channels = info.channels, o->height = info.height, o->width = info.width;
    o->outputs = info.classes + info.targets;
    o->loss = info.is_multi_label ? ADROP_LOSS_BINARY
              : info.classes      ? ADROP_LOSS_SOFTMAX
                                  : ADROP_LOSS_SQUARED;
    o->batch = train->batch;
    o->n_train = info.n_train;
    o->sparse = info.is_sparse;
    return status;
}

int show_network(const command_call *call, const show_network_opts *s)
{
    adrop_data_opts opts;
    adrop_data *data = NULL;
    adrop_model *m = NULL;
    adrop_train_opts train;
    adrop_model_opts o;

    adrop_data_opts_init(&opts);
    opts.data = s->data;
    opts.data_dir = data_choice_folder(s->data_dir);
    const int code = data_choice_check(call, opts.data, opts.data_dir);
    if (code)
        return code;
    adrop_status status = adrop_data_open(call->ctx, &opts, &data);
    if (!status && !(status = model_opts(call->ctx, s, data, &train, &o)))
        status = adrop_model_create(call->ctx, &o, &m);
    const int printed = status ? command_fail(call, status) : network_print(call, m, o.batch);
    adrop_model_free(m);
    adrop_data_free(data);
    return printed;
}
