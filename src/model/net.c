/* Planning a network for a number of rows (net.h): every layer states the formats it wants,
 * reorders are inserted where formats differ, the layers' traits determine the lifetimes of all
 * arrays, and the arena places them. Everything that can fail does so here. */
#include "model/net.h"

#include <assert.h>

#include "base/context.h"
#include "base/memory.h"

static unsigned traits_of(const ad_layer *l)
{
    return l->type->traits(l);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* The time when input k of layer `reader` is last read: in its backward, or in its forward. */
static size_t last_read(const ad_net_plan *net, size_t reader, size_t k)
{
    const ad_node *node = &net->node[reader];

    return !node->edge[k].to && traits_of(node->planned.layer) & AD_READS_X
               ? 2 * net->graph->n - reader
               : reader;
}

/* At most y, dy, saved, and three per input; and the scratch. */
static size_t most_pieces(const ad_graph *g)
{
    return g->n * (3 + 3 * AD_MAX_INPUTS) + 1;
}

/* A new piece; empty pieces are AD_NOWHERE. */
static int new_piece(ad_net_plan *net, size_t size, size_t birth, size_t death)
{
    if (!size)
        return AD_NOWHERE;
    assert(net->n_pieces < most_pieces(net->graph) && birth <= death);
    net->piece[net->n_pieces] = (ad_piece){ .size = size, .birth = birth, .death = death };
    return (int)net->n_pieces++;
}

static void live_until(ad_net_plan *net, int piece, size_t time)
{
    if (piece != AD_NOWHERE)
        net->piece[piece].death = larger(net->piece[piece].death, time);
}

static size_t bytes_of(const ad_net_plan *net, const ad_desc *d)
{
    return ad_desc_bytes(d, net->engine->block);
}

/* Plan layer i, and reorders for inputs in another format than it wants. */
static adrop_status plan_layer(ad_net_plan *net, size_t i)
{
    ad_layer *l = net->graph->layer[i];
    ad_node *node = &net->node[i];
    ad_planned_layer *p = &node->planned;
    adrop_status status = ADROP_OK;

    *p = (ad_planned_layer){ .layer = l, .engine = net->engine, .rows = net->rows };
    for (size_t k = 0; k < l->n_in; k++) {
        p->in[k] = net->node[l->in[k]->number].planned.out;
        p->wants_dx[k] = l->in[k]->needs_gradient;
    }
    status = l->type->plan(p);
    assert(status ||
           (ad_desc_units(&p->out) == ad_desc_units(&l->shape) && p->out.rows == p->rows));
    for (size_t k = 0; k < l->n_in && !status; k++) {
        const ad_desc *comes = &net->node[l->in[k]->number].planned.out;
        if (ad_desc_same_bytes(comes, &p->in[k], net->engine->block))
            continue;
        status = ad_reorder_create(net->engine, comes, &p->in[k], &node->edge[k].to);
        if (!status && p->wants_dx[k])
            status = ad_reorder_create(net->engine, &p->in[k], comes, &node->edge[k].back);
    }
    if (!status && !l->first)
        l->first = p;
    return status;
}

/* May the output of layer i overwrite its first input? */
static int forward_in_place(const ad_net_plan *net, size_t i)
{
    const ad_layer *l = net->graph->layer[i];
    const size_t from = l->n_in ? l->in[0]->number : 0;

    if (traits_of(l) & AD_SAME_BYTES)
        return !net->node[i].edge[0].to;
    if (!(traits_of(l) & AD_FORWARD_IN_PLACE) || net->node[i].edge[0].to || from == 0 ||
        traits_of(l->in[0]) & AD_READS_Y)
        return 0;
    for (size_t j = from + 1; j < net->graph->n; j++)
        for (size_t k = 0; k < net->graph->layer[j]->n_in; k++)
            if (net->graph->layer[j]->in[k]->number == from && (j != i || k != 0) &&
                (j >= i || last_read(net, j, k) > i))
                return 0;
    /* Nor may another layer read that piece later through an AD_SAME_BYTES output. */
    return net->node[from].y != AD_NOWHERE && net->piece[net->node[from].y].death <= i;
}

/* Create the pieces of layer i's activations. */
static void place_forward(ad_net_plan *net, size_t i)
{
    const ad_layer *l = net->graph->layer[i];
    ad_node *node = &net->node[i];
    const size_t n = net->graph->n, back = 2 * n - i;
    const unsigned traits = traits_of(l);

    for (size_t k = 0; k < l->n_in; k++) {
        const int arrives = net->node[l->in[k]->number].y;
        live_until(net, arrives, last_read(net, i, k));
        node->edge[k].x = node->edge[k].to ? new_piece(net, bytes_of(net, &node->planned.in[k]), i,
                                                       traits & AD_READS_X ? back : i)
                                           : arrives;
    }
    node->saved = new_piece(net, node->planned.saved, i, back);
    if (i == 0)
        node->y = net->engine->plain && !(traits & AD_IS_CALLERS)
                      ? new_piece(net, bytes_of(net, &node->planned.out), 0, 0)
                      : AD_NOWHERE;
    else if (traits & AD_SAME_BYTES || forward_in_place(net, i))
        node->y = node->edge[0].x;
    else
        node->y = new_piece(net, bytes_of(net, &node->planned.out), i, i);
    live_until(net, node->y, traits & AD_READS_Y ? back : i);
}

/* Create the pieces of the gradients of layer i's inputs; its own gradient already has one. */
static void place_backward(ad_net_plan *net, size_t i)
{
    const ad_layer *l = net->graph->layer[i];
    ad_node *node = &net->node[i];
    const size_t now = 2 * net->graph->n - i;
    const unsigned traits = traits_of(l);

    for (size_t k = 0; k < l->n_in; k++) {
        ad_edge *edge = &node->edge[k];
        ad_node *from = &net->node[l->in[k]->number];
        const int first = from->dy == AD_NOWHERE;
        const int same = traits & AD_SAME_BYTES ||
                         (k == 0 && traits & AD_BACKWARD_IN_PLACE && first);

        edge->dx = edge->part = AD_NOWHERE;
        if (!l->in[k]->needs_gradient || !l->needs_gradient)
            continue;
        if (same)
            edge->dx = node->dy;
        else if (edge->back || !first)
            edge->dx = new_piece(net, bytes_of(net, &node->planned.in[k]), now, now);
        if (!first)
            edge->part = edge->back ? new_piece(net, bytes_of(net, &from->planned.out), now, now)
                                    : edge->dx;
        else if (same && !edge->back)
            from->dy = node->dy;
        else
            from->dy = new_piece(net, bytes_of(net, &from->planned.out), now, now);
        if (edge->dx == AD_NOWHERE)
            edge->dx = from->dy;
        live_until(net, from->dy, 2 * net->graph->n - l->in[k]->number);
    }
}

/* Plan the sums of gradients of outputs that several layers read. */
static adrop_status plan_sums(ad_net_plan *net)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < net->graph->n && !status; i++)
        for (size_t k = 0; k < net->graph->layer[i]->n_in && !status; k++) {
            ad_node *from = &net->node[net->graph->layer[i]->in[k]->number];
            if (net->node[i].edge[k].part != AD_NOWHERE && !from->sum)
                status = ad_pointwise_create(net->engine, &from->planned.out, &from->sum);
        }
    return status;
}

