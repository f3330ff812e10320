/* Joining a job, and operations as their callers see them (comm.h, adrop/comm.h). */
#include "comm/comm.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"

enum { TAGS = 8192 }; /* numbers for operations; more than can be in progress at a time */

int adrop_comm_rank(const adrop_comm *comm)
{
    return comm ? comm->rank : 0;
}

int adrop_comm_ranks(const adrop_comm *comm)
{
    return comm ? comm->ranks : 1;
}

const char *adrop_comm_library(const adrop_comm *comm)
{
    return comm ? comm->library : "";
}

const char *adrop_comm_host(const adrop_comm *comm, int rank)
{
    return comm && rank >= 0 && rank < comm->ranks ? comm->hosts[rank] : NULL;
}

int adrop_comm_speaks(const adrop_comm *comm)
{
    return !comm || comm->rank == (comm->failed && comm->lost == 0 ? 1 : 0);
}

/* -- Operations ----------------------------------------------------------------------- */

void ad_op_start(adrop_comm *c, ad_op *op)
{
    op->tag = c->next_tag++ % TAGS;
    op->stage = 0;
    op->is_posted = op->is_over = false;
    op->since = ad_clock();
    op->next = NULL;
    pthread_mutex_lock(&c->lock);
    *(c->queue ? &c->queue_end->next : &c->queue) = op;
    c->queue_end = op;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
}

adrop_status ad_op_wait(adrop_comm *c, adrop_ctx *ctx, ad_op *op)
{
    c->is_waiting = true;
    pthread_mutex_lock(&c->lock);
    while (!op->is_over)
        pthread_cond_wait(&c->news, &c->lock);
    const bool failed = c->failed;
    pthread_mutex_unlock(&c->lock);
    c->is_waiting = false;
    return failed ? ad_fail(ctx, c->status, "%s", c->message) : ADROP_OK;
}

adrop_status ad_comm_fail(adrop_comm *c, adrop_ctx *ctx, adrop_status status)
{
    pthread_mutex_lock(&c->lock);
    if (!c->failed) {
        c->failed = c->tell = true;
        c->status = status;
        snprintf(c->message, sizeof c->message, "%s", adrop_ctx_message(ctx));
        pthread_cond_signal(&c->work);
    }
    pthread_mutex_unlock(&c->lock);
    return status;
}

void ad_comm_wish_stop(adrop_comm *c)
{
    c->wish = 1;
}

int ad_comm_stops(const adrop_comm *c)
{
    return c->agreed;
}

/* -- Start and end ---------------------------------------------------------------------- */

static void comm_release(adrop_comm *c)
{
    adrop_ctx *ctx = c->ctx;

    ad_free(ctx, c->hosts);
    ad_free(ctx, c->gather_transfer);
    ad_free(ctx, c->gather_sent);
    ad_free(ctx, c->gather_got);
    ad_free(ctx, c->note_in);
    ad_free(ctx, c->note_out);
    ad_free(ctx, c->listen);
    ad_free(ctx, c->announce);
    ad_free(ctx, c->said_bye);
    pthread_cond_destroy(&c->news);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    ad_free(ctx, c);
}

/* The thread continues once `listen` is set, or ends. */
static void let_serve(adrop_comm *c, ad_transfer *listen)
{
    pthread_mutex_lock(&c->lock);
    c->listen = listen;
    c->quit = !listen;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
}

/* Allocate the notes of all ranks; then all exchange their host names. */
static adrop_status meet(adrop_comm *c)
{
    const size_t n = (size_t)c->ranks;
    char mine[AD_HOST_SIZE] = "";
    ad_transfer *listen = NULL;
    adrop_status status;

    if (gethostname(mine, sizeof mine - 1))
        snprintf(mine, sizeof mine, "?");
    if ((status = AD_NEW(c->ctx, n, "the hosts", &c->hosts)) ||
        (status = AD_NEW(c->ctx, n, "notes", &c->note_in)) ||
        (status = AD_NEW(c->ctx, n, "notes", &c->note_out)) ||
        (status = AD_NEW(c->ctx, n, "notes", &c->announce)) ||
        (status = AD_NEW(c->ctx, n, "notes", &c->said_bye)) ||
        (status = AD_NEW(c->ctx, n, "notes", &listen))) {
        let_serve(c, NULL);
        return status;
    }
    let_serve(c, listen);
    status = ad_comm_gather(c, c->ctx, mine, sizeof mine, c->hosts);
    for (size_t r = 0; r < n; r++)
        c->hosts[r][AD_HOST_SIZE - 1] = 0;
    c->has_met = true;
    return status;
}

adrop_status ad_comm_start(adrop_ctx *ctx, const ad_transport *transport, void *plugin,
                           const adrop_comm_opts *opts, adrop_comm **out)
{
    adrop_comm *c;
    adrop_status status = AD_NEW(ctx, 1, "the ranks", &c);

    *out = NULL;
    if (status)
        return status;
    c->ctx = ctx;
    c->lost = -1;
    c->transport = transport;
    c->plugin = plugin;
    c->opts = *opts;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    pthread_cond_init(&c->news, NULL);
    if (pthread_create(&c->thread, NULL, ad_comm_serve, c)) {
        comm_release(c);
        return ad_fail(ctx, ADROP_ENOMEM, "there is no thread to be had for the ranks' messages");
    }
    pthread_mutex_lock(&c->lock);
    while (!c->is_open)
        pthread_cond_wait(&c->news, &c->lock);
    pthread_mutex_unlock(&c->lock);
    if (c->open_failed)
        status = ad_fail(ctx, ADROP_ENETWORK, "the ranks of the job cannot be joined");
    else if (!(status = meet(c)) && c->ranks > 1)
        *out = c;
    if (*out)
        return ADROP_OK;
    if (!c->open_failed && c->listen)
        adrop_comm_close(c, status != 0);
    else {
        pthread_join(c->thread, NULL);
        comm_release(c);
    }
    return status;
}

void adrop_comm_close(adrop_comm *c, int code)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->quit = true;
    c->code = code;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    if (c->ctx->comm == c)
        c->ctx->comm = NULL;
    comm_release(c);
}
