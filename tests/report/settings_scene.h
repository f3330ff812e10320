/* For the test of all settings: small data, a model and a run, and one call that reads each struct.
 * A call is cheap if its settings are refused, and small otherwise. */
#ifndef ADROP_TESTS_REPORT_SETTINGS_SCENE_H
#define ADROP_TESTS_REPORT_SETTINGS_SCENE_H

#include <sys/stat.h>
#include <unistd.h>

#include "adrop/adrop.h"
#include "adrop/lab.h"
#include "check.h"

enum { ROWS = 24, COLUMNS = 3, BIG = 1 << 17 };

static adrop_ctx *ctx;
static char folder[] = "/tmp/adrop-settings-XXXXXX", table_path[64], run_path[64];
static float values[ROWS * COLUMNS];
static int32_t labels[ROWS];
static adrop_data *rows;
static adrop_model *model;
static adrop_units *units;
static adrop_compare *comparison;
static void *model_bytes;
static size_t model_size;
static size_t opened; /* runs that were made by settings of the walk, and opened */

static inline int stop_at_once(void *user)
{
    (void)user;
    return 1;
}

/* A folder that is not there yet. */
static const char *new_folder(void)
{
    static unsigned n;
    static char out[80];

    snprintf(out, sizeof out, "%s/%u", folder, n++);
    return out;
}

static void write_table(void)
{
    snprintf(table_path, sizeof table_path, "%s/t.csv", folder);
    FILE *file = fopen(table_path, "w");
    for (int i = 0; file && i < ROWS; i++)
        fprintf(file, "%d,%d,%d,%c\n", i % 5, i % 7, i % 3, "ab"[i % 2]);
    CHECK(file && !fclose(file));
}

static void usual_training(adrop_train_opts *t)
{
    adrop_train_opts_init(t);
    t->model = "mlp:2";
    t->dropout = "bernoulli";
    t->epochs = 1;
    t->workers = 0;
}

static void make_rows(void)
{
    adrop_arrays a;

    for (size_t i = 0; i < ROWS; i++) {
        labels[i] = (int32_t)(i % 2);
        for (size_t k = 0; k < COLUMNS; k++)
            values[i * COLUMNS + k] = (float)((i + k) % 5);
    }
    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.channels = COLUMNS;
    a.values = values;
    a.labels = labels;
    CHECK_EQ(adrop_data_from_arrays(ctx, &a, NULL, &rows), ADROP_OK);
}

static void make_model(void)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = "mlp:4";
    o.dropout = "bernoulli";
    o.channels = COLUMNS;
    o.outputs = 2;
    o.batch = 8;
    CHECK_EQ(adrop_model_create(ctx, &o, &model), ADROP_OK);
    CHECK_EQ(adrop_units_create(model, &units), ADROP_OK);
    CHECK_EQ(adrop_model_write(model, &model_bytes, &model_size), ADROP_OK);
}

static void make_run(void)
{
    adrop_train_opts t;
    adrop_data_opts d;
    adrop_train_result r;
    static adrop_compare_opts opts;

    usual_training(&t);
    adrop_data_opts_init(&d);
    d.data = table_path;
    snprintf(run_path, sizeof run_path, "%s/run", folder);
    t.out = run_path;
    CHECK_EQ(adrop_train(ctx, &d, &t, NULL, &r), ADROP_OK);
    adrop_compare_opts_init(&opts);
    adrop_texts_add(ctx, &opts.data, table_path);
    opts.runs = 1;
    opts.out = new_folder();
    CHECK_EQ(adrop_compare_create(ctx, &opts, &d, &t, &comparison), ADROP_OK);
    CHECK_EQ(adrop_compare_table(comparison, ADROP_METRIC_LAST), ADROP_OK);
}

static void scene_begin(void)
{
    const adrop_ctx_opts one = { .size = sizeof one, .threads = 1 };

    CHECK_EQ(adrop_ctx_create(&one, &ctx), ADROP_OK);
    CHECK(mkdtemp(folder) != NULL);
    write_table();
    make_rows();
    make_model();
    make_run();
}

static void scene_end(void)
{
    char command[128];

    adrop_compare_free(comparison);
    adrop_units_free(units);
    adrop_free(ctx, model_bytes);
    adrop_model_free(model);
    adrop_data_free(rows);
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_EQ(system(command), 0);
    adrop_ctx_free(ctx);
}

/* -- One call for each struct -------------------------------------------------------- */

