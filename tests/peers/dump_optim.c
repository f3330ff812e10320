/* Dump twenty steps of every optimiser, for a comparison with another implementation:
 *
 *     dump_optim FILE
 *
 * Every example of every optimiser, with and without weight decay, with every kind of schedule,
 * with and without clipping, in float and in double. FILE is a sequence of lines of JSON. A line
 * with "case" begins a case. A line with "array" belongs to the last case and is followed by the
 * array's bytes, of the NumPy type and shape that it names. */
#include <stdio.h>

#include "check.h"
#include "optim/clip.h"
#include "optim/optimizer.h"
#include "optim/schedule.h"

/* Two groups and padding between them, where gradients are zero. */
enum { N = 1000, STEPS = 20, FIRST_END = 600, SECOND = 624 };

static const ad_range ranges[] = { { 0, FIRST_END, 0 }, { SECOND, N - SECOND, 1 } };

static const ad_group_rule rules[][2] = { { { 0.05, 0 }, { 1e-3, 0 } },
                                          { { 0.05, 5e-4 }, { 1e-3, 0 } },
                                          { { 0.1, 0.01 }, { 0.02, 0.1 } } };
enum { N_RULES = sizeof rules / sizeof rules[0] };

static const ad_schedule schedules[] = {
    { .kind = AD_SCHEDULE_CONSTANT, .epochs = 5, .steps_per_epoch = 4 },
    { .kind = AD_SCHEDULE_STEP, .epochs = 5, .steps_per_epoch = 4, .drops = { 2, { 2, 3 } } },
    { .kind = AD_SCHEDULE_COSINE, .epochs = 10, .steps_per_epoch = 2 },
    { .kind = AD_SCHEDULE_ONE_CYCLE, .epochs = 11, .steps_per_epoch = 2 },
    { .kind = AD_SCHEDULE_COSINE, .epochs = 4, .steps_per_epoch = 5, .warmup = 1.4 },
    { .kind = AD_SCHEDULE_STEP,
      .epochs = 10,
      .steps_per_epoch = 2,
      .drops = { 2, { 2, 7 } },
      .warmup = 4 },
};
enum { N_SCHEDULES = sizeof schedules / sizeof schedules[0] };

static const double limits[] = { 0, 5 }; /* 0: no clipping; norms are near 6 */

static FILE *file;

/* (rows, N) reals. */
static void put(const char *before, const char *name, int is_double, size_t rows, const void *data)
{
    const size_t item = is_double ? sizeof(double) : sizeof(float);

    fprintf(file, "{\"array\":\"%s%s\",\"type\":\"<f%zu\",\"shape\":[%zu,%d]}\n", before, name,
            item, rows, N);
    fwrite(data, item, rows * N, file);
}

/* One number per step. */
static void put_numbers(const char *name, const double *data)
{
    fprintf(file, "{\"array\":\"%s\",\"type\":\"<f8\",\"shape\":[%d]}\n", name, STEPS);
    fwrite(data, sizeof *data, STEPS, file);
}

/* A number in [-1, 1) that a float holds. */
static double number(size_t i)
{
    return (double)(((i + 1) * 2654435761u >> 8) % 65536) / 32768 - 1;
}

/* (rows, N) reals. */
static void *fill(size_t first, size_t rows, int is_double, int with_padding)
{
    void *block = calloc(rows * N, is_double ? sizeof(double) : sizeof(float));

    if (!block)
        abort();
    for (size_t i = 0; i < rows * N; i++) {
        const size_t at = i % N;
        if (!with_padding && at >= FIRST_END && at < SECOND)
            continue;
        if (is_double)
            ((double *)block)[i] = number(first + i) / 3;
        else
            ((float *)block)[i] = (float)(number(first + i) / 3);
    }
    return block;
}

