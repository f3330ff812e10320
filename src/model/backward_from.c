/* Backward from a caller's own loss, and on to the network's inputs (adrop/model.h).
 *
 * The gradient of the inputs is planned when the model is made, and only if its options ask
 * for it: the input then counts as a layer that needs a gradient, and the layers that read
 * it write one (graph.c). */
#include <math.h>
#include <string.h>

#include "base/context.h"
#include "model/model.h"

static adrop_status backward_from_check(adrop_model *m, const adrop_batch *b, const float *dy,
                                        const float *dx)
{
    if (m->options.shards > 1)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "with %zu shards a training pass is adrop_model_gradients: make the model "
                       "with one shard for a loss of your own",
                       m->options.shards);
    const adrop_status status = ad_model_check_in_flight(m, b);
    if (status)
        return status;
    if (dx && !m->options.input_gradient)
        return ad_fail(m->ctx, ADROP_EINVAL,
                       "the gradient of the inputs was not planned: set input_gradient in the "
                       "model's options");
    if (!dy)
        return ad_fail(m->ctx, ADROP_EINVAL, "the gradient of the outputs is missing");
    for (size_t i = 0; i < b->rows * m->options.outputs; i++)
        if (!isfinite(dy[i]))
            return ad_fail(m->ctx, ADROP_ENUMERIC,
                           "the gradient of the outputs of row %zu is not finite",
                           i / m->options.outputs);
    return ADROP_OK;
}

/* Convert n floats to the engine's reals, or back. */
static void to_reals(const adrop_model *m, size_t n, const float *from, void *to)
{
    if (!m->engine->plain)
        memcpy(to, from, n * sizeof *from);
    for (size_t i = 0; m->engine->plain && i < n; i++)
        ((double *)to)[i] = (double)from[i];
}

static void to_floats(const adrop_model *m, size_t n, const void *from, float *to)
{
    if (!m->engine->plain)
        memcpy(to, from, n * sizeof *to);
    for (size_t i = 0; m->engine->plain && i < n; i++)
        to[i] = (float)((const double *)from)[i];
}

adrop_status adrop_model_backward_from(adrop_model *m, const adrop_batch *given, const float *dy,
                                       float *dx, double *extra)
{
    const adrop_model_opts *o = &m->options;
    adrop_batch b;
    adrop_status status = ad_model_check(m, given, &b);
    ad_saved_threads saved;

    if (extra)
        *extra = 0;
    if (status || (status = ad_model_check_learns(m)) ||
        (status = backward_from_check(m, &b, dy, dx)))
        return status;
    const ad_net_pass pass = ad_model_pass(m, &b, ADROP_PHASE_TRAIN, 0);
    ad_engine_enter(m->engine, &saved);
    to_reals(m, b.rows * o->outputs, dy, ad_net_gradient(m->last, &pass));
    status = ad_net_backward(m->last, &pass);
    if (!status) {
        const double more = ad_net_finish(m->last, &pass);
        if (extra)
            *extra = more;
        if (dx)
            to_floats(m, b.rows * o->channels * o->height * o->width,
                      ad_net_input_gradient(m->last, &pass), dx);
    }
    ad_engine_leave(&saved);
    m->in_flight.is_set = 0;
    return status;
}