static inline adrop_status try_batches(const adrop_batches_opts *o)
{
    adrop_batches *b;
    const adrop_status status = adrop_batches_create(ctx, rows, o, &b);

    adrop_batches_free(b);
    return status;
}

static inline adrop_status try_choose(const adrop_choose_opts *o)
{
    unsigned char keep[64];

    return adrop_units_choose(model, units, o, keep, NULL);
}

static inline adrop_status try_comm(const adrop_comm_opts *o)
{
    adrop_comm *comm;
    const adrop_status status = adrop_comm_open(ctx, o, &comm);

    adrop_comm_close(comm, 0);
    return status;
}

static inline adrop_status try_compare(const adrop_compare_opts *o)
{
    static adrop_compare_opts opts;
    adrop_train_opts t;
    adrop_data_opts d;
    adrop_compare *c;

    opts = *o;
    if (!opts.data.n)
        adrop_texts_add(ctx, &opts.data, table_path);
    opts.out = new_folder();
    usual_training(&t);
    adrop_data_opts_init(&d);
    const adrop_status status = adrop_compare_create(ctx, &opts, &d, &t, &c);
    adrop_compare_free(c);
    return status;
}

static inline adrop_status try_conformal(const adrop_conformal_opts *o)
{
    const double p[] = { 0.25, 0.75 };
    uint8_t member[2];

    return adrop_conformal_sets(ctx, o, 0.5, 1, 2, p, NULL, member);
}

static inline adrop_status try_ctx(const adrop_ctx_opts *o)
{
    adrop_ctx *other;
    const adrop_status status = adrop_ctx_create(o, &other);

    CHECK_EQ(status != ADROP_OK, other == NULL);
    adrop_ctx_free(other);
    return status;
}

static inline adrop_status try_data(const adrop_data_opts *o)
{
    adrop_data_opts d = *o;
    adrop_data *data;

    d.data = table_path;
    const adrop_status status = adrop_data_open(ctx, &d, &data);
    adrop_data_free(data);
    return status;
}

static inline adrop_status try_get(const adrop_get_opts *o)
{
    adrop_get_opts mine = *o;
    adrop_get_result r;

    mine.name = "no-such-set";
    mine.data_dir = folder;
    return adrop_data_get(ctx, &mine, NULL, &r);
}

static inline adrop_status try_launch(const adrop_launch_opts *o)
{
    adrop_launch_opts mine = *o;
    char *text;

    mine.folder = folder;
    const adrop_status status = adrop_launch_script(ctx, &mine, "true", &text);
    adrop_free(ctx, text);
    return status;
}

/* Large networks are not made, only read. */
static inline adrop_status try_model(const adrop_model_opts *o)
{
    adrop_model *m = NULL;
    adrop_graph *g = NULL;
    const int is_small = o->channels < BIG && o->height < 256 && o->width < 256 && o->batch < BIG &&
                         o->outputs < BIG && o->precision != ADROP_PRECISION_F64;
    adrop_model_opts mine = *o;

    mine.model = "mlp:2";
    const adrop_status status = is_small ? adrop_model_create(ctx, &mine, &m)
                                         : adrop_graph_of(ctx, &mine, &g);
    adrop_graph_free(g);
    adrop_model_free(m);
    return status;
}

static inline adrop_status try_model_file(const adrop_model_file_opts *o)
{
    adrop_model *m;
    const adrop_status status = adrop_model_read(ctx, model_bytes, model_size, o, &m);

    adrop_model_free(m);
    return status;
}

static inline adrop_status try_predictor(const adrop_predictor_opts *o)
{
    adrop_predictor *p;
    const adrop_status status = adrop_predictor_read(ctx, model_bytes, model_size, o, &p);

    adrop_predictor_free(p);
    return status;
}

static inline adrop_status try_export(const adrop_export_opts *o)
{
    return adrop_model_export(model, o, new_folder());
}

static inline adrop_status try_prune(const adrop_prune_opts *o)
{
    adrop_prune_opts opts = *o;
    adrop_train_opts t;
    adrop_data_opts d;
    adrop_pruning *p;

    opts.out = new_folder();
    usual_training(&t);
    t.model = "mlp:20";
    t.dropout = "";
    adrop_data_opts_init(&d);
    d.data = table_path;
    const adrop_status status = adrop_prune_create(ctx, &opts, &d, &t, &p);
    adrop_prune_free(p);
    return status;
}

