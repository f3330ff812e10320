/* A run at work: opened and closed (session.h). */
#include "train/session.h"

#include "rows/batches.h"

static adrop_status open_batches(ad_session *s)
{
    adrop_batches_opts o;
    adrop_status status;

    adrop_batches_opts_init(&o);
    o.rows = s->train.batch;
    o.seed = s->train.seed;
    o.shuffle = 1;
    o.augment = ad_train_augment(&s->train);
    o.workers = s->train.workers;
    status = adrop_batches_create(s->ctx, s->data, &o, &s->steps);
    o.shuffle = 0;
    o.augment = 0;
    for (int p = 0; p < AD_PARTS && !status; p++) {
        size_t n;
        adrop_data_rows(s->data, (adrop_part)p, &n);
        o.part = (adrop_part)p;
        if (n)
            status = adrop_batches_create(s->ctx, s->data, &o, &s->parts[p]);
    }
    return status;
}

/* Bytes of the batches that open_batches makes, with those that are prepared ahead. */
static size_t batch_bytes(const ad_session *s)
{
    const struct {
        size_t rows;
        unsigned augment;
    } sets[] = { { s->info.n_train, ad_train_augment(&s->train) },
                 { s->info.n_train, 0 },
                 { s->info.n_val, 0 },
                 { s->info.n_test, 0 } };
    const size_t units = s->info.channels * s->info.height * s->info.width;
    size_t rows = 0;

    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const int ahead = ad_batches_workers(s->data, sets[i].augment, s->train.workers) > 0;
        adrop_batches_opts usual;
        adrop_batches_opts_init(&usual);
        const size_t slots = ahead ? usual.ahead + 1 : 1;
        rows += slots * (sets[i].rows < s->train.batch ? sets[i].rows : s->train.batch);
    }
    return rows * (units + 1) * sizeof(float);
}

/* What training needs besides the model. A checkpoint is put together in memory, and then
 * once more as a file. */
static adrop_status find_room(ad_session *s, const char *optimizer, ad_room *room)
{
    ad_optimizer *sample; /* of no parameters: how many states has it? */
    const adrop_status status = ad_optimizer_create(s->ctx, optimizer, 0, 0, NULL, 0, 1, &sample);

    if (status)
        return status;
    *room = (ad_room){ .copies = sample->n_state + (*s->train.out ? 2 * (1 + sample->n_state) : 0),
                       .bytes = batch_bytes(s),
                       .held = ad_data_memory(s->data) };
    ad_optimizer_free(sample);
    return ADROP_OK;
}

static adrop_status open_model(ad_session *s)
{
    const adrop_model_opts o = ad_train_model_options(&s->info, &s->train);
    char text[2 * ADROP_TEXT_SIZE];
    ad_room room;
    adrop_status status = find_room(s, ad_train_optimizer(&s->train, text), &room);

    if (!status)
        status = ad_model_open(s->ctx, &o, &room, &s->model);
    if (!status)
        status = adrop_model_optimizer(s->model, text);
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
    result->resumed = s->is_saved = found;
    return status ? status : ad_folder_write(&s->folder, "running");
}

adrop_status ad_session_open(ad_session *s, const adrop_data_opts *data, adrop_train_result *result)
{
    adrop_status status = adrop_data_open(s->ctx, data, &s->data);

    if (status)
        return status;
    adrop_data_describe(s->data, &s->info);
    result->task = s->info.task;
    ad_train_resolve(&s->info, &s->train);
    if ((status = ad_train_check(s->ctx, &s->info, &s->train)) || (status = open_model(s)) ||
        (status = open_batches(s)))
        return status;
    s->schedule = ad_train_schedule(&s->train, adrop_batches_count(s->steps));
    return open_folder(s, data, result);
}

double ad_session_factor(const ad_session *s, size_t batch)
{
    const double part = (double)batch / (double)s->schedule.steps_per_epoch;

    return ad_schedule_factor(&s->schedule, (double)s->at.epoch + part);
}

adrop_status ad_session_save(ad_session *s)
{
    if (!s->has_folder)
        return ADROP_OK;
    const adrop_status status = ad_checkpoint_write(&s->folder, s->model, &s->at);
    s->is_saved |= !status;
    return status;
}

adrop_status ad_session_measure(ad_session *s, adrop_part part, ad_score *score)
{
    *score = (ad_score){ 0 };
    return s->parts[part] ? ad_measure(s->model, &s->info, s->parts[part], score) : ADROP_OK;
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
