/* Dump a network, one batch, its gradients and ten steps of training, for a comparison
 * with another implementation:
 *
 *     dump_networks MODEL DROPOUT FILE SIZE CHANNELS CLASSES ROWS [R_DROP]
 *
 * FILE is a safetensors file; check_networks.py describes its contents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/adrop.h"
#include "base/tensorfile.h"
#include "model/model.h"
#include "random/noise.h"

enum { STEPS = 10, MOST = 4096 };

static ad_file_tensor tensors[MOST];
static size_t n_tensors;

static void *owned[3 * MOST]; /* (n_owned), freed at the end */
static size_t n_owned;

static void *memory(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p || n_owned == 3 * MOST)
        exit(4);
    return owned[n_owned++] = p;
}

/* Add a tensor; the values are the caller's. */
static void add(const char *before, const char *name, size_t n_dims, const size_t *dims,
                const float *values)
{
    char *text = memory(strlen(before) + strlen(name) + 1, 1);

    sprintf(text, "%s%s", before, name);
    tensors[n_tensors] = (ad_file_tensor){ .name = text, .n_dims = n_dims, .values = values };
    memcpy(tensors[n_tensors++].dims, dims, n_dims * sizeof *dims);
}

static void add_state(const adrop_model *m, const char *before, int gradients)
{
    for (size_t i = 0; i < adrop_model_n_tensors(m); i++) {
        adrop_tensor_info t;
        adrop_model_tensor(m, i, &t);
        float *values = memory(t.n, sizeof *values);
        if (gradients && t.group == ADROP_TENSOR_BUFFERS)
            continue;
        if (gradients ? adrop_model_get_gradient(m, i, values) : adrop_model_get(m, i, values))
            exit(1);
        add(before, t.name, t.n_dims, t.dims, values);
    }
}

static void add_copy(const char *name, size_t rows, size_t columns, const float *values)
{
    float *copy = memory(rows * columns, sizeof *copy);

    memcpy(copy, values, rows * columns * sizeof *copy);
    add("", name, 2, (size_t[]){ rows, columns }, copy);
}

/* The normal noise that a Gaussian technique draws in phase train. */
static void add_noise(const adrop_model *m, size_t rows, uint32_t step)
{
    for (size_t i = 0; i < m->graph->n; i++) {
        const ad_layer *l = m->graph->layer[i];
        const size_t units = ad_desc_units(&l->shape);
        char before[64];
        if (!ad_layer_technique(l))
            continue;
        float *eps = memory(rows * units, sizeof *eps);
        for (size_t r = 0; r < rows; r++) {
            const ad_address at = { .seed = m->options.seed,
                                    .row = (uint32_t)r,
                                    .step = step,
                                    .layer = l->number,
                                    .purpose = AD_FOR_MASK };
            ad_noise_normal_f32(&at, 0, units, eps + r * units);
        }
        snprintf(before, sizeof before, "noise/%u/", step);
        add(before, l->name, 2, (size_t[]){ rows, units }, eps);
    }
}

static void train(adrop_model *m, const adrop_model_opts *o, const float *x, const int32_t *labels,
                  double r_drop)
{
    float *losses = memory(STEPS, sizeof *losses);
    adrop_rates rates;

    adrop_rates_init(&rates);
    add_state(m, "param/", 0);
    for (uint32_t step = 0; step < STEPS; step++) {
        adrop_batch b;
        adrop_batch_train(&b, step, o->batch, x, labels);
        adrop_losses loss;
        b.r_drop = r_drop;
        if (!strcmp(o->dropout, "advanced"))
            add_noise(m, o->batch, step);
        if (adrop_model_gradients(m, &b, &loss))
            exit(1);
        losses[step] = (float)(loss.data + (r_drop > 0 ? loss.extra : 0));
        if (step == 0) {
            add_copy("logits", o->batch, o->outputs, adrop_model_outputs(m));
            add_state(m, "grad/", 1);
        }
        if (adrop_model_step(m, &rates, NULL))
            exit(1);
    }
    add("", "losses", 1, (size_t[]){ STEPS }, losses);
    add_state(m, "after/", 0);
    adrop_batch b;
    adrop_batch_input(&b, 0, o->batch, x);
    if (adrop_model_forward(m, ADROP_PHASE_MEAN, &b))
        exit(1);
    add_copy("mean_logits", o->batch, o->outputs, adrop_model_outputs(m));
}

int main(int argc, char **argv)
{
    adrop_model_opts o;
    adrop_model *m;
    adrop_ctx *ctx;

    adrop_model_opts_init(&o);
    if (argc < 8 || argc > 9 || adrop_ctx_create(NULL, &ctx)) {
        fprintf(stderr,
                "usage: dump_networks MODEL DROPOUT FILE SIZE CHANNELS CLASSES ROWS [R_DROP]\n");
        return 2;
    }
    o.model = argv[1], o.dropout = argv[2];
    o.height = o.width = strtoul(argv[4], NULL, 10);
    o.channels = strtoul(argv[5], NULL, 10);
    o.outputs = strtoul(argv[6], NULL, 10);
    o.batch = strtoul(argv[7], NULL, 10);
    o.n_train = o.batch, o.seed = 11;
    if (adrop_model_create(ctx, &o, &m) || adrop_model_optimizer(m, "sgd:momentum=0.9")) {
        fprintf(stderr, "dump_networks: %s\n", adrop_ctx_message(ctx));
        return 1;
    }
    const size_t units = o.channels * o.height * o.width;
    float *x = memory(o.batch * units, sizeof *x);
    float *answers = memory(o.batch, sizeof *answers);
    int32_t *labels = memory(o.batch, sizeof *labels);
    const double r_drop = argc > 8 ? strtod(argv[8], NULL) : 0;
    const size_t passes = r_drop > 0 ? 2 : 1; /* rows 2i and 2i + 1 are the same input */
    for (size_t i = 0; i < o.batch * units; i++) {
        const size_t from = i / units / passes * units + i % units;
        x[i] = (float)((((uint32_t)from + 1) * 2654435761u) >> 8) * 0x1p-24f;
    }
    for (size_t i = 0; i < o.batch; i++)
        answers[i] = (float)(labels[i] = (int32_t)(i / passes * 7 % o.outputs));
    add("", "input", 4, (size_t[]){ o.batch, o.channels, o.height, o.width }, x);
    add("", "labels", 1, (size_t[]){ o.batch }, answers);
    train(m, &o, x, labels, r_drop);
    if (ad_tensorfile_write(ctx, argv[3], tensors, n_tensors, NULL, 0)) {
        fprintf(stderr, "dump_networks: %s\n", adrop_ctx_message(ctx));
        return 1;
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
    while (n_owned)
        free(owned[--n_owned]);
    return 0;
}
