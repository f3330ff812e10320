/* Downloads from a server on this machine: complete, in parts, and every answer that must be
 * refused. No other host is contacted. */
#include <sys/file.h>

#include "data/download.h"
#include "data/scene.h"
#include "data/server.h"
#include "data/verify.h"

enum { SIZE = 50000, CUT = 20000 };

static char file[2 * SIZE];             /* what is served; the first SIZE bytes are published */
static char sum[AD_SUM_SIZE];           /* their SHA-256 */
static char to_self[64], to_https[128]; /* redirects that need the port */

static server_row rows[] = {
    { .path = "/plain", .data = file, .size = SIZE },
    { .path = "/chunked", .data = file, .size = SIZE, .chunked = 1 },
    { .path = "/cut", .data = file, .size = SIZE, .cut = CUT },
    { .path = "/cut-chunked", .data = file, .size = SIZE, .cut = CUT, .chunked = 1 },
    { .path = "/no-range", .data = file, .size = SIZE, .ignores_range = 1 },
    { .path = "/no-range-cut", .data = file, .size = SIZE, .ignores_range = 1, .cut = CUT },
    { .path = "/other-range", .data = file, .size = SIZE, .range = "bytes 0-49999/50000" },
    { .path = "/bad-range", .data = file, .size = SIZE, .range = "bytes 20000-99999999/*" },
    { .path = "/wrong", .data = file + 1, .size = SIZE },
    { .path = "/large", .data = file, .size = SIZE + 1 },
    { .path = "/large-chunked", .data = file, .size = 2 * SIZE, .chunked = 1 },
    { .path = "/small", .data = file, .size = 10 },
    { .path = "/small-chunked", .data = file, .size = 10, .chunked = 1 },
    { .path = "/stall", .data = file, .size = SIZE, .cut = CUT, .stalls = 1 },
    { .path = "/forbidden", .code = 403 },
    { .path = "/moved", .code = 302, .location = "/moved-again" },
    { .path = "/moved-again", .code = 307, .location = "plain" },
    { .path = "/loop", .code = 301, .location = to_self },
    { .path = "/to-http", .code = 302, .location = "http://192.0.2.1/plain" },
    { .path = "/to-file", .code = 302, .location = "file:///etc/passwd" },
    { .path = "/to-ftp", .code = 302, .location = "ftp://127.0.0.1/plain" },
    { .path = "/to-trick", .code = 302, .location = "http://127.0.0.1@192.0.2.1/plain" },
    { .path = "/to-https", .code = 302, .location = to_https },
    { 0 },
};

static void begin(void)
{
    for (size_t i = 0; i < sizeof file; i++)
        file[i] = (char)(i * i % 251 + i / 1000);
    CHECK_EQ(ad_sum_file(ctx, scene_file("published", file, SIZE),
                         "0123456789012345678901234567890123456789012345678901234567890123", sum),
             ADROP_OK);
    server_begin(rows);
    snprintf(to_self, sizeof to_self, "http://localhost:%d/loop", server.port);
    snprintf(to_https, sizeof to_https, "https://127.0.0.1:%d/plain", server.port);
}

static const char *url_of(const char *path)
{
    static char url[256];

    snprintf(url, sizeof url, "http://127.0.0.1:%d%s", server.port, path);
    return url;
}

/* What watch saw, and when it has enough. */
static struct {
    size_t calls;
    uint64_t last, enough; /* enough 0: never */
    const char *puts;      /* what somebody else puts into place meanwhile; NULL: nothing */
} seen;

static int look(void *user, const ad_fetched *at)
{
    CHECK(user == &seen);
    CHECK(at->have <= SIZE);
    if (seen.puts && !seen.calls)
        scene_file("data", seen.puts, SIZE);
    seen.calls++;
    seen.last = at->have;
    return seen.enough && at->have >= seen.enough;
}

static adrop_status get(const char *path, ad_fetched *at)
{
    const ad_download d = { .fetch = { .url = url_of(path),
                                       .size = SIZE,
                                       .connect_seconds = 5,
                                       .stall_seconds = 1,
                                       .user = &seen,
                                       .watch = look },
                            .path = scene_path("data"),
                            .sum = sum };

    CHECK_WHERE("%s", path);
    seen.calls = 0;
    seen.last = 0;
    server.requests = 0;
    server.ranges = 0;
    return ad_download_run(ctx, &d, at);
}

/* The bytes at name are the first n of the file; -1: nothing is there. */
static void holds(const char *name, long n)
{
    static char found[2 * SIZE + 1];
    FILE *f = fopen(scene_path(name), "rb");

    CHECK_EQ(f != NULL, n >= 0);
    if (!f)
        return;
    const size_t got = fread(found, 1, sizeof found, f);
    fclose(f);
    CHECK_EQ(got, n);
    CHECK(n < 0 || !memcmp(found, file, (size_t)n));
}

