/* Small exchanges between all ranks (comm.h): gather from all to all, broadcast from rank 0, and a
 * check that all have the same text. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "comm/comm.h"

/* Allocate buffers for gathering this many bytes per rank. They are reused for all steps. */
static adrop_status exchange_make_room(adrop_comm *c, size_t bytes)
{
    const size_t n = (size_t)c->ranks;
    adrop_status status = ADROP_OK;

    if (c->gather_transfer && bytes <= c->gather_room)
        return ADROP_OK;
    ad_free(c->ctx, c->gather_sent);
    ad_free(c->ctx, c->gather_got);
    c->gather_sent = c->gather_got = NULL;
    c->gather_room = 0;
    if (!c->gather_transfer)
        status = AD_NEW(c->ctx, 2 * n, "an exchange", &c->gather_transfer);
    if (!status && !(status = AD_NEW(c->ctx, 1 + bytes, "an exchange", &c->gather_sent)) &&
        !(status = AD_NEW(c->ctx, n * (1 + bytes), "an exchange", &c->gather_got)))
        c->gather_room = bytes;
    return status;
}

/* Each rank's bytes are preceded by its wish to stop. */
static void exchange_fill(adrop_comm *c, ad_op *op, const void *mine, size_t bytes)
{
    const size_t each = 1 + bytes;

    c->gather_sent[0] = (char)(c->wish != 0);
    memcpy(c->gather_sent + 1, mine, bytes);
    for (int peer = 0; peer < c->ranks; peer++) {
        if (peer == c->rank)
            continue;
        c->gather_transfer[op->n++] =
            (ad_transfer){ .data = c->gather_sent, .bytes = each, .peer = peer, .is_send = true };
        c->gather_transfer[op->n++] = (ad_transfer){ .data = c->gather_got + (size_t)peer * each,
                                                     .bytes = each,
                                                     .peer = peer };
    }
    memcpy(c->gather_got + (size_t)c->rank * each, c->gather_sent, each);
    op->transfer = c->gather_transfer;
}

static void exchange_take(adrop_comm *c, size_t bytes, void *all)
{
    c->agreed = 0;
    for (size_t r = 0; r < (size_t)c->ranks; r++) {
        const char *from = c->gather_got + r * (1 + bytes);
        c->agreed |= from[0];
        memcpy((char *)all + r * bytes, from + 1, bytes);
    }
}

adrop_status ad_comm_gather(adrop_comm *c, adrop_ctx *ctx, const void *mine, size_t bytes,
                            void *all)
{
    ad_op op = { 0 };
    adrop_status status = exchange_make_room(c, bytes);

    if (status) {
        ad_fail(ctx, status, "not enough memory for an exchange of %zu bytes between ranks", bytes);
        return ad_comm_fail(c, ctx, status);
    }
    exchange_fill(c, &op, mine, bytes);
    ad_op_start(c, &op);
    if (!(status = ad_op_wait(c, ctx, &op)))
        exchange_take(c, bytes, all);
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

/* The first line that differs, from each text, truncated to fit. */
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
    status = ad_comm_gather(c, ctx, "", 1, all); /* a barrier: no rank continues before all agree */
    ad_free(ctx, all);
    return status;
}