static inline adrop_status try_ranking(const adrop_ranking_opts *o)
{
    adrop_ranking *r;
    /* a target that is refused after the settings: a ranking takes a second */
    const adrop_status status = adrop_ranking_create(ctx, "no-such-target", o, &r);

    adrop_ranking_free(r);
    return status == ADROP_ENOENT ? ADROP_OK : status;
}

static inline adrop_status try_report(const adrop_report_opts *o)
{
    adrop_document *d = NULL;
    const adrop_status status = adrop_report_document(ctx, comparison, o, &d);

    adrop_document_free(d);
    return status;
}

static inline adrop_status try_reproduce(const adrop_reproduce_opts *o)
{
    adrop_reproduction *r = NULL;
    /* found after the settings are read: there is no data */
    const adrop_status status = adrop_reproduce_create(ctx, "no-such-recipe", o, &r);

    adrop_reproduce_free(r);
    return status == ADROP_ENOENT ? ADROP_OK : status;
}

static inline adrop_status try_run(const adrop_run_opts *o)
{
    adrop_run *run;
    const adrop_status status = adrop_run_open_with(ctx, run_path, o, &run);

    adrop_run_free(run);
    return status;
}

static inline adrop_status try_sample(const adrop_sample_opts *o)
{
    double mean[2];
    adrop_sampled out = { .size = sizeof out, .mean = mean };
    adrop_predictor *p;

    CHECK_EQ(adrop_predictor_create(ctx, model, &p), ADROP_OK);
    const adrop_status status = adrop_predictor_sample(p, o, 1, values, NULL, &out);
    adrop_predictor_free(p);
    return status;
}

static inline adrop_status try_split(const adrop_split_opts *o)
{
    adrop_data *view;
    const adrop_status status = adrop_data_view(ctx, rows, o, &view);

    adrop_data_free(view);
    return status;
}

static inline adrop_status try_text(const adrop_text_opts *o)
{
    adrop_split_opts opts;

    adrop_split_opts_init(&opts);
    opts.terms = *o;
    return try_split(&opts);
}

/* What was trained, if only a step of it, can be opened again. */
static inline adrop_status try_train(const adrop_train_opts *o)
{
    const adrop_train_hooks hooks = { .size = sizeof hooks, .stop = stop_at_once };
    adrop_train_opts t = *o;
    adrop_data_opts d;
    adrop_train_result r;
    adrop_run *run;
    struct stat is;

    t.out = new_folder();
    adrop_data_opts_init(&d);
    d.data = table_path;
    const adrop_status status = adrop_train(ctx, &d, &t, &hooks, &r);
    if (!status || status == ADROP_EINTR) {
        CHECK_EQ(adrop_run_open(ctx, t.out, NULL, NULL, &run), ADROP_OK);
        adrop_run_free(run);
        opened++;
    } else if (status == ADROP_EINVAL) {
        CHECK(stat(t.out, &is) != 0); /* refused before a file is made */
    }
    return status == ADROP_EINTR ? ADROP_OK : status;
}

static inline adrop_status try_trainer(const adrop_trainer_opts *o)
{
    adrop_model_opts m;
    adrop_trainer *t;

    adrop_model_opts_init(&m);
    m.model = "mlp:2";
    m.dropout = "bernoulli";
    const adrop_status status = adrop_trainer_create(ctx, rows, &m, o, &t);
    adrop_trainer_free(t);
    return status;
}

static inline adrop_status try_tune(const adrop_tune_opts *o)
{
    static adrop_tune_opts opts;
    adrop_train_opts t;
    adrop_data_opts d;
    adrop_tune *search;

    opts = *o;
    if (!opts.vary.n)
        adrop_texts_add(ctx, &opts.vary, "lr=0.1,0.2");
    opts.out = new_folder();
    usual_training(&t);
    adrop_data_opts_init(&d);
    d.data = table_path;
    d.val_fraction = 0.25;
    const adrop_status status = adrop_tune_create(ctx, &opts, &d, &t, &search);
    adrop_tune_free(search);
    return status;
}

static inline adrop_status try_uncertainty(const adrop_uncertainty_opts *o)
{
    const char *const runs[] = { run_path };
    adrop_uncertainty *u;
    const adrop_status status = adrop_uncertainty_create(ctx, 1, runs, o, NULL, &u);

    adrop_uncertainty_free(u);
    return status;
}

/* What a struct is before a field of it is changed: such that its call does well. */
static inline void usual_text(adrop_text_opts *o)
{
    adrop_options_default(adrop_text_options(), o);
}

#endif
