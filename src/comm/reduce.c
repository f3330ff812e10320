/* Sums over the shards of all ranks (reduce.h). */
#include "comm/reduce.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { BULK_BYTES = 1 << 16 };

/* The sum of one bucket: an operation of two stages. */
typedef struct {
    ad_op op; /* first member: the thread passes a pointer to it */
    ad_reducer *of;
    size_t first, n;       /* the range of the bucket */
    char *room;            /* (nodes of others, segment), owned: received data */
    ad_transfer *transfer; /* owned */
    bool is_under_way;
} bucket;

struct ad_reducer {
    adrop_ctx *ctx;
    adrop_comm *comm;
    size_t size; /* bytes per number */
    size_t n_buckets;
    bucket *buckets; /* (n_buckets), owned */
    /* For this step. */
    size_t shards;
    ad_span *nodes;     /* (most), owned: those of all ranks, in order */
    size_t *first_node; /* (ranks + 1), owned */
    size_t most;        /* upper bound on the nodes of all ranks, for any number of shards */
    void **blocks;      /* (AD_TREE_NODES), owned: for this rank's nodes */
    char *result;
    bool is_stuck;
};

/* The start of segment k of a bucket, relative to the bucket. */
static size_t segment_start(const bucket *b, size_t k)
{
    return b->n * k / (size_t)b->of->comm->ranks;
}

static size_t segment_size(const bucket *b, size_t k)
{
    return segment_start(b, k + 1) - segment_start(b, k);
}

static size_t my_nodes(const ad_reducer *r)
{
    return r->first_node[r->comm->rank + 1] - r->first_node[r->comm->rank];
}

/* List the nodes of all ranks for a number of shards. */
static void list_nodes(ad_reducer *r, size_t shards)
{
    const size_t ranks = (size_t)r->comm->ranks;
    size_t n = 0;

    r->shards = shards;
    for (size_t rank = 0; rank < ranks; rank++) {
        ad_span nodes[AD_TREE_NODES];
        const size_t found = ad_tree_nodes(shards, ad_tree_share(shards, rank, ranks), nodes);
        r->first_node[rank] = n;
        assert(n + found <= r->most);
        memcpy(r->nodes + n, nodes, found * sizeof *nodes);
        n += found;
    }
    r->first_node[ranks] = n;
}

/* The largest number of nodes of all ranks together, over all numbers of shards. */
static size_t most_nodes(size_t shards, size_t ranks)
{
    ad_span nodes[AD_TREE_NODES];
    size_t most = 0;

    for (size_t s = 1; s <= shards; s++) {
        size_t n = 0;
        for (size_t rank = 0; rank < ranks; rank++)
            n += ad_tree_nodes(s, ad_tree_share(s, rank, ranks), nodes);
        most = n > most ? n : most;
    }
    return most;
}

/* -- One bucket ----------------------------------------------------------------------- */

static void add_transfer(bucket *b, void *data, size_t n, size_t peer, bool is_send)
{
    if (n)
        b->transfer[b->op.n++] = (ad_transfer){
            .data = data, .bytes = n * b->of->size, .peer = (int)peer, .is_send = is_send
        };
}

/* Stage 0: send this rank's nodes to the owners of the segments; receive other nodes for its
 * own. */
static void scatter(bucket *b)
{
    ad_reducer *r = b->of;
    const size_t ranks = (size_t)r->comm->ranks, me = (size_t)r->comm->rank;
    const size_t mine = segment_size(b, me);
    char *room = b->room;

    b->op.n = 0;
    for (size_t peer = 0; peer < ranks; peer++) {
        if (peer == me)
            continue;
        for (size_t i = 0; i < my_nodes(r); i++)
            add_transfer(b, (char *)r->blocks[i] + (b->first + segment_start(b, peer)) * r->size,
                         segment_size(b, peer), peer, true);
        for (size_t i = r->first_node[peer]; i < r->first_node[peer + 1]; i++) {
            add_transfer(b, room, mine, peer, false);
            room += mine * r->size;
        }
    }
}

static void reduce_add(char *left, const char *right, size_t n, size_t size)
{
    if (size == sizeof(double)) {
        double *l = (double *)(void *)left;
        const double *g = (const double *)(const void *)right;
        for (size_t i = 0; i < n; i++)
            l[i] += g[i];
    } else {
        float *l = (float *)(void *)left;
        const float *g = (const float *)(const void *)right;
        for (size_t i = 0; i < n; i++)
            l[i] += g[i];
    }
}

/* The numbers of node i in this rank's segment. */
static char *node_data(const bucket *b, size_t i)
{
    const ad_reducer *r = b->of;
    const size_t me = (size_t)r->comm->rank, first = r->first_node[me];

    if (i >= first && i < r->first_node[me + 1])
        return (char *)r->blocks[i - first] + (b->first + segment_start(b, me)) * r->size;
    return b->room + (i < first ? i : i - my_nodes(r)) * segment_size(b, me) * r->size;
}

