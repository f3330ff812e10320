/* The line that an epoch adds to metrics.jsonl (metrics.h): its results, and for each dropout
 * layer the rate, the noise level and, if it has them, mu and sigma, or the whole density. */
#include "train/metrics.h"

#include <math.h>

#include "base/json_text.h"

static void metrics_put(ad_json *b, json_t *to, const char *key, double x)
{
    ad_json_put(b, to, key, ad_json_real(x));
}

/* Write loss and accuracy, or error, of a part. */
static void put_part(ad_json *b, json_t *to, const char *part, const adrop_data_info *info,
                     double loss, double acc, double rmse)
{
    char key[32];

    snprintf(key, sizeof key, "%s_loss", part);
    metrics_put(b, to, key, loss);
    snprintf(key, sizeof key, "%s_%s", part, info->classes ? "acc" : "rmse");
    metrics_put(b, to, key, info->classes ? acc : rmse);
}

/* Write the mask density of a technique that learns it, to four decimals: enough to draw it. */
static void put_density(ad_json *b, json_t *to, const adrop_model *m, size_t i)
{
    enum { BINS = 60 };
    double density[BINS];

    if (!adrop_model_dropout_density(m, i, BINS, density))
        return;
    json_t *list = json_array();
    for (size_t k = 0; k < BINS; k++)
        ad_json_append(b, list, ad_json_real(round(density[k] * 1e4) / 1e4));
    ad_json_put(b, to, "density", list);
}

static json_t *dropouts(ad_json *b, const adrop_model *m)
{
    json_t *list = json_array();

    for (size_t i = 0; adrop_model_dropout_name(m, i); i++) {
        adrop_moments distribution;
        adrop_model_dropout_average(m, i, &distribution);
        json_t *one = json_object();
        ad_json_put(b, one, "layer", json_string(adrop_model_dropout_name(m, i)));
        metrics_put(b, one, "rate", distribution.rate);
        metrics_put(b, one, "mu", distribution.mu);
        metrics_put(b, one, "sigma", distribution.sigma);
        metrics_put(b, one, "level", distribution.level);
        put_density(b, one, m, i);
        ad_json_append(b, list, one);
    }
    return list;
}

adrop_status ad_metrics_line(adrop_ctx *ctx, const adrop_epoch *e, const adrop_data_info *info,
                             const adrop_model *m, int scheduled, char **out)
{
    json_t *line = json_object();
    ad_json b = { 0 };

    ad_json_put(&b, line, "event", json_string("epoch"));
    ad_json_put(&b, line, "epoch", json_integer((json_int_t)e->epoch));
    put_part(&b, line, "train", info, e->train_loss, e->train_acc, e->train_rmse);
    metrics_put(&b, line, "extra_loss", e->extra_loss);
    if (info->n_val)
        put_part(&b, line, "val", info, e->val_loss, e->val_acc, e->val_rmse);
    if (info->n_test)
        put_part(&b, line, "test", info, e->test_loss, e->test_acc, e->test_rmse);
    if (info->n_test && info->classes > 5 && !info->is_multi_label)
        metrics_put(&b, line, "test_top5", e->test_top5);
    if (info->is_multi_label && info->n_val) {
        metrics_put(&b, line, "val_micro_f1", e->val_micro_f1);
        metrics_put(&b, line, "val_macro_f1", e->val_macro_f1);
    }
    if (info->is_multi_label && info->n_test) {
        metrics_put(&b, line, "test_micro_f1", e->test_micro_f1);
        metrics_put(&b, line, "test_macro_f1", e->test_macro_f1);
    }
    metrics_put(&b, line, "lr", e->lr);
    if (scheduled)
        metrics_put(&b, line, "dropout_strength", e->dropout_strength);
    metrics_put(&b, line, "seconds", e->seconds);
    metrics_put(&b, line, "eval_seconds", e->eval_seconds);
    ad_json_put(&b, line, "dropout", dropouts(&b, m));
    *out = NULL;
    adrop_status status = ad_json_end(&b, ctx, "metrics.jsonl", &line);
    if (!status)
        status = ad_json_text(ctx, line, JSON_COMPACT, out);
    json_decref(line);
    return status;
}