static void put_case(adrop_ctx *ctx, const ad_optimizer *o, const ad_group_rule *rule,
                     const ad_schedule *s, double limit)
{
    fprintf(file, "{\"case\":\"%s\",\"settings\":{", o->type->name);
    for (const adrop_option *row = o->type->options; row->name; row++)
        fprintf(file, "%s\"%s\":%s", row == o->type->options ? "" : ",", row->name,
                adrop_option_show(ctx, row, o->settings));
    fprintf(file, "},\"double\":%d,\"groups\":[[0,%d],[%d,%d]],\"lr\":[%.17g,%.17g],",
            o->set == AD_F64, FIRST_END, SECOND, N, rule[0].lr, rule[1].lr);
    fprintf(file, "\"decay\":[%.17g,%.17g],\"limit\":%.17g,", rule[0].weight_decay,
            rule[1].weight_decay, limit);
    fprintf(file, "\"schedule\":\"%s\",\"epochs\":%zu,\"steps_per_epoch\":%zu,\"drops\":[",
            ad_schedule_words[s->kind], s->epochs, s->steps_per_epoch);
    for (size_t i = 0; i < s->drops.n; i++)
        fprintf(file, "%s%.17g", i ? "," : "", s->drops.value[i]);
    fprintf(file, "],\"warmup\":%.17g}\n", s->warmup);
}

static void run(ad_optimizer *o, const ad_group_rule *rule, const ad_schedule *s, double limit)
{
    const int is_double = o->set == AD_F64;
    const size_t row_size = N * ad_real_size(o->set);
    char *params = fill(0, 1, is_double, 1), *grads = fill(N, STEPS, is_double, 0);
    char *path = fill(0, STEPS, is_double, 1);
    double factors[STEPS], norms[STEPS];

    put("", "start", is_double, 1, params);
    put("", "grads", is_double, STEPS, grads);
    for (size_t t = 0; t < STEPS; t++) {
        const char *g = grads + t * row_size;
        factors[t] = ad_schedule_factor(s, (double)t / (double)s->steps_per_epoch);
        norms[t] = ad_global_norm(g, N, is_double, 2);
        const ad_group_rule now[] = { { rule[0].lr * factors[t], rule[0].weight_decay },
                                      { rule[1].lr * factors[t], rule[1].weight_decay } };
        ad_optimizer_step(o, params, g, limit > 0 ? ad_clip_scale(norms[t], limit) : 1, now);
        memcpy(path + t * row_size, params, row_size);
    }
    put_numbers("factors", factors);
    put_numbers("norms", norms);
    put("", "params", is_double, STEPS, path);
    for (size_t i = 0; i < o->n_state; i++)
        put("state.", o->type->state_names[i], is_double, 1, o->state[i]);
    free(params);
    free(grads);
    free(path);
}

static void dump(adrop_ctx *ctx, const char *text, int is_double, size_t r, size_t s, size_t l)
{
    ad_optimizer *o;

    CHECK_EQ(ad_schedule_check(ctx, &schedules[s]), ADROP_OK);
    CHECK_EQ(ad_optimizer_create(ctx, text, is_double, N, ranges, 2, 2, &o), ADROP_OK);
    if (!o)
        return;
    put_case(ctx, o, rules[r], &schedules[s], limits[l]);
    run(o, rules[r], &schedules[s], limits[l]);
    ad_optimizer_free(o);
}

int main(int argc, char **argv)
{
    const ad_optimizer_type *type;
    adrop_ctx *ctx;

    if (argc != 2 || !(file = fopen(argv[1], "wb"))) {
        fprintf(stderr, "usage: dump_optim FILE\n");
        return EXIT_FAILURE;
    }
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t i = 0; (type = ad_optimizer_type_at(AD_F32, i)); i++)
        for (const char *const *text = type->examples; *text; text++)
            for (size_t r = 0; r < N_RULES; r++)
                for (size_t s = 0; s < N_SCHEDULES; s++)
                    for (size_t l = 0; l < 2; l++) {
                        dump(ctx, *text, 0, r, s, l);
                        dump(ctx, *text, 1, r, s, l);
                    }
    adrop_ctx_free(ctx);
    CHECK(!ferror(file));
    CHECK_EQ(fclose(file), 0);
    return check_done > 0 && check_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