/* The sum over shards [lo, hi), whose leaves begin at node *next. */
static char *sum(const bucket *b, size_t lo, size_t hi, size_t *next)
{
    const ad_span *leaf = &b->of->nodes[*next];

    if (leaf->lo == lo && leaf->hi == hi)
        return node_data(b, (*next)++);
    const size_t middle = ad_tree_middle(lo, hi);
    char *left = sum(b, lo, middle, next);
    const char *right = sum(b, middle, hi, next);
    reduce_add(left, right, segment_size(b, (size_t)b->of->comm->rank), b->of->size);
    return left;
}

/* Stage 1: send the sums of the segments from their owners to all. */
static void reduce_spread(bucket *b)
{
    const ad_reducer *r = b->of;
    const size_t ranks = (size_t)r->comm->ranks, me = (size_t)r->comm->rank;
    char *to = r->result + b->first * r->size;

    b->op.n = 0;
    for (size_t peer = 0; peer < ranks; peer++) {
        if (peer == me)
            continue;
        add_transfer(b, to + segment_start(b, me) * r->size, segment_size(b, me), peer, true);
        add_transfer(b, to + segment_start(b, peer) * r->size, segment_size(b, peer), peer, false);
    }
}

static int follow(ad_op *op)
{
    bucket *b = (bucket *)op;
    const ad_reducer *r = b->of;
    const size_t me = (size_t)r->comm->rank;
    size_t next = 0;

    if (op->stage > 1)
        return 0;
    if (segment_size(b, me)) {
        const char *found = sum(b, 0, r->shards, &next);
        char *to = r->result + (b->first + segment_start(b, me)) * r->size;
        if (found != to)
            memmove(to, found, segment_size(b, me) * r->size);
    }
    reduce_spread(b);
    return 1;
}

/* -- All buckets ------------------------------------------------------------------------- */

static adrop_status reduce_fill(ad_reducer *r, size_t shards, const size_t *end)
{
    const size_t ranks = (size_t)r->comm->ranks;
    adrop_status status;

    r->most = most_nodes(shards, ranks);
    if ((status = AD_NEW(r->ctx, r->n_buckets, "sums over ranks", &r->buckets)) ||
        (status = AD_NEW(r->ctx, r->most, "sums over ranks", &r->nodes)) ||
        (status = AD_NEW(r->ctx, ranks + 1, "sums over ranks", &r->first_node)) ||
        (status = AD_NEW(r->ctx, AD_TREE_NODES, "sums over ranks", &r->blocks)))
        return status;
    for (size_t i = 0; i < r->n_buckets && !status; i++) {
        bucket *b = &r->buckets[i];
        b->of = r;
        b->first = i ? end[i - 1] : 0;
        b->n = end[i] - b->first;
        const size_t segment = b->n / ranks + 1;
        if (!(status = AD_NEW_RAW(r->ctx, r->most * segment, r->size, "sums over ranks", &b->room)))
            status = AD_NEW(r->ctx, ranks * (AD_TREE_NODES + 2) + r->most, "sums over ranks",
                            &b->transfer);
    }
    return status;
}

adrop_status ad_reducer_create(adrop_ctx *ctx, adrop_comm *c, size_t shards, int is_double,
                               size_t n_buckets, const size_t *end, ad_reducer **out)
{
    ad_reducer *r;
    adrop_status status = AD_NEW(ctx, 1, "sums over ranks", &r);

    *out = NULL;
    if (status)
        return status;
    r->ctx = ctx;
    r->comm = c;
    r->size = is_double ? sizeof(double) : sizeof(float);
    r->n_buckets = n_buckets;
    if ((status = reduce_fill(r, shards, end)))
        ad_reducer_free(r);
    else
        *out = r;
    return status;
}

void ad_reducer_free(ad_reducer *r)
{
    if (!r || r->is_stuck)
        return;
    for (size_t i = 0; r->buckets && i < r->n_buckets; i++) {
        ad_free(r->ctx, r->buckets[i].room);
        ad_free(r->ctx, r->buckets[i].transfer);
    }
    ad_free(r->ctx, r->buckets);
    ad_free(r->ctx, r->nodes);
    ad_free(r->ctx, r->first_node);
    ad_free(r->ctx, r->blocks);
    ad_free(r->ctx, r);
}

void ad_reducer_begin(ad_reducer *r, size_t shards, void *const *blocks, void *result)
{
    list_nodes(r, shards);
    memcpy(r->blocks, blocks, my_nodes(r) * sizeof *blocks);
    r->result = result;
}

void ad_reducer_start(ad_reducer *r, size_t i)
{
    bucket *b = &r->buckets[i];

    scatter(b);
    b->op.transfer = b->transfer;
    b->op.follow = follow;
    b->op.is_bulk = b->n * r->size >= BULK_BYTES;
    b->is_under_way = true;
    ad_op_start(r->comm, &b->op);
}

adrop_status ad_reducer_wait(ad_reducer *r)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < r->n_buckets; i++) {
        bucket *b = &r->buckets[i];
        if (!b->is_under_way)
            continue;
        const adrop_status one = ad_op_wait(r->comm, r->ctx, &b->op);
        status = status ? status : one;
        b->is_under_way = false;
    }
    r->is_stuck |= status != ADROP_OK;
    return status;
}

int ad_reducer_is_stuck(const ad_reducer *r)
{
    return r && (r->is_stuck || r->comm->failed);
}
