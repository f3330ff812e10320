/* A transport between threads of one process (comm/transport.h): messages wait in a list until the
 * receiver asks for them. Messages that rank `deaf` sends are lost. */
#ifndef ADROP_TESTS_MAILBOX_H
#define ADROP_TESTS_MAILBOX_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/transport.h"

enum { MAILBOX_RANKS = 16, MAILBOX_OPEN = 512 };

typedef struct mail {
    int from, to, tag;
    size_t bytes;
    struct mail *next;
    char data[];
} mail;

typedef struct {
    pthread_mutex_t lock;
    mail *first, **end;
    int ranks;
    _Atomic int deaf; /* this rank sends nothing; -1: all do */
    _Atomic int aborted, closed;
} mailbox;

/* A receive that waits. */
typedef struct {
    void *data;
    size_t bytes;
    int from, tag, used;
    size_t number; /* in the order in which they were made */
} mail_wish;

typedef struct {
    mailbox *box;
    int rank;
    size_t wishes; /* made so far */
    mail_wish wish[MAILBOX_OPEN];
} mailbox_rank;

static inline int mailbox_open(void *self, int *rank, int *ranks, char name[AD_TRANSPORT_TEXT])
{
    const mailbox_rank *r = self;

    *rank = r->rank;
    *ranks = r->box->ranks;
    snprintf(name, AD_TRANSPORT_TEXT, "threads");
    return 0;
}

static inline int mailbox_send(void *self, const void *data, size_t bytes, int to, int tag,
                               uint64_t *request)
{
    const mailbox_rank *r = self;
    mail *m = malloc(sizeof *m + bytes);

    *request = MAILBOX_OPEN; /* over at once */
    if (!m)
        return -1;
    *m = (mail){ .from = r->rank, .to = to, .tag = tag, .bytes = bytes };
    memcpy(m->data, data, bytes);
    pthread_mutex_lock(&r->box->lock);
    if (r->box->deaf == r->rank) {
        free(m);
    } else {
        *r->box->end = m;
        r->box->end = &m->next;
    }
    pthread_mutex_unlock(&r->box->lock);
    return 0;
}

static inline int mailbox_receive(void *self, void *data, size_t bytes, int from, int tag,
                                  uint64_t *request)
{
    mailbox_rank *r = self;

    for (size_t i = 0; i < MAILBOX_OPEN; i++)
        if (!r->wish[i].used) {
            r->wish[i] = (mail_wish){ data, bytes, from, tag, 1, r->wishes++ };
            *request = i;
            return 0;
        }
    return -1;
}

/* Wishes of one sender and tag are served in the order in which they were made, as those of MPI:
 * is there an older one than this? */
static inline int mailbox_waits(const mailbox_rank *r, const mail_wish *w)
{
    for (size_t i = 0; i < MAILBOX_OPEN; i++) {
        const mail_wish *o = &r->wish[i];
        if (o->used && o->from == w->from && o->tag == w->tag && o->number < w->number)
            return 1;
    }
    return 0;
}

static inline int mailbox_test(void *self, uint64_t *request)
{
    mailbox_rank *r = self;
    int found = 0;

    if (*request == MAILBOX_OPEN)
        return 1;
    mail_wish *w = &r->wish[*request];
    if (mailbox_waits(r, w))
        return 0;
    pthread_mutex_lock(&r->box->lock);
    for (mail **at = &r->box->first; *at && !found; at = found ? at : &(*at)->next) {
        mail *m = *at;
        if (m->to != r->rank || m->from != w->from || m->tag != w->tag)
            continue;
        found = m->bytes == w->bytes ? 1 : -1;
        if (found == 1)
            memcpy(w->data, m->data, m->bytes);
        *at = m->next;
        if (r->box->end == &m->next)
            r->box->end = at;
        free(m);
        break;
    }
    pthread_mutex_unlock(&r->box->lock);
    if (found)
        w->used = 0;
    return found;
}

static inline void mailbox_close(void *self)
{
    ((mailbox_rank *)self)->box->closed++;
}

static inline void mailbox_abort(void *self, int code)
{
    (void)code;
    ((mailbox_rank *)self)->box->aborted++;
}

static inline void mailbox_start(mailbox *box, int ranks)
{
    memset(box, 0, sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    box->end = &box->first;
    box->ranks = ranks;
    box->deaf = -1;
}

static inline void mailbox_end(mailbox *box)
{
    while (box->first) {
        mail *m = box->first;
        box->first = m->next;
        free(m);
    }
    pthread_mutex_destroy(&box->lock);
}

static inline ad_transport mailbox_transport(mailbox_rank *rank)
{
    return (ad_transport){ .version = AD_TRANSPORT_VERSION,
                           .self = rank,
                           .open = mailbox_open,
                           .send = mailbox_send,
                           .receive = mailbox_receive,
                           .test = mailbox_test,
                           .close = mailbox_close,
                           .abort = mailbox_abort };
}

#endif
