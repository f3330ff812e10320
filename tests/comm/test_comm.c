/* Ranks as threads: sums over shards have the bits of the tree for any number of ranks; exchanges
 * bring every rank's bytes to all; a failing rank is reported, a silent one times out. */
#include "comm/comm.h"

#include "base/fold.h"
#include "check.h"
#include "comm/mailbox.h"
#include "comm/reduce.h"

enum { MOST = 9, N = 23 };

typedef struct {
    mailbox *box;
    int rank;
    double timeout;
    void (*work)(adrop_comm *c, adrop_ctx *ctx, void *arg);
    void *arg;
    pthread_t thread;
} worker;

static void *run_rank(void *user)
{
    worker *w = user;
    mailbox_rank *mine = calloc(1, sizeof *mine);
    adrop_comm_opts opts;
    adrop_comm *c;
    adrop_ctx *ctx;

    mine->box = w->box;
    mine->rank = w->rank;
    const ad_transport transport = mailbox_transport(mine);
    adrop_comm_opts_init(&opts);
    opts.timeout = w->timeout;
    if (!adrop_ctx_create(NULL, &ctx)) {
        if (!ad_comm_start(ctx, &transport, NULL, &opts, &c) && c) {
            w->work(c, ctx, w->arg);
            adrop_comm_close(c, 0);
        } else if (w->box->ranks == 1) {
            w->work(NULL, ctx, w->arg);
        }
        adrop_ctx_free(ctx);
    }
    free(mine);
    return NULL;
}

static void run(int ranks, double timeout, void (*work)(adrop_comm *, adrop_ctx *, void *),
                void *arg, mailbox *box)
{
    worker w[MAILBOX_RANKS];

    mailbox_start(box, ranks);
    for (int r = 0; r < ranks; r++) {
        w[r] = (worker){ .box = box, .rank = r, .timeout = timeout, .work = work, .arg = arg };
        pthread_create(&w[r].thread, NULL, run_rank, &w[r]);
    }
    for (int r = 0; r < ranks; r++)
        pthread_join(w[r].thread, NULL);
    mailbox_end(box);
}

/* -- Sums ----------------------------------------------------------------------------- */

static float number(size_t shard, size_t k)
{
    return (float)(sin(12.9898 * (double)(shard * N + k + 1)) * pow(10, (double)(k % 5)));
}

typedef struct {
    size_t shards, most;
    float result[MAILBOX_RANKS][N];
    int status[MAILBOX_RANKS];
} sums;

/* Each node of this rank by a counter, as a model does; the last shard's part by part. */
static void add_shards(adrop_comm *c, adrop_ctx *ctx, void *arg)
{
    sums *s = arg;
    const size_t end[] = { 5, 6, N };
    const size_t rank = (size_t)c->rank, ranks = (size_t)c->ranks;
    const size_t blocks = ad_tree_blocks(s->most, rank, ranks);
    float *room = calloc(blocks * N, sizeof *room);
    void *block[AD_TREE_NODES] = { NULL };
    ad_span node[AD_TREE_NODES];
    const size_t n = ad_tree_nodes(s->shards, ad_tree_share(s->shards, rank, ranks), node);
    ad_fold f = { .n = N };
    ad_reducer *r;

    s->status[rank] = (int)ad_reducer_create(ctx, c, s->most, 0, 3, end, &r);
    for (size_t i = 0; i < blocks; i++)
        block[i] = room + i * N;
    for (size_t i = 0; i < n; i++) {
        f = (ad_fold){ .n = N };
        for (size_t k = 0; i + k < blocks; k++)
            f.slot[k] = block[i + k];
        for (size_t shard = node[i].lo; shard < node[i].hi; shard++) {
            float *to = ad_fold_place(&f);
            for (size_t k = 0; k < N; k++)
                to[k] = number(shard, k);
            if (i + 1 < n || shard + 1 < node[i].hi)
                ad_fold_push(&f);
        }
        if (i + 1 < n)
            ad_fold_end(&f);
    }
    ad_reducer_begin(r, s->shards, block, room);
    for (size_t i = 3; i-- > 0;) {
        if (n)
            ad_fold_close(&f, i ? end[i - 1] : 0, end[i] - (i ? end[i - 1] : 0));
        ad_reducer_start(r, i);
    }
    s->status[rank] |= (int)ad_reducer_wait(r);
    memcpy(s->result[rank], room, sizeof s->result[rank]);
    ad_reducer_free(r);
    free(room);
}

static float tree(size_t lo, size_t hi, size_t k)
{
    if (hi - lo == 1)
        return number(lo, k);
    const size_t middle = ad_tree_middle(lo, hi);
    return tree(lo, middle, k) + tree(middle, hi, k);
}

static void sums_have_the_bits_of_the_tree(void)
{
    static sums s;
    mailbox box;

    for (int ranks = 2; ranks <= 5; ranks++)
        for (size_t shards = 1; shards <= MOST; shards++) {
            memset(&s, 0, sizeof s);
            s.shards = shards, s.most = MOST;
            CHECK_WHERE("%d ranks, %zu shards", ranks, shards);
            run(ranks, 60, add_shards, &s, &box);
            CHECK_EQ(box.closed, ranks);
            for (int r = 0; r < ranks; r++) {
                CHECK_EQ(s.status[r], ADROP_OK);
                for (size_t k = 0; k < N; k++) {
                    const float expected = tree(0, shards, k);
                    CHECK(!memcmp(&s.result[r][k], &expected, sizeof expected));
                }
            }
        }
}

/* Ranks have neighbouring shards, none twice; nodes cover them from left to right, and each is a
 * node of the whole tree. */
