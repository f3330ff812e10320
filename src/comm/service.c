/* The message thread (comm.h): joins the job, posts and tests the transfers of operations in
 * progress, listens for notes of other ranks, and leaves the job.
 *
 * While the caller computes, the thread sleeps between polls and tests as little as possible,
 * because each test makes the library poll its sockets; so it uses little of a core. While the
 * caller waits, it only yields at first. */
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "comm/comm.h"

enum { NOTE_TAG = 0, FIRST_TAG = 1, STAGES = 2, EAGER = 2000 };
enum { BULK = 3 };         /* long operations in progress: enough to saturate a link */
#define SLEEP_NS   50000L  /* poll interval while the caller waits */
#define COMPUTE_NS 200000L /* while it computes: a link of 1 Gbit/s moves 25 KB in that time */
#define STOP_WAIT  1.0     /* seconds without an answer after which the caller's stop is honoured */
#define BYE_WAIT   10.0

/* -- Failures ------------------------------------------------------------------------- */

static void service_fail(adrop_comm *c, adrop_status status, int lost, const char *text)
{
    pthread_mutex_lock(&c->lock);
    if (!c->failed) {
        c->failed = true;
        c->lost = lost;
        c->status = status;
        snprintf(c->message, sizeof c->message, "%s", text);
    }
    pthread_mutex_unlock(&c->lock);
}

static void fail_silent(adrop_comm *c, int peer, double seconds, const char *why)
{
    char text[AD_MESSAGE_SIZE];

    snprintf(text, sizeof text, "rank %d on %s has not answered for %.0f s%s: the job ends", peer,
             c->hosts[peer][0] ? c->hosts[peer] : "an unknown host", seconds, why);
    service_fail(c, ADROP_ENETWORK, peer, text);
}

static void fail_transport(adrop_comm *c, int peer)
{
    char text[AD_MESSAGE_SIZE];

    snprintf(text, sizeof text, "the connection with rank %d on %s is lost: the job ends", peer,
             c->hosts[peer][0] ? c->hosts[peer] : "an unknown host");
    service_fail(c, ADROP_ENETWORK, peer, text);
}

/* -- Transfers ------------------------------------------------------------------------ */

static int post(adrop_comm *c, ad_transfer *t, int tag)
{
    const ad_transport *by = c->transport;

    t->is_open = !(t->is_send
                       ? by->send(by->self, t->data, t->bytes, t->peer, tag, &t->request)
                       : by->receive(by->self, t->data, t->bytes, t->peer, tag, &t->request));
    if (!t->is_open)
        fail_transport(c, t->peer);
    return t->is_open;
}

/* 1: finished; 0: not yet; -1: failed. */
static int look(adrop_comm *c, ad_transfer *t)
{
    const int over = t->is_open ? c->transport->test(c->transport->self, &t->request) : 1;

    if (over)
        t->is_open = false;
    if (over < 0)
        fail_transport(c, t->peer);
    return over;
}

/* -- Notes ---------------------------------------------------------------------------- */

static void hear(adrop_comm *c, int peer)
{
    c->listen[peer] =
        (ad_transfer){ .data = &c->note_in[peer], .bytes = sizeof(ad_note), .peer = peer };
    post(c, &c->listen[peer], NOTE_TAG);
}

/* Notes that have come: a failure stops all ranks, a goodbye is recorded. */
static void listen_all(adrop_comm *c)
{
    for (int peer = 0; c->has_met && peer < c->ranks; peer++) {
        ad_note *note = &c->note_in[peer];
        if (peer == c->rank || !c->listen[peer].is_open || look(c, &c->listen[peer]) != 1)
            continue;
        note->text[AD_NOTE_TEXT - 1] = 0;
        if (note->kind == AD_NOTE_BYE) {
            c->said_bye[peer] = true;
            continue;
        }
        char text[AD_MESSAGE_SIZE];
        snprintf(text, sizeof text, "rank %d on %s: %s", peer, c->hosts[peer], note->text);
        service_fail(c, (adrop_status)note->status, -1, text);
        hear(c, peer);
    }
}

/* Send a note to every other rank, until all are sent or time is up. */
static void announce(adrop_comm *c, int kind, adrop_status status, const char *text)
{
    const double start = ad_clock();
    bool open = true;

    for (int peer = 0; peer < c->ranks; peer++) {
        c->note_out[peer] = (ad_note){ .kind = kind, .status = (int32_t)status };
        snprintf(c->note_out[peer].text, AD_NOTE_TEXT, "%s", text);
        c->announce[peer] = (ad_transfer){
            .data = &c->note_out[peer], .bytes = sizeof(ad_note), .peer = peer, .is_send = true
        };
        if (peer != c->rank)
            post(c, &c->announce[peer], NOTE_TAG);
    }
    while (open && ad_clock() - start < BYE_WAIT) {
        open = false;
        for (int peer = 0; peer < c->ranks; peer++)
            open |= c->announce[peer].is_open && !look(c, &c->announce[peer]);
        listen_all(c);
        sched_yield();
    }
}

/* -- Operations ----------------------------------------------------------------------- */

