/* Running a planned network (net.h): forward, backward, and the calls once per step. Each layer
 * gets a call with its arrays in the arena; nothing is decided or allocated here. */
#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "model/net.h"

/* The clock of the arena: layer i goes forward at time i, backward at 2n - i. */
static void set_time(const ad_net_plan *net, const ad_net_pass *pass, size_t time)
{
    ad_arena_at(pass->arena, net->bytes, net->n_pieces, net->piece, time);
}

static void *model_run_at(const ad_net_plan *net, const ad_net_pass *pass, int piece)
{
    assert(piece < (int)net->n_pieces);
    return piece == AD_NOWHERE ? NULL : pass->arena + net->piece[piece].offset;
}

/* The output of layer i: the caller's own array for an input that needs no conversion. */
static const void *output_of(const ad_net_plan *net, const ad_net_pass *pass, size_t i)
{
    const ad_node *node = &net->node[i];

    if (node->y != AD_NOWHERE)
        return model_run_at(net, pass, node->y);
    return i && node->edge[0].x == AD_NOWHERE
               ? output_of(net, pass, node->planned.layer->in[0]->number)
               : (const void *)pass->x;
}

/* The call of layer i. stats is the start of the layer's statistics. */
static ad_layer_call run_call_of(const ad_net_plan *net, const ad_net_pass *pass, size_t i,
                                 double *stats)
{
    const ad_node *node = &net->node[i];
    const ad_layer *l = node->planned.layer;
    ad_layer_call c = { .where = pass->where,
                        .shard = pass->shard,
                        .y = model_run_at(net, pass, node->y),
                        .dy = model_run_at(net, pass, node->dy),
                        .saved = model_run_at(net, pass, node->saved),
                        .scratch = model_run_at(net, pass, net->scratch),
                        .blocks = pass->blocks,
                        .sparse = pass->sparse.start ? &pass->sparse : NULL,
                        .stats = stats };

    for (size_t k = 0; k < l->n_in; k++) {
        c.x[k] = node->edge[k].to ? model_run_at(net, pass, node->edge[k].x)
                                  : output_of(net, pass, l->in[k]->number);
        c.dx[k] = model_run_at(net, pass, node->edge[k].dx);
    }
    if (i == 0)
        c.x[0] = pass->x;
    return c;
}

/* Begin time i: reorder the inputs of layer i into the format that it wants. */
static adrop_status arrive(ad_net_plan *net, const ad_net_pass *pass, size_t i)
{
    const ad_node *node = &net->node[i];
    const ad_layer *l = node->planned.layer;
    adrop_status status = ADROP_OK;

    set_time(net, pass, i);
    for (size_t k = 0; k < l->n_in && !status; k++)
        if (node->edge[k].to)
            status = ad_reorder_run(node->edge[k].to, output_of(net, pass, l->in[k]->number),
                                    model_run_at(net, pass, node->edge[k].x),
                                    model_run_at(net, pass, net->scratch));
    return status;
}

static adrop_status forward_layer(ad_net_plan *net, const ad_net_pass *pass, size_t i,
                                  double *stats)
{
    ad_node *node = &net->node[i];
    const ad_layer_type *type = node->planned.layer->type;
    const ad_layer_call c = run_call_of(net, pass, i, stats);
    const adrop_status status = arrive(net, pass, i);

    return !status && type->forward ? type->forward(&node->planned, &c) : status;
}

adrop_status ad_net_forward_part(ad_net_plan *net, const ad_net_pass *pass, size_t first,
                                 size_t end)
{
    double *stats = pass->stats;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < first; i++)
        stats += net->graph->layer[i]->n_stats;
    for (size_t i = first; i < end && !status; i++) {
        const double start = pass->seconds ? ad_clock() : 0;
        status = forward_layer(net, pass, i, stats);
        stats += net->graph->layer[i]->n_stats;
        if (pass->seconds)
            pass->seconds[2 * i] += ad_clock() - start;
    }
    set_time(net, pass, end);
    return status;
}

adrop_status ad_net_forward(ad_net_plan *net, const ad_net_pass *pass)
{
    return ad_net_forward_part(net, pass, 0, net->graph->n);
}

