/* The same rows from a file and from memory give equal results to the bit: parts, every batch, each
 * epoch of a run, and its predictions. Tables have numbers, words, gaps, weights, groups and ids;
 * documents have one class or several; sparse rows are the terms of documents. All are generated;
 * ADROP_CASES=N makes N of each, from ADROP_SEED on. */
#include "adrop/lab.h"

#include <math.h>
#include <stdbool.h>

#include "rows/same.h"
#include "train/fixture.h"

enum { CASES = 12, ROWS = 48, COLUMNS = 5, WORDS = 5, EPOCHS = 2, MOST_OUT = 8, TEXT = 1 << 16 };

static uint64_t state;

static uint32_t draw(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static char text[TEXT];
static size_t used;

static void put_text(const char *word)
{
    const size_t length = strlen(word);

    CHECK(used + length < TEXT);
    memcpy(text + used, word, length + 1);
    used += length;
}

static void put_number(float x)
{
    char number[ADROP_NUMBER_SIZE];

    put_text(adrop_number_text(number, (double)x));
}

static bool is_ok(adrop_status status)
{
    CHECK_EQ(status, ADROP_OK);
    if (status)
        printf("    %s\n", adrop_ctx_message(ctx));
    return !status;
}

/* -- Two runs, one on each ------------------------------------------------------------------ */

typedef struct {
    double train_loss[EPOCHS], test_loss[EPOCHS];
    size_t n;
} curve;

static void note(void *user, const adrop_epoch *e)
{
    curve *c = user;

    if (c->n < EPOCHS) {
        c->train_loss[c->n] = e->train_loss;
        c->test_loss[c->n++] = e->test_loss;
    }
}

static const char *train_one(const adrop_data *data, const adrop_data_opts *opts, const char *name,
                             curve *c)
{
    adrop_train_opts t = bed_train(name, EPOCHS);
    adrop_train_result result;
    char command[600];
    const adrop_train_hooks hooks = { .size = sizeof hooks, .user = c, .epoch = note };

    snprintf(command, sizeof command, "rm -rf %s", t.out);
    CHECK_EQ(system(command), 0);
    t.model = "mlp:6";
    t.dropout = "bernoulli:rate=0.3";
    t.dropout_at = 1 + ADROP_AT_HIDDEN;
    t.batch = 16;
    t.lr = 1e-3;
    is_ok(adrop_train_on(ctx, data, opts, &t, &hooks, &result));
    return t.out;
}

/* What the run on the file says of the rows of that file, one by one. */
static size_t predict_file(const char *run_path, const char *file, double *mean, double *std)
{
    adrop_run *run;
    adrop_predictor_info of = { 0 };
    adrop_predictor *p;
    float x[1 << 10];

    if (!is_ok(adrop_run_open_inputs(ctx, run_path, file, NULL, 1, &run)))
        return 0;
    if (is_ok(adrop_predictor_create(ctx, adrop_run_model(run), &p)))
        adrop_predictor_describe(p, &of);
    adrop_predictor_free(p);
    for (uint32_t i = 0; i < ROWS && of.outputs <= MOST_OUT; i++) {
        CHECK_EQ(adrop_data_row(ctx, adrop_run_data(run), i, x), ADROP_OK);
        CHECK_EQ(adrop_run_predict(run, 1, x, &i, 5, mean + i * of.outputs, std + i * of.outputs),
                 ADROP_OK);
    }
    adrop_run_free(run);
    return of.outputs;
}

static adrop_raw_rows raw_of(const adrop_arrays *a)
{
    adrop_raw_rows r;

    adrop_raw_rows_init(&r);
    r.n = a->rows;
    r.values = a->values;
    r.sparse = a->sparse;
    r.texts = a->texts;
    r.n_words = a->n_words;
    r.words = a->words;
    return r;
}

/* The same of rows in memory, all of them and the last ten. */
static void predict_memory(const char *run_path, const adrop_raw_rows *rows, size_t outputs,
                           const double *mean, const double *std)
{
    static double m[ROWS * MOST_OUT], s[ROWS * MOST_OUT], draws[ROWS * 5 * MOST_OUT];
    adrop_sampled sampled = { .size = sizeof sampled, .mean = m, .std = s };
    adrop_sample_opts o = { .size = sizeof o, .samples = 5 };
    adrop_draws d = { .size = sizeof d, .draws = draws };
    adrop_predictor *p;
    size_t passes;

    if (!is_ok(adrop_predictor_open(ctx, run_path, NULL, &p)))
        return;
    is_ok(adrop_predictor_predict_rows(p, rows, 5, m, s));
    CHECK(!memcmp(mean, m, ROWS * outputs * sizeof *m));
    CHECK(!memcmp(std, s, ROWS * outputs * sizeof *s));
    memset(m, 0, sizeof m);
    is_ok(adrop_predictor_sample_rows(p, &o, rows, &sampled));
    CHECK(!memcmp(mean, m, ROWS * outputs * sizeof *m));
    is_ok(adrop_predictor_draw_rows(p, &o, rows, &d, &passes));
    CHECK_EQ(passes, 5);
    for (size_t i = 0; i < ROWS * outputs; i++) {
        double sum = 0;
        for (size_t k = 0; k < 5; k++)
            sum += draws[(i / outputs * 5 + k) * outputs + i % outputs];
        CHECK_NEAR(sum / 5, mean[i], 1e-9 * (1 + fabs(mean[i])));
    }
    adrop_predictor_free(p);
}

/* The same parts, and rows; what rows count in training a run that is opened does not say. */
static void same_rows(const adrop_data *a, const adrop_data *b)
{
    adrop_data_info info;
    float one[1 << 10], two[1 << 10];

    adrop_data_describe(a, &info);
    for (adrop_part p = ADROP_PART_TRAIN; p <= ADROP_PART_TEST; p++) {
        size_t n, m;
        const uint32_t *x = adrop_data_rows(a, p, &n), *y = adrop_data_rows(b, p, &m);
        CHECK(n == m && (!n || !memcmp(x, y, n * sizeof *x)));
    }
    for (size_t i = 0; i < info.rows; i++) {
        is_ok(adrop_data_row(ctx, a, i, one));
        is_ok(adrop_data_row(ctx, b, i, two));
        CHECK(!memcmp(one, two, info.channels * sizeof *one));
        CHECK_EQ(adrop_data_label(a, i), adrop_data_label(b, i));
    }
}

/* Both runs, opened on the rows in memory: the same test rows, the same results. */
static void evaluate_both(const char *file_run, const char *memory_run, const adrop_data *memory)
{
    const char *const paths[2] = { file_run, memory_run };
    adrop_epoch e[2] = { { .epoch = 0 }, { .epoch = 0 } };
    adrop_run *run;
    size_t n[2] = { 0, 1 };

    for (int i = 0; i < 2; i++)
        if (is_ok(adrop_run_open_on(ctx, paths[i], memory, NULL, &run))) {
            same_rows(memory, adrop_run_data(run));
            CHECK_EQ(adrop_run_has_own_data(run), paths[i] == memory_run);
            is_ok(adrop_run_evaluate(run, ADROP_PART_TEST, &e[i], &n[i]));
            adrop_run_free(run);
        }
    CHECK_EQ(n[0], n[1]);
    CHECK(e[0].test_loss == e[1].test_loss);
}

/* rows: those of the file. */
static void same_runs(const adrop_data *file, const adrop_data_opts *opts, const adrop_data *memory,
                      const adrop_raw_rows *rows)
{
    static double mean[ROWS * MOST_OUT], std[ROWS * MOST_OUT];
    curve of[2] = { { .n = 0 }, { .n = 0 } };

    const char *file_run = train_one(file, opts, "file", &of[0]);
    const char *memory_run = train_one(memory, NULL, "memory", &of[1]);
    CHECK_EQ(of[0].n, EPOCHS);
    CHECK(!memcmp(&of[0], &of[1], sizeof of[0]));
    const size_t outputs = predict_file(file_run, opts->data, mean, std);
    predict_memory(memory_run, rows, outputs, mean, std);
    if (!rows->sparse)
        predict_memory(file_run, rows, outputs, mean, std);
    evaluate_both(rows->sparse ? memory_run : file_run, memory_run, memory);
}

/* Words in another order, and numbered so; the first words are none of the model's. */
static void turn_words(adrop_raw_rows *r, size_t channels)
{
    static float values[ROWS * COLUMNS];
    static const char *words[COLUMNS * (WORDS + 2)];
    static size_t n_words[COLUMNS];
    const char *const *from = r->words;
    size_t at = 0;

    for (size_t c = 0; c < channels; from += r->n_words[c++]) {
        const size_t n = r->n_words[c];
        n_words[c] = n ? n + 1 : 0;
        for (size_t k = 0; k < n_words[c]; k++)
            words[at++] = k ? from[n - k] : "nobody's";
        for (size_t i = 0; i < ROWS; i++) {
            const float x = r->values[i * channels + c];
            values[i * channels + c] = n && x >= 0 ? (float)n - x : x;
        }
    }
    r->values = values;
    r->words = words;
    r->n_words = n_words;
}

static void same(const adrop_data_opts *opts, const adrop_arrays *a)
{
    adrop_data *file = NULL, *memory = NULL;
    adrop_split_opts split_opts;

    adrop_data_opts_split(opts, &split_opts);
    if (is_ok(adrop_data_open(ctx, opts, &file)) &&
        is_ok(adrop_data_from_arrays(ctx, a, &split_opts, &memory))) {
        same_data(ctx, file, memory);
        for (size_t i = 0; i < a->rows && a->ids; i++)
            CHECK_TEXT(adrop_data_row_name(memory, i), adrop_data_row_name(file, i));
        adrop_raw_rows rows = raw_of(a);
        if (a->n_words)
            turn_words(&rows, a->channels);
        same_runs(file, opts, memory, &rows);
    }
    adrop_data_free(file);
    adrop_data_free(memory);
}

/* -- Tables ----------------------------------------------------------------------------------- */

/* Numbers by value, then the others by their letters: the last is in no file. */
static const char *const words[WORDS + 1] = { "7 up", "blue", "green", "red", "violet", "white" };
static const char *const classes[] = { "p", "q", "r" };
static const char *const names[] = { "a", "b", "c", "d", "e" };

static struct {
    size_t columns, n_words[COLUMNS];
    bool regression, has_gaps;
    float values[ROWS * COLUMNS], targets[ROWS], weights[ROWS];
    int32_t labels[ROWS];
    uint32_t groups[ROWS];
    char id[ROWS][8];
    const char *ids[ROWS], *words[COLUMNS * (WORDS + 1)];
} t;

static void draw_row(size_t i)
{
    for (size_t c = 0; c < t.columns; c++) {
        float *x = &t.values[i * t.columns + c];
        *x = t.n_words[c] ? (float)(i < WORDS ? i : draw(WORDS)) : (float)draw(401) / 8 - 25;
        if (t.has_gaps && i > WORDS && !draw(6))
            *x = NAN;
    }
    t.targets[i] = (float)draw(200) / 4;
    t.labels[i] = (int32_t)(i < 3 ? i : draw(3));
    t.weights[i] = (float)(1 + draw(4)) / 2;
    t.groups[i] = i < 6 ? (uint32_t)i : draw(6); /* numbered as they come */
    snprintf(t.id[i], sizeof t.id[i], "id%zu", i);
    t.ids[i] = t.id[i];
}

static void put_row(size_t i)
{
    for (size_t c = 0; c < t.columns; c++) {
        const float x = t.values[i * t.columns + c];
        if (!isnan(x) && t.n_words[c])
            put_text(words[(size_t)x]);
        else if (!isnan(x))
            put_number(x);
        put_text(",");
    }
    put_text(t.id[i]);
    put_text(",");
    put_number(t.weights[i]);
    put_text(",g");
    put_number((float)t.groups[i]);
    put_text(",");
    if (t.regression)
        put_number(t.targets[i]);
    else
        put_text(classes[t.labels[i]]);
    put_text("\n");
}

/* t, and the same as text. */
static void make_table(void)
{
    size_t n = 0;

    t.columns = 2 + draw(COLUMNS - 1);
    t.regression = draw(2);
    t.has_gaps = draw(2);
    for (size_t c = 0; c < t.columns; c++) {
        t.n_words[c] = draw(2) ? WORDS + draw(2) : 0;
        for (size_t k = 0; k < t.n_words[c]; k++)
            t.words[n++] = words[k];
    }
    for (size_t i = 0; i < ROWS; i++)
        draw_row(i);
    used = 0;
    for (size_t c = 0; c < t.columns; c++) {
        put_text(names[c]);
        put_text(",");
    }
    put_text("id,weight,group,answer\n");
    for (size_t i = 0; i < ROWS; i++)
        put_row(i);
}

static adrop_arrays arrays_of_table(void)
{
    static const char *const answer[] = { "answer" };
    adrop_arrays a;

    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.channels = t.columns;
    a.values = t.values;
    a.column_names = names;
    a.n_words = t.n_words;
    a.words = t.words;
    a.ids = t.ids;
    a.weights = t.weights;
    a.groups = t.groups;
    a.target_names = answer;
    if (t.regression) {
        a.targets = t.targets;
    } else {
        a.labels = t.labels;
        a.classes = 3;
        a.class_names = classes;
    }
    return a;
}

static void tables(uint64_t seed)
{
    static const int scales[] = { ADROP_SCALE_AUTO, ADROP_SCALE_NONE, ADROP_SCALE_ROW_NORM };

    state = seed;
    make_table();
    const adrop_arrays a = arrays_of_table();
    adrop_data_opts d = bed_data(bed_file("rows.csv", text, used),
                                 t.regression ? ADROP_REGRESSION : ADROP_CLASSIFICATION);
    d.id = "id";
    d.weight = "weight";
    d.group = "group";
    d.seed = seed;
    d.input_scale = scales[draw(3)];
    d.missing = t.has_gaps ? (int)(1 + draw(3)) : ADROP_MISSING_REFUSED;
    if (draw(2)) {
        d.folds = 3;
        d.fold = 1 + draw(3);
    } else {
        d.val_fraction = draw(2) ? 0.2 : 0;
    }
    if (!t.regression && draw(2))
        d.class_weight = "balanced";
    same(&d, &a);
}

/* -- Documents -------------------------------------------------------------------------------- */

static const char *const said[] = { "the",
                                    "cat",
                                    "sat",
                                    "on",
                                    "a",
                                    "mat",
                                    "dog",
                                    "ran",
                                    "over",
                                    "red",
                                    "\xC3\xBC"
                                    "ber",
                                    "hill",
                                    "quite",
                                    "far",
                                    "7" };

enum { SAID = sizeof said / sizeof *said };

static struct {
    bool has_sets;
    char line[ROWS][256];
    const char *texts[ROWS];
    size_t start[ROWS + 1];
    int32_t labels[ROWS * 3];
} d;

static void draw_document(size_t i)
{
    const size_t n = 3 + draw(8);
    const uint32_t mask = d.has_sets && i >= 3 ? draw(8) : 1u << (i < 3 ? i : draw(3));

    d.line[i][0] = 0;
    for (size_t k = 0; k < n; k++) {
        strcat(d.line[i], k ? " " : "");
        strcat(d.line[i], said[draw(SAID)]);
    }
    d.texts[i] = d.line[i];
    d.start[i + 1] = d.start[i];
    for (int32_t c = 0; c < 3; c++)
        if (mask >> c & 1) {
            d.labels[d.start[i + 1]++] = c;
            put_text("__label__");
            put_text(classes[c]);
            put_text(" ");
        }
    put_text(d.line[i]);
    put_text("\n");
}

static adrop_arrays arrays_of_documents(void)
{
    adrop_arrays a;

    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.texts = d.texts;
    a.labels = d.labels;
    a.label_start = d.has_sets ? d.start : NULL;
    a.classes = 3;
    a.class_names = classes;
    return a;
}

static adrop_data_opts make_documents(uint64_t seed)
{
    static const char *const features[] = { "tfidf", "lsa:3", "hash:6" };

    state = seed;
    used = 0;
    d.has_sets = draw(2) != 0;
    for (size_t i = 0; i < ROWS; i++)
        draw_document(i);
    adrop_data_opts o = bed_data(bed_file("rows.txt", text, used), ADROP_TASK_TEXT);
    for (size_t i = 0; adrop_data_format_at(i, &(adrop_data_format){ 0 }); i++) {
        adrop_data_format f;
        adrop_data_format_at(i, &f);
        if (!strcmp(f.name, "fasttext"))
            o.format = (int)i + 1;
    }
    o.seed = seed;
    o.multi_label = d.has_sets;
    o.terms.features = features[draw(3)];
    o.terms.ngrams = 1 + draw(2);
    o.val_fraction = draw(2) ? 0.2 : 0;
    return o;
}

static void documents(uint64_t seed)
{
    const adrop_data_opts o = make_documents(seed);
    const adrop_arrays a = arrays_of_documents();

    same(&o, &a);
}

/* -- Sparse rows: the terms of documents, given as such ---------------------------------------- */

static void sparse_rows(uint64_t seed)
{
    static size_t start[ROWS + 1];
    static uint32_t column[ROWS * 64];
    static float value[ROWS * 64], x[1 << 10];
    const adrop_sparse m = { start, column, value };
    adrop_data_opts o = make_documents(seed);
    adrop_data *file = NULL, *memory = NULL;
    adrop_data_info info;
    adrop_split_opts opts;

    o.terms.features = draw(2) ? "tfidf" : "hash:6";
    if (!is_ok(adrop_data_open(ctx, &o, &file)))
        return;
    adrop_data_describe(file, &info);
    adrop_arrays a = arrays_of_documents();
    a.texts = NULL;
    a.channels = info.channels;
    a.sparse = &m;
    for (size_t i = 0; i < ROWS; i++) {
        start[i + 1] = start[i];
        is_ok(adrop_data_row(ctx, file, i, x));
        for (uint32_t c = 0; c < info.channels; c++)
            if (x[c] != 0) {
                column[start[i + 1]] = c;
                value[start[i + 1]++] = x[c];
            }
    }
    adrop_data_opts_split(&o, &opts);
    opts.terms = (adrop_text_opts){ 0 };
    opts.terms.features = opts.terms.char_ngrams = opts.terms.stem = "";
    opts.terms.ngrams = 1;
    opts.terms.max_df = 1;
    if (is_ok(adrop_data_from_arrays(ctx, &a, &opts, &memory))) {
        const adrop_raw_rows rows = raw_of(&a);
        same_parts(ctx, file, memory);
        same_runs(file, &o, memory, &rows);
    }
    adrop_data_free(file);
    adrop_data_free(memory);
}

/* -- Resuming ---------------------------------------------------------------------------------- */

static adrop_status resume(const adrop_arrays *a, double val_fraction, uint64_t seed, int allow)
{
    adrop_train_opts o = bed_train("again", 2);
    adrop_train_result result;
    adrop_split_opts opts;
    adrop_data *data = NULL;

    adrop_split_opts_init(&opts);
    opts.missing = ADROP_MISSING_MEAN;
    opts.val_fraction = val_fraction;
    opts.seed = seed;
    o.resume = 1;
    o.allow_changed_data = allow;
    o.lr = 1e-3;
    is_ok(adrop_data_from_arrays(ctx, a, &opts, &data));
    const adrop_status status = adrop_train_on(ctx, data, NULL, &o, NULL, &result);
    adrop_data_free(data);
    return status;
}

/* A run goes on with the rows that it was begun with, and refuses others, in whatever array they
 * differ, and another split. */
static void resumed(void)
{
    state = 7;
    make_table();
    adrop_arrays a = arrays_of_table();
    is_ok(resume(&a, 0.2, 1, 0));
    is_ok(resume(&a, 0.2, 1, 0));
    CHECK_EQ(resume(&a, 0.3, 1, 0), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "was begun with");
    CHECK_EQ(resume(&a, 0.2, 2, 0), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "was begun with other rows in its parts");
    const float value = t.values[1], weight = t.weights[5];
    t.values[1] += 1;
    t.n_words[0] = t.n_words[1] = 0;
    CHECK_EQ(resume(&a, 0.2, 1, 0), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "the rows of 'arrays' are not those that the run in");
    CHECK_HAS(adrop_ctx_message(ctx), "their checksum differs");
    state = 7;
    make_table();
    CHECK(t.values[1] == value);
    t.weights[5] += 1;
    CHECK_EQ(resume(&a, 0.2, 1, 0), ADROP_EFORMAT);
    is_ok(resume(&a, 0.2, 1, 1)); /* allowed */
    t.weights[5] = weight;
    is_ok(resume(&a, 0.2, 1, 0));
    a.weights = NULL;
    CHECK_EQ(resume(&a, 0.2, 1, 0), ADROP_EFORMAT);
    a.weights = t.weights;
    a.name = "renamed"; /* the same rows by another name */
    is_ok(resume(&a, 0.2, 1, 0));
}

static void every_case(void)
{
    const char *asked = getenv("ADROP_CASES"), *first = getenv("ADROP_SEED");
    const uint64_t n = asked ? strtoull(asked, NULL, 10) : CASES;
    const uint64_t from = first ? strtoull(first, NULL, 10) : 1;

    for (uint64_t seed = from; seed < from + n; seed++) {
        CHECK_WHERE("table %llu", (unsigned long long)seed);
        tables(seed);
        CHECK_WHERE("documents %llu", (unsigned long long)seed);
        documents(seed);
        CHECK_WHERE("sparse rows %llu", (unsigned long long)seed);
        sparse_rows(seed);
    }
}

CHECK_MAIN(bed_begin, resumed, every_case, bed_end)
