/* Getting known sets: which, from where, to where. The server is on this machine. Files are real if
 * ADROP_DATA has them; otherwise only their length is right. */
#include "adrop/fetch.h"
#include "asked.h"

#include "data/origin.h"
#include "data/scene.h"
#include "data/server.h"
#include "data/verify.h"

enum { FILES = 4 };

static server_row rows[2 * FILES + 1]; /* mnist's files: /real/NAME, /false/NAME */
static char paths[2 * FILES][64], *contents[2 * FILES];
static int have_real;

/* The real file, or NULL. */
static char *read_real(const char *folder, const ad_origin_file *file)
{
    char path[512], *data = malloc(file->bytes);

    snprintf(path, sizeof path, "%s/mnist/%s", folder ? folder : "", file->name);
    FILE *f = folder ? fopen(path, "rb") : NULL;
    const size_t got = f ? fread(data, 1, file->bytes, f) : 0;
    if (f)
        fclose(f);
    if (got == file->bytes)
        return data;
    free(data);
    return NULL;
}

static void begin(void)
{
    const char *folder = scene_real("getting the real mnist");
    const ad_origin_file *files = ad_origin_find("mnist")->files;

    have_real = folder != NULL;
    for (size_t i = 0; i < FILES; i++) {
        contents[i] = read_real(folder, &files[i]);
        contents[FILES + i] = calloc(files[i].bytes, 1);
        have_real &= contents[i] != NULL;
        for (size_t k = i; k < 2 * FILES; k += FILES) {
            snprintf(paths[k], sizeof paths[k], "/%s/%s", k < FILES ? "real" : "false",
                     files[i].name);
            rows[k] = (server_row){ .path = paths[k],
                                    .data = contents[k] ? contents[k] : contents[FILES + i],
                                    .size = files[i].bytes };
        }
    }
    server_begin(rows);
}

static void end(void)
{
    server_end();
    for (size_t i = 0; i < 2 * FILES; i++)
        free(contents[i]);
}

static adrop_get_opts opts_of(const char *name, const char *source)
{
    static char url[128], folder[512];
    adrop_get_opts opts;

    adrop_get_opts_init(&opts);
    opts.name = name;
    opts.data_dir = folder;
    opts.source = source ? url : NULL;
    snprintf(folder, sizeof folder, "%s", scene_path("new/data"));
    snprintf(url, sizeof url, "http://127.0.0.1:%d/%s", server.port, source ? source : "");
    CHECK_WHERE("%s from %s", name, source ? source : "its own source");
    server.requests = 0;
    return opts;
}

static void refuses(const adrop_get_opts *opts, adrop_status status, const char *part)
{
    adrop_get_result result;

    CHECK_EQ(adrop_data_get(ctx, opts, NULL, &result), status);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_EQ(result.interrupted, 0);
}

/* Every known set is built in, or has an origin: files with published sums and places
 * where its reader looks, or a reason why not. */
static void table(void)
{
    adrop_known_data known;

    for (size_t i = 0; adrop_known_data_at(i, &known); i++) {
        const ad_origin *o = ad_origin_find(known.name);
        CHECK_WHERE("%s", known.name);
        CHECK_EQ(o != NULL, *known.places != 0);
        if (!o)
            continue;
        CHECK_EQ(o->url != NULL, o->files[0].name != NULL);
        CHECK(o->url || (o->why && o->where));
        if (!o->url)
            continue;
        CHECK(!strncmp(o->url, "https://", 8) && o->url[strlen(o->url) - 1] == '/');
        CHECK(strstr(known.places, *o->folder ? o->folder : o->files[0].name) != NULL);
        CHECK(*o->folder || !o->files[1].name);
        for (const ad_origin_file *f = o->files; f->name; f++) {
            const char *sum = ad_published_sum(o->set, f->name);
            CHECK(sum && (strlen(sum) == 32 || strlen(sum) == 64));
            CHECK(f->bytes > 0);
        }
    }
}

static void by_hand(void)
{
    static const struct {
        const char *name;
        adrop_status status;
        const char *part;
    } cases[] = { { "mnits", ADROP_ENOENT, "did you mean 'mnist'" },
                  { "digits", ADROP_EEXIST, "built in" },
                  { "boston", ADROP_ENOENT, "no checksum of its files is published" },
                  { "yacht", ADROP_ENOENT, "new/data/yacht' by hand, from https://" },
                  { "imagenet32", ADROP_ENOENT, "with a login" },
                  { "caltech256", ADROP_ENOENT, "256_ObjectCategories.tar" } };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const adrop_get_opts opts = opts_of(cases[i].name, "false");
        refuses(&opts, cases[i].status, cases[i].part);
        CHECK_EQ(server.requests, 0);
    }
    CHECK(access(scene_path("new"), F_OK)); /* no folder was made */
}

