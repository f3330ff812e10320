/* Before and after a fork (forks.h). */
#include "base/forks.h"

#include <pthread.h>

#include "base/parallel.h"

static _Thread_local int has_pool;
static pthread_rwlock_t making = PTHREAD_RWLOCK_INITIALIZER; /* locked for reading while a primitive
                                                                is made */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int failure;

static void before(void)
{
    pthread_rwlock_wrlock(&making);
    if (has_pool)
        ad_parallel_dissolve();
    has_pool = 0;
}

static void after_in_parent(void)
{
    pthread_rwlock_unlock(&making);
}

/* The lock is held by the parent's thread, so it is initialised again. */
static void after_in_child(void)
{
    making = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
}

static void forks_watch(void)
{
    failure = pthread_atfork(before, after_in_parent, after_in_child);
}

int ad_forks_watch(void)
{
    const int status = pthread_once(&once, forks_watch);

    return status ? status : failure;
}

void ad_forks_mark(void)
{
    has_pool = 1;
}

void ad_forks_wait(void)
{
    pthread_rwlock_rdlock(&making);
}

void ad_forks_go(void)
{
    pthread_rwlock_unlock(&making);
}