static void got(const char *path, uint64_t came)
{
    ad_fetched at;

    CHECK_EQ(get(path, &at), ADROP_OK);
    CHECK_EQ(at.came, came);
    CHECK_EQ(at.stopped, 0);
    holds("data", SIZE);
    holds("data.part", -1);
    unlink(scene_path("data"));
}

/* Getting fails so; kept bytes are the part's afterwards, -1: there is none. */
static void fails(const char *path, adrop_status status, const char *part, long kept)
{
    ad_fetched at;

    CHECK_EQ(get(path, &at), status);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    holds("data", -1);
    holds("data.part", kept);
    if (status == ADROP_ENETWORK)
        CHECK_HAS(adrop_ctx_message(ctx), kept > 0 ? "are kept" : "; try again");
}

static void whole(void)
{
    got("/plain", SIZE);
    CHECK(seen.calls > 0);
    CHECK_EQ(seen.last, SIZE);
    CHECK_EQ(server.ranges, 0);
    got("/chunked", SIZE);
    got("/no-range", SIZE);
    got("/moved", SIZE); /* two redirects, one of them relative */
    CHECK_EQ(server.requests, 3);
}

static void resumed(void)
{
    fails("/cut", ADROP_ENETWORK, "partial file", CUT);
    CHECK_HAS(adrop_ctx_message(ctx), "20000 of 50000 bytes are kept");
    fails("/cut", ADROP_ENETWORK, "partial file", 2 * CUT);
    CHECK_EQ(server.ranges, 1);
    got("/cut", SIZE - 2 * CUT);
    fails("/cut-chunked", ADROP_ENETWORK, "cannot get", CUT);
    got("/chunked", SIZE - CUT);
    CHECK_EQ(server.ranges, 1);
    scene_file("data.part", file, CUT);
    got("/moved", SIZE - CUT); /* the range goes along */
}

static void range_ignored(void)
{
    fails("/no-range-cut", ADROP_ENETWORK, "partial file", CUT);
    fails("/no-range-cut", ADROP_ENETWORK, "partial file", CUT); /* from the start again */
    CHECK_EQ(server.ranges, 1);
    got("/no-range", SIZE);
    CHECK_EQ(server.ranges, 1);
    scene_file("data.part", file, CUT);
    fails("/other-range", ADROP_ENETWORK, "not asked for", CUT);
    fails("/bad-range", ADROP_ENETWORK, "not asked for", CUT);
    fails("/large", ADROP_ENETWORK, "not asked for", CUT);  /* of a longer file */
    fails("/small", ADROP_EFORMAT, "it has 10 bytes", CUT); /* 416, then all of it */
    got("/plain", SIZE - CUT);
}

static void found_parts(void)
{
    scene_file("data.part", file, SIZE); /* killed before the rename */
    got("/plain", 0);
    CHECK_EQ(server.requests, 0);
    scene_file("data.part", file, 2 * SIZE); /* of another file */
    got("/plain", SIZE);
    scene_file("data.part", file + 7, CUT); /* a wrong beginning */
    fails("/plain", ADROP_EFORMAT, sum, -1);
    got("/plain", SIZE);
    CHECK_EQ(symlink(scene_path("published"), scene_path("data.part")), 0);
    ad_fetched at;
    CHECK_EQ(get("/plain", &at), ADROP_EDISK);
    holds("published", SIZE);
    unlink(scene_path("data.part"));
}

static void wrong_sum(void)
{
    char made[AD_SUM_SIZE];

    CHECK_EQ(ad_sum_file(ctx, scene_file("wrong", file + 1, SIZE), sum, made), ADROP_OK);
    fails("/wrong", ADROP_EFORMAT, sum, -1);
    CHECK_HAS(adrop_ctx_message(ctx), made);
    CHECK_HAS(adrop_ctx_message(ctx), scene_path("data"));
}

static void wrong_length(void)
{
    fails("/large", ADROP_EFORMAT, "it has 50001 bytes, and the published one 50000", -1);
    fails("/large-chunked", ADROP_EFORMAT, "goes on after the 50000 bytes", -1);
    fails("/small", ADROP_EFORMAT, "it has 10 bytes", -1);
    fails("/small-chunked", ADROP_ENETWORK, "ends too early", 10);
    unlink(scene_path("data.part"));
}

static void redirects(void)
{
    fails("/loop", ADROP_ENETWORK, "more than 5 redirects", -1);
    CHECK_EQ(server.requests, 6);
    fails("/to-http", ADROP_ENETWORK, "http://192.0.2.1/plain', and only https:// is followed", -1);
    fails("/to-file", ADROP_ENETWORK, "file:///etc/passwd', and only https:// is followed", -1);
    fails("/to-ftp", ADROP_ENETWORK, "only https:// is followed", -1);
    fails("/to-trick", ADROP_ENETWORK, "only https:// is followed", -1);
    fails("/to-https", ADROP_ENETWORK, "https://127.0.0.1", -1); /* followed, but no TLS there */
}

