/* HTTP through libcurl (fetch.h, curl_library.h). A request is one curl_easy_perform that follows
 * no redirect; ad_fetch_run repeats it per hop. The answer is judged when its headers are
 * complete, at the first byte of its body. */
#include "data/fetch.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/context.h"
#include "base/file.h"
#include "data/curl_library.h"

/* LEAST_SPEED, in bytes per second: slower for stall_seconds is a stall. MOST_ASIDE: limit of
 * bytes in the bodies of redirects. */
enum { LEAST_SPEED = 16, MOST_ASIDE = 1 << 16 };

/* How messages show a URL. */
#define URL_FORMAT "'%.300s'"

/* One request. */
typedef struct {
    adrop_ctx *ctx;
    const ad_fetch *f;
    const ad_curl *lib;
    CURL *curl;
    const char *url;
    int fd;
    uint64_t asked; /* the first byte requested */
    ad_fetched *at;
    size_t aside; /* bytes received with redirects */
    bool judged;
    double since;        /* seconds: when the server was last seen alive, .. */
    uint64_t then;       /* .. and the bytes it had sent by then */
    adrop_status status; /* set by callbacks */
} request;

static adrop_status cannot(const request *r, const char *why)
{
    return ad_fail(r->ctx, ADROP_ENETWORK, "cannot get " URL_FORMAT ": %s", r->url, why);
}

/* "https", "http" on this machine, or neither. */
typedef enum { REFUSED, LOOPBACK, HTTPS } address;

static address address_of(const ad_curl *lib, const char *url)
{
    static const char *const loopback[] = { "127.0.0.1", "[::1]", "localhost" };
    address found = REFUSED;
    CURLU *parts = lib->curl_url();
    char *scheme = NULL, *host = NULL;

    if (parts && !lib->curl_url_set(parts, CURLUPART_URL, url, 0) &&
        !lib->curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) &&
        !lib->curl_url_get(parts, CURLUPART_HOST, &host, 0)) {
        if (!strcmp(scheme, "https"))
            found = HTTPS;
        for (size_t i = 0; !strcmp(scheme, "http") && i < 3; i++)
            if (!strcmp(host, loopback[i]))
                found = LOOPBACK;
    }
    lib->curl_free(scheme);
    lib->curl_free(host);
    lib->curl_url_cleanup(parts);
    return found;
}

static adrop_status fetch_check(adrop_ctx *ctx, const ad_curl *lib, const char *url)
{
    if (address_of(lib, url) != REFUSED && strlen(url) < AD_URL_SIZE)
        return ADROP_OK;
    return ad_fail(ctx, ADROP_EINVAL,
                   "cannot get " URL_FORMAT ": only https:// is accepted, and http:// for "
                   "127.0.0.1, [::1] and localhost",
                   url);
}

adrop_status ad_fetch_check(adrop_ctx *ctx, const char *url)
{
    ad_curl lib;
    adrop_status status = ad_curl_open(ctx, &lib);

    if (status)
        return status;
    status = fetch_check(ctx, &lib, url);
    ad_curl_close(&lib);
    return status;
}

/* Does a 206 answer continue where the file ends? "bytes 100-199/200" */
static bool continues(const request *r)
{
    struct curl_header *header;
    char *end;

    if (r->lib->curl_easy_header(r->curl, "Content-Range", 0, CURLH_HEADER, -1, &header) ||
        strncmp(header->value, "bytes ", 6))
        return false;
    const uint64_t first = strtoull(header->value + 6, &end, 10);
    const uint64_t last = *end == '-' ? strtoull(end + 1, &end, 10) : UINT64_MAX;
    return first == r->asked && last < r->f->size && *end == '/' &&
           (end[1] == '*' || strtoull(end + 1, NULL, 10) == r->f->size);
}

static adrop_status start_again(request *r)
{
    r->at->have = 0;
    if (ftruncate(r->fd, 0))
        return ad_fail(r->ctx, ADROP_EIO, "cannot empty '%s': %s", r->f->path, strerror(errno));
    return ADROP_OK;
}

/* Check the headers; the body is read only if they are right. */
static adrop_status fetch_judge(request *r)
{
    long code = 0;
    curl_off_t length = -1;

    r->judged = true;
    r->lib->curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &code);
    r->lib->curl_easy_getinfo(r->curl, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    if (code == 206 && r->asked && continues(r))
        return ADROP_OK;
    if (code != 200)
        return ad_fail(r->ctx, ADROP_ENETWORK,
                       "cannot get " URL_FORMAT ": the server answers %ld%s", r->url, code,
                       code == 206 ? ", a part that was not asked for" : "");
    if (length >= 0 && (uint64_t)length != r->f->size)
        return ad_fail(r->ctx, ADROP_EFORMAT,
                       URL_FORMAT " is not the published file: it has %" PRIu64
                                  " bytes, and the published one %" PRIu64,
                       r->url, (uint64_t)length, r->f->size);
    return r->at->have ? start_again(r) : ADROP_OK;
}

