/* Training runs: exact resume after a stop at any step, refusals, damaged checkpoints, divergence,
 * a full disk, and a reopened run. Data: the built-in digits. */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "texts.h"

#include "adrop/lab.h"

static char base[] = "/tmp/adrop-train-XXXXXX";

typedef struct {
    int stop_after; /* steps; -1: never */
    int steps, epochs;
    double last_acc;
} watch;

static int stop(void *user)
{
    watch *w = user;

    return w->stop_after >= 0 && ++w->steps >= w->stop_after;
}

static void epoch(void *user, const adrop_epoch *e)
{
    watch *w = user;

    w->epochs++;
    w->last_acc = e->test_acc;
}

static adrop_ctx *context(void)
{
    adrop_ctx_opts opts;
    adrop_ctx *ctx;

    adrop_ctx_opts_init(&opts);
    opts.threads = 1;
    CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
    return ctx;
}

static adrop_train_opts options(const char *name)
{
    adrop_train_opts t;

    adrop_train_opts_init(&t);
    t.model = "mlp:24,16";
    t.out = text_of("%s/%s", base, name);
    t.save_seconds = 0; /* after each epoch */
    t.epochs = 4;
    t.batch = 100;
    return t;
}

static adrop_status run(adrop_ctx *ctx, const adrop_train_opts *t, watch *w,
                        adrop_train_result *result)
{
    adrop_data_opts data;
    const adrop_train_hooks hooks = {
        .size = sizeof hooks, .user = w, .epoch = epoch, .stop = stop
    };

    adrop_data_opts_init(&data);
    data.data = "digits";
    data.val_fraction = 0.1;
    return adrop_train(ctx, &data, t, &hooks, result);
}

/* A file of a run as text; metrics without their times. */
static char *slurp(const char *name, const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s", base, name, file);
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);

    if (f) {
        text[fread(text, 1, (1 << 22) - 1, f)] = 0;
        fclose(f);
    }
    for (char *p = text; (p = strstr(p, "seconds\":"));) {
        p += 9;
        memmove(p, p + strcspn(p, ",}"), strlen(p + strcspn(p, ",}")) + 1);
    }
    return text;
}

static size_t size_of(const char *name, const char *file)
{
    char path[512];
    struct stat info;

    snprintf(path, sizeof path, "%s/%s/%s", base, name, file);
    return stat(path, &info) ? 0 : (size_t)info.st_size;
}

static int same_file(const char *a, const char *b, const char *file)
{
    char path[2][512];
    FILE *f[2];
    int same = 1, x, y;

    snprintf(path[0], sizeof path[0], "%s/%s/%s", base, a, file);
    snprintf(path[1], sizeof path[1], "%s/%s/%s", base, b, file);
    f[0] = fopen(path[0], "rb"), f[1] = fopen(path[1], "rb");
    if (!f[0] || !f[1])
        return 0;
    do {
        x = fgetc(f[0]), y = fgetc(f[1]);
        same = x == y;
    } while (same && x != EOF);
    fclose(f[0]), fclose(f[1]);
    return same;
}

static void check_same_end(const char *a, const char *b)
{
    char *x = slurp(a, "metrics.jsonl"), *y = slurp(b, "metrics.jsonl");

    CHECK(size_of(a, "model.safetensors") > 0);
    CHECK(same_file(a, b, "model.safetensors"));
    CHECK(*x);
    CHECK_TEXT(y, x);
    free(x), free(y);
}

static void stopped_runs_end_in_the_same_bits(void)
{
    static const int stops[] = { 1, 7, 13, 14, 27 };
    adrop_ctx *ctx = context();
    adrop_train_result whole, part;
    watch w = { .stop_after = -1 };

    CHECK(mkdtemp(base) != NULL);
    adrop_train_opts t = options("whole");
    CHECK_EQ(run(ctx, &t, &w, &whole), ADROP_OK);
    CHECK_EQ(w.epochs, 4);
    CHECK(whole.test_acc > 20 && whole.test_acc == w.last_acc);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        char name[16];
        snprintf(name, sizeof name, "stop%d", stops[i]);
        CHECK_WHERE("%s", name);
        t = options(name);
        w = (watch){ .stop_after = stops[i] };
        CHECK_EQ(run(ctx, &t, &w, &part), ADROP_EINTR);
        CHECK(part.interrupted);
        CHECK_EQ(run(ctx, &t, &w, &part), ADROP_EEXIST); /* never overwritten */
        t.resume = 1;
        t.workers = 0; /* does not matter */
        w = (watch){ .stop_after = -1 };
        CHECK_EQ(run(ctx, &t, &w, &part), ADROP_OK);
        CHECK(part.resumed && !part.interrupted);
        CHECK(part.test_acc == whole.test_acc && part.train_acc_mean == whole.train_acc_mean);
        check_same_end("whole", name);
    }
    adrop_ctx_free(ctx);
}

static void other_settings_are_refused(void)
{
    adrop_ctx *ctx = context();
    adrop_train_result r;
    watch w = { .stop_after = -1 };
    adrop_train_opts t = options("stop7");

    t.resume = 1;
    t.lr = 0.03;
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "lr");
    t = options("fresh");
    t.resume = 1; /* nothing to resume: from the beginning */
    t.epochs = 1;
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_OK);
    CHECK(!r.resumed);
    t = options("patience");
    t.patience = 1;
    t.lr_drop = (adrop_list){ 1, { 9 } };
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINVAL); /* a drop beyond the end */
    adrop_ctx_free(ctx);
}