static void settings(void)
{
    adrop_get_opts opts = opts_of("mnist", "false");

    opts.source = "http://192.0.2.1/mnist";
    refuses(&opts, ADROP_EINVAL, "only https:// is accepted");
    opts.source = "ftp://127.0.0.1/mnist";
    refuses(&opts, ADROP_EINVAL, "only https:// is accepted");
    opts = opts_of("mnist", "false");
    opts.data_dir = NULL;
    refuses(&opts, ADROP_EINVAL, "data_dir");
    opts = opts_of("mnist", "false");
    opts.stall_seconds = 0;
    refuses(&opts, ADROP_EINVAL, "stall-seconds");
    opts.size = 0;
    refuses(&opts, ADROP_EINVAL, "adrop_get_opts");
    CHECK_EQ(server.requests, 0);
    CHECK(access(scene_path("new"), F_OK));
}

/* What is there in another form is neither doubled nor replaced. */
static void other_places(void)
{
    adrop_get_opts opts = opts_of("cifar10", "false");

    scene_text("new/data/cifar10/data_batch_1.bin", "x");
    refuses(&opts, ADROP_EEXIST, "new/data/cifar10'");
    scene_clear();
    opts = opts_of("mnist", "false");
    scene_text("new/data/mnist/train-images-idx3-ubyte", "x");
    refuses(&opts, ADROP_EEXIST, "mnist/train-images-idx3-ubyte' is there already");
    scene_clear();
    scene_text("new/data/mnist/train-images-idx3-ubyte.gz", "x");
    refuses(&opts, ADROP_EFORMAT, "move it away");
    CHECK_EQ(server.requests, 0);
    scene_clear();
}

static void false_files(void)
{
    const adrop_get_opts opts = opts_of("mnist", "false");

    refuses(&opts, ADROP_EFORMAT, "f68b3c2dcbeaaa9fbdd348bbdeb94873");
    CHECK_EQ(server.requests, 1);
    CHECK(access(scene_path("new/data/mnist/train-images-idx3-ubyte.gz"), F_OK));
    CHECK(access(scene_path("new/data/mnist/train-images-idx3-ubyte.gz.part"), F_OK));
    scene_clear();
}

/* What the hooks saw. */
static struct {
    size_t files, calls;
    uint64_t bytes, stop_at; /* 0: never */
} seen;

static void saw_progress(void *user, const adrop_get_progress *p)
{
    CHECK(user == &seen && p->file && p->index >= 1 && p->index <= p->files);
    CHECK_EQ(p->files, FILES);
    CHECK_EQ(p->all_bytes, 9912422 + 28881 + 1648877 + 4542);
    CHECK(p->bytes >= seen.bytes && p->bytes <= p->all_bytes);
    seen.bytes = p->bytes;
    seen.calls++;
}

static void saw_file(void *user, const adrop_get_file *file)
{
    CHECK(user == &seen && !access(file->path, R_OK));
    CHECK_HAS(file->url, "/real/");
    CHECK_EQ(strlen(file->sum), 32);
    seen.files++;
}

static int enough(void *user)
{
    CHECK(user == &seen);
    return seen.stop_at && seen.bytes >= seen.stop_at;
}

/* Stopped in the first file, gone on with, and read. */
static void real_files(void)
{
    const adrop_get_hooks hooks = { sizeof hooks, &seen, saw_progress, saw_file, enough };
    const adrop_get_opts opts = opts_of("mnist", "real/");
    adrop_get_result result;

    if (!have_real) {
        printf("skipped: mnist is not there\n");
        return;
    }
    seen.stop_at = 1000000;
    CHECK_EQ(adrop_data_get(ctx, &opts, &hooks, &result), ADROP_EINTR);
    CHECK_EQ(result.interrupted, 1);
    CHECK_EQ(result.files, 0);
    const uint64_t first = result.bytes;
    CHECK(first >= seen.stop_at && first <= 9912422);
    seen.stop_at = 0;
    CHECK_EQ(adrop_data_get(ctx, &opts, &hooks, &result), ADROP_OK);
    CHECK_EQ(result.interrupted, 0);
    CHECK_EQ(result.files, FILES);
    CHECK_EQ(result.bytes, 9912422 + 28881 + 1648877 + 4542 - first);
    CHECK_EQ(seen.files, FILES);
    CHECK(seen.calls > 0 && server.ranges == (first < 9912422));
    CHECK_EQ(adrop_data_get(ctx, &opts, NULL, &result), ADROP_OK);
    CHECK_EQ(result.fetched, 0);
    CHECK_EQ(result.bytes, 0);
    adrop_data_opts data_opts = scene_opts("mnist");
    data_opts.data_dir = opts.data_dir;
    adrop_data *data = scene_open(&data_opts);
    CHECK_EQ(data ? asked_data(data).n_test : 0, 10000);
    adrop_data_free(data);
}

CHECK_MAIN(scene_begin, begin, table, by_hand, settings, other_places, false_files, real_files, end,
           scene_end)
