/* A network drawn layer by layer (network_show.h). On the left are the lines along which numbers
 * go: the one through all layers, and one for each output that is read further down than by the
 * next layer, from where it is computed to where it is read last. */
#include "network_show.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
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

/* The first free lane for the output of layer i; outputs beyond the last lane are not drawn. */
static size_t open_lane(drawing *d, size_t i)
{
    size_t k = 0;

    while (k < MOST_LANES && d->lane[k])
        k++;
    if (k < MOST_LANES)
        d->lane[k] = i + 1;
    return k;
}

/* The lines left of layer i. */
static void draw(drawing *d, size_t i, const adrop_layer_info *l, char text[128])
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

/* A count for people: 1234567 is "1.23 M", of bytes "1.23 MB". */
static const char *count_of(double x, const char *unit, char text[48])
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

static void print_layers(drawing *d, size_t batch)
{
    static const char *const heads[] = { "",           "layer",         "kind",  "output",
                                         "parameters", "multiply-adds", "memory" };
    out_table t = { .align = "llllrrr", .drop = "0000012" };
    adrop_layer_info l;
    char text[128], a[64], b[48];

    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        out_cell(&t, 1, "%s", heads[i]);
    for (size_t i = 0; i < d->n && adrop_model_layer(d->m, i, &l); i++) {
        draw(d, i, &l, text);
        out_cell(&t, 0, "%s", text);
        out_cell(&t, 0, "%s", l.name);
        out_cell(&t, 0, "%s", l.kind);
        out_cell(&t, 0, "%s", shape_of(&l, a));
        out_cell(&t, 0, "%s", l.n_params ? count_of((double)l.n_params, "", b) : "");
        out_cell(&t, 0, "%s", l.macs > 0 ? count_of(l.macs, "", b) : "");
        out_cell(&t, 0, "%s", count_of(output_bytes(&l, batch), "B", b));
    }
    out_table_print(&t, stdout, 0);
}

void network_print(const adrop_model *m, size_t batch)
{
    adrop_model_info info;
    adrop_model_describe(m, &info);
    drawing d = { .m = m, .n = info.n_layers, .last = out_memory(info.n_layers, sizeof *d.last) };
    char a[48], b[48], c[48];
    const double weights = (double)(info.n_params + info.n_dropout_params) * sizeof(float);

    find_readers(&d);
    print_layers(&d, batch);
    free(d.last);
    printf("\n");
    out_say(stdout, "%zu layers, %s parameters and %s of dropout; %s multiply-adds per row",
            info.n_layers - 1, count_of((double)info.n_params, "", a),
            count_of((double)info.n_dropout_params, "", b), count_of(info.macs, "", c));
    out_say(stdout,
            "memory of a training step of %zu rows: %s of activations and gradients, %s of "
            "parameters, and as much again for their gradients",
            batch, count_of((double)info.arena_bytes, "B", a), count_of(weights, "B", b));
}

static void layer_json(json *j, const adrop_layer_info *l, size_t batch)
{
    json_open(j, '{');
    json_key_text(j, "name", l->name);
    json_key_text(j, "kind", l->kind);
    json_key(j, "reads");
    json_open(j, '[');
    for (size_t k = 0; k < l->n_in; k++)
        json_number(j, (double)l->in[k]);
    json_close(j);
    json_key(j, "shape");
    json_open(j, '[');
    json_number(j, (double)l->channels);
    json_number(j, (double)l->height);
    json_number(j, (double)l->width);
    json_close(j);
    json_key_number(j, "params", (double)l->n_params);
    json_key_number(j, "macs", l->macs);
    json_key_number(j, "output_bytes", output_bytes(l, batch));
    json_close(j);
}

void network_json(const adrop_model *m, size_t batch)
{
    json j = { .file = stdout };
    adrop_model_info info;
    adrop_layer_info l;

    adrop_model_describe(m, &info);
    json_open(&j, '{');
    json_key(&j, "layers");
    json_open(&j, '[');
    for (size_t i = 0; adrop_model_layer(m, i, &l); i++)
        layer_json(&j, &l, batch);
    json_close(&j);
    json_key_number(&j, "params", (double)info.n_params);
    json_key_number(&j, "dropout_params", (double)info.n_dropout_params);
    json_key_number(&j, "macs", info.macs);
    json_key_number(&j, "batch", (double)batch);
    json_key_number(&j, "arena_bytes", (double)info.arena_bytes);
    json_close(&j);
}