/* Has there been no answer for too long, or long enough to honour the caller's stop? */
static void check_patience(adrop_comm *c, const ad_op *op)
{
    const double quiet = ad_clock() - op->since;
    int peer = -1;

    for (size_t i = 0; i < op->n && peer < 0; i++)
        if (op->transfer[i].is_open)
            peer = op->transfer[i].peer;
    if (peer < 0 || quiet < STOP_WAIT)
        return;
    if (quiet > c->opts.timeout)
        fail_silent(c, peer, quiet, "");
    else if (c->opts.stop && c->opts.stop(c->opts.user))
        fail_silent(c, peer, quiet, " and this rank was told to stop");
}

/* Poll an operation once. 1: progress was made. *over: it has finished; the owner must not be told
 * before the operation has left the list. */
static int advance(adrop_comm *c, ad_op *op, bool *over)
{
    int moved = 0, open = 0;

    if (!op->is_posted) {
        for (size_t i = 0; i < op->n && !c->failed; i++)
            post(c, &op->transfer[i], FIRST_TAG + STAGES * op->tag + op->stage);
        op->is_posted = true;
        moved = 1;
    }
    for (size_t i = 0; i < op->n && !open; i++) /* one open transfer is enough to know */
        if (op->transfer[i].is_open) {
            const int done = look(c, &op->transfer[i]);
            moved |= done;
            open |= !done;
        }
    if (moved)
        op->since = ad_clock();
    if (!open && !c->failed) {
        op->stage++;
        op->is_posted = false;
        *over = !(op->follow && op->follow(op));
        return 1;
    }
    if (!moved)
        check_patience(c, op);
    return moved;
}

/* Poll all operations once; finished ones leave the list. */
static int advance_all(adrop_comm *c)
{
    int moved = 0, ended = 0, bulk = 0;

    for (ad_op **at = &c->active; *at;) {
        ad_op *op = *at;
        bool over = false;
        if (!c->failed && !(op->is_bulk && bulk++ >= BULK))
            moved |= advance(c, op, &over);
        if (over || c->failed) {
            *at = op->next;
            pthread_mutex_lock(&c->lock);
            op->is_over = true;
            pthread_mutex_unlock(&c->lock);
            ended = 1;
        } else {
            at = &op->next;
        }
    }
    if (ended) {
        pthread_mutex_lock(&c->lock);
        pthread_cond_broadcast(&c->news);
        pthread_mutex_unlock(&c->lock);
    }
    return moved;
}

static void rest(const adrop_comm *c, int idle)
{
    if (c->is_waiting && idle < EAGER)
        sched_yield();
    else
        nanosleep(&(struct timespec){ 0, c->is_waiting ? SLEEP_NS : COMPUTE_NS }, NULL);
}

/* Take the operations that the caller started; wait if there is nothing to do. Returns 0 at the
 * end. */
static int take_work(adrop_comm *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->queue && !c->active && !c->quit && !c->tell)
        pthread_cond_wait(&c->work, &c->lock);
    ad_op **end = &c->active;
    while (*end)
        end = &(*end)->next;
    *end = c->queue;
    c->queue = c->queue_end = NULL;
    const int goes_on = c->active || !c->quit;
    const bool tell = c->tell;
    c->tell = false;
    pthread_mutex_unlock(&c->lock);
    if (tell)
        announce(c, AD_NOTE_FAILED, c->status, c->message);
    return goes_on;
}

/* -- Start and end ---------------------------------------------------------------------- */

static void report_open(adrop_comm *c, int failed)
{
    pthread_mutex_lock(&c->lock);
    c->open_failed = failed;
    c->is_open = true;
    pthread_cond_broadcast(&c->news);
    pthread_mutex_unlock(&c->lock);
}

/* Have all others said goodbye? */
static bool all_left(const adrop_comm *c)
{
    for (int peer = 0; peer < c->ranks; peer++)
        if (peer != c->rank && !c->said_bye[peer])
            return false;
    return true;
}

/* All ranks leave together, or the job is aborted. */
static void leave(adrop_comm *c)
{
    const double start = ad_clock();
    const double patience = c->failed ? BYE_WAIT : c->opts.timeout;

    c->has_met = true;
    announce(c, AD_NOTE_BYE, ADROP_OK, "");
    while (!all_left(c) && ad_clock() - start < patience) {
        listen_all(c);
        nanosleep(&(struct timespec){ 0, SLEEP_NS }, NULL);
    }
    if (all_left(c))
        c->transport->close(c->transport->self);
    else
        c->transport->abort(c->transport->self, c->code ? c->code : 1);
}

void *ad_comm_serve(void *comm)
{
    adrop_comm *c = comm;
    int idle = 0;

    if (c->transport->open(c->transport->self, &c->rank, &c->ranks, c->library)) {
        report_open(c, 1);
        return NULL;
    }
    report_open(c, 0);
    pthread_mutex_lock(&c->lock); /* the caller allocates the notes */
    while (!c->listen && !c->quit)
        pthread_cond_wait(&c->work, &c->lock);
    pthread_mutex_unlock(&c->lock);
    if (!c->listen) {
        c->transport->close(c->transport->self);
        return NULL;
    }
    for (int peer = 0; peer < c->ranks; peer++)
        if (peer != c->rank)
            hear(c, peer);
    while (take_work(c)) {
        listen_all(c);
        idle = advance_all(c) ? 0 : idle + 1;
        if (idle)
            rest(c, idle);
    }
    leave(c);
    return NULL;
}
