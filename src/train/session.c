/* A run at work: opened and closed (session.h). */
#include "train/session.h"

static adrop_status open_batches(ad_session *s)
{
    adrop_batches_opts o = adrop_batches_opts_default();
    adrop_status status;

    o.rows = s->train.batch;
    o.seed = s->train.seed;
    o.shuffle = 1;
    o.augment = ad_train_augment(&s->train);
    o.workers = s->train.workers;
    status = adrop_batches_create(s->data, &o, &s->steps);
    o.shuffle = 0;
    o.augment = 0;
    for (int p = 0; p < AD_PARTS && !status; p++) {
        size_t n;
        adrop_data_rows(s->data, (adrop_part)p, &n);
        o.part = (adrop_part)p;
        if (n)
            status = adrop_batches_create(s->data, &o, &s->parts[p]);
    }
    return status;
}

static adrop_status open_model(ad_session *s)
{
    const adrop_model_options o = ad_train_model_options(&s->info, &s->train);
    char text[2 * ADROP_TEXT_SIZE];
    adrop_status status = adrop_model_create(s->ctx, &o, &s->model);

    if (!status)
        status = adrop_model_optimizer(s->model, ad_train_optimizer(&s->train, text));
    s->width = o.outputs;
    return status;
}

/* The run directory: a new record, or the old one and its checkpoint. */
static adrop_status open_folder(ad_session *s, const adrop_data_opts *data,
                                adrop_train_result *result)
{
    int existed, found = 0;
    adrop_status status;

    if (!*s->train.out)
        return ADROP_OK;
    status = ad_folder_open(s->ctx, s->train.out, s->train.resume, &s->folder, &existed);
    s->has_folder = 1;
    if (status)
        return status;
    if (existed && (status = ad_folder_compare(&s->folder, data, &s->train, s->data)))
        return status;
    if (existed)
        status = ad_checkpoint_read(&s->folder, s->model, &s->at, &found);
    else
        status = ad_folder_describe(&s->folder, data, &s->train, s->data, s->model);
    result->resumed = found;
    return status ? status : ad_folder_write(&s->folder, "running");
}

adrop_status ad_session_open(ad_session *s, const adrop_data_opts *data, adrop_train_result *result)
{
    adrop_status status = adrop_data_open(s->ctx, data, &s->data);

    if (status)
        return status;
    s->info = adrop_data_describe(s->data);
    result->task = s->info.task;
    ad_train_resolve(&s->info, &s->train);
    if ((status = ad_train_check(s->ctx, &s->info, &s->train)) || (status = open_model(s)) ||
        (status = open_batches(s)))
        return status;
    s->schedule = ad_train_schedule(&s->train, adrop_batches_count(s->steps));
    return open_folder(s, data, result);
}

void ad_session_close(ad_session *s)
{
    adrop_batches_free(s->steps);
    for (int p = 0; p < AD_PARTS; p++)
        adrop_batches_free(s->parts[p]);
    adrop_model_free(s->model);
    adrop_data_free(s->data);
    if (s->has_folder)
        ad_folder_close(&s->folder);
}
