/* The files of a comparison's table: each is written, agrees with the others, and replaces its
 * predecessor. */
#include <jansson.h>
#include <unistd.h>

#include "adrop/lab.h"
#include "adrop/report.h"
#include "check.h"
#include "texts.h"

static char base[] = "/tmp/adrop-save-XXXXXX", out[64];

static char *slurp(const char *name)
{
    static char text[4][1 << 15];
    static int turn;
    char path[256], *to = text[turn++ % 4];

    snprintf(path, sizeof path, "%s/%s", out, name);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    to[file ? fread(to, 1, sizeof text[0] - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    return to;
}

static adrop_compare *compared(adrop_ctx *ctx)
{
    adrop_compare_opts opts;
    adrop_data_opts data;
    adrop_train_opts train;
    adrop_compare *c;

    adrop_compare_opts_init(&opts);
    adrop_data_opts_init(&data);
    adrop_train_opts_init(&train);
    texts_put(&opts.data, "digits");
    texts_put(&opts.model, "mlp:8");
    texts_put(&opts.dropout, "none,bernoulli");
    opts.out = out;
    opts.runs = 2;
    train.epochs = 1;
    CHECK_EQ(adrop_compare_create(ctx, &opts, &data, &train, &c), ADROP_OK);
    CHECK_EQ(adrop_compare_go(c, NULL), ADROP_OK);
    CHECK_EQ(adrop_compare_table(c, ADROP_METRIC_LAST), ADROP_OK);
    return c;
}

static void files_say_the_same(void)
{
    adrop_ctx *ctx;
    adrop_compare_row row;
    adrop_report_opts opts;
    char command[128];

    adrop_report_opts_init(&opts);
    CHECK(mkdtemp(base) != NULL);
    snprintf(out, sizeof out, "%s/c", base);
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    adrop_compare *c = compared(ctx);
    for (int again = 0; again < 2; again++) {
        CHECK_EQ(adrop_report_save(ctx, c, &opts), ADROP_OK);
        const char *csv = slurp("table.csv"), *md = slurp("table.md"), *tex = slurp("table.tex");
        const char *json = slurp("table.json");
        json_t *all = json_loads(json, 0, NULL);
        CHECK_EQ(json_array_size(json_object_get(all, "rows")), 2);
        for (size_t i = 0; adrop_compare_row_at(c, i, &row); i++) {
            const json_t *of = json_array_get(json_object_get(all, "rows"), i);
            const locale_t before = check_points_begin();
            char exact[64], shown[64];
            snprintf(exact, sizeof exact, "%.17g", row.mean);
            exact[13] = 0; /* the last digits are as few as can be */
            snprintf(shown, sizeof shown, "%.2f", row.mean);
            CHECK_NEAR(json_number_value(json_object_get(of, "mean")), row.mean, 0);
            CHECK_HAS(csv, exact);
            CHECK_HAS(md, shown);
            CHECK_HAS(tex, shown);
            CHECK_HAS(md, row.dropout);
            CHECK_HAS(tex, row.dropout);
            check_points_end(before);
        }
        json_decref(all);
    }
    adrop_compare_free(c);
    adrop_ctx_free(ctx);
    snprintf(command, sizeof command, "rm -rf %s", base);
    CHECK_EQ(system(command), 0);
}

CHECK_MAIN(files_say_the_same)
