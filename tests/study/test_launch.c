/* Settings for workers on many machines: the limits in adrop/launch.h, and refusals before a worker
 * starts. The program's own test (launch.sh) runs workers. */
#include "adrop/launch.h"

#include "check.h"

static adrop_ctx *ctx;

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* Local: there is nobody to start, but settings are checked as for all. */
static const struct {
    size_t jobs;
    int threads;
    const char *part; /* of the sentence; NULL: fine */
} limits[] = {
    { 1, 1, NULL },
    { 256, 4096, NULL },
    { 0, 1, "0 jobs: give 1 to 256" },
    { 257, 1, "257 jobs" },
    { 1, 0, "0 threads: give 1 to 4096" },
    { 1, 4097, "4097 threads" },
    { 1, -1, "-1 threads" },
};

static void limits_are_those_of_the_header(void)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        adrop_launch_opts o;
        adrop_launch *l = (adrop_launch *)(void *)&o; /* anything: it becomes NULL */
        adrop_launch_opts_init(&o);
        o.jobs = limits[i].jobs, o.threads = limits[i].threads;
        CHECK_WHERE("%zu jobs of %d threads", o.jobs, o.threads);
        CHECK_EQ(adrop_launch_open(ctx, &o, &l), limits[i].part ? ADROP_EINVAL : ADROP_OK);
        CHECK(l == NULL);
        if (limits[i].part)
            CHECK_HAS(adrop_ctx_message(ctx), limits[i].part);
    }
    CHECK_WHERE("%s", "");
}

static void refusals(void)
{
    adrop_launch_opts o;
    adrop_launch *l;

    adrop_launch_opts_init(&o);
    o.launch = ADROP_LAUNCH_SLURM;
    CHECK_EQ(adrop_launch_open(ctx, &o, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "the folder of an experiment");
    adrop_launch_opts_init(&o);
    o.launch = ADROP_LAUNCH_MPI;
    o.folder = "/tmp/adrop-nobody";
    CHECK_EQ(adrop_launch_open(ctx, &o, &l), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "mpi");
    CHECK(l == NULL);
    adrop_launch_close(NULL);
}

CHECK_MAIN(begin, limits_are_those_of_the_header, refusals, end)