/* Append to the file. */
static adrop_status append(request *r, const char *data, size_t n)
{
    adrop_status status;

    if (n > r->f->size - r->at->have) {
        if ((status = start_again(r)))
            return status;
        return ad_fail(r->ctx, ADROP_EFORMAT,
                       URL_FORMAT " is not the published file: it goes on after the %" PRIu64
                                  " bytes of that",
                       r->url, r->f->size);
    }
    if (!(status = ad_file_write_at(r->ctx, r->fd, r->f->path, r->at->have, data, n)))
        r->at->have += n;
    r->at->came += n;
    return status;
}

static size_t fetch_take(char *data, size_t one, size_t n, void *arg)
{
    request *r = arg;
    long code = 0;

    (void)one; /* is 1 */
    r->lib->curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &code);
    if (code >= 300 && code < 400) /* the body of a redirect */
        return (r->aside += n) <= MOST_ASIDE ? n : CURL_WRITEFUNC_ERROR;
    if (!r->judged)
        r->status = fetch_judge(r);
    if (!r->status)
        r->status = append(r, data, n);
    return r->status ? CURL_WRITEFUNC_ERROR : n;
}

/* Called at least once per second. */
static int fetch_watch(void *arg, curl_off_t down, curl_off_t got, curl_off_t up, curl_off_t sent)
{
    request *r = arg;
    const double time = ad_clock(), wait = r->f->stall_seconds;

    (void)down, (void)got, (void)up, (void)sent;
    if ((double)(r->at->came - r->then) >= LEAST_SPEED * wait) {
        r->since = time;
        r->then = r->at->came;
    }
    if (time - r->since >= wait)
        r->status = cannot(r, "the server has stopped sending");
    if (!r->status && r->f->watch && r->f->watch(r->f->user, r->at))
        r->at->stopped = 1;
    return r->status || r->at->stopped;
}

static CURLcode fetch_prepare(request *r)
{
    const ad_fetch *f = r->f;
    const bool https = address_of(r->lib, r->url) == HTTPS;
    char range[32];
    CURLcode bad = CURLE_OK;

    snprintf(range, sizeof range, "%" PRIu64 "-", r->asked);
    r->lib->curl_easy_reset(r->curl);
#define SET(option, value) bad = bad ? bad : r->lib->curl_easy_setopt(r->curl, option, value)
    SET(CURLOPT_URL, r->url);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_USERAGENT, "adrop");
    SET(CURLOPT_RANGE, r->asked ? range : NULL);
    SET(CURLOPT_PROXY, https && f->proxy ? f->proxy : ""); /* "": not even the environment's */
    SET(CURLOPT_NOPROXY, f->no_proxy ? f->no_proxy : "");
    SET(CURLOPT_CONNECTTIMEOUT_MS, lround(1000 * f->connect_seconds));
    SET(CURLOPT_WRITEFUNCTION, fetch_take);
    SET(CURLOPT_WRITEDATA, r);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, fetch_watch);
    SET(CURLOPT_XFERINFODATA, r);
#undef SET
    return bad;
}

/* Report a failure of libcurl. The two most frequent have our own messages, since libcurl's change
 * from version to version. */
static adrop_status explain(const request *r, CURLcode bad)
{
    const char *why = bad == CURLE_COULDNT_CONNECT        ? "Could not connect to the server"
                      : bad == CURLE_COULDNT_RESOLVE_HOST ? "Could not find the server's address"
                                                          : r->lib->curl_easy_strerror(bad);
    const bool trust = bad == CURLE_PEER_FAILED_VERIFICATION || bad == CURLE_SSL_CACERT_BADFILE;

    if (bad == CURLE_OUT_OF_MEMORY)
        return ad_fail(r->ctx, ADROP_ENOMEM, "not enough memory to get " URL_FORMAT, r->url);
    return ad_fail(r->ctx, ADROP_ENETWORK, "cannot get " URL_FORMAT ": %c%s%s", r->url,
                   ad_is_upper(why[1]) ? why[0] : ad_lower(why[0]), why + 1,
                   trust ? " (are the root certificates, Debian's ca-certificates, installed?)"
                         : "");
}