void *ad_net_held(const ad_net_plan *net, const ad_net_pass *pass, size_t i, size_t time)
{
    set_time(net, pass, time);
    return model_run_at(net, pass, net->node[i].y);
}

static int is_finite(const ad_net_plan *net, size_t i, const void *y)
{
    const ad_desc *d = &net->node[i].planned.out;
    const size_t n = ad_desc_bytes(d, net->engine->block) / ad_dtype_size(d->dtype);

    for (size_t k = 0; k < n; k++) {
        const int bad = d->dtype == AD_DATA_F64   ? !isfinite(((const double *)y)[k])
                        : d->dtype == AD_DATA_F32 ? !isfinite(((const float *)y)[k])
                                                  : (((const uint16_t *)y)[k] & 0x7f80) == 0x7f80;
        if (bad)
            return 0;
    }
    return 1;
}

size_t ad_net_find_bad(ad_net_plan *net, const ad_net_pass *pass)
{
    double *stats = pass->stats;
    size_t i = 0;

    for (; i < net->graph->n; i++) {
        const int is_callers = net->graph->layer[i]->type->traits(net->graph->layer[i]) &
                               AD_IS_CALLERS;
        if (forward_layer(net, pass, i, stats) ||
            (!is_callers && !is_finite(net, i, output_of(net, pass, i))))
            break;
        stats += net->graph->layer[i]->n_stats;
    }
    return i;
}

/* Pass the gradient that layer i wrote for input k to the layer that made that input. */
static adrop_status deliver(ad_net_plan *net, const ad_net_pass *pass, size_t i, size_t k)
{
    const ad_edge *edge = &net->node[i].edge[k];
    ad_node *from = &net->node[net->node[i].planned.layer->in[k]->number];
    void *scratch = model_run_at(net, pass, net->scratch),
         *whole = model_run_at(net, pass, from->dy);
    void *part = model_run_at(net, pass, edge->part);
    adrop_status status = ADROP_OK;

    if (edge->dx == AD_NOWHERE)
        return ADROP_OK;
    if (edge->back)
        status = ad_reorder_run(edge->back, model_run_at(net, pass, edge->dx), part ? part : whole,
                                scratch);
    return !status && part ? ad_add(from->sum, whole, part, whole, scratch) : status;
}

/* Pass on all gradients that layer i wrote for its inputs. */
static adrop_status deliver_all(ad_net_plan *net, const ad_net_pass *pass, size_t i)
{
    adrop_status status = ADROP_OK;

    for (size_t k = 0; k < net->node[i].planned.layer->n_in && !status; k++)
        status = deliver(net, pass, i, k);
    return status;
}

static adrop_status backward_layer(ad_net_plan *net, const ad_net_pass *pass, size_t i)
{
    ad_node *node = &net->node[i];
    const ad_layer *l = node->planned.layer;
    adrop_status status = ADROP_OK;

    set_time(net, pass, 2 * net->graph->n - i);
    const ad_layer_call c = run_call_of(net, pass, i, NULL);
    if (l->type->backward)
        status = l->type->backward(&node->planned, &c);
    return status ? status : deliver_all(net, pass, i);
}

adrop_status ad_net_backward_layer(ad_net_plan *net, const ad_net_pass *pass, size_t i)
{
    const double start = pass->seconds ? ad_clock() : 0;
    const adrop_status status = net->graph->layer[i]->needs_gradient ? backward_layer(net, pass, i)
                                                                     : ADROP_OK;

    if (pass->seconds)
        pass->seconds[2 * i + 1] += ad_clock() - start;
    return status;
}

