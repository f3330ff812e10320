/* Ranks that share the shards of a training give the model and results of one process, bit for bit:
 * every technique, classes and targets, R-Drop, batches with fewer rows than shards. Ranks are
 * threads here (comm/mailbox.h); tests/train/mpi.sh uses processes. */
#include "comm/comm.h"
#include "comm/mailbox.h"
#include "fixture.h"
#include "trainer/trainer.h"

enum { SHARDS = 5, MOST_RANKS = 4 };

typedef struct {
    const adrop_data *data;
    const char *dropout;
    double r_drop;
    size_t batch;
    const char *model; /* NULL: the bed's */
    int sync;          /* synchronised batch normalisation */
    size_t every;      /* steps between responses; 0: as usual */
    int judge;         /* rows that are not trained on judge them */
} job;

typedef struct {
    const job *job;
    mailbox *box;
    int rank;
    adrop_status status;
    adrop_epoch epoch; /* the last */
    void *model;
    size_t size;
    adrop_ctx *ctx;
    char message[AD_MESSAGE_SIZE];
    pthread_t thread;
} rank_run;

static adrop_status train(rank_run *r)
{
    adrop_model_opts m = bed_model(r->job->dropout);
    adrop_trainer_opts o = bed_opts();
    adrop_trainer *t;
    adrop_status status;

    m.shards = SHARDS;
    m.model = r->job->model ? r->job->model : m.model;
    m.sync_batch_norm = r->job->sync;
    o.batch = r->job->batch, o.r_drop = r->job->r_drop, o.epochs = 2, o.patience = 5;
    if (r->job->every)
        o.dropout_every = r->job->every, o.dropout_wait = 0;
    o.dropout_judge = r->job->judge, o.dropout_held_out = 0.4;
    if ((status = adrop_trainer_create(r->ctx, r->job->data, &m, &o, &t)))
        return status;
    while (!status && !adrop_trainer_is_done(t))
        status = adrop_trainer_epoch(t, &r->epoch);
    if (!status)
        status = adrop_model_write(adrop_trainer_model(t), &r->model, &r->size);
    adrop_trainer_free(t);
    return status;
}

static void *run_rank(void *user)
{
    rank_run *r = user;
    mailbox_rank *mine = calloc(1, sizeof *mine);
    adrop_comm_opts opts;
    adrop_comm *c = NULL;

    *mine = (mailbox_rank){ .box = r->box, .rank = r->rank };
    const ad_transport transport = mailbox_transport(mine);
    adrop_comm_opts_init(&opts);
    r->status = r->box->ranks > 1 ? ad_comm_start(r->ctx, &transport, NULL, &opts, &c) : ADROP_OK;
    r->ctx->comm = c;
    if (!r->status)
        r->status = train(r);
    snprintf(r->message, sizeof r->message, "%s", adrop_ctx_message(r->ctx));
    adrop_comm_close(c, 0);
    free(mine);
    return NULL;
}

static void run(const job *j, int ranks, rank_run runs[MOST_RANKS])
{
    mailbox box;

    mailbox_start(&box, ranks);
    for (int i = 0; i < ranks; i++) {
        runs[i] = (rank_run){ .ctx = bed_context(1), .job = j, .box = &box, .rank = i };
        pthread_create(&runs[i].thread, NULL, run_rank, &runs[i]);
    }
    for (int i = 0; i < ranks; i++)
        pthread_join(runs[i].thread, NULL);
    mailbox_end(&box);
}

static void release(rank_run *r)
{
    adrop_free(r->ctx, r->model);
    adrop_ctx_free(r->ctx);
}

static void check_same(const rank_run *one, const rank_run *r)
{
    const adrop_epoch *a = &one->epoch, *b = &r->epoch;

    CHECK_EQ(r->status, ADROP_OK);
    if (r->status)
        printf("%s\n", r->message);
    CHECK(r->size == one->size && r->size && !memcmp(r->model, one->model, r->size));
    CHECK(!memcmp(&a->train_loss, &b->train_loss, sizeof(double)));
    CHECK(!memcmp(&a->extra_loss, &b->extra_loss, sizeof(double)));
    CHECK(!memcmp(&a->val_loss, &b->val_loss, sizeof(double)));
    CHECK(!memcmp(&a->test_loss, &b->test_loss, sizeof(double)));
    CHECK(isnan(a->train_rmse) || a->train_rmse == b->train_rmse);
    CHECK(isnan(a->train_acc) || a->train_acc == b->train_acc);
    CHECK(isnan(a->test_rmse) || a->test_rmse == b->test_rmse);
}

