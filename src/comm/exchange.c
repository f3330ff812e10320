/* Small exchanges between all ranks (comm.h): everybody's bytes to everybody, rank 0's to all, and
 * whether all have the same text. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "comm/comm.h"

/* A gathering, with its arrays. In front of every rank's bytes is whether it wants to stop. */
typedef struct {
    ad_op op;
    ad_transfer *transfer; /* (2 ranks) */
    char *sent;            /* (1 + bytes) */
    char *got;             /* (ranks, 1 + bytes) */
} gathering;

static void fill(adrop_comm *c, gathering *g, const void *mine, size_t bytes)
{
    const size_t each = 1 + bytes;

    g->sent[0] = (char)(c->wish != 0);
    memcpy(g->sent + 1, mine, bytes);
    for (int peer = 0; peer < c->ranks; peer++) {
        if (peer == c->rank)
            continue;
        g->transfer[g->op.n++] =
            (ad_transfer){ .data = g->sent, .bytes = each, .peer = peer, .is_send = true };
        g->transfer[g->op.n++] =
            (ad_transfer){ .data = g->got + (size_t)peer * each, .bytes = each, .peer = peer };
    }
    memcpy(g->got + (size_t)c->rank * each, g->sent, each);
    g->op.transfer = g->transfer;
}

static void take(adrop_comm *c, const gathering *g, size_t bytes, void *all)
{
    c->agreed = 0;
    for (size_t r = 0; r < (size_t)c->ranks; r++) {
        const char *from = g->got + r * (1 + bytes);
        c->agreed |= from[0];
        memcpy((char *)all + r * bytes, from + 1, bytes);
    }
}

adrop_status ad_comm_gather(adrop_comm *c, adrop_ctx *ctx, const void *mine, size_t bytes,
                            void *all)
{
    const size_t n = (size_t)c->ranks;
    gathering g = { 0 };
    adrop_status status;

    if (!(status = AD_NEW(ctx, 2 * n, "an exchange", &g.transfer)) &&
        !(status = AD_NEW(ctx, 1 + bytes, "an exchange", &g.sent)) &&
        !(status = AD_NEW(ctx, n * (1 + bytes), "an exchange", &g.got))) {
        fill(c, &g, mine, bytes);
        ad_op_start(c, &g.op);
        if (!(status = ad_op_wait(c, ctx, &g.op)))
            take(c, &g, bytes, all);
    } else {
        ad_comm_fail(c, ctx, status);
    }
    ad_free(ctx, g.transfer);
    ad_free(ctx, g.sent);
    ad_free(ctx, g.got);
    return status;
}

/* At most AD_TRANSPORT_MOST bytes. */
static adrop_status broadcast(adrop_comm *c, adrop_ctx *ctx, char *data, size_t bytes)
{
    ad_transfer *transfer;
    ad_op op = { 0 };
    adrop_status status = AD_NEW(ctx, (size_t)c->ranks, "an exchange", &transfer);

    if (status)
        return ad_comm_fail(c, ctx, status);
    op.transfer = transfer;
    if (c->rank)
        transfer[op.n++] = (ad_transfer){ .data = data, .bytes = bytes, .peer = 0 };
    for (int peer = 1; !c->rank && peer < c->ranks; peer++)
        transfer[op.n++] =
            (ad_transfer){ .data = data, .bytes = bytes, .peer = peer, .is_send = true };
    ad_op_start(c, &op);
    status = ad_op_wait(c, ctx, &op);
    ad_free(ctx, transfer);
    return status;
}

adrop_status ad_comm_broadcast(adrop_comm *c, adrop_ctx *ctx, void *data, size_t bytes)
{
    adrop_status status = ADROP_OK;

    for (size_t at = 0; at < bytes && !status; at += AD_TRANSPORT_MOST) {
        const size_t left = bytes - at;
        status = broadcast(c, ctx, (char *)data + at,
                           left < AD_TRANSPORT_MOST ? left : AD_TRANSPORT_MOST);
    }
    return status;
}

/* The first line in which two texts differ, of each, cut to fit. */
static void find_difference(const char *a, const char *b, char line[2][128])
{
    while (*a && *b) {
        const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
        if (n != m || memcmp(a, b, n) != 0)
            break;
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
    }
    snprintf(line[0], 128, "%.*s", (int)(strcspn(a, "\n") < 120 ? strcspn(a, "\n") : 120), a);
    snprintf(line[1], 128, "%.*s", (int)(strcspn(b, "\n") < 120 ? strcspn(b, "\n") : 120), b);
}

/* Rank 0's text, in memory that the caller frees. */
static adrop_status get_first(adrop_comm *c, adrop_ctx *ctx, const char *text, char **out)
{
    uint64_t size = strlen(text) + 1;
    adrop_status status = ad_comm_broadcast(c, ctx, &size, sizeof size);

    *out = NULL;
    if (!status && (status = AD_NEW(ctx, size, "rank 0's settings", out)))
        return ad_comm_fail(c, ctx, status);
    if (!status && !c->rank)
        memcpy(*out, text, size);
    if (!status)
        status = ad_comm_broadcast(c, ctx, *out, size);
    if (!status)
        (*out)[size - 1] = 0;
    return status;
}

adrop_status ad_comm_same(adrop_comm *c, adrop_ctx *ctx, const char *what, const char *text)
{
    char *first, line[2][128], *all = NULL;
    adrop_status status = get_first(c, ctx, text, &first);

    if (!status && strcmp(first, text) != 0) {
        find_difference(first, text, line);
        ad_fail(ctx, ADROP_EINVAL, "its %s differ from those of rank 0: '%s', and there '%s'", what,
                AD_SHOWN(line[1]), AD_SHOWN(line[0]));
        status = ad_comm_fail(c, ctx, ADROP_EINVAL);
    }
    ad_free(ctx, first);
    if (status)
        return status;
    if ((status = AD_NEW(ctx, (size_t)c->ranks, "an exchange", &all)))
        return ad_comm_fail(c, ctx, status);
    status = ad_comm_gather(c, ctx, "", 1, all); /* nobody goes on before all agree */
    ad_free(ctx, all);
    return status;
}