static int is_node(size_t lo, size_t hi, ad_span node)
{
    if (lo == node.lo && hi == node.hi)
        return 1;
    if (hi - lo < 2)
        return 0;
    const size_t middle = ad_tree_middle(lo, hi);
    return node.hi <= middle ? is_node(lo, middle, node)
                             : node.lo >= middle && is_node(middle, hi, node);
}

static void nodes_cover_the_shards(void)
{
    ad_span nodes[AD_TREE_NODES];

    CHECK_WHERE("%s", "");
    for (size_t shards = 1; shards <= 40; shards++)
        for (size_t ranks = 1; ranks <= shards; ranks++) {
            size_t at = 0;
            for (size_t r = 0; r < ranks; r++) {
                const size_t n = ad_tree_nodes(shards, ad_tree_share(shards, r, ranks), nodes);
                for (size_t i = 0; i < n; i++) {
                    CHECK_EQ(nodes[i].lo, at);
                    CHECK(is_node(0, shards, nodes[i]));
                    at = nodes[i].hi;
                }
            }
            CHECK_EQ(at, shards);
        }
}

/* -- Exchanges ------------------------------------------------------------------------ */

typedef struct {
    int failing, silent; /* ranks; -1: none */
    adrop_status status[MAILBOX_RANKS];
    char message[MAILBOX_RANKS][AD_MESSAGE_SIZE];
    int stops[MAILBOX_RANKS];
    mailbox *box;
} talk;

static void exchange(adrop_comm *c, adrop_ctx *ctx, void *arg)
{
    talk *t = arg;
    int mine[2] = { c->rank, 10 * c->rank }, all[MAILBOX_RANKS][2];
    char text[32];

    if (c->rank == 1)
        ad_comm_wish_stop(c);
    t->status[c->rank] = ad_comm_gather(c, ctx, mine, sizeof mine, all);
    t->stops[c->rank] = ad_comm_stops(c);
    for (int r = 0; r < c->ranks && !t->status[c->rank]; r++)
        if (all[r][0] != r || all[r][1] != 10 * r)
            t->status[c->rank] = ADROP_ECOMPUTE;
    snprintf(text, sizeof text, "%s", c->rank ? "" : "hello");
    if (!t->status[c->rank])
        t->status[c->rank] = ad_comm_broadcast(c, ctx, text, sizeof text);
    if (!t->status[c->rank] && strcmp(text, "hello") != 0)
        t->status[c->rank] = ADROP_ECOMPUTE;
    if (c->rank == t->failing) {
        ad_fail(ctx, ADROP_EDISK, "the disk is full");
        ad_comm_fail(c, ctx, ADROP_EDISK);
    }
    if (c->rank == t->silent)
        t->box->deaf = t->silent;
    snprintf(text, sizeof text, "lr %d\nbatch 3\n", 1);
    if (!t->status[c->rank])
        t->status[c->rank] = ad_comm_same(c, ctx, "settings", text);
    snprintf(t->message[c->rank], AD_MESSAGE_SIZE, "%s", adrop_ctx_message(ctx));
}

static void exchanges_reach_all(void)
{
    talk t = { .failing = -1, .silent = -1 };
    mailbox box;

    t.box = &box;
    for (int ranks = 2; ranks <= 6; ranks++) {
        CHECK_WHERE("%d ranks", ranks);
        run(ranks, 60, exchange, &t, &box);
        for (int r = 0; r < ranks; r++) {
            CHECK_EQ(t.status[r], ADROP_OK);
            CHECK_EQ(t.stops[r], 1);
        }
        CHECK_EQ(box.closed, ranks);
    }
}

static void failure_is_told(void)
{
    talk t = { .failing = 2, .silent = -1 };
    mailbox box;

    t.box = &box;
    CHECK_WHERE("%s", "rank 2 fails");
    run(4, 60, exchange, &t, &box);
    for (int r = 0; r < 4; r++) {
        CHECK_EQ(t.status[r], ADROP_EDISK);
        CHECK_HAS(t.message[r], "the disk is full");
        if (r != 2)
            CHECK_HAS(t.message[r], "rank 2 on ");
    }
    CHECK_EQ(box.closed, 4); /* all leave in peace */
}

static void silence_ends_the_job(void)
{
    talk t = { .failing = -1, .silent = 1 };
    mailbox box;

    t.box = &box;
    CHECK_WHERE("%s", "rank 1 is silent");
    run(3, 1.5, exchange, &t, &box);
    CHECK_EQ(t.status[0], ADROP_ENETWORK);
    CHECK_HAS(t.message[0], "rank 1 on ");
    CHECK_HAS(t.message[0], "has not answered");
    CHECK(box.aborted >= 1);
}

static void differ(adrop_comm *c, adrop_ctx *ctx, void *arg)
{
    talk *t = arg;
    char text[64];

    snprintf(text, sizeof text, "batch 3\nlr %d\nseed 1\n", c->rank == 1 ? 5 : 1);
    t->status[c->rank] = ad_comm_same(c, ctx, "settings", text);
    snprintf(t->message[c->rank], AD_MESSAGE_SIZE, "%s", adrop_ctx_message(ctx));
}

static void differences_are_named(void)
{
    talk t = { 0 };
    mailbox box;

    CHECK_WHERE("%s", "rank 1 has another lr");
    run(3, 60, differ, &t, &box);
    for (int r = 0; r < 3; r++) {
        CHECK_EQ(t.status[r], ADROP_EINVAL);
        CHECK_HAS(t.message[r],
                  "its settings differ from those of rank 0: 'lr 5', and there 'lr 1'");
    }
    CHECK_HAS(t.message[0], "rank 1 on ");
}

CHECK_MAIN(nodes_cover_the_shards, sums_have_the_bits_of_the_tree, exchanges_reach_all,
           failure_is_told, silence_ends_the_job, differences_are_named)
