/* Making a model (adrop/model.h): options are checked, the architecture builds the graph, the
 * first plan fixes the layout of the parameters, and memory is counted before it is allocated.
 * Plans for other numbers of rows are made when such rows first occur; the arena, which
 * all plans share, grows to the largest. */
#include "model/model.h"
#include "model/ranks.h"
#include "model/response.h"
#include "model/side.h"

#include <string.h>

#include "base/context.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "base/text.h"
#include "model/architecture.h"
#include "model/room.h"

static adrop_status model_check(adrop_ctx *ctx, const adrop_model_opts *o)
{
    if (!o->model || !o->dropout)
        return ad_fail(ctx, ADROP_EINVAL, "a model needs its text and its dropout's");
    if (o->sparse && (o->height != 1 || o->width != 1 || o->input_gradient))
        return ad_fail(ctx, ADROP_ESHAPE,
                       "sparse rows have one value per column, and no gradient of inputs");
    if (o->shards > o->batch)
        return ad_fail(ctx, ADROP_EINVAL, "a batch of %zu rows cannot be cut into %zu shards",
                       o->batch, o->shards);
    return ADROP_OK;
}

static adrop_status build_graph(adrop_model *m, const ad_architecture *type, const void *settings)
{
    const adrop_model_opts *o = &m->options;
    ad_build b = { .ctx = m->ctx,
                   .graph = m->graph,
                   .dropout = o->dropout,
                   .at = o->dropout_at,
                   .outputs = o->outputs,
                   .width = 1,
                   .sparse = o->sparse,
                   .activation = "relu" };

    m->graph->facts = (ad_net_facts){ .kernels = m->engine->kernels,
                                      .rows = m->shard_rows,
                                      .n_shards = o->shards,
                                      .n_train = o->n_train,
                                      .direct_only = o->direct,
                                      .input_gradient = o->input_gradient };
    if (!ad_build_start(&b))
        type->build(&b, ad_build_input(&b, o->channels, o->height, o->width), settings);
    m->n_dropouts = b.n_dropouts;
    for (size_t i = 0; i < m->graph->n; i++) {
        ad_dropout *d = ad_layer_technique(m->graph->layer[i]);
        if (d)
            d->site.places = m->n_dropouts;
    }
    for (size_t i = 1; o->sparse && !b.status && i < m->graph->n; i++)
        for (size_t k = 0; k < m->graph->layer[i]->n_in; k++)
            if (!m->graph->layer[i]->in[k]->number &&
                strcmp(m->graph->layer[i]->type->name, "sparse_dense"))
                return ad_fail(m->ctx, ADROP_ESHAPE,
                               "sparse rows go into an mlp, and '%s' has a layer '%s' for others",
                               o->model, m->graph->layer[i]->name);
    return b.status;
}

static adrop_status plan_net(adrop_model *m, size_t rows, ad_net_plan **out)
{
    ad_saved_threads saved;

    ad_engine_enter_to_plan(m->engine, &saved);
    const adrop_status status = ad_net_create(m->graph, m->engine, rows, out);
    ad_engine_leave(&saved);
    return status;
}

/* Make the arena large enough for a net. Its content is lost, so a training pass that
 * went forward cannot go backward. */
static adrop_status grow_arena(adrop_model *m, const ad_net_plan *net)
{
    const double mb = 1.0 / (1 << 20);

    if (net->bytes <= m->arena_bytes)
        return ADROP_OK;
    if (net->bytes > ad_machine_memory() + m->arena_bytes)
        return ad_fail(m->ctx, ADROP_ENOMEM,
                       "%zu rows need %.0f MB for activations and gradients, and %.0f MB are free: "
                       "take a smaller batch or more shards",
                       net->rows, (double)net->bytes * mb, (double)ad_machine_memory() * mb);
    ad_arena_release(m->arena, m->arena_bytes);
    ad_free(m->ctx, m->arena);
    m->arena = NULL;
    m->arena_bytes = 0;
    m->in_flight.is_set = 0;
    adrop_status status = AD_NEW(m->ctx, net->bytes, "activations and gradients", &m->arena);
    if (!status)
        m->arena_bytes = net->bytes;
    return status;
}

/* Everything that can be checked without allocating memory for the network. */
static adrop_status model_plan(adrop_model *m, const ad_architecture *type, const void *settings,
                               const ad_model_create_args *args)
{
    const adrop_model_opts *o = &m->options;
    adrop_status status;
    ad_net_plan *net;

    m->loss = ad_loss_at((size_t)o->loss);
    m->shard_rows = (o->batch + o->shards - 1) / o->shards;
    if ((status = ad_copy_text(m->ctx, type->text ? type->text(settings) : o->model,
                               &m->model_text)) ||
        (status = ad_copy_text(m->ctx, o->dropout, &m->dropout_text)))
        return status;
    m->options.model = m->model_text;
    m->options.dropout = m->dropout_text;
    if ((status = ad_engine_create(m->ctx, o->precision, 0, &m->engine)) ||
        (status = ad_graph_create(m->ctx, &m->graph)) ||
        (status = build_graph(m, type, settings)) ||
        (status = args->check ? args->check(args->user, m->ctx, m->graph, o->dropout) : ADROP_OK) ||
        (status = adrop_model_set_dropout_strength(m, o->dropout_strength)) ||
        (status = plan_net(m, m->shard_rows, &net)))
        return status;
    m->net[m->n_nets++] = net;
    ad_model_place(m);
    return ad_model_check_room(m, args);
}

