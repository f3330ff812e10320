/* A trainer on arrays and a run on the same rows in a file write the same model file, bit for bit,
 * for classes and for regression; so does a run on data opened by the caller. */
#include "adrop/lab.h"
#include "fixture.h"
#include "texts.h"

static char folder[] = "/tmp/adrop-arrays-XXXXXX";

static char *in_folder(const char *name, char path[256])
{
    snprintf(path, 256, "%s/%s", folder, name);
    return path;
}

static void write_table(const char *path, int regression)
{
    FILE *file = fopen(path, "w");

    CHECK(file != NULL);
    fprintf(file, "a,b,c,d,y\n");
    for (int i = 0; i < BED_ROWS; i++) {
        for (int k = 0; k < BED_COLUMNS; k++)
            fprintf(file, "%.9g,", (double)bed_x[i * BED_COLUMNS + k]);
        if (regression)
            fprintf(file, "%.9g\n", (double)bed_targets[i]);
        else
            fprintf(file, "%s\n", bed_names[bed_labels[i]]);
    }
    fclose(file);
}

/* The run's settings: those of the bed, written out, for a run has its own defaults. */
static adrop_train_opts run_opts(const char *out)
{
    const adrop_trainer_opts o = bed_opts();
    adrop_train_opts t;

    adrop_train_opts_init(&t);
    t.model = "mlp:12,8";
    t.dropout = "advanced";
    t.dropout_at = 1 + ADROP_AT_HIDDEN;
    t.epochs = o.epochs, t.batch = o.batch, t.lr = o.lr, t.seed = o.seed;
    t.out = text_of("%s/%s", folder, out);
    return t;
}

static char *slurp(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);

    *size = file ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

/* The tensors of a safetensors file, behind its header. The header of a run tells of its table's
 * columns, too. */
static int same_tensors(const char *a, const char *b)
{
    char path[2][256];
    size_t n, m;
    uint64_t header[2];
    char *x = slurp(in_folder(a, path[0]), &n), *y = slurp(in_folder(b, path[1]), &m);

    memcpy(&header[0], x, 8), memcpy(&header[1], y, 8);
    const size_t from = 8 + header[0], other = 8 + header[1];
    const int same = n > from + 100 && m > other && n - from == m - other &&
                     !memcmp(x + from, y + other, n - from);
    free(x), free(y);
    return same;
}

static int same_file(const char *a, const char *b)
{
    char path[2][256];
    size_t n, m;
    char *x = slurp(in_folder(a, path[0]), &n), *y = slurp(in_folder(b, path[1]), &m);
    const int same = n > 1000 && n == m && !memcmp(x, y, n);

    free(x), free(y);
    return same;
}

static void compare(int regression)
{
    adrop_ctx *ctx = bed_context(1);
    adrop_model_opts m = bed_model("advanced");
    const adrop_trainer_opts o = bed_opts();
    char path[256], table[256];
    adrop_train_opts t = run_opts(regression ? "run1" : "run0");
    adrop_train_result r, again;
    adrop_data_opts d;
    adrop_trainer *trainer;
    adrop_data *rows, *base;
    adrop_split_opts opts;

    bed_fill();
    write_table(in_folder("table.csv", table), regression);
    adrop_data_opts_init(&d);
    d.data = table;
    d.task = regression ? ADROP_REGRESSION : ADROP_CLASSIFICATION;
    d.val_fraction = 0.2;
    CHECK_EQ(adrop_train(ctx, &d, &t, NULL, &r), ADROP_OK);

    base = bed_data(ctx, regression);
    adrop_data_split(base, &opts);
    opts.seed = o.seed; /* a run splits by its own seed */
    CHECK_EQ(adrop_data_view(ctx, base, &opts, &rows), ADROP_OK);
    CHECK_EQ(adrop_trainer_create(ctx, rows, &m, &o, &trainer), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(trainer), ADROP_OK);
    CHECK_EQ(adrop_model_save(adrop_trainer_model(trainer), in_folder("model", path)), ADROP_OK);
    CHECK(same_tensors("model", regression ? "run1/last.safetensors" : "run0/last.safetensors"));
    adrop_trainer_free(trainer);

    t = run_opts(regression ? "on1" : "on0");
    CHECK_EQ(adrop_train_on(ctx, rows, NULL, &t, NULL, &again), ADROP_OK);
    CHECK(same_file("model", regression ? "on1/last.safetensors" : "on0/last.safetensors"));
    CHECK(regression ? r.test_rmse == again.test_rmse : r.test_acc == again.test_acc);
    CHECK_EQ(adrop_train_on(ctx, rows, NULL, &t, NULL, &again), ADROP_EEXIST);
    t.resume = 1; /* a run that is done: nothing is left to do */
    CHECK_EQ(adrop_train_on(ctx, rows, NULL, &t, NULL, &again), ADROP_OK);
    t.lr = 0.06;
    CHECK_EQ(adrop_train_on(ctx, rows, NULL, &t, NULL, &again), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "lr");
    adrop_data_free(rows);
    adrop_data_free(base);
    adrop_ctx_free(ctx);
}

static void classes(void)
{
    CHECK(mkdtemp(folder) != NULL);
    compare(0);
}

static void regression(void)
{
    char command[64];

    compare(1);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQ(system(command), 0);
}

CHECK_MAIN(classes, regression)
