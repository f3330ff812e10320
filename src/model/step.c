/* Passes over a batch (adrop/model.h): forward in any phase, loss, backward. The training pass by
 * shards is in shards.c. */
#include <string.h>

#include "base/context.h"
#include "base/option_check.h"
#include "base/struct.h"
#include "base/thread_rule.h"
#include "base/tree.h"
#include "model/model.h"

void adrop_batch_train_sized(adrop_batch *b, size_t size, uint32_t step, size_t rows,
                             const float *x, const int32_t *labels)
{
    const adrop_batch mine = { .rows = rows, .x = x, .labels = labels, .step = step };

    ad_struct_init(b, size, &mine, sizeof mine);
}

void adrop_batch_input_sized(adrop_batch *b, size_t size, uint32_t pass, size_t rows,
                             const float *x)
{
    const adrop_batch mine = { .rows = rows, .x = x, .step = pass };

    ad_struct_init(b, size, &mine, sizeof mine);
}

adrop_status ad_model_check(adrop_model *m, const adrop_batch *given, adrop_batch *b)
{
    *b = (adrop_batch){ 0 };
    const adrop_status status = AD_STRUCT_READ(m->ctx, adrop_batch, b, given);

    if (status)
        return status;
    if (!b->x && !b->sparse)
        return ad_fail(m->ctx, ADROP_EINVAL, "a batch needs its inputs");
    if (b->sparse && !m->options.sparse)
        return ad_fail(m->ctx, ADROP_EINVAL, "sparse rows need a model whose options say `sparse`");
    if (!b->rows || b->rows > m->options.batch)
        return ad_fail(m->ctx, ADROP_ESHAPE, "a batch of %zu rows: the model was made for 1 to %zu",
                       b->rows, m->options.batch);
    return b->sparse ? ad_model_check_sparse(m, b) : ADROP_OK;
}

ad_net_pass ad_model_pass(const adrop_model *m, const adrop_batch *b, adrop_phase phase,
                          size_t first)
{
    const adrop_model_opts *o = &m->options;

    return (ad_net_pass){ .where = { .phase = phase,
                                     .seed = o->seed,
                                     .step = b->step,
                                     .first_row = (uint32_t)first,
                                     .row_numbers = b->row_numbers ? b->row_numbers + first : NULL,
                                     .batch_rows = b->rows,
                                     .is_response = m->on_other_rows },
                          .arena = m->arena,
                          .x = b->x ? b->x + first * o->channels * o->height * o->width : NULL,
                          .sparse = b->sparse
                                        ? (adrop_sparse){ b->sparse->start + first,
                                                          b->sparse->column, b->sparse->value }
                                        : (adrop_sparse){ 0 },
                          .blocks = { m->params, m->grads, m->buffers },
                          .stats = m->stats + AD_STATS_FIRST,
                          .seconds = m->seconds };
}

void ad_model_keep_outputs(adrop_model *m, const ad_net_plan *net, const ad_net_pass *pass,
                           size_t first)
{
    const size_t n = net->rows * m->options.outputs;
    const void *y = ad_net_output(net, pass);
    float *to = m->outputs + first * m->options.outputs;

    if (!m->engine->plain)
        memcpy(to, y, n * sizeof *to);
    for (size_t i = 0; m->engine->plain && i < n; i++)
        to[i] = (float)((const double *)y)[i];
}

void ad_model_enter(const adrop_model *m, size_t rows, ad_saved_threads *saved)
{
    const int all = m->engine->threads;
    int planned = m->engine->map == AD_DATA_BF16; /* by oneDNN, for all threads */
    double macs = 0;

    for (size_t i = 0; i < m->graph->n; i++) {
        macs += m->graph->layer[i]->macs;
        planned |= m->graph->layer[i]->type == &ad_layer_conv;
    }
    ad_engine_enter_with(m->engine, planned ? all : ad_threads_worth(all, 2 * macs * (double)rows),
                         saved);
}

static adrop_status step_forward(adrop_model *m, const adrop_batch *b, adrop_phase phase)
{
    adrop_status status = ADROP_OK;
    size_t first = 0;

    while (first < b->rows && !status) { /* in parts that fit the arena */
        const size_t left = b->rows - first;
        const ad_net_pass pass = ad_model_pass(m, b, phase, first);
        ad_net_plan *net;
        status = ad_model_net(m, left < m->shard_rows ? left : m->shard_rows, &net);
        if (status)
            break;
        ad_net_pass now = pass;
        now.arena = m->arena; /* planning may have moved it */
        status = ad_net_forward(net, &now);
        if (!status)
            ad_model_keep_outputs(m, net, &now, first);
        first += net->rows;
        m->last = net;
    }
    return status;
}

adrop_status adrop_model_forward(adrop_model *m, adrop_phase phase, const adrop_batch *given)
{
    adrop_batch b;
    adrop_status status = ad_model_check(m, given, &b);
    ad_saved_threads saved;

    m->in_flight.is_set = 0;
    m->output_rows = 0;
    if (!status && phase != ADROP_PHASE_TRAIN && phase != ADROP_PHASE_SAMPLE &&
        phase != ADROP_PHASE_MEAN)
        status = ad_fail(m->ctx, ADROP_EINVAL, "%d is no phase: give train, sample or mean",
                         (int)phase);
    if (!status && phase == ADROP_PHASE_TRAIN)
        status = ad_model_check_training(m, &b);
    if (status)
        return status;
    if (phase == ADROP_PHASE_TRAIN && m->options.shards > 1)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "with %zu shards a training pass is adrop_model_gradients",
                       m->options.shards);
    if (phase == ADROP_PHASE_TRAIN)
        ad_engine_enter(m->engine, &saved);
    else
        ad_model_enter(m, b.rows < m->shard_rows ? b.rows : m->shard_rows, &saved);
    status = step_forward(m, &b, phase);
    ad_engine_leave(&saved);
    if (!status)
        m->output_rows = b.rows;
    if (!status && phase == ADROP_PHASE_TRAIN)
        m->in_flight = ad_model_mark(m, &b);
    return status;
}

