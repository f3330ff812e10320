/* prune.json: the settings that a later call must share, the data, and what the rounds came to.
 * There are no times in it and no paths but those within the folder: equal prunings are equal
 * files. Of a round that is done, what is known of its size is read again; of one that was begun,
 * the result before training. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "study/prune_impl.h"
#include "train/settings.h"

ad_record_place ad_prune_place(const adrop_pruning *p)
{
    return (ad_record_place){ p->ctx, p->how.out, "prune.json", "pruning" };
}

static json_t *settings_of(ad_json *b, const adrop_pruning *p)
{
    const adrop_option *study = adrop_prune_options();
    json_t *s = json_object();

    ad_json_put(b, s, "data", ad_json_string(p->data_name));
    ad_record_put_rows(b, s, study, &p->how, NULL);
    ad_record_put_rows(b, s, adrop_train_options(), &p->train, study);
    ad_record_put_rows(b, s, adrop_data_options(), &p->data, study);
    if (p->how.keep >= 1) /* then there may be more of them */
        json_object_del(s, "rounds");
    return s;
}

adrop_status ad_prune_head(const adrop_pruning *p, ad_record_head *head)
{
    ad_json b = { 0 };

    *head = (ad_record_head){ .threads = (size_t)adrop_ctx_threads(p->ctx),
                              .settings = settings_of(&b, p),
                              .identity = p->identity,
                              .before = p->before,
                              .allow_changed_data = p->train.allow_changed_data };
    return ad_json_end(&b, p->ctx, "settings", &head->settings);
}

/* -- Reading ------------------------------------------------------------------------------- */

static double number_in(const json_t *from, const char *key)
{
    const json_t *x = json_object_get(from, key);

    return json_is_number(x) && json_number_value(x) >= 0 ? json_number_value(x) : NAN;
}

void ad_prune_take_rounds(adrop_pruning *p, const json_t *rounds)
{
    const char *before = p->info.classes ? "test_acc_before" : "test_rmse_before";

    for (size_t i = 0; i < json_array_size(rounds) && i < p->n_rounds; i++) {
        const json_t *from = json_array_get(rounds, i);
        ad_prune_round *of = &p->rounds[i];
        size_t units;
        if (!ad_json_count(json_object_get(from, "units"), 1, SIZE_MAX / 2, &units) ||
            units != of->units)
            continue; /* the last one of a plan that was longer, or not one of ours */
        of->before = number_in(from, before);
        of->params = number_in(from, "params");
        of->macs = number_in(from, "macs");
        of->bytes = number_in(from, "bytes");
        of->is_counted = !isnan(of->params) && !isnan(of->macs) && !isnan(of->bytes);
    }
}

adrop_status ad_prune_check_folder(adrop_pruning *p)
{
    const ad_record_place place = ad_prune_place(p);
    json_t *record = NULL;
    ad_record_head head;
    adrop_status status = ad_prune_head(p, &head);

    if (!status)
        status = ad_record_check(&place, &head, &record);
    if (!status)
        ad_prune_take_rounds(p, json_object_get(record, "rounds"));
    p->before = head.before;
    json_decref(head.settings);
    json_decref(record);
    return status;
}

/* -- Writing ------------------------------------------------------------------------------- */

static json_t *round_of(ad_json *b, const adrop_pruning *p, size_t i)
{
    const adrop_prune_round r = ad_prune_shown(p, i);
    const int classes = p->info.classes != 0;
    json_t *d = json_pack("{s:I, s:b, s:I}", "round", (json_int_t)i, "done", r.is_done, "units",
                          (json_int_t)r.units);

    ad_json_put(b, d, "kept", ad_json_real(r.kept));
    ad_json_put(b, d, "params", ad_json_real(r.params));
    ad_json_put(b, d, "macs", ad_json_real(r.macs));
    ad_json_put(b, d, "bytes", ad_json_real(r.bytes));
    ad_json_put(b, d, classes ? "test_acc_before" : "test_rmse_before",
                ad_json_real(r.test_before));
    ad_json_put(b, d, classes ? "test_acc" : "test_rmse", ad_json_real(r.test));
    ad_json_put(b, d, "run", ad_json_string(r.run));
    return d;
}

static adrop_status make(const adrop_pruning *p, json_t **record)
{
    const ad_record_place place = ad_prune_place(p);
    ad_record_head head;
    ad_json b = { 0 };
    const adrop_status status = ad_prune_head(p, &head);

    if (status)
        return status;
    *record = ad_record_begin(&b, &place, &head);
    json_decref(head.settings);
    json_t *rounds = json_array();
    for (size_t i = 0; i < p->n_rounds; i++)
        ad_json_append(&b, rounds, round_of(&b, p, i));
    ad_json_put(&b, *record, "rounds", rounds);
    return ad_json_end(&b, p->ctx, "prune.json", record);
}

adrop_status ad_prune_write(adrop_pruning *p)
{
    const ad_record_place place = ad_prune_place(p);
    json_t *record = NULL;
    adrop_status status = make(p, &record);

    if (!status)
        status = ad_record_write(&place, record);
    json_decref(record);
    return status;
}
