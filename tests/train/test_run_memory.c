/* One allocation fails in each attempt, in a short run and in a run reopened on other data: a
 * status and a message, and no leak (the allocator counts). */
#include "fixture.h"
#include "scarce.h"

static adrop_status try_train(adrop_ctx *with, const void *unused)
{
    adrop_data_opts d = bed_data(bed_path("t.csv"), ADROP_REGRESSION);
    adrop_train_opts t = bed_train("run", 1);
    adrop_train_result r;
    char command[600];

    (void)unused;
    snprintf(command, sizeof command, "rm -rf %s", t.out);
    CHECK_EQ(system(command), 0);
    return adrop_train(with, &d, &t, NULL, &r);
}

static adrop_status try_open(adrop_ctx *with, const void *unused)
{
    adrop_run *run;
    const adrop_status status = adrop_run_open(with, bed_path("run"), bed_path("u.csv"), NULL,
                                               &run);

    (void)unused;
    CHECK(!run == (status != ADROP_OK));
    adrop_run_free(run);
    return status;
}

static void runs(void)
{
    const char *table = "a,b,y\n1,2,3\n4,5,6\n7,8,9\n2,4,1\n3,3,3\n",
               *other = "a,b,y\n1,2,3\n3,4,5\n";

    bed_file("t.csv", table, strlen(table));
    bed_file("u.csv", other, strlen(other));
    CHECK(scarce_each("training", 0, try_train, NULL) >= 50);
    CHECK_EQ(try_train(ctx, NULL), ADROP_OK);
    CHECK(scarce_each("opening", 0, try_open, NULL) >= 50);
}

CHECK_MAIN(bed_begin, runs, bed_end)
