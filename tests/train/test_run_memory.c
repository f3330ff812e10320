/* Allocations fail, one in each attempt, in a short run and in a run that is opened again
 * on other data: a status, a sentence, and nothing leaks (the allocator counts). */
#include "bed.h"

typedef struct {
    long calls, fail_at, held;
} counter;

static void *take(void *user, size_t size)
{
    counter *c = user;

    if (++c->calls == c->fail_at)
        return NULL;
    c->held++;
    return aligned_alloc(64, size);
}

static void give(void *user, void *memory)
{
    ((counter *)user)->held--;
    free(memory);
}

static adrop_status try_train(adrop_ctx *with)
{
    adrop_data_opts d = bed_data(bed_path("t.csv"), ADROP_REGRESSION);
    adrop_train_opts t = bed_train("run", 1);
    adrop_train_result r;
    char command[600];

    snprintf(command, sizeof command, "rm -rf %s", t.out);
    CHECK_EQ(system(command), 0);
    return adrop_train(with, &d, &t, NULL, &r);
}

static adrop_status try_open(adrop_ctx *with)
{
    adrop_run *run;
    const adrop_status status = adrop_run_open(with, bed_path("run"), bed_path("u.csv"), NULL,
                                               &run);

    CHECK(!run == (status != ADROP_OK));
    adrop_run_free(run);
    return status;
}

/* Attempts, an allocation later each time, until nothing fails. */
static void each(adrop_status (*attempt)(adrop_ctx *))
{
    long failures = 0;

    for (long at = 2;; at++) { /* the first is the context's own */
        counter c = { .fail_at = at };
        adrop_ctx_opts opts = adrop_ctx_opts_default();
        adrop_ctx *with;
        opts.threads = 1;
        opts.allocator = (adrop_allocator){ take, give, &c };
        CHECK_WHERE("allocation %ld", at);
        CHECK_EQ(adrop_ctx_create(&opts, &with), ADROP_OK);
        const adrop_status status = attempt(with);
        if (status) {
            failures++;
            CHECK_EQ(status, ADROP_ENOMEM);
            CHECK(*adrop_ctx_message(with));
        }
        adrop_ctx_free(with);
        CHECK_EQ(c.held, 0);
        if (c.calls < at)
            break;
    }
    CHECK_WHERE("%s", "");
    CHECK(failures >= 50);
}

static void runs(void)
{
    const char *table = "a,b,y\n1,2,3\n4,5,6\n7,8,9\n2,4,1\n3,3,3\n",
               *other = "a,b,y\n1,2,3\n3,4,5\n";

    bed_file("t.csv", table, strlen(table));
    bed_file("u.csv", other, strlen(other));
    each(try_train);
    CHECK_EQ(try_train(ctx), ADROP_OK);
    each(try_open);
}

CHECK_MAIN(bed_begin, runs, bed_end)
