/* What carries messages between the ranks of a job: a table of functions that a plug-in gives.
 *
 * Libraries of MPI differ in their binary interfaces, so each has a plug-in of its own
 * (mpi_plugin.c, built once for each), which is loaded when it is needed. Tests have a transport
 * between threads.
 *
 * One thread makes all calls (comm.c). Nothing blocks but open, close and abort. Messages from one
 * rank to another with the same tag arrive in the order in which they were sent. */
#ifndef AD_COMM_TRANSPORT_H
#define AD_COMM_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

enum {
    AD_TRANSPORT_VERSION = 1,
    AD_TRANSPORT_TEXT = 256, /* of the library's name and version */
    AD_TRANSPORT_TAGS = 32767,
    AD_TRANSPORT_MOST = 1 << 30 /* bytes of a message */
};

typedef struct ad_transport {
    int version; /* AD_TRANSPORT_VERSION */
    void *self;
    /* Join the job: which rank of how many, and what the library calls itself. 0: it worked. */
    int (*open)(void *self, int *rank, int *ranks, char name[AD_TRANSPORT_TEXT]);
    /* Begin to send or receive; the memory must stay until test says 1. 0: it worked. */
    int (*send)(void *self, const void *data, size_t bytes, int to, int tag, uint64_t *request);
    int (*receive)(void *self, void *data, size_t bytes, int from, int tag, uint64_t *request);
    /* 1: over, and the request is gone; 0: not yet; -1: it failed. */
    int (*test)(void *self, uint64_t *request);
    /* Leave the job, with every rank; or end every rank of it at once. */
    void (*close)(void *self);
    void (*abort)(void *self, int code);
} ad_transport;

/* The one symbol of a plug-in. */
#define AD_TRANSPORT_SYMBOL "adrop_transport"
typedef const ad_transport *ad_transport_fn(void);

#endif
