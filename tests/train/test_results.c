/* What a run reports: figures of interrupted and resumed runs, numbers in metrics.jsonl, averages
 * over units, and messages of runs that cannot start or continue. */
#include <fcntl.h>
#include <jansson.h>
#include <sys/file.h>

#include "adrop/record.h"
#include "fixture.h"

typedef struct {
    int stop_after, steps; /* steps; -1: never */
    adrop_epoch last;
} watch;

static int stop(void *user)
{
    watch *w = user;

    return ++w->steps == w->stop_after;
}

static void epoch(void *user, const adrop_epoch *e)
{
    watch *w = user;

    w->last = *e;
}

/* Digits by hundreds: 15 steps an epoch. */
static adrop_status run(const adrop_train_opts *t, watch *w, adrop_train_result *r)
{
    const adrop_data_opts d = bed_data("digits", ADROP_TASK_AUTO);
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = w, .epoch = epoch, .stop = stop
    };

    return adrop_train(ctx, &d, t, &hooks, r);
}

static adrop_train_opts options(const char *name, size_t epochs)
{
    adrop_train_opts t = bed_train(name, epochs);

    t.batch = 100;
    return t;
}

/* A record keeps settings as texts; their numbers are read the same in every locale. */
static void numbers_of_a_record(void)
{
    adrop_train_opts t = options("numbers", 1);
    adrop_train_result result;
    adrop_record *r = NULL;
    watch w = { .stop_after = -1 };

    t.lr = 0.0625;
    CHECK_EQ(run(&t, &w, &result), ADROP_OK);
    CHECK_EQ(adrop_record_open(ctx, bed_path("numbers"), &r), ADROP_OK);
    CHECK(r && adrop_record_number(r, "settings.lr") == 0.0625);
    CHECK(r && adrop_record_number(r, "settings.epochs") == 1);
    CHECK(r && isnan(adrop_record_number(r, "settings.dropout")));
    adrop_record_free(r);
}

static void interrupted_and_resumed(void)
{
    adrop_train_opts t = options("whole", 4);
    adrop_train_result whole, part;
    watch w = { .stop_after = -1 };

    CHECK_EQ(run(&t, &w, &whole), ADROP_OK);
    CHECK(whole.test_acc > 0 && whole.best_test_acc >= whole.test_acc);

    t = options("early", 4);
    w = (watch){ .stop_after = 5 };
    CHECK_EQ(run(&t, &w, &part), ADROP_EINTR);
    CHECK(part.interrupted && isnan(part.test_acc) && isnan(part.best_test_acc));

    t = options("part", 4);
    w = (watch){ .stop_after = 40 }; /* in the third epoch */
    CHECK_EQ(run(&t, &w, &part), ADROP_EINTR);
    CHECK(part.interrupted);
    CHECK_EQ(part.epochs, 2);
    CHECK(part.test_acc == w.last.test_acc && part.best_test_acc >= part.test_acc);
    t.resume = 1;
    w = (watch){ .stop_after = 2 }; /* and at once again: nothing is measured in between */
    adrop_train_result again;
    CHECK_EQ(run(&t, &w, &again), ADROP_EINTR);
    CHECK(again.interrupted && again.test_acc == part.test_acc);
    CHECK(again.best_test_acc == part.best_test_acc);
    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run(&t, &w, &part), ADROP_OK);
    CHECK_EQ(part.epochs, whole.epochs);
    CHECK(part.test_acc == whole.test_acc && part.best_test_acc == whole.best_test_acc);
    CHECK(part.train_acc_mean == whole.train_acc_mean);
    CHECK(isnan(part.test_rmse) && isnan(part.best_test_rmse));
}

/* Killed between the last step of an epoch and its end: the checkpoint of the last step is
 * the newest that verifies. The epoch's line must be that of a run without a break. */
static void resumed_at_the_end_of_an_epoch(void)
{
    adrop_train_opts t = options("edge", 4);
    adrop_train_result r;
    watch w = { .stop_after = 15 };

    t.save_steps = 15;
    CHECK_EQ(run(&t, &w, &r), ADROP_EINTR);
    CHECK_EQ(truncate(bed_path("edge/checkpoint.safetensors"), 100), 0);
    t.resume = 1;
    w = (watch){ .stop_after = 1 };
    CHECK_EQ(run(&t, &w, &r), ADROP_EINTR);
    CHECK_EQ(w.last.epoch, 1);
    char *a = bed_read("whole/metrics.jsonl"), *b = bed_read("edge/metrics.jsonl");
    json_t *x = json_loads(a, JSON_DISABLE_EOF_CHECK, NULL);
    json_t *y = json_loads(b, JSON_DISABLE_EOF_CHECK, NULL);
    static const char *const keys[] = { "epoch", "train_loss", "train_acc", "test_acc", "lr" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        CHECK_WHERE("%s", keys[i]);
        CHECK(json_is_number(json_object_get(x, keys[i])));
        CHECK(json_equal(json_object_get(x, keys[i]), json_object_get(y, keys[i])));
    }
    CHECK_WHERE("%s", "");
    CHECK_HAS(a, "\"lr\":0.05,"); /* the shortest text that is this number */
    json_decref(x), json_decref(y);
    free(a), free(b);
}