static void check_job(const job *j, const char *what)
{
    rank_run one[MOST_RANKS], many[MOST_RANKS];

    run(j, 1, one);
    CHECK_WHERE("%s, one rank", what);
    CHECK_EQ(one[0].status, ADROP_OK);
    for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
        run(j, ranks, many);
        for (int i = 0; i < ranks; i++) {
            CHECK_WHERE("%s, rank %d of %d", what, i, ranks);
            check_same(&one[0], &many[i]);
            release(&many[i]);
        }
    }
    release(&one[0]);
}

/* 58 training rows by 12: the last batch has 10; by 55: it has 3, fewer than shards. */
static void all_techniques(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    adrop_technique_info info;
    size_t checked = 0;

    for (size_t i = 0; adrop_technique_at(i, &info); i++) {
        const job j = { .data = data, .dropout = info.name, .batch = 12 };
        if (!strcmp(info.name, "drop-path") || !strcmp(info.name, "spatial") ||
            !strcmp(info.name, "dropblock"))
            continue; /* they need maps or branches */
        check_job(&j, info.name);
        checked++;
    }
    CHECK(checked >= 20);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static void targets_pairs_and_small_batches(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *targets = bed_data(ctx, 1);
    const job a = { .data = targets, .dropout = "advanced:unit=node", .batch = 12 };
    const job b = { .data = targets, .dropout = "advanced:kl=log-uniform", .batch = 55 };

    check_job(&a, "targets");
    check_job(&b, "a batch of fewer rows than shards");
    adrop_data_free(targets);
    adrop_data *classes = bed_data(ctx, 0);
    const job c = { .data = classes, .dropout = "bernoulli", .batch = 12, .r_drop = 1 };
    check_job(&c, "R-Drop");
    adrop_data_free(classes);
    adrop_ctx_free(ctx);
}

/* Statistics of the whole batch, which all ranks have to know before any goes on. */
static void synchronised_batch_norm(void)
{
    static const char model[] = "net:dense 12; norm; relu; dropout; dense 9; norm; relu; dense";
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    rank_run with[MOST_RANKS], without[MOST_RANKS];
    job j = { .data = data, .dropout = "advanced", .batch = 12, .model = model, .sync = 1 };

    check_job(&j, "synchronised batch norm");
    run(&j, 1, with);
    j.sync = 0;
    run(&j, 1, without);
    CHECK_WHERE("%s", "with and without");
    CHECK(with->size == without->size && memcmp(with->model, without->model, with->size) != 0);
    release(with);
    release(without);
    j.sync = 1, j.batch = 55;
    check_job(&j, "synchronised batch norm, a batch of fewer rows than shards");
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

/* Every step judged by other rows, the last of an epoch by its first batch. */
static void responses(void)
{
    static const char model[] = "net:dense 12; norm; relu; dropout; dense 9; norm; relu; dense";
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    job j = { .data = data, .dropout = "advanced-cross:unit=node", .batch = 12, .every = 1 };
    rank_run runs[MOST_RANKS];

    check_job(&j, "responses");
    j.model = model;
    check_job(&j, "responses with batch norm");
    j.sync = 1;
    check_job(&j, "responses with synchronised batch norm");
    j.model = NULL, j.sync = 0, j.r_drop = 1;
    check_job(&j, "responses with R-Drop");
    j.r_drop = 0, j.judge = 1;
    check_job(&j, "responses of rows that are not trained on");
    j.batch = 100;
    check_job(&j, "the same, an epoch of one batch");
    j.dropout = "self-tuning:perturb=1";
    check_job(&j, "self-tuning");
    j.dropout = "advanced-cross:unit=node";
    j.judge = 0;
    run(&j, 2, runs);
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(runs[i].status, ADROP_EINVAL);
        CHECK_HAS(runs[i].message, "needs two of them in an epoch");
        release(&runs[i]);
    }
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

static void too_many_ranks(void)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_data *data = bed_data(ctx, 0);
    const job j = { .data = data, .dropout = "none", .batch = 12 };
    rank_run runs[MAILBOX_RANKS];
    mailbox box;

    CHECK_WHERE("%s", "6 ranks");
    mailbox_start(&box, SHARDS + 1);
    for (int i = 0; i < SHARDS + 1; i++) {
        runs[i] = (rank_run){ .ctx = bed_context(1), .job = &j, .box = &box, .rank = i };
        pthread_create(&runs[i].thread, NULL, run_rank, &runs[i]);
    }
    for (int i = 0; i < SHARDS + 1; i++) {
        pthread_join(runs[i].thread, NULL);
        CHECK_EQ(runs[i].status, ADROP_EINVAL);
        CHECK_HAS(runs[i].message, "6 ranks have only 5 shards");
        release(&runs[i]);
    }
    mailbox_end(&box);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(all_techniques, targets_pairs_and_small_batches, synchronised_batch_norm, responses,
           too_many_ranks)
