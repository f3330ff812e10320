/* Which is closer to a gamma or an inverse gamma density p: the log-normal, or the softplus of a
 * Gaussian (dist_show.h)? The cases are the four panels of the paper's figure, with shape k and
 * scale theta:
 *
 *   gamma          scale theta
 *   inverse gamma  scale 1/theta, the reciprocal of that gamma
 *   inverse gamma  scale theta
 *
 * Both approximations have the target's mean and variance. An inverse gamma with k <= 2 has no
 * variance; there they minimise KL(approximation || p), and KL(p || .) of the softplus-Gaussian is
 * infinite, because its tail is too thin. */
#include "dist_show.h"

#include <math.h>
#include <stdio.h>

#include "adrop/dist.h"
#include "document_out.h"

enum { N_CASES = 4, DIGITS = 4 };

static const struct {
    double k, theta;
} cases[N_CASES] = { { 5, 0.1 }, { 8, 0.1 }, { 2, 0.5 }, { 0.5, 3 } };

static const struct {
    adrop_positive_kind kind;
    int inverted; /* the scale is 1/theta */
    const char *title;
} targets[] = {
    { ADROP_POSITIVE_GAMMA, 0, "gamma, shape k, scale theta" },
    { ADROP_POSITIVE_INVERSE_GAMMA, 1, "inverse gamma, shape k, scale 1/theta" },
    { ADROP_POSITIVE_INVERSE_GAMMA, 0, "inverse gamma, shape k, scale theta" },
};

enum { N_TARGETS = sizeof targets / sizeof targets[0] };

/* An approximation and its divergences from the target p. */
typedef struct {
    adrop_positive member;
    double forward; /* KL(p || member) */
    double reverse; /* KL(member || p) */
} stand_in;

typedef struct {
    double k, theta;
    adrop_positive target;
    adrop_fit fit;
    stand_in normal;   /* the log-normal */
    stand_in softplus; /* the softplus-Gaussian */
} row;

static adrop_status softplus_fit(adrop_ctx *ctx, const row *r, adrop_positive_kind kind,
                                 stand_in *s)
{
    adrop_status status = adrop_positive_match(ctx, &r->target, kind, r->fit, &s->member);

    if (status)
        return status;
    s->forward = adrop_positive_kl(&r->target, &s->member);
    s->reverse = adrop_positive_kl(&s->member, &r->target);
    return ADROP_OK;
}

static adrop_status compute(adrop_ctx *ctx, size_t target, size_t which, row *r)
{
    double k = cases[which].k, theta = cases[which].theta;

    *r = (row){ .k = k, .theta = theta };
    r->target = (adrop_positive){ targets[target].kind, k,
                                  targets[target].inverted ? 1 / theta : theta };
    r->fit = isfinite(adrop_positive_variance(&r->target)) ? ADROP_FIT_MOMENTS
                                                           : ADROP_FIT_REVERSE_KL;
    adrop_status status = softplus_fit(ctx, r, ADROP_POSITIVE_LOG_NORMAL, &r->normal);
    if (status)
        return status;
    return softplus_fit(ctx, r, ADROP_POSITIVE_SOFTPLUS_GAUSSIAN, &r->softplus);
}

/* Is a closer in both directions? Infinite forward divergences count as equal. */
static int closer(const stand_in *a, const stand_in *b)
{
    int forward = a->forward < b->forward || (isinf(a->forward) && isinf(b->forward));

    return forward && a->reverse < b->reverse;
}

/* Two numbers, with the smaller in bold. */
static void add_pair(adrop_document *d, double normal, double softplus)
{
    adrop_document_cell_number(d, normal);
    adrop_document_mark(d, normal < softplus ? ADROP_MARK_BEST : ADROP_MARK_PLAIN);
    adrop_document_cell_number(d, softplus);
    adrop_document_mark(d, softplus < normal ? ADROP_MARK_BEST : ADROP_MARK_PLAIN);
}

