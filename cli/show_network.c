/* A network as a training on some data would have it (show_network.h). */
#include "show_network.h"

#include <string.h>

#include "adrop/data.h"
#include "adrop/model.h"
#include "adrop/train.h"
#include "data_choice.h"
#include "network_show.h"
#include "out.h"

/* The network's options, for the data and as a training would have them. */
static adrop_status model_opts(adrop_ctx *ctx, const show_network_opts *s, const adrop_data *data,
                               adrop_train_opts *train, adrop_model_opts *o)
{
    adrop_data_info info;

    adrop_data_describe(data, &info);
    adrop_train_opts_init(train);
    memcpy(train->model, s->model, sizeof train->model);
    memcpy(train->dropout, s->dropout, sizeof train->dropout);
    train->batch = s->batch;
    const adrop_status status = adrop_train_resolve(ctx, data, train);
    adrop_model_opts_init(o);
    o->model = train->model;
    o->dropout = train->dropout;
    o->dropout_at = (adrop_dropout_at)(train->dropout_at - 1);
    o->channels = info.channels, o->height = info.height, o->width = info.width;
    o->outputs = info.classes + info.targets;
    o->loss = info.is_multi_label ? ADROP_LOSS_BINARY
              : info.classes      ? ADROP_LOSS_SOFTMAX
                                  : ADROP_LOSS_SQUARED;
    o->batch = train->batch;
    o->n_train = info.n_train;
    o->sparse = info.is_sparse;
    return status;
}

int show_network(const command_call *call, const show_network_opts *s)
{
    adrop_data_opts how;
    adrop_data *data = NULL;
    adrop_model *m = NULL;
    adrop_train_opts train;
    adrop_model_opts o;

    adrop_data_opts_init(&how);
    how.data = s->data;
    how.data_dir = data_choice_folder(s->data_dir);
    const int code = data_choice_check(call, how.data, how.data_dir);
    if (code)
        return code;
    adrop_status status = adrop_data_open(call->ctx, &how, &data);
    if (!status && !(status = model_opts(call->ctx, s, data, &train, &o)))
        status = adrop_model_create(call->ctx, &o, &m);
    const int printed = status ? command_fail(call, status) : network_print(call, m, o.batch);
    adrop_model_free(m);
    adrop_data_free(data);
    return printed;
}
