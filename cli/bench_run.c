/* The cases of `adrop bench` (bench_run.h). */
#include "bench_run.h"

#include <stdio.h>
#include <unistd.h>

#include "adrop/technique.h"
#include "bench_pruned.h"
#include "bench_show.h"
#include "bench_uncertainty.h"
#include "out.h"

void bench_progress(const bench *b, const char *what)
{
    if (b->quiet || !isatty(STDERR_FILENO))
        return;
    if (what)
        fprintf(stderr, "\r%3zu of %zu: %-48.48s", b->done + 1, b->all, what);
    else
        fprintf(stderr, "\r%64s\r", "");
}

int bench_fail(const bench *b, adrop_ctx *ctx, adrop_status status)
{
    const command_call call = { .command = b->call->command, .ctx = ctx };

    return command_fail(&call, status);
}

/* Whatever is wrong with a technique is said before the first is timed. */
static int find_sites(bench *b)
{
    adrop_ctx *ctx = b->call->ctx;

    for (size_t i = 0; i < b->n; i++) {
        bench_subject *s = &b->subjects[i];
        adrop_status status = adrop_technique_check(ctx, s->text, NULL, NULL, 0);
        if (!status)
            status = bench_masks_site(ctx, s->text, &b->size, &s->site);
        if (status)
            return bench_fail(b, ctx, status);
    }
    return OUT_OK;
}

/* What the columns are. */
static void show_masks(const bench *b, out_table *table)
{
    char text[512];

    snprintf(text, sizeof text,
             "Million masks a second, %zu x %zu, %s kernels, best and median of %zu round%s; "
             "the same of a plain multiply on one thread; the ratio of the two best; "
             "milliseconds of a median pass.",
             b->size.rows, b->size.units, adrop_ctx_isa_name(b->ctx[0]), b->size.rounds,
             b->size.rounds == 1 ? "" : "s");
    out_wrap(stdout, text, 0, 0);
    fputc('\n', stdout);
    out_table_print(table, stdout, 0);
}

/* Time a subject's passes in a context, and show them: as JSON if table is NULL. */
static int time_masks(bench *b, bench_masks *masks, const bench_subject *s, adrop_ctx *ctx,
                      int backward, out_table *table)
{
    bench_result r = { .dropout = s->text,
                       .backward = backward,
                       .threads = adrop_ctx_threads(ctx),
                       .isa = adrop_ctx_isa_name(ctx),
                       .rows = b->size.rows,
                       .units = b->size.units,
                       .outputs = s->site.outputs };

    bench_progress(b, s->text);
    adrop_status status = bench_masks_time(masks, ctx, s->text, &s->site, backward, &r.times);
    bench_progress(b, NULL);
    if (status)
        return bench_fail(b, ctx, status);
    if (table)
        bench_table_add(table, &r);
    else
        bench_json(stdout, &r);
    b->done++;
    return OUT_OK;
}

int bench_run_masks(bench *b)
{
    out_table table = { 0 };
    int code = find_sites(b);

    if (code)
        return code;
    bench_masks *masks = bench_masks_create(&b->size);
    if (!b->json)
        table = bench_table();
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx; k++)
            for (int pass = b->first_pass; !code && pass <= b->last_pass; pass++)
                code = time_masks(b, masks, &b->subjects[i], b->ctx[k], pass,
                                  b->json ? NULL : &table);
    bench_masks_free(masks);
    if (!b->json)
        show_masks(b, &table);
    return code;
}

/* Time the training steps of a subject in a context, and show them likewise. */
static int time_steps(bench *b, const bench_subject *s, adrop_ctx *ctx, out_table *table)
{
    const int threads = adrop_ctx_threads(ctx);
    bench_step step = b->step;
    bench_step_result r;

    step.dropout = s->text;
    bench_progress(b, s->text);
    adrop_status status = bench_step_time(ctx, &step, &r);
    bench_progress(b, NULL);
    if (status)
        return bench_fail(b, ctx, status);
    if (table && !table->n)
        *table = bench_step_table();
    if (table)
        bench_step_table_add(table, &step, &r, threads);
    else
        bench_step_json(stdout, &step, &r, threads);
    if (table && step.profile) {
        out_table_print(table, stdout, 0);
        bench_step_profile(stdout, &r);
    }
    adrop_model_free(r.model);
    b->done++;
    return OUT_OK;
}

int bench_run_steps(bench *b)
{
    out_table table = { 0 };
    int code = OUT_OK;

    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx && !code; k++)
            code = time_steps(b, &b->subjects[i], b->ctx[k], b->json ? NULL : &table);
    if (table.n)
        out_table_print(&table, stdout, 0);
    return code;
}

/* All rows of every case, then one row alone. */
int bench_run_uncertainty(bench *b, size_t samples)
{
    bench_uncertainty_result r;

    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx; k++)
            for (size_t c = 0; c < 2 * bench_uncertainty_cases(); c++) {
                bench_progress(b, b->subjects[i].text);
                const adrop_status status = bench_uncertainty_time(
                    b->ctx[k], c / 2, b->subjects[i].text, samples, b->size.rounds, c % 2, &r);
                bench_progress(b, NULL);
                if (status)
                    return bench_fail(b, b->ctx[k], status);
                (b->json ? bench_uncertainty_json
                         : bench_uncertainty_show)(&r, adrop_ctx_threads(b->ctx[k]));
            }
    return OUT_OK;
}

/* A batch of every case, then one row alone. */
int bench_run_pruned(bench *b)
{
    bench_pruned_result r;

    for (size_t k = 0; k < b->n_ctx; k++)
        for (size_t c = 0; c < 2 * bench_pruned_cases(); c++) {
            bench_progress(b, "pruned");
            const adrop_status status = bench_pruned_time(b->ctx[k], c / 2, b->size.rounds, c % 2,
                                                          &r);
            bench_progress(b, NULL);
            if (status)
                return bench_fail(b, b->ctx[k], status);
            (b->json ? bench_pruned_json : bench_pruned_show)(&r, adrop_ctx_threads(b->ctx[k]));
        }
    return OUT_OK;
}