/* Flip a bit in the middle of a file. */
static void damage(const char *name, const char *file)
{
    char path[512], byte;
    snprintf(path, sizeof path, "%s/%s/%s", base, name, file);
    const int fd = open(path, O_RDWR);
    const off_t middle = (off_t)size_of(name, file) / 2;

    CHECK(fd >= 0);
    CHECK_EQ(pread(fd, &byte, 1, middle), 1);
    byte ^= 4;
    CHECK_EQ(pwrite(fd, &byte, 1, middle), 1);
    close(fd);
}

static void damaged_checkpoints(void)
{
    adrop_ctx *ctx = context();
    adrop_train_result r;
    watch w = { .stop_after = 40 };
    adrop_train_opts t = options("damaged");

    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINTR);
    damage("damaged", "checkpoint.safetensors");
    t.resume = 1;
    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_OK); /* from the one before */
    check_same_end("whole", "damaged");

    t = options("broken");
    w = (watch){ .stop_after = 40 };
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINTR);
    damage("broken", "checkpoint.safetensors");
    damage("broken", "checkpoint.prev.safetensors");
    t.resume = 1;
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "checkpoint");
    adrop_ctx_free(ctx);
}

/* A checkpoint without checksums is not as we wrote it: whatever its numbers, it is refused. */
static void no_checksums(void)
{
    adrop_ctx *ctx = context();
    adrop_train_result r;
    watch w = { .stop_after = 3 }; /* in the first epoch: one checkpoint */
    adrop_train_opts t = options("sumless");
    char path[512];

    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINTR);
    snprintf(path, sizeof path, "%s/sumless/checkpoint.safetensors", base);
    FILE *file = fopen(path, "r+b");
    char *bytes = calloc(1, 1 << 22);
    const size_t n = fread(bytes, 1, 1 << 22, file);
    size_t renamed = 0;
    for (size_t i = 0; i + 5 < n; i++)
        if (!memcmp(bytes + i, "xxh3:", 5)) {
            bytes[i] = 'y';
            renamed++;
        }
    CHECK(renamed > 4);
    rewind(file);
    CHECK_EQ(fwrite(bytes, 1, n, file), n);
    fclose(file);
    free(bytes);
    t.resume = 1;
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "has no checksums");
    adrop_ctx_free(ctx);
}

static void divergence(void)
{
    adrop_ctx *ctx = context();
    adrop_train_result r;
    watch w = { .stop_after = -1 };
    adrop_train_opts t = options("diverged");

    t.lr = 1000;
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_ENUMERIC);
    CHECK_HAS(adrop_ctx_message(ctx), "step");
    CHECK_HAS(adrop_ctx_message(ctx), "layer '");
    CHECK_HAS(adrop_ctx_message(ctx), "lower `lr`");
    char *record = slurp("diverged", "run.json");
    CHECK_HAS(record, "\"status\": \"failed\"");
    free(record);
    adrop_ctx_free(ctx);
}

/* A limit on the size of files stands in for a full disk: the old checkpoint stays. */
static void full_disk(void)
{
    adrop_ctx *ctx = context();
    adrop_train_result r;
    watch w = { .stop_after = 20 };
    adrop_train_opts t = options("full");
    struct rlimit old, small;

    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EINTR);
    const size_t whole = size_of("full", "checkpoint.safetensors");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    small = old;
    small.rlim_cur = whole / 2;
    setrlimit(RLIMIT_FSIZE, &small);
    t.resume = 1;
    w = (watch){ .stop_after = 3 };
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_EDISK);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK_EQ(size_of("full", "checkpoint.safetensors"), whole);
    w = (watch){ .stop_after = -1 };
    CHECK_EQ(run(ctx, &t, &w, &r), ADROP_OK);
    check_same_end("whole", "full");
    adrop_ctx_free(ctx);
}

static void opened_again(void)
{
    adrop_ctx *ctx = context();
    char path[512];
    adrop_run *opened;
    adrop_epoch e;
    size_t n;

    snprintf(path, sizeof path, "%s/whole", base);
    CHECK_EQ(adrop_run_open(ctx, path, NULL, NULL, &opened), ADROP_OK);
    CHECK_EQ(adrop_run_evaluate(opened, ADROP_PART_TEST, &e, &n), ADROP_OK);
    CHECK(n > 300 && e.test_acc > 20);
    CHECK_TEXT(adrop_run_setting(opened, "model"), "mlp:24,16");
    float x[64];
    double mean[10], deviation[10], sum = 0;
    const uint32_t row = 5;
    CHECK_EQ(adrop_data_row(ctx, adrop_run_data(opened), row, x), ADROP_OK);
    CHECK_EQ(adrop_run_predict(opened, 1, x, &row, 30, mean, deviation), ADROP_OK);
    for (size_t k = 0; k < 10; k++)
        sum += mean[k];
    CHECK_NEAR(sum, 1, 1e-9);
    CHECK(deviation[0] >= 0 && deviation[adrop_data_label(adrop_run_data(opened), row)] > 0);
    adrop_run_free(opened);
    snprintf(path, sizeof path, "%s/nowhere", base);
    CHECK(adrop_run_open(ctx, path, NULL, NULL, &opened) != ADROP_OK);
    CHECK(opened == NULL);
    adrop_ctx_free(ctx);
    snprintf(path, sizeof path, "rm -r %s", base);
    CHECK_EQ(system(path), 0);
}

CHECK_MAIN(stopped_runs_end_in_the_same_bits, other_settings_are_refused, damaged_checkpoints,
           no_checksums, divergence, full_disk, opened_again)