/* Send one request. *next: the redirect's URL, or "". */
static adrop_status ask(request *r, char next[AD_URL_SIZE])
{
    long code = 0;
    char *to = NULL;
    CURLcode bad = fetch_prepare(r);

    *next = 0;
    bad = bad ? bad : r->lib->curl_easy_perform(r->curl);
    r->lib->curl_easy_getinfo(r->curl, CURLINFO_RESPONSE_CODE, &code);
    r->lib->curl_easy_getinfo(r->curl, CURLINFO_REDIRECT_URL, &to);
    if (to && snprintf(next, AD_URL_SIZE, "%s", to) >= AD_URL_SIZE)
        return cannot(r, "it points to a URL that is too long");
    if (r->at->stopped || to || (code == 416 && r->asked))
        return ADROP_OK;
    if (!bad && !r->judged)
        r->status = fetch_judge(r);
    if (r->status || bad)
        return r->status ? r->status : explain(r, bad);
    if (r->at->have < r->f->size)
        return cannot(r, "the answer ends too early");
    return ADROP_OK;
}

/* May the redirect from r->url to next be followed? */
static adrop_status may_follow(const request *r, size_t hops, const char *next)
{
    const address from = address_of(r->lib, r->url), to = address_of(r->lib, next);

    if (hops == AD_MAX_REDIRECTS)
        return ad_fail(r->ctx, ADROP_ENETWORK,
                       "cannot get " URL_FORMAT ": more than %d redirects, the last to " URL_FORMAT,
                       r->f->url, AD_MAX_REDIRECTS, next);
    if (to == REFUSED || (to == LOOPBACK && from == HTTPS))
        return ad_fail(r->ctx, ADROP_ENETWORK,
                       "cannot get " URL_FORMAT ": it points to " URL_FORMAT
                       ", and only https:// is followed",
                       r->url, next);
    return ADROP_OK;
}

static adrop_status ask_on(request *r)
{
    char url[AD_URL_SIZE], next[AD_URL_SIZE];
    adrop_status status = ADROP_OK;
    bool from_start = false;

    snprintf(url, sizeof url, "%s", r->f->url);
    r->url = url;
    for (size_t hops = 0; !status && !r->at->stopped && r->at->have < r->f->size;) {
        r->asked = from_start ? 0 : r->at->have;
        r->judged = false;
        r->status = ADROP_OK;
        r->since = ad_clock();
        if ((status = ask(r, next)) || r->at->stopped)
            break;
        if (*next && !(status = may_follow(r, hops++, next)))
            snprintf(url, sizeof url, "%s", next);
        from_start |= !*next; /* 416: the server's file ends before ours */
    }
    r->url = NULL;
    return status;
}

/* SIGPIPE, which goes to the thread that writes, is blocked in this one: a closed connection must
 * not end the program. The signal's disposition stays the program's. sigtimedwait with a zero
 * timeout discards a pending signal. */
typedef struct {
    sigset_t before;
    bool pending; /* one was pending before */
} held_sigpipe;

static sigset_t sigpipe_alone(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    return set;
}

static void hold_sigpipe(held_sigpipe *s)
{
    const sigset_t set = sigpipe_alone();
    sigset_t waiting;

    sigpending(&waiting);
    s->pending = sigismember(&waiting, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, &s->before);
}

/* Discard signals that came meanwhile, and restore the mask. */
static void release_sigpipe(const held_sigpipe *s)
{
    const sigset_t set = sigpipe_alone();

    while (!s->pending && sigtimedwait(&set, NULL, &(struct timespec){ 0 }) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
}

/* Between curl_global_init and _cleanup. */
static adrop_status fetch_run(request *r)
{
    held_sigpipe held;
    adrop_status status;

    hold_sigpipe(&held);
    r->curl = r->lib->curl_easy_init();
    status = r->curl ? ask_on(r) : ad_fail(r->ctx, ADROP_ENOMEM, "not enough memory for libcurl");
    r->lib->curl_easy_cleanup(r->curl);
    release_sigpipe(&held);
    return status;
}

adrop_status ad_fetch_run(adrop_ctx *ctx, const ad_fetch *f, int fd, ad_fetched *at)
{
    ad_curl lib;
    request r = { .ctx = ctx, .f = f, .lib = &lib, .fd = fd, .at = at };
    adrop_status status = ad_curl_open(ctx, &lib);

    *at = (ad_fetched){ .have = at->have };
    if (status)
        return status;
    if (!(status = fetch_check(ctx, &lib, f->url))) {
        if (lib.curl_global_init(CURL_GLOBAL_DEFAULT)) {
            status = ad_fail(ctx, ADROP_ENETWORK, "cannot start libcurl");
        } else {
            status = fetch_run(&r);
            lib.curl_global_cleanup();
        }
    }
    ad_curl_close(&lib);
    return status;
}
