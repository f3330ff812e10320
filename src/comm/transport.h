/* Carries messages between the ranks of a job: a table of functions that a plug-in provides.
 *
 * MPI libraries differ in their binary interfaces, so each has its own plug-in (mpi_plugin.c,
 * compiled once per library), which is loaded when needed. Tests use a transport between threads.
 *
 * One thread makes all calls (comm.c). Only open, close and abort block. Messages between two ranks
 * with the same tag arrive in the order sent. */
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
    /* Join the job: sets rank, ranks and the library's name. 0: success. */
    int (*open)(void *self, int *rank, int *ranks, char name[AD_TRANSPORT_TEXT]);
    /* Start to send or receive; the memory must stay valid until test returns 1. 0: success. */
    int (*send)(void *self, const void *data, size_t bytes, int to, int tag, uint64_t *request);
    int (*receive)(void *self, void *data, size_t bytes, int from, int tag, uint64_t *request);
    /* 1: finished, and the request is freed; 0: not yet; -1: failed. */
    int (*test)(void *self, uint64_t *request);
    /* Leave the job together with every rank; or abort every rank at once. */
    void (*close)(void *self);
    void (*abort)(void *self, int code);
} ad_transport;

/* The only symbol of a plug-in. */
#define AD_TRANSPORT_SYMBOL "adrop_transport"
typedef const ad_transport *ad_transport_fn(void);

#endif
