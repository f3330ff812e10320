/* The inside of a job's ranks: a thread that handles messages while the others compute.
 *
 * Everything that is sent is part of an operation: a list of transfers, and a continuation when all
 * of them have finished (another list, or the end). All ranks start the same operations in the same
 * order, which gives messages their tags. Several may be in progress at a time.
 *
 *     caller      ad_op_start(..)   compute   ad_op_wait(..)
 *     the thread            post, test, test, .., follow, .., over
 *
 * A rank that fails sends its message to all others, whose operations then fail with it. A rank
 * that does not answer for `timeout` seconds is considered lost. After a failure every operation
 * fails at once, with the same message. */
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

/* Messages between ranks besides their work. */
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
    ad_transfer *transfer; /* (n), owned by the owner of the operation */
    size_t n;
    /* All transfers have finished: fill in the next ones and return 1, or return 0 at the end.
     * Called by the thread. NULL: one stage only. */
    int (*follow)(ad_op *op);
    bool is_bulk; /* long: only a few of them run at a time, so short ones are not delayed */
    /* Used only by the thread. */
    int tag, stage;
    bool is_posted, is_over;
    double since; /* time of the last progress */
    ad_op *next;
};

struct adrop_comm {
    adrop_ctx *ctx; /* the caller's: for memory */
    const ad_transport *transport;
    void *plugin; /* dlopen's handle; NULL: none */
    int rank, ranks;
    char library[AD_TRANSPORT_TEXT];
    char (*hosts)[AD_HOST_SIZE]; /* (ranks), owned */
    adrop_comm_opts opts;

    pthread_t thread;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t work, news;
    ad_op *queue, *queue_end; /* started by the caller, not yet taken by the thread */
    bool is_open, quit;
    int open_failed;
    int code; /* the program's exit code, at the end */
    _Atomic bool failed;
    int lost; /* the rank that was lost; -1: none */
    adrop_status status;
    char message[AD_MESSAGE_SIZE];
    bool tell; /* the failure is this rank's: report it to the others */

    _Atomic bool has_met;    /* hosts are known: notes can be handled */
    _Atomic bool is_waiting; /* the caller is only waiting */
    _Atomic int wish;        /* this rank wants to stop */
    int agreed;              /* some rank wanted to stop, at the last exchange; used by the
                                caller */
    int next_tag;            /* used by the caller: number of operations started */

    /* Used by the caller: buffers for gathering; they grow to the largest size needed. */
    ad_transfer *gather_transfer; /* (2 ranks), owned */
    char *gather_sent;            /* (1 + gather_room), owned: the wish to stop, then the bytes */
    char *gather_got;             /* (ranks, 1 + gather_room), owned */
    size_t gather_room;

    /* Used only by the thread. */
    ad_op *active;
    ad_note *note_in, *note_out;    /* (ranks), owned */
    ad_transfer *listen, *announce; /* (ranks), owned */
    bool *said_bye;                 /* (ranks), owned */
};

/* adrop_comm_open with a given transport. */
adrop_status ad_comm_start(adrop_ctx *ctx, const ad_transport *transport, void *plugin,
                           const adrop_comm_opts *opts, adrop_comm **out);

/* The thread (service.c). */
void *ad_comm_serve(void *comm);

/* Start an operation; it must live until ad_op_wait returns. */
void ad_op_start(adrop_comm *c, ad_op *op);
/* Wait for it. ADROP_ENETWORK, or the failure of another rank. */
adrop_status ad_op_wait(adrop_comm *c, adrop_ctx *ctx, ad_op *op);

/* Report a failure of this rank, with the context's message, to the others, once. Returns
 * status. */
AD_LAB adrop_status ad_comm_fail(adrop_comm *c, adrop_ctx *ctx, adrop_status status);

/* Every rank passes `bytes` bytes and receives those of all, in rank order: (ranks, bytes). Ranks
 * also exchange whether they want to stop. */
adrop_status ad_comm_gather(adrop_comm *c, adrop_ctx *ctx, const void *mine, size_t bytes,
                            void *all);

/* Send rank 0's data to all. */
adrop_status ad_comm_broadcast(adrop_comm *c, adrop_ctx *ctx, void *data, size_t bytes);

/* Do all ranks have the same text? It has a line "name value" for each item that must agree; the
 * message names the first that differs, the rank and its host. */
AD_LAB adrop_status ad_comm_same(adrop_comm *c, adrop_ctx *ctx, const char *what, const char *text);

/* Ask all ranks to stop; did any rank ask before the last ad_comm_gather? All ranks get the same
 * answer. */
AD_LAB void ad_comm_wish_stop(adrop_comm *c);
AD_LAB int ad_comm_stops(const adrop_comm *c);

#endif
