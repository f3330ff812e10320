/* Runs the cases of `adrop bench` (bench.h). */
#include "bench.h"

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "adrop/technique.h"
#include "out.h"

/* A line on the terminal, overwritten each time; what is NULL at the end. */
static void bench_progress(const bench *b, const char *what)
{
    if (b->quiet || !isatty(STDERR_FILENO))
        return;
    if (what)
        fprintf(stderr, "\r%3zu of %zu: %-48.48s", b->done + 1, b->all, what);
    else
        fprintf(stderr, "\r%64s\r", "");
}

/* Linux counts in units of 1024 bytes. */
static size_t bench_peak_memory(void)
{
    struct rusage used;

    return getrusage(RUSAGE_SELF, &used) ? 0 : (size_t)used.ru_maxrss * 1024;
}

/* Report the error of a context. Returns the exit status. */
static int bench_fail(const bench *b, adrop_ctx *ctx, adrop_status status)
{
    const command_call call = { .command = b->call->command, .ctx = ctx };

    return command_fail(&call, status);
}

/* Report errors in any technique before the first is timed. */
static int find_sites(bench *b)
{
    adrop_ctx *ctx = b->call->ctx;

    for (size_t i = 0; i < b->n; i++) {
        bench_subject *s = &b->subjects[i];
        adrop_status status = adrop_technique_check(ctx, s->text, NULL, NULL);
        if (!status)
            status = bench_masks_site(ctx, s->text, &b->size, &s->site);
        if (status)
            return bench_fail(b, ctx, status);
    }
    return OUT_OK;
}

/* The table of results. For people, rows appear at the end, below an explanation of the columns;
 * for programs, each result is a line of JSON at once. */
static adrop_document *open_rows(bench *b, const adrop_column *columns, const char *says)
{
    if (b->rows)
        return b->rows;
    b->rows = document_start(b->call->ctx, "");
    if (*says)
        adrop_document_sentence(b->rows, NULL, says);
    adrop_document_table(b->rows, NULL, "", ADROP_TABLE_MEMBERS);
    adrop_document_columns(b->rows, columns);
    return b->rows;
}

/* A row is complete. */
static void end_row(bench *b)
{
    b->done++;
    if (!b->json)
        return;
    adrop_document_end(b->rows);
    document_line(b->call->ctx, stdout, b->rows);
    fflush(stdout);
    b->rows = NULL;
}

/* Print the rows; code is the status so far. */
static int end_rows(bench *b, int code)
{
    if (!b->rows)
        return code;
    adrop_document_end(b->rows);
    const int printed = document_print(b->call, b->rows);
    b->rows = NULL;
    return code ? code : printed;
}

/* Time a subject's passes in a context, and print them. */
static int time_masks(bench *b, bench_masks *masks, const bench_subject *s, adrop_ctx *ctx,
                      int backward)
{
    char says[512];
    bench_masks_result r = { .dropout = s->text,
                             .backward = backward,
                             .threads = adrop_ctx_threads(ctx),
                             .isa = adrop_ctx_isa_name(ctx),
                             .size = &b->size,
                             .outputs = s->site.outputs };

    bench_progress(b, s->text);
    adrop_status status = bench_masks_time(masks, ctx, s->text, &s->site, backward, &r);
    bench_progress(b, NULL);
    if (status)
        return bench_fail(b, ctx, status);
    snprintf(says, sizeof says,
             "Million masks a second, %zu x %zu, %s kernels, best and median of %zu round%s; "
             "the same of a plain multiply on one thread; the ratio of the two best; "
             "milliseconds of a median pass.",
             b->size.rows, b->size.units, r.isa, b->size.rounds, b->size.rounds == 1 ? "" : "s");
    bench_masks_row(open_rows(b, bench_masks_columns, says), &r, bench_peak_memory());
    end_row(b);
    return OUT_OK;
}

int bench_run_masks(bench *b)
{
    int code = find_sites(b);

    if (code)
        return code;
    bench_masks *masks = bench_masks_create(&b->size);
    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx; k++)
            for (int pass = b->first_pass; !code && pass <= b->last_pass; pass++)
                code = time_masks(b, masks, &b->subjects[i], b->ctx[k], pass);
    bench_masks_free(masks);
    return end_rows(b, code);
}

/* Time a subject's training steps in a context, and print them. */
static int time_steps(bench *b, const bench_subject *s, adrop_ctx *ctx)
{
    bench_step step = b->step;
    bench_step_result r;

    step.dropout = s->text;
    bench_progress(b, s->text);
    adrop_status status = bench_step_time(ctx, &step, &r);
    bench_progress(b, NULL);
    if (status)
        return bench_fail(b, ctx, status);
    bench_step_row(open_rows(b, bench_step_columns, ""), &step, &r, adrop_ctx_threads(ctx),
                   bench_peak_memory());
    end_row(b);
    if (b->rows && step.profile) {
        adrop_document_end(b->rows);
        bench_step_profile(b->rows, &r); /* another open table */
        status = (adrop_status)end_rows(b, OUT_OK);
    }
    adrop_model_free(r.model);
    return (int)status;
}

int bench_run_steps(bench *b)
{
    int code = OUT_OK;

    for (size_t i = 0; i < b->n; i++)
        for (size_t k = 0; k < b->n_ctx && !code; k++)
            code = time_steps(b, &b->subjects[i], b->ctx[k]);
    return end_rows(b, code);
}

/* Every case with all rows, then with one row. */
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
                    return end_rows(b, bench_fail(b, b->ctx[k], status));
                bench_uncertainty_row(
                    open_rows(b, bench_uncertainty_columns, bench_uncertainty_says), &r,
                    adrop_ctx_threads(b->ctx[k]));
                end_row(b);
            }
    return end_rows(b, OUT_OK);
}

/* Every case with a batch, then with one row. */
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
                return end_rows(b, bench_fail(b, b->ctx[k], status));
            bench_pruned_row(open_rows(b, bench_pruned_columns, bench_pruned_says), &r,
                             adrop_ctx_threads(b->ctx[k]));
            end_row(b);
        }
    return end_rows(b, OUT_OK);
}
