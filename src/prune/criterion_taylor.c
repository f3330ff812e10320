/* The change of the loss, to first order: the square of (gradient x value), summed over a
 * few batches of training rows.
 *
 *     weight w:  sum_b (g_w w)^2           node u:  sum_b (sum_{w reads u} g_w w)^2
 *
 * Over the weights that read a node, the sum of g w equals the sum over rows of its activation
 * times the loss's gradient with respect to it: the effect of setting the node to zero. Incoming
 * weights would not do: before a batch norm their sum is 0. */
#include "base/context.h"
#include "base/memory.h"
#include "prune/criterion.h"

enum { BATCHES = 16 };

/* Gradient times value of tensor w, in r->gradients. */
static adrop_status product(const ad_ranking *r, const ad_weight_tensor *w)
{
    adrop_status status = adrop_model_get(r->m, w->tensor, r->values);

    if (!status)
        status = adrop_model_get_gradient(r->m, w->tensor, r->gradients);
    for (size_t i = 0; i < w->param->n && !status; i++)
        r->gradients[i] *= r->values[i];
    return status;
}

/* Add one batch. */
static adrop_status add_nodes(const ad_ranking *r, double *sum, double *worth)
{
    adrop_status status = ADROP_OK;

    for (size_t u = 0; u < r->units->n; u++)
        sum[u] = 0;
    for (size_t w = 0; w < r->n_weights && !status; w++)
        if (!(status = product(r, &r->weight[w])))
            ad_units_add(r, &r->weight[w], 1, 1, r->gradients, sum);
    for (size_t u = 0; u < r->units->n; u++)
        worth[u] += sum[u] * sum[u];
    return status;
}

static adrop_status add_weights(const ad_ranking *r, double *sum, double *worth)
{
    adrop_status status = ADROP_OK;

    (void)sum;
    for (size_t w = 0; w < r->n_weights && !status; w++) {
        status = product(r, &r->weight[w]);
        for (size_t i = 0; i < r->weight[w].param->n && !status; i++)
            worth[r->weight[w].first + i] += (double)r->gradients[i] * (double)r->gradients[i];
    }
    return status;
}

static adrop_status open_batches(const ad_ranking *r, adrop_batches **out)
{
    const size_t most = r->m->options.batch;
    adrop_batches_opts o;

    *out = NULL;
    if (!r->opts.data)
        return ad_fail(r->ctx, ADROP_EINVAL,
                       "the criterion 'taylor' needs training rows: give `data`");
    adrop_batches_opts_init(&o);
    o.rows = r->opts.batch && r->opts.batch < most ? r->opts.batch : most;
    o.shuffle = 0;
    o.workers = 0;
    return adrop_batches_create(r->ctx, r->opts.data, &o, out);
}

static adrop_status gradients(const ad_ranking *r, uint32_t step, const adrop_data_batch *rows)
{
    adrop_losses losses;
    adrop_batch b;

    adrop_batch_train(&b, step, rows->n, rows->x, rows->labels);
    b.targets = rows->targets;
    b.row_numbers = rows->rows;
    b.sparse = rows->sparse;
    return adrop_model_gradients(r->m, &b, &losses);
}

static adrop_status sum(const ad_ranking *r, size_t n,
                        adrop_status (*add)(const ad_ranking *r, double *sum, double *worth),
                        double *worth)
{
    adrop_batches *batches = NULL;
    adrop_data_batch rows;
    double *of_batch = NULL;
    adrop_status status = AD_NEW(r->ctx, r->units->n, "the sums", &of_batch);

    for (size_t i = 0; i < n; i++)
        worth[i] = 0;
    if (!status)
        status = open_batches(r, &batches);
    if (!status)
        status = adrop_batches_begin(batches, 0, 0);
    for (uint32_t k = 0; k < BATCHES && !status; k++) {
        if ((status = adrop_batches_next(batches, &rows)) || !rows.n)
            break;
        if (!(status = gradients(r, k, &rows)))
            status = add(r, of_batch, worth);
    }
    adrop_batches_free(batches);
    ad_free(r->ctx, of_batch);
    return status;
}

static adrop_status criterion_taylor_nodes(const ad_ranking *r, double *worth)
{
    return sum(r, r->units->n, add_nodes, worth);
}

static adrop_status criterion_taylor_weights(const ad_ranking *r, double *worth)
{
    return sum(r, r->n_values, add_weights, worth);
}

const ad_criterion ad_criterion_taylor = {
    .name = "taylor",
    .summary = "the smallest change of the loss, to first order",
    .reference = "Molchanov et al., CVPR 2019",
    .technique = { "none", "none" },
    .nodes = criterion_taylor_nodes,
    .weights = criterion_taylor_weights,
};
