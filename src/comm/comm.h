/* The inside of a job's ranks: a thread that carries messages while the others compute.
 *
 * Everything that is sent is part of an operation: a list of transfers, and what follows when all
 * of them are over (another list, or the end). All ranks begin the same operations in the same
 * order, which gives messages their tags. Several may be under way at a time.
 *
 *     caller      ad_op_start(..)   compute   ad_op_wait(..)
 *     the thread            post, test, test, .., follow, .., over
 *
 * A rank that fails sends its sentence to all others, whose operations then fail with it. A rank
 * that says nothing for `timeout` seconds while it is waited for is given up. After a failure every
 * operation fails at once, with the same sentence. */
#ifndef AD_COMM_COMM_H
#define AD_COMM_COMM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "adrop/comm.h"
#include "base/context.h"
#include "base/lab.h"
#include "comm/transport.h"

enum { AD_HOST_SIZE = 64, AD_NOTE_TEXT = 768 };

/* What ranks tell each other beside their work. */
typedef struct ad_note {
    int32_t kind;   /* AD_NOTE_FAILED or AD_NOTE_BYE */
    int32_t status; /* of the failure */
    char text[AD_NOTE_TEXT];
} ad_note;

enum { AD_NOTE_NONE, AD_NOTE_FAILED, AD_NOTE_BYE };

typedef struct ad_transfer {
    void *data;
    size_t bytes;
    int peer;
    bool is_send, is_open;
    uint64_t request;
} ad_transfer;

typedef struct ad_op ad_op;
struct ad_op {
    ad_transfer *transfer; /* (n), of the owner of the operation */
    size_t n;
    /* All transfers are over: fill in the next ones and return 1, or return 0 if that was all.
     * Called by the thread. NULL: that was all. */
    int (*follow)(ad_op *op);
    bool is_bulk; /* long: only a few of them travel at a time, so that short ones pass */
    /* The rest is the thread's. */
    int tag, stage;
    bool is_posted, is_over;
    double since; /* the last time that something moved */
    ad_op *next;
};

struct adrop_comm {
    adrop_ctx *ctx; /* of the caller: memory */
    const ad_transport *transport;
    void *plugin; /* dlopen's handle; NULL: none */
    int rank, ranks;
    char library[AD_TRANSPORT_TEXT];
    char (*hosts)[AD_HOST_SIZE]; /* (ranks), owned */
    adrop_comm_opts opts;

    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t work, news;
    ad_op *queue, *queue_end; /* begun by the caller, not seen by the thread yet */
    bool is_open, quit;
    int open_failed;
    int code; /* of the program, at the end */
    _Atomic bool failed;
    int lost; /* the rank that was given up; -1: none */
    adrop_status status;
    char message[AD_MESSAGE_SIZE];
    bool tell; /* the failure is this rank's: tell the others */

    _Atomic bool has_met;    /* hosts are known: notes can be understood */
    _Atomic bool is_waiting; /* the caller does nothing but wait */
    _Atomic int wish;        /* this rank wants to stop */
    int agreed;              /* some rank wanted to, at the last exchange; the caller's */
    int next_tag;            /* the caller's: operations begun */

    /* The caller's: memory of gatherings, which grows to the largest and stays. */
    ad_transfer *gather_transfer; /* (2 ranks), owned */
    char *gather_sent;            /* (1 + gather_room), owned: whether to stop, then the bytes */
    char *gather_got;             /* (ranks, 1 + gather_room), owned */
    size_t gather_room;

    /* The thread's alone. */
    ad_op *active;
    ad_note *note_in, *note_out;    /* (ranks), owned */
    ad_transfer *listen, *announce; /* (ranks), owned */
    bool *said_bye;                 /* (ranks), owned */
};

/* adrop_comm_open with a transport that is there. */
adrop_status ad_comm_start(adrop_ctx *ctx, const ad_transport *transport, void *plugin,
                           const adrop_comm_opts *opts, adrop_comm **out);

/* The thread (service.c). */
void *ad_comm_serve(void *comm);

/* Begin an operation; it must live until it was waited for. */
void ad_op_start(adrop_comm *c, ad_op *op);
/* Wait for it. ADROP_ENETWORK, or what another rank failed with. */
adrop_status ad_op_wait(adrop_comm *c, adrop_ctx *ctx, ad_op *op);

/* This rank has failed with the context's sentence: the others are told, once. Returns status. */
AD_LAB adrop_status ad_comm_fail(adrop_comm *c, adrop_ctx *ctx, adrop_status status);

/* Every rank gives `bytes`, and gets those of all, in rank order: (ranks, bytes). Ranks also tell
 * each other whether they want to stop. */
adrop_status ad_comm_gather(adrop_comm *c, adrop_ctx *ctx, const void *mine, size_t bytes,
                            void *all);

/* What rank 0 has, to all. */
adrop_status ad_comm_broadcast(adrop_comm *c, adrop_ctx *ctx, void *data, size_t bytes);

/* Do all ranks have the same text? It has a line "name value" for each thing that must agree; the
 * sentence names the first that does not, the rank and its host. */
AD_LAB adrop_status ad_comm_same(adrop_comm *c, adrop_ctx *ctx, const char *what, const char *text);

/* Ask all ranks to stop; did some rank ask for it before the last ad_comm_gather? Then all ranks
 * get the same answer. */
AD_LAB void ad_comm_wish_stop(adrop_comm *c);
AD_LAB int ad_comm_stops(const adrop_comm *c);

#endif