static size_t scratch_of(const ad_node *node)
{
    size_t most = node->planned.scratch;

    for (size_t k = 0; k < node->planned.layer->n_in; k++) {
        if (node->edge[k].to)
            most = larger(most, ad_reorder_scratch(node->edge[k].to));
        if (node->edge[k].back)
            most = larger(most, ad_reorder_scratch(node->edge[k].back));
    }
    return node->sum ? larger(most, ad_pointwise_scratch(node->sum)) : most;
}

static adrop_status place_all(ad_net_plan *net)
{
    const size_t n = net->graph->n;
    size_t scratch = 1;
    ad_node *last = &net->node[n - 1];

    for (size_t i = 0; i < n; i++)
        place_forward(net, i);
    live_until(net, last->y, 2 * n);
    last->dy = new_piece(net, bytes_of(net, &last->planned.out), n, n + 1);
    for (size_t i = n; i-- > 0;)
        place_backward(net, i);
    adrop_status status = plan_sums(net);
    for (size_t i = 0; i < n; i++)
        scratch = larger(scratch, scratch_of(&net->node[i]));
    net->scratch = new_piece(net, scratch, 0, 2 * n);
    return status ? status
                  : ad_arena_place(net->graph->ctx, net->n_pieces, net->piece, &net->bytes);
}

adrop_status ad_net_create(ad_graph *g, ad_engine *e, size_t rows, ad_net_plan **out)
{
    ad_net_plan *net;
    adrop_status status = AD_NEW(g->ctx, 1, "a plan", &net);

    *out = NULL;
    if (status)
        return status;
    *net = (ad_net_plan){ .graph = g, .engine = e, .rows = rows };
    status = AD_NEW(g->ctx, g->n, "a plan", &net->node);
    if (!status)
        status = AD_NEW(g->ctx, most_pieces(g), "a plan", &net->piece);
    for (size_t i = 0; i < g->n && !status; i++) {
        net->node[i].y = net->node[i].dy = net->node[i].saved = AD_NOWHERE;
        status = plan_layer(net, i);
    }
    if (!status)
        status = place_all(net);
    if (status)
        ad_net_free(net);
    else
        *out = net;
    return status;
}

void ad_net_free(ad_net_plan *net)
{
    if (!net)
        return;
    for (size_t i = 0; net->node && i < net->graph->n; i++) {
        ad_node *node = &net->node[i];
        if (!node->planned.layer)
            continue;
        if (node->planned.op && node->planned.layer->type->free_op)
            node->planned.layer->type->free_op(&node->planned);
        if (node->planned.layer->first == &node->planned)
            node->planned.layer->first = NULL;
        for (size_t k = 0; k < AD_MAX_INPUTS; k++) {
            ad_reorder_free(node->edge[k].to);
            ad_reorder_free(node->edge[k].back);
        }
        ad_pointwise_free(node->sum);
    }
    ad_free(net->graph->ctx, net->node);
    ad_free(net->graph->ctx, net->piece);
    ad_free(net->graph->ctx, net);
}