static void softplus_add_columns(adrop_document *d)
{
    static const char *const for_people[] = { "LN(mu, s)",  "SPG(a, b)", "KL(p||LN)",
                                              "KL(p||SPG)", "KL(LN||p)", "KL(SPG||p)" };

    adrop_document_table(d, "rows", "LN: log-normal, SPG: softplus of a Gaussian; KL in nats", 0);
    adrop_document_column(d, "target", "p", 'l', "", 0);
    adrop_document_column(d, "k", "k", 'r', "", DIGITS);
    adrop_document_column(d, "theta", "theta", 'r', "", DIGITS);
    adrop_document_column(d, "scale", "scale", 'r', "", DIGITS);
    adrop_document_column(d, "fit", "fit", 'l', "", 0);
    adrop_document_column(d, "log_normal", NULL, 'l', "", 0);
    adrop_document_column(d, "softplus_gaussian", NULL, 'l', "", 0);
    for (size_t i = 0; i < sizeof for_people / sizeof for_people[0]; i++)
        adrop_document_column(d, NULL, for_people[i], 'r', "", DIGITS);
}

static void add_stand_in(adrop_document *d, const stand_in *s)
{
    adrop_document_group(d, NULL, NULL);
    adrop_document_number(d, "a", NULL, s->member.a, "", DIGITS);
    adrop_document_number(d, "b", NULL, s->member.b, "", DIGITS);
    adrop_document_number(d, "kl_forward", NULL, s->forward, "", DIGITS);
    adrop_document_number(d, "kl_reverse", NULL, s->reverse, "", DIGITS);
    adrop_document_end(d);
}

/* Both parameters of an approximation, for people. */
static void add_parameters(adrop_document *d, const stand_in *s)
{
    const double of[] = { s->member.a, s->member.b };

    adrop_document_list(d, NULL, NULL);
    for (size_t i = 0; i < 2; i++) {
        adrop_document_cell_number(d, of[i]);
        adrop_document_differs(d, NULL, "", DIGITS);
    }
    adrop_document_end(d);
}

static void softplus_add_row(adrop_document *d, const row *r)
{
    adrop_document_cell_text(d, adrop_positive_name(r->target.kind));
    adrop_document_cell_number(d, r->k);
    adrop_document_cell_number(d, r->theta);
    adrop_document_cell_number(d, r->target.b);
    adrop_document_cell_text(d, r->fit == ADROP_FIT_MOMENTS ? "moments" : "reverse-kl");
    add_stand_in(d, &r->normal);
    add_stand_in(d, &r->softplus);
    add_parameters(d, &r->normal);
    add_parameters(d, &r->softplus);
    add_pair(d, r->normal.forward, r->softplus.forward);
    add_pair(d, r->normal.reverse, r->softplus.reverse);
}

/* Which of the two is closer, and in how many cases of a target. */
static void add_winner(adrop_document *d, const char *title, const row *rows)
{
    int softplus = 0, normal = 0;

    for (size_t i = 0; i < N_CASES; i++) {
        softplus += closer(&rows[i].softplus, &rows[i].normal);
        normal += closer(&rows[i].normal, &rows[i].softplus);
    }
    adrop_document_say(d, "%s: %s is closer in %d of %d", title,
                       softplus >= normal ? "softplus-gaussian" : "log-normal",
                       softplus >= normal ? softplus : normal, N_CASES);
}

int softplus_table(const command_call *call)
{
    row rows[N_TARGETS][N_CASES];
    adrop_document *d = document_start(call->ctx, "");

    adrop_document_text(d, "table", NULL, "softplus");
    softplus_add_columns(d);
    for (size_t t = 0; t < N_TARGETS; t++)
        for (size_t i = 0; i < N_CASES; i++) {
            const adrop_status status = compute(call->ctx, t, i, &rows[t][i]);
            if (status) {
                adrop_document_free(d);
                return command_fail(call, status);
            }
            if (!i)
                adrop_document_rule(d);
            softplus_add_row(d, &rows[t][i]);
        }
    adrop_document_note(d,
                        "reverse-kl: p has no variance, so both are fitted for the least KL(.||p)");
    adrop_document_end(d);
    for (size_t t = 0; t < N_TARGETS; t++)
        add_winner(d, targets[t].title, rows[t]);
    return document_print(call, d);
}
