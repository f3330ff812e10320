/* The line an epoch leaves in metrics.jsonl (metrics.h). */
#include "train/metrics.h"

#include "base/json_text.h"

static void put(json_t *to, const char *key, double x)
{
    json_object_set_new(to, key, ad_json_real(x));
}

/* loss and accuracy, or error, of a part. */
static void put_part(json_t *to, const char *part, const adrop_data_info *info, double loss,
                     double acc, double rmse)
{
    char key[32];

    snprintf(key, sizeof key, "%s_loss", part);
    put(to, key, loss);
    snprintf(key, sizeof key, "%s_%s", part, info->classes ? "acc" : "rmse");
    put(to, key, info->classes ? acc : rmse);
}

static json_t *dropouts(const adrop_model *m)
{
    json_t *list = json_array();

    for (size_t i = 0; adrop_model_dropout_name(m, i); i++) {
        adrop_moments law;
        adrop_model_dropout_average(m, i, &law);
        json_t *one = json_object();
        json_object_set_new(one, "layer", json_string(adrop_model_dropout_name(m, i)));
        put(one, "rate", law.rate);
        put(one, "mu", law.mu);
        put(one, "sigma", law.sigma);
        json_array_append_new(list, one);
    }
    return list;
}

adrop_status ad_metrics_line(adrop_ctx *ctx, const adrop_epoch *e, const adrop_data_info *info,
                             const adrop_model *m, char **out)
{
    json_t *line = json_object();

    json_object_set_new(line, "event", json_string("epoch"));
    json_object_set_new(line, "epoch", json_integer((json_int_t)e->epoch));
    put_part(line, "train", info, e->train_loss, e->train_acc, e->train_rmse);
    put(line, "extra_loss", e->extra_loss);
    if (info->n_val)
        put_part(line, "val", info, e->val_loss, e->val_acc, e->val_rmse);
    if (info->n_test)
        put_part(line, "test", info, e->test_loss, e->test_acc, e->test_rmse);
    if (info->n_test && info->classes > 5)
        put(line, "test_top5", e->test_top5);
    put(line, "lr", e->lr);
    put(line, "seconds", e->seconds);
    put(line, "eval_seconds", e->eval_seconds);
    json_object_set_new(line, "dropout", dropouts(m));
    const adrop_status status = ad_json_text(ctx, line, JSON_COMPACT, out);
    json_decref(line);
    return status;
}