const float *adrop_model_outputs(const adrop_model *m)
{
    return m->output_rows ? m->outputs : NULL;
}

/* Rough cost per output and row, with exponentials in double; sums do not depend on threads. */
#define LOSS_FLOPS 400.0

/* The loss of rows from `first` on; it reads y and writes its gradient to dy. */
static ad_loss_call loss_call(const adrop_model *m, const adrop_batch *b, size_t first, size_t rows,
                              const void *y, int is_double, void *dy)
{
    return (ad_loss_call){ .rows = rows,
                           .outputs = m->options.outputs,
                           .is_double = is_double,
                           .y = y,
                           .labels = b->labels ? b->labels + first : NULL,
                           .targets = b->targets ? b->targets + first * m->options.outputs : NULL,
                           .weights = b->weights ? b->weights + first : NULL,
                           .batch_rows = b->rows,
                           .dy = dy,
                           .threads = ad_threads_worth(m->engine->threads,
                                                       LOSS_FLOPS * (double)rows *
                                                           (double)m->options.outputs),
                           .r_drop = b->r_drop };
}

adrop_status adrop_model_loss(adrop_model *m, const adrop_batch *given, double *loss)
{
    adrop_batch b;
    adrop_status status = ad_model_check(m, given, &b);
    const ad_loss_call c = loss_call(m, &b, 0, b.rows, m->outputs, 0, NULL);

    if (!status && b.rows != m->output_rows)
        status = ad_fail(m->ctx, ADROP_EINVAL,
                         "the loss of %zu rows: the last forward left outputs of %zu", b.rows,
                         m->output_rows);
    if (!status)
        status = ad_check_array(m->ctx, "loss", 1, loss);
    if (!status)
        status = ad_loss_check(m->ctx, m->loss, &c, 0);
    if (!status)
        *loss = ad_loss_run(m->loss, &c);
    return status;
}

void ad_model_lose(const adrop_model *m, const adrop_batch *b, const ad_net_plan *net,
                   const ad_net_pass *pass, size_t first, adrop_losses *loss)
{
    const ad_loss_call c = loss_call(m, b, first, net->rows, ad_net_output(net, pass),
                                     m->engine->plain, ad_net_gradient(net, pass));

    loss->data += ad_loss_run(m->loss, &c);
    if (c.r_drop > 0)
        loss->extra += ad_loss_r_drop(&c);
}

adrop_status ad_model_go_back(adrop_model *m, const adrop_batch *b, ad_net_plan *net,
                              const ad_net_pass *pass, size_t first, adrop_losses *loss)
{
    ad_model_lose(m, b, net, pass, first, loss);
    return ad_net_backward(net, pass);
}

adrop_status ad_model_check_answers(adrop_model *m, const adrop_batch *given, adrop_batch *b)
{
    adrop_status status = ad_model_check(m, given, b);
    const ad_loss_call all = loss_call(m, b, 0, b->rows, NULL, 0, NULL);

    if (!status)
        status = ad_model_check_training(m, b);
    if (!status)
        status = ad_model_check_pairs(m, b);
    return status ? status : ad_loss_check(m->ctx, m->loss, &all, 0);
}

static adrop_status step_backward(adrop_model *m, const adrop_batch *b, adrop_losses *losses)
{
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    ad_saved_threads saved;
    adrop_status status;

    if ((status = ad_model_check_in_flight(m, b)))
        return status;
    ad_engine_enter(m->engine, &saved);
    status = ad_model_go_back(m, b, m->last, &pass, 0, losses);
    if (!status)
        losses->extra += ad_net_finish(m->last, &pass);
    ad_engine_leave(&saved);
    m->in_flight.is_set = 0;
    return status;
}

adrop_status adrop_model_backward_sized(adrop_model *m, const adrop_batch *given,
                                        adrop_losses *losses, size_t size)
{
    adrop_losses mine = { 0 };
    adrop_batch b;
    adrop_status status = ad_model_check_answers(m, given, &b);

    if (!status)
        status = step_backward(m, &b, &mine);
    if (!status)
        status = ad_model_check_loss(m, &mine);
    ad_struct_write(losses, size, &mine, sizeof mine);
    return status;
}

const ad_layer *ad_model_first_bad(adrop_model *m, const adrop_batch *b)
{
    const size_t rows = ad_shard_start(b->rows, m->options.shards, 1);
    const ad_layer *found = NULL;
    ad_saved_threads saved;
    ad_net_plan *net;

    if (ad_model_net(m, rows ? rows : 1, &net))
        return NULL;
    ad_engine_enter(m->engine, &saved);
    const ad_net_pass pass = ad_model_pass(m, b, ADROP_PHASE_TRAIN, 0);
    const size_t i = ad_net_find_bad(net, &pass);
    if (i < m->graph->n)
        found = m->graph->layer[i];
    ad_engine_leave(&saved);
    return found;
}