/* Each unit has a mu and a sigma of its own: the line has their means. */
static void average_over_units(void)
{
    adrop_train_opts t = options("nodes", 2);
    adrop_train_result r;
    adrop_run *opened;
    watch w = { .stop_after = -1 };

    t.dropout = "advanced-noprior:unit=node";
    t.dropout_lr = 0.5;
    CHECK_EQ(run(&t, &w, &r), ADROP_OK);
    CHECK_EQ(adrop_run_open(ctx, bed_path("nodes"), NULL, NULL, &opened), ADROP_OK);
    const adrop_model *m = adrop_run_model(opened);
    double mu = 0, sigma = 0, rate = 0, level = 0;
    for (size_t unit = 0; unit < 64; unit++) {
        adrop_moments distribution;
        adrop_model_dropout_moments(m, 0, unit, &distribution);
        mu += distribution.mu / 64, sigma += distribution.sigma / 64,
            rate += distribution.rate / 64;
        level += distribution.variance / (distribution.mean * distribution.mean) / 64;
    }
    char *text = bed_read("nodes/metrics.jsonl");
    json_t *line = json_loads(strchr(text, '\n') + 1, JSON_DISABLE_EOF_CHECK, NULL);
    const json_t *first = json_array_get(json_object_get(line, "dropout"), 0);
    adrop_moments zero;
    adrop_model_dropout_moments(m, 0, 0, &zero);
    const double got_mu = json_number_value(json_object_get(first, "mu"));
    const double got_sigma = json_number_value(json_object_get(first, "sigma"));
    CHECK_NEAR(got_mu, mu, 1e-12);
    CHECK_NEAR(got_sigma, sigma, 1e-12);
    CHECK_NEAR(json_number_value(json_object_get(first, "rate")), rate, 1e-12);
    CHECK_NEAR(json_number_value(json_object_get(first, "level")), level, 1e-12);
    CHECK_EQ(json_object_size(first), 5);
    CHECK(fabs(zero.mu - mu) > 1e-6); /* unit 0 alone would have been noticed */
    json_decref(line);
    free(text);
    adrop_run_free(opened);
}

/* The line of a technique that learns the shape of its masks has their density, that of the model
 * to four places. */
static void learned_density(void)
{
    adrop_train_opts t = options("shapes", 2);
    adrop_train_result r;
    adrop_run *opened;
    double density[60], mass = 0, moved = 0;
    watch w = { .stop_after = -1 };

    t.dropout = "advanced-cross:map=spline";
    t.dropout_every = 2;
    CHECK_EQ(run(&t, &w, &r), ADROP_OK);
    CHECK_EQ(adrop_run_open(ctx, bed_path("shapes"), NULL, NULL, &opened), ADROP_OK);
    const adrop_model *m = adrop_run_model(opened);
    char *text = bed_read("shapes/metrics.jsonl");
    json_t *line = json_loads(strchr(text, '\n') + 1, JSON_DISABLE_EOF_CHECK, NULL);
    const json_t *list = json_object_get(json_array_get(json_object_get(line, "dropout"), 0),
                                         "density");
    CHECK_EQ(json_array_size(list), 60);
    CHECK(adrop_model_dropout_density(m, 0, 60, density));
    for (size_t k = 0; k < 60; k++) {
        CHECK_NEAR(json_number_value(json_array_get(list, k)), density[k], 5.1e-5);
        mass += density[k] / 60;
        moved += fabs(density[k] - density[59 - k]);
    }
    CHECK_NEAR(mass, 1, 1e-9);
    CHECK(moved > 0.01); /* a sigmoid would be symmetric */
    CHECK(!adrop_model_dropout_density(m, 99, 60, density));
    json_decref(line);
    free(text);
    adrop_run_free(opened);
}

static void diverged(void)
{
    adrop_train_opts t = options("diverged", 4);
    adrop_train_result r;
    watch w = { .stop_after = -1 };

    t.lr = 1e3;
    CHECK_EQ(run(&t, &w, &r), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "there was no checkpoint yet");
    t = options("kept", 4);
    t.lr = 1e3;
    t.save_steps = 1;
    CHECK_EQ(run(&t, &w, &r), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "the last checkpoint is kept");
    CHECK(!access(bed_path("kept/checkpoint.safetensors"), F_OK));
    t.out = "";
    CHECK_EQ(run(&t, &w, &r), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "nothing is kept");
}

/* Another program works on the run: nothing of it is touched. */
static void locked(void)
{
    const int lock = open(bed_path("early/lock"), O_RDWR);
    adrop_train_opts t = options("early", 4);
    adrop_train_result r;
    watch w = { .stop_after = -1 };

    t.resume = 1;
    CHECK_EQ(flock(lock, LOCK_EX | LOCK_NB), 0);
    CHECK_EQ(run(&t, &w, &r), ADROP_EEXIST);
    CHECK_HAS(adrop_ctx_message(ctx), "another program works in this folder");
    CHECK_EQ(w.steps, 0);
    close(lock);
    CHECK_EQ(run(&t, &w, &r), ADROP_OK);
}

/* Refused with the numbers, before anything large is taken or a folder is made. */
static void too_large(void)
{
    adrop_train_opts t = options("large", 1);
    adrop_train_result r;
    watch w = { .stop_after = -1 };

    t.model = "mlp:1000000,1000000";
    CHECK_EQ(run(&t, &w, &r), ADROP_ENOMEM);
    CHECK_HAS(adrop_ctx_message(ctx), " GB are needed and there are ");
    CHECK(access(bed_path("large"), F_OK));
}

CHECK_MAIN(bed_begin, numbers_of_a_record, interrupted_and_resumed, resumed_at_the_end_of_an_epoch,
           average_over_units, learned_density, diverged, locked, too_large, bed_end)
