/* The end of an epoch: what it came to, told and kept (epoch.h). */
#include "train/epoch.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "train/metrics.h"

/* Is a better than b? b may be NaN: anything is. */
static int is_better(const ad_session *r, double a, double b)
{
    return isnan(b) ? !isnan(a) : r->info.classes ? a > b : a < b;
}

double ad_epoch_result(const ad_session *r, const ad_score *s)
{
    return r->info.classes ? ad_score_acc(s, &r->info) : ad_score_rmse(s, &r->info);
}

/* The epoch's line, into metrics.jsonl and to the caller. */
static adrop_status report(ad_session *r, adrop_epoch *e)
{
    char path[AD_PATH_SIZE], *line;
    adrop_status status = ad_metrics_line(r->ctx, e, &r->info, r->model, &line);

    if (!status && r->has_folder) {
        const size_t n = strlen(line);
        line[n] = '\n'; /* in place of the zero, for the moment of writing */
        status = ad_file_append(r->ctx, ad_folder_file(&r->folder, "metrics.jsonl", path),
                                r->at.metrics_bytes, line, n + 1);
        line[n] = 0;
        if (!status)
            r->at.metrics_bytes += n + 1;
    }
    e->json = line;
    if (!status && r->hooks.epoch)
        r->hooks.epoch(r->hooks.user, e);
    ad_free(r->ctx, line);
    return status;
}

adrop_status ad_epoch_end(ad_session *r)
{
    const double start = ad_clock();
    const ad_score *t = &r->at.score;
    ad_score val, test;
    adrop_status status = ad_session_measure(r, ADROP_PART_VAL, &val);

    if (!status)
        status = ad_session_measure(r, ADROP_PART_TEST, &test);
    if (status)
        return status;
    adrop_epoch e = { .epoch = r->at.epoch + 1,
                      .train_loss = ad_score_loss(t),
                      .extra_loss = t->n ? r->at.extra / (double)t->n : NAN,
                      .train_acc = ad_score_acc(t, &r->info),
                      .train_rmse = ad_score_rmse(t, &r->info),
                      .val_loss = ad_score_loss(&val),
                      .val_acc = ad_score_acc(&val, &r->info),
                      .val_rmse = ad_score_rmse(&val, &r->info),
                      .test_loss = ad_score_loss(&test),
                      .test_acc = ad_score_acc(&test, &r->info),
                      .test_top5 = ad_score_top5(&test, &r->info),
                      .test_rmse = ad_score_rmse(&test, &r->info),
                      .lr = r->train.lr *
                            ad_session_factor(r, r->at.batch - 1), /* of the last step */
                      .seconds = r->at.epoch_seconds,
                      .eval_seconds = ad_clock() - start };
    r->at.last = ad_epoch_result(r, &test);
    if (is_better(r, r->at.last, r->at.best))
        r->at.best = r->at.last;
    r->at.since_best++;
    if (is_better(r, ad_epoch_result(r, &val), r->at.best_val)) {
        r->at.best_val = ad_epoch_result(r, &val);
        r->at.since_best = 0;
    }
    status = report(r, &e);
    r->at.epoch++;
    r->at.batch = 0;
    r->at.score = (ad_score){ 0 };
    r->at.extra = r->at.epoch_seconds = 0;
    return status ? status : ad_session_save(r);
}