static adrop_status run_step(ad_net_plan *net, const ad_net_pass *pass, size_t i, ad_net_step step,
                             double *sums)
{
    ad_planned_layer *p = &net->node[i].planned;
    const ad_layer_sync *by = p->layer->type->sync;
    double *stats = pass->stats;
    adrop_status status = ADROP_OK;

    if (step == AD_FORWARD_SUMS)
        status = arrive(net, pass, i);
    else
        set_time(net, pass, step == AD_FORWARD_REST ? i : 2 * net->graph->n - i);
    for (size_t k = 0; k < i; k++)
        stats += net->graph->layer[k]->n_stats;
    const ad_layer_call c = run_call_of(net, pass, i, stats);
    if (status)
        return status;
    switch (step) {
    case AD_FORWARD_SUMS:
        return by->forward_sums(p, &c, sums);
    case AD_FORWARD_REST:
        status = by->forward_rest(p, &c, sums);
        set_time(net, pass, i + 1);
        return status;
    case AD_BACKWARD_SUMS:
        return by->backward_sums(p, &c, sums);
    default:
        status = by->backward_rest(p, &c, sums);
    }
    return status ? status : deliver_all(net, pass, i);
}

adrop_status ad_net_sync(ad_net_plan *net, const ad_net_pass *pass, size_t i, ad_net_step step,
                         double *sums)
{
    const double start = pass->seconds ? ad_clock() : 0;
    const adrop_status status = run_step(net, pass, i, step, sums);

    if (pass->seconds)
        pass->seconds[2 * i + (step >= AD_BACKWARD_SUMS)] += ad_clock() - start;
    return status;
}

adrop_status ad_net_backward(ad_net_plan *net, const ad_net_pass *pass)
{
    adrop_status status = ADROP_OK;

    for (size_t i = net->graph->n; i-- > 1 && !status;) {
        status = ad_net_backward_layer(net, pass, i);
        if (!status && pass->left)
            pass->left(pass->user, i);
    }
    set_time(net, pass, 2 * net->graph->n);
    return status;
}

double ad_net_finish(ad_net_plan *net, const ad_net_pass *pass)
{
    double sum = 0;

    for (size_t i = 0; i < net->graph->n; i++) {
        const ad_layer_call c = run_call_of(net, pass, i, NULL);
        ad_layer *l = net->graph->layer[i];
        if (l->type->finish)
            sum += l->extra = l->type->finish(&net->node[i].planned, &c);
    }
    return sum;
}

void ad_net_commit(ad_net_plan *net, const ad_net_pass *pass)
{
    double *stats = pass->stats;

    for (size_t i = 0; i < net->graph->n; i++) {
        const ad_layer *l = net->graph->layer[i];
        const ad_layer_call c = run_call_of(net, pass, i, stats);
        if (l->type->commit)
            l->type->commit(&net->node[i].planned, &c);
        for (size_t k = 0; k < l->n_stats; k++)
            *stats++ = 0;
    }
}

void ad_net_forget(ad_net_plan *net, const ad_net_pass *pass)
{
    double *stats = pass->stats;

    for (size_t i = 0; i < net->graph->n; i++) {
        const ad_layer *l = net->graph->layer[i];
        ad_dropout *d = ad_layer_technique(l);
        if (d)
            ad_dropout_forget(d);
        for (size_t k = 0; k < l->n_stats; k++)
            *stats++ = 0;
    }
}

void ad_net_start(ad_net_plan *net, const ad_net_pass *pass)
{
    for (size_t i = 0; i < net->graph->n; i++) {
        const ad_layer_call c = run_call_of(net, pass, i, NULL);
        if (net->graph->layer[i]->type->start)
            net->graph->layer[i]->type->start(&net->node[i].planned, &c);
    }
}

void ad_net_bind(ad_net_plan *net, const ad_net_pass *pass)
{
    for (size_t i = 0; i < net->graph->n; i++) {
        const ad_layer_call c = run_call_of(net, pass, i, NULL);
        if (net->graph->layer[i]->type->bind)
            net->graph->layer[i]->type->bind(&net->node[i].planned, &c);
    }
}

void *ad_net_output(const ad_net_plan *net, const ad_net_pass *pass)
{
    return model_run_at(net, pass, net->node[net->graph->n - 1].y);
}

void *ad_net_gradient(const ad_net_plan *net, const ad_net_pass *pass)
{
    return model_run_at(net, pass, net->node[net->graph->n - 1].dy);
}

const void *ad_net_input_gradient(const ad_net_plan *net, const ad_net_pass *pass)
{
    return model_run_at(net, pass, net->node[0].dy);
}