static void answers(void)
{
    fails("/none", ADROP_ENETWORK, "the server answers 404", -1);
    fails("/forbidden", ADROP_ENETWORK, "the server answers 403", -1);
    scene_file("data.part", file, CUT);
    fails("/none", ADROP_ENETWORK, "the server answers 404", CUT); /* what there is stays */
    unlink(scene_path("data.part"));
}

static void stalls(void)
{
    struct timespec start, end;

    clock_gettime(CLOCK_MONOTONIC, &start);
    fails("/stall", ADROP_ENETWORK, "stopped sending", CUT);
    clock_gettime(CLOCK_MONOTONIC, &end);
    CHECK(end.tv_sec - start.tv_sec < 5); /* asked for 1 s */
    server.go_on = 1;
    got("/plain", SIZE - CUT);
}

static void in_place(void)
{
    ad_fetched at;

    scene_file("data", file, SIZE);
    CHECK_EQ(get("/plain", &at), ADROP_OK);
    CHECK_EQ(at.came, 0);
    CHECK_EQ(server.requests, 0);
    scene_file("data", file, SIZE - 1);
    CHECK_EQ(get("/plain", &at), ADROP_EFORMAT);
    CHECK_EQ(server.requests, 0);
    CHECK_HAS(adrop_ctx_message(ctx), "move it away");
    CHECK_HAS(adrop_ctx_message(ctx), sum);
    holds("data", SIZE - 1); /* never replaced */
    unlink(scene_path("data"));
    seen.puts = file + 1;
    CHECK_EQ(get("/plain", &at), ADROP_EFORMAT);
    holds("data.part", SIZE);
    CHECK_EQ(get("/plain", &at), ADROP_EFORMAT);
    seen.puts = file;
    unlink(scene_path("data"));
    unlink(scene_path("data.part"));
    got("/plain", SIZE);
    seen.puts = NULL;
}

static void stopping(void)
{
    ad_fetched at;

    seen.enough = 1;
    server.go_on = 0;
    CHECK_EQ(get("/stall", &at), ADROP_OK); /* nothing is left to come but time */
    CHECK_EQ(at.stopped, 1);
    CHECK(at.have >= 1 && at.have < SIZE);
    holds("data.part", (long)at.have);
    holds("data", -1);
    seen.enough = 0;
    server.go_on = 1;
    got("/plain", SIZE - at.have);
}

static void one_at_a_time(void)
{
    ad_fetched at;
    const int fd = open(scene_file("data.part", file, CUT), O_RDWR);

    CHECK_EQ(flock(fd, LOCK_EX), 0);
    CHECK_EQ(get("/plain", &at), ADROP_EEXIST);
    CHECK_HAS(adrop_ctx_message(ctx), "another program");
    holds("data.part", CUT);
    close(fd);
    got("/plain", SIZE - CUT);
}

static void full_disk(void)
{
    const ad_fetch f = { .url = url_of("/plain"),
                         .path = "/dev/full",
                         .size = SIZE,
                         .connect_seconds = 5,
                         .stall_seconds = 5 };
    ad_fetched at = { 0 };
    const int fd = open(f.path, O_WRONLY);

    if (fd < 0) {
        printf("skipped: a full disk (no /dev/full)\n");
        return;
    }
    CHECK_EQ(ad_fetch_run(ctx, &f, fd, &at), ADROP_EDISK);
    CHECK_HAS(adrop_ctx_message(ctx), "/dev/full");
    close(fd);
}

static void addresses(void)
{
    static const char *const good[] = { "https://example.org/a", "HTTPS://example.org/a",
                                        "http://127.0.0.1/a", "http://[::1]:80/a",
                                        "http://localhost:8080/a" };
    static const char *const bad[] = { "http://example.org/a",
                                       "http://127.0.0.1.example.org/a",
                                       "http://localhost@example.org/a",
                                       "http://127.0.0.2/a",
                                       "ftp://127.0.0.1/a",
                                       "file:///etc/passwd",
                                       "/etc/passwd",
                                       "example.org/a",
                                       "https://",
                                       "" };

    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        CHECK_WHERE("%s", good[i]);
        CHECK_EQ(ad_fetch_check(ctx, good[i]), ADROP_OK);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_WHERE("%s", bad[i]);
        CHECK_EQ(ad_fetch_check(ctx, bad[i]), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "only https://");
    }
}

static void end(void)
{
    server_end();
    check_where[0] = 0;
}

CHECK_MAIN(scene_begin, begin, whole, resumed, range_ignored, found_parts, wrong_sum, wrong_length,
           redirects, answers, stalls, in_place, stopping, one_at_a_time, full_disk, addresses, end,
           scene_end)
