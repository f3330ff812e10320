/* The threads that prepare batches ahead. Batches are begun in order, each by the first free
 * thread; the contents of a batch do not depend on the thread. Signals are left to the program's
 * own threads. In a forked child, where the threads do not exist, the caller prepares batches
 * itself until an epoch begins, which starts new threads. */
#include <signal.h>
#include <unistd.h>

#include "base/context.h"
#include "rows/batches.h"

static void *workers_run(void *arg)
{
    ad_preparer *p = arg;
    adrop_batches *b = p->batches;

    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (!b->quit && !(b->next < b->end && b->next < b->limit))
            pthread_cond_wait(&b->work, &b->lock);
        if (b->quit)
            break;
        const size_t index = b->next++;
        b->busy++;
        pthread_mutex_unlock(&b->lock);
        ad_batch_fill(p, index, &b->slots[index % b->n_slots]);
        pthread_mutex_lock(&b->lock);
        b->slots[index % b->n_slots].ready = true;
        b->busy--;
        pthread_cond_broadcast(&b->done);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

adrop_status ad_workers_start(adrop_batches *b)
{
    sigset_t all, old;
    adrop_status status = ADROP_OK;

    if (pthread_mutex_init(&b->lock, NULL))
        return ad_fail(b->ctx, ADROP_ENOMEM, "no memory for a lock");
    pthread_cond_init(&b->work, NULL); /* cannot fail without attributes on Linux */
    pthread_cond_init(&b->done, NULL);
    b->has_lock = true;
    b->quit = false;
    b->next = b->end = b->limit = b->busy = 0;
    b->n_started = 0;
    b->process = getpid();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (; !status && b->n_started < b->opts.workers; b->n_started++) {
        ad_preparer *p = &b->preparers[b->n_started];
        if (pthread_create(&p->thread, NULL, workers_run, p)) {
            status = ad_fail(b->ctx, ADROP_ENOMEM,
                             "only %zu of %zu threads could be started: ask for fewer workers",
                             b->n_started, b->opts.workers);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return status;
}

int ad_workers_are_here(adrop_batches *b)
{
    if (b->has_lock && b->process != getpid())
        b->has_lock = false; /* its state is unknown: it is never used again */
    return b->has_lock;
}

void ad_workers_stop(adrop_batches *b)
{
    if (!ad_workers_are_here(b))
        return;
    pthread_mutex_lock(&b->lock);
    b->quit = true;
    pthread_cond_broadcast(&b->work);
    pthread_mutex_unlock(&b->lock);
    for (size_t i = 0; i < b->n_started; i++)
        pthread_join(b->preparers[i].thread, NULL);
    pthread_cond_destroy(&b->work);
    pthread_cond_destroy(&b->done);
    pthread_mutex_destroy(&b->lock);
    b->has_lock = false;
}

void ad_workers_halt(adrop_batches *b)
{
    pthread_mutex_lock(&b->lock);
    b->next = b->end = 0;
    while (b->busy)
        pthread_cond_wait(&b->done, &b->lock);
    for (size_t i = 0; i < b->n_slots; i++)
        b->slots[i].ready = false;
    pthread_mutex_unlock(&b->lock);
}

void ad_workers_resume(adrop_batches *b, size_t first, size_t end)
{
    pthread_mutex_lock(&b->lock);
    b->next = first;
    b->end = end;
    b->limit = first + b->n_slots;
    pthread_cond_broadcast(&b->work);
    pthread_mutex_unlock(&b->lock);
}

void ad_workers_await(adrop_batches *b, size_t index, size_t limit)
{
    ad_slot *slot = &b->slots[index % b->n_slots];

    pthread_mutex_lock(&b->lock);
    b->limit = limit;
    pthread_cond_broadcast(&b->work);
    while (!slot->ready)
        pthread_cond_wait(&b->done, &b->lock);
    slot->ready = false; /* the caller owns it until limit passes it */
    pthread_mutex_unlock(&b->lock);
}

void ad_workers_peek(adrop_batches *b, size_t index)
{
    const ad_slot *slot = &b->slots[index % b->n_slots];

    pthread_mutex_lock(&b->lock);
    while (!slot->ready)
        pthread_cond_wait(&b->done, &b->lock);
    pthread_mutex_unlock(&b->lock);
}