static adrop_status model_make(adrop_model *m)
{
    const adrop_model_opts *o = &m->options;
    adrop_status status;

    if ((status = grow_arena(m, m->net[0])) ||
        (status = AD_NEW(m->ctx, o->batch * o->outputs, "the outputs", &m->outputs)))
        return status;
    status = ad_model_fill(m);
    if (!status)
        status = ad_model_side_create(m);
    return status ? status : ad_model_ranks_create(m);
}

/* only_try: plan the model, then free it. */
static adrop_status model_create(adrop_ctx *ctx, const adrop_model_opts *options,
                                 const ad_architecture *type, const void *settings,
                                 const ad_model_create_args *args, int only_try, adrop_model **out)
{
    adrop_model *m;
    adrop_status status = AD_NEW(ctx, 1, "the model", &m);

    *out = NULL;
    if (status)
        return status;
    m->sparse_weights = ADROP_SPARSE_OFF;
    m->ctx = ctx;
    m->options = *options;
    m->only_forward = args->only_forward;
    m->alone = args->alone;
    if (args->weights)
        m->weights = ad_weights_take(args->weights);
    status = model_plan(m, type, settings, args);
    if (!status && !only_try)
        status = model_make(m);
    if (status || only_try)
        adrop_model_free(m);
    else
        *out = m;
    return status;
}

adrop_status ad_model_create(adrop_ctx *ctx, const adrop_model_opts *options,
                             const ad_architecture *type, const void *settings,
                             const ad_model_create_args *args, adrop_model **out)
{
    return model_create(ctx, options, type, settings, args, 0, out);
}

static adrop_status open_or_try(adrop_ctx *ctx, const adrop_model_opts *given,
                                const ad_model_create_args *args, int only_try, adrop_model **out)
{
    const ad_architecture *type;
    void *settings;
    adrop_model_opts options;

    *out = NULL;
    adrop_model_opts_init(&options);
    adrop_status status = AD_SETTINGS_READ(ctx, adrop_model_opts, adrop_model_options(), &options,
                                           given);
    if (!status)
        status = model_check(ctx, &options);
    if (!status)
        status = ad_architecture_read(ctx, options.model, &type, &settings);
    if (status)
        return status;
    status = model_create(ctx, &options, type, settings, args, only_try, out);
    ad_architecture_release(ctx, type, settings);
    return status;
}

adrop_status ad_model_open(adrop_ctx *ctx, const adrop_model_opts *options,
                           const ad_model_create_args *args, adrop_model **out)
{
    return open_or_try(ctx, options, args, 0, out);
}

adrop_status ad_model_try(adrop_ctx *ctx, const adrop_model_opts *options)
{
    adrop_model *none;

    return open_or_try(ctx, options, &(ad_model_create_args){ 0 }, 1, &none);
}

adrop_status adrop_model_create(adrop_ctx *ctx, const adrop_model_opts *options, adrop_model **out)
{
    if (ad_check_given(ctx, "out", out))
        return ADROP_EINVAL;

    return ad_model_open(ctx, options, &(ad_model_create_args){ 0 }, out);
}

void adrop_model_free(adrop_model *m)
{
    if (!m)
        return;
    if (ad_model_ranks_are_stuck(m))
        m->grads = m->shard_grads = m->stats = NULL; /* a transfer may still use them */
    ad_model_side_free(m);
    ad_model_ranks_free(m->ranks);
    ad_optimizer_free(m->optimizer);
    ad_response_free(m->response);
    for (size_t i = m->n_nets; i-- > 0;)
        ad_net_free(m->net[i]);
    if (m->graph)
        ad_model_forget_zeros(m);
    ad_graph_free(m->graph);
    ad_engine_free(m->engine);
    ad_weights_release(m->weights);
    ad_arena_release(m->arena, m->arena_bytes);
    void *const blocks[] = { m->arena,      m->grads,        m->shard_grads, m->stats,
                             m->tensor,     m->tensor_layer, m->seconds,     m->outputs,
                             m->model_text, m->dropout_text, m->schema_text, m->keep };
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        ad_free(m->ctx, blocks[i]);
    ad_free(m->ctx, m);
}

/* A slot for one more net. The oldest is freed, except the first, which defines the layout of the
 * parameters, and the last one that ran. */
static size_t model_make_room(adrop_model *m)
{
    if (m->n_nets < AD_MAX_NETS)
        return m->n_nets++;
    const size_t old = m->net[1] == m->last ? 2 : 1;
    ad_net_free(m->net[old]);
    memmove(&m->net[old], &m->net[old + 1], (AD_MAX_NETS - 1 - old) * sizeof *m->net);
    return AD_MAX_NETS - 1;
}

adrop_status ad_model_net(adrop_model *m, size_t rows, ad_net_plan **out)
{
    ad_net_plan *net = NULL;

    *out = NULL;
    for (size_t i = 0; i < m->n_nets; i++)
        if (m->net[i]->rows == rows)
            net = *out = m->net[i];
    if (net)
        return grow_arena(m, net); /* no-op unless growing for a larger net failed */
    adrop_status status = plan_net(m, rows, &net);
    if (!status)
        status = grow_arena(m, net);
    if (status) {
        ad_net_free(net);
        return status;
    }
    m->net[model_make_room(m)] = *out = net;
    return ADROP_OK;
}

adrop_status adrop_model_plan(adrop_model *m, size_t rows)
{
    const size_t shards = m->options.shards;
    ad_net_plan *net;

    if (!rows || rows > m->options.batch)
        return ad_fail(m->ctx, ADROP_ESHAPE, "a batch of %zu rows: the model was made for 1 to %zu",
                       rows, m->options.batch);
    adrop_status status = ad_model_net(m, rows < shards ? 1 : (rows + shards - 1) / shards, &net);
    if (!status && rows > shards && rows % shards)
        status = ad_model_net(m, rows / shards, &net);
    return status;
}
