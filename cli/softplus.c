/* Which is closer to a gamma or an inverse gamma density p, the log-normal or the
 * softplus of a Gaussian (softplus.h)? The cases are the four panels of the
 * paper's figure, shape k and scale theta:
 *
 *   gamma          scale theta
 *   inverse gamma  scale 1/theta, the reciprocal of that gamma
 *   inverse gamma  scale theta
 *
 * Both stand-ins get the target's mean and variance. An inverse gamma with k <= 2
 * has no variance; there they get the least KL(stand-in || p), and KL(p || .) of
 * the softplus-Gaussian is infinite, its tail being too thin. */
#include "softplus.h"

#include <math.h>
#include <stdio.h>

#include "adrop/dist.h"
#include "json.h"
#include "out.h"

enum { N_CASES = 4, DIGITS = 4 };

static const struct {
    double k, theta;
} cases[N_CASES] = { { 5, 0.1 }, { 8, 0.1 }, { 2, 0.5 }, { 0.5, 3 } };

static const struct {
    adrop_positive_kind kind;
    int inverted; /* the scale is 1/theta */
    const char *title;
} targets[] = {
    { ADROP_GAMMA, 0, "gamma, shape k, scale theta" },
    { ADROP_INVERSE_GAMMA, 1, "inverse gamma, shape k, scale 1/theta" },
    { ADROP_INVERSE_GAMMA, 0, "inverse gamma, shape k, scale theta" },
};

enum { N_TARGETS = sizeof targets / sizeof targets[0] };

/* A stand-in and how far it is from the target p. */
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

static adrop_status fit(adrop_ctx *ctx, const row *r, adrop_positive_kind kind, stand_in *s)
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
    adrop_status status = fit(ctx, r, ADROP_LOG_NORMAL, &r->normal);
    if (status)
        return status;
    return fit(ctx, r, ADROP_SOFTPLUS_GAUSSIAN, &r->softplus);
}

/* Whether a is closer than b both ways, as far as the numbers are finite. */
static int closer(const stand_in *a, const stand_in *b)
{
    int forward = a->forward < b->forward || (isinf(a->forward) && isinf(b->forward));

    return forward && a->reverse < b->reverse;
}

/* Two numbers, the smaller in bold. */
static void add_pair(out_table *table, double normal, double softplus)
{
    out_cell(table, normal < softplus, "%s", OUT_NUMBER(normal, DIGITS));
    out_cell(table, softplus < normal, "%s", OUT_NUMBER(softplus, DIGITS));
}

static void add_head(out_table *table)
{
    static const char *const heads[] = { "k",         "theta",      "LN(mu, s)",
                                         "SPG(a, b)", "KL(p||LN)",  "KL(p||SPG)",
                                         "KL(LN||p)", "KL(SPG||p)", "fit" };

    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        out_cell(table, 1, "%s", heads[i]);
}

static void add_row(out_table *table, const row *r)
{
    const adrop_positive *ln = &r->normal.member, *spg = &r->softplus.member;

    out_cell(table, 0, "%s", OUT_NUMBER(r->k, DIGITS));
    out_cell(table, 0, "%s", OUT_NUMBER(r->theta, DIGITS));
    out_cell(table, 0, "%s, %s", OUT_NUMBER(ln->a, DIGITS), OUT_NUMBER(ln->b, DIGITS));
    out_cell(table, 0, "%s, %s", OUT_NUMBER(spg->a, DIGITS), OUT_NUMBER(spg->b, DIGITS));
    add_pair(table, r->normal.forward, r->softplus.forward);
    add_pair(table, r->normal.reverse, r->softplus.reverse);
    out_cell(table, 0, "%s", r->fit == ADROP_FIT_MOMENTS ? "moments" : "reverse");
}

static void print_target(const char *title, const row *rows)
{
    out_table table = { .align = "rrrrrrrrl" };
    int softplus = 0, normal = 0, marked = 0;

    printf("%sp = %s%s\n", out_bold(stdout), title, out_plain(stdout));
    add_head(&table);
    for (size_t i = 0; i < N_CASES; i++) {
        add_row(&table, &rows[i]);
        softplus += closer(&rows[i].softplus, &rows[i].normal);
        normal += closer(&rows[i].normal, &rows[i].softplus);
        marked |= rows[i].fit != ADROP_FIT_MOMENTS;
    }
    out_table_print(&table, stdout, 0);
    if (marked)
        puts("reverse: p has no variance, so both are fitted for the least KL(.||p)");
    printf("%s is closer in %d of %d\n", softplus >= normal ? "softplus-gaussian" : "log-normal",
           softplus >= normal ? softplus : normal, N_CASES);
}

static void json_stand_in(json *j, const char *key, const stand_in *s)
{
    json_key(j, key);
    json_open(j, '{');
    json_key_number(j, "a", s->member.a);
    json_key_number(j, "b", s->member.b);
    json_key_number(j, "kl_forward", s->forward);
    json_key_number(j, "kl_reverse", s->reverse);
    json_close(j);
}

static void json_row(json *j, const row *r)
{
    json_open(j, '{');
    json_key_text(j, "target", adrop_positive_name(r->target.kind));
    json_key_number(j, "k", r->k);
    json_key_number(j, "theta", r->theta);
    json_key_number(j, "scale", r->target.b);
    json_key_text(j, "fit", r->fit == ADROP_FIT_MOMENTS ? "moments" : "reverse-kl");
    json_stand_in(j, "log_normal", &r->normal);
    json_stand_in(j, "softplus_gaussian", &r->softplus);
    json_close(j);
}

int softplus_table(const command_call *call, int as_json)
{
    row rows[N_TARGETS][N_CASES];
    json j = { .file = stdout };

    for (size_t t = 0; t < N_TARGETS; t++)
        for (size_t i = 0; i < N_CASES; i++) {
            adrop_status status = compute(call->ctx, t, i, &rows[t][i]);
            if (status)
                return command_fail(call, status);
        }
    if (!as_json) {
        puts("LN: log-normal, SPG: softplus of a Gaussian; KL in nats");
        for (size_t t = 0; t < N_TARGETS; t++) {
            puts("");
            print_target(targets[t].title, rows[t]);
        }
        return OUT_OK;
    }
    json_open(&j, '{');
    json_key_text(&j, "table", "softplus");
    json_key(&j, "rows");
    json_open(&j, '[');
    for (size_t t = 0; t < N_TARGETS; t++)
        for (size_t i = 0; i < N_CASES; i++)
            json_row(&j, &rows[t][i]);
    json_close(&j);
    json_close(&j);
    return OUT_OK;
}
