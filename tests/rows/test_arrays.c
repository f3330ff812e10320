/* Data sets of arrays: equal bit for bit to a file of the same rows; copied and borrowed; and
 * refusals. */
#include "data/scene.h"
#include "rows/same.h"
#include "scarce.h"

enum { ROWS = 60, COLUMNS = 3, TRAIN = 40, SIDE = 4, PIXELS = SIDE * SIDE };

static float values[ROWS][COLUMNS], targets[ROWS], row_weights[ROWS];
static uint32_t groups[ROWS];
static uint8_t pixels[ROWS][PIXELS];
static int32_t labels[ROWS];
static const char *const columns[] = { "a", "b", "c" }, *const classes[] = { "x", "y", "z" };

static void fill(void)
{
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            values[i][j] = (float)((i * 37 + j * 11) % 101) / 8 - 5; /* exact as text */
        for (int j = 0; j < PIXELS; j++)
            pixels[i][j] = (uint8_t)(i * 31 + j * 17);
        labels[i] = i * 7 % 3;
        targets[i] = (float)(i * 13 % 29) / 4;
    }
}

static adrop_arrays table_of(int regression)
{
    adrop_arrays a;

    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.channels = COLUMNS;
    a.values = values[0];
    a.column_names = columns;
    if (regression) {
        a.targets = targets;
    } else {
        a.labels = labels;
        a.classes = 3;
        a.class_names = classes;
    }
    return a;
}

static adrop_arrays images_of(uint8_t parts[ROWS])
{
    adrop_arrays a;

    adrop_arrays_init(&a);
    a.rows = ROWS;
    a.channels = 1;
    a.height = a.width = SIDE;
    a.pixels = pixels[0];
    a.labels = labels;
    a.parts = parts;
    for (int i = 0; i < ROWS; i++)
        parts[i] = i < TRAIN ? ADROP_ROW_TRAIN : ADROP_ROW_TEST;
    return a;
}

static adrop_data *make(const adrop_arrays *a, const adrop_split_opts *opts)
{
    adrop_data *data;

    CHECK_EQ(adrop_data_from_arrays(ctx, a, opts, &data), ADROP_OK);
    if (!data)
        printf("%s\n", adrop_ctx_message(ctx));
    return data;
}

static const char *write_table(int regression)
{
    static char text[ROWS * 64];
    size_t used = (size_t)sprintf(text, "a,b,c,answer\n");
    const locale_t before = check_points_begin();

    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++)
            used += (size_t)sprintf(text + used, "%.9g,", (double)values[i][j]);
        used += regression ? (size_t)sprintf(text + used, "%.9g\n", (double)targets[i])
                           : (size_t)sprintf(text + used, "%s\n", classes[labels[i]]);
    }
    check_points_end(before);
    return scene_text("t.csv", text);
}

static void tables_equal_files(void)
{
    for (int regression = 0; regression < 2; regression++)
        for (int scale = 0; scale <= ADROP_SCALE_ROW_NORM; scale++) {
            const adrop_arrays a = table_of(regression);
            adrop_data_opts opts = scene_opts(write_table(regression));
            adrop_split_opts split_opts;
            if (scale == ADROP_SCALE_UNIT || scale == ADROP_SCALE_SYMMETRIC)
                continue;
            CHECK_WHERE("regression %d, scale %d", regression, scale);
            opts.task = regression ? ADROP_REGRESSION : ADROP_CLASSIFICATION;
            opts.input_scale = scale;
            opts.seed = 5;
            opts.val_fraction = 0.25;
            opts.train_limit = 30;
            adrop_data_opts_split(&opts, &split_opts);
            adrop_data *file = scene_open(&opts), *memory = make(&a, &split_opts);
            same_data(ctx, file, memory);
            adrop_data_free(file);
            adrop_data_free(memory);
        }
}

/* Four bytes, the highest first. */
static char *put(char *to, unsigned n)
{
    for (int i = 3; i >= 0; i--)
        *to++ = (char)(n >> 8 * i);
    return to;
}

static void write_idx(const char *name, size_t first, size_t n)
{
    char file[16 + ROWS * PIXELS], other[64], *at = file;

    at = put(put(put(put(at, 0x803), (unsigned)n), SIDE), SIDE);
    memcpy(at, pixels[first], n * PIXELS);
    snprintf(other, sizeof other, "%s-images-idx3-ubyte", name);
    scene_file(other, file, 16 + n * PIXELS);
    at = put(put(file, 0x801), (unsigned)n);
    for (size_t i = 0; i < n; i++)
        *at++ = (char)labels[first + i];
    snprintf(other, sizeof other, "%s-labels-idx1-ubyte", name);
    scene_file(other, file, 8 + n);
}

static void pixels_equal_files(void)
{
    uint8_t parts[ROWS];
    const adrop_arrays a = images_of(parts);

    scene_clear();
    write_idx("train", 0, TRAIN);
    write_idx("t10k", TRAIN, ROWS - TRAIN);
    for (int scale = 0; scale < ADROP_SCALE_ROW_NORM; scale++) {
        adrop_data_opts opts = scene_opts(scene_folder);
        adrop_split_opts split_opts;
        CHECK_WHERE("scale %d", scale);
        opts.input_scale = scale;
        opts.val_fraction = 0.2;
        opts.test_per_class = 4;
        adrop_data_opts_split(&opts, &split_opts);
        adrop_data *file = scene_open(&opts), *memory = make(&a, &split_opts);
        same_data(ctx, file, memory);
        adrop_data_free(file);
        adrop_data_free(memory);
    }
    scene_clear();
}

/* Parts that are given stand: no test part is made where there is none. */
static void parts_stand(void)
{
    uint8_t parts[ROWS];
    adrop_arrays a = images_of(parts);
    adrop_split_opts opts;
    adrop_data_info info;

    for (int i = 0; i < ROWS; i++)
        parts[i] = (uint8_t)(i % 3 == 2   ? ADROP_ROW_UNUSED
                             : i % 3 == 1 ? ADROP_ROW_VAL
                                          : ADROP_ROW_TRAIN);
    adrop_data *data = make(&a, NULL);
    adrop_data_describe(data, &info);
    CHECK(info.n_train == 20 && info.n_val == 20 && info.n_test == 0);
    CHECK_TEXT(info.format, "arrays");
    CHECK_TEXT(info.name, "arrays");
    CHECK_TEXT(info.path, "");
    CHECK_TEXT(adrop_data_class_name(data, 2), "2");
    adrop_data_free(data);
    adrop_split_opts_init(&opts);
    opts.test_fraction = 0.5; /* asked for: of the training rows, class by class (20 of one here) */
    data = make(&a, &opts);
    adrop_data_describe(data, &info);
    CHECK(info.n_train == 10 && info.n_val == 20 && info.n_test == 10);
    adrop_data_free(data);
}

/* Borrowed arrays are those of the caller: a change shows, and no memory is taken for them. */
static void borrowed(void)
{
    uint8_t parts[ROWS];
    adrop_arrays a = images_of(parts);
    uint8_t row[PIXELS];

    for (a.borrow = 0; a.borrow < 2; a.borrow++) {
        adrop_data *data = make(&a, NULL);
        pixels[3][5]++;
        labels[4] ^= 1;
        CHECK_EQ(adrop_data_pixels(ctx, data, 3, row), ADROP_OK);
        CHECK_EQ(!memcmp(row, pixels[3], PIXELS), a.borrow);
        CHECK_EQ(adrop_data_label(data, 4) == labels[4], a.borrow);
        pixels[3][5]--;
        labels[4] ^= 1;
        adrop_data_free(data);
    }
}

/* Weights of rows, groups of rows, and values that are missing. */
static void members_of_rows(void)
{
    adrop_arrays a = table_of(0);
    adrop_split_opts opts;
    adrop_batches *batches;
    adrop_data_batch batch;
    adrop_data_info info;
    double sum = 0;

    for (int i = 0; i < ROWS; i++) {
        row_weights[i] = (float)(i % 3);
        groups[i] = (uint32_t)(i / 4);
    }
    a.weights = row_weights;
    a.groups = groups;
    values[8][1] = NAN;
    adrop_split_opts_init(&opts);
    opts.missing = ADROP_MISSING_MEAN;
    opts.folds = 3;
    opts.fold = 1;
    adrop_data *data = make(&a, &opts);
    CHECK_EQ(adrop_batches_create(ctx, data, NULL, &batches), ADROP_OK);
    CHECK_EQ(adrop_batches_begin(batches, 0, 0), ADROP_OK);
    CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
    for (size_t i = 0; i < batch.n; i++) {
        sum += (double)batch.weights[i];
        CHECK((batch.weights[i] == 0) == (batch.rows[i] % 3 == 0));
        for (size_t k = 0; k < COLUMNS; k++)
            CHECK(isfinite(batch.x[i * COLUMNS + k]));
    }
    CHECK_NEAR(sum / (double)batch.n, 1, 1e-6);
    adrop_data_describe(data, &info);
    size_t n;
    const uint32_t *test = adrop_data_rows(data, ADROP_PART_TEST, &n);
    CHECK(n >= 4 && n % 4 == 0);
    for (size_t i = 0; i < n; i++) /* groups of 4 stay together */
        CHECK_EQ(test[i] / 4, test[i / 4 * 4] / 4);
    adrop_batches_free(batches);
    adrop_data_free(data);
    fill();
}

static adrop_status attempt(adrop_ctx *own, const void *user)
{
    adrop_data *data = NULL, *view = NULL;
    adrop_batches *batches = NULL;
    adrop_data_batch batch;
    adrop_status status = adrop_data_from_arrays(own, user, NULL, &data);

    if (!status)
        status = adrop_data_view(own, data, NULL, &view);
    adrop_data_free(data); /* before its view */
    if (!status && !(status = adrop_batches_create(own, view, NULL, &batches)))
        status = adrop_batches_next(batches, &batch);
    adrop_batches_free(batches);
    adrop_data_free(view);
    return status;
}

static void memory(void)
{
    uint8_t parts[ROWS];
    adrop_arrays a = table_of(0), b = table_of(1), c = images_of(parts);
    const long copied = scarce_each("a table", 0, attempt, &a);

    CHECK(copied > 20);
    a.borrow = 1;
    CHECK_EQ(scarce_each("a borrowed table", 0, attempt, &a), copied - 2); /* values, labels */
    scarce_each("regression", 0, attempt, &b);
    scarce_each("images", 0, attempt, &c);
}

static void refuses(const adrop_arrays *a, const adrop_split_opts *opts, const char *part)
{
    adrop_data *data;

    CHECK_WHERE("%s", part);
    CHECK_EQ(adrop_data_from_arrays(ctx, a, opts, &data), ADROP_EINVAL);
    CHECK(data == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    adrop_data_free(data);
    check_where[0] = 0;
}

static void refusals(void)
{
    uint8_t parts[ROWS];
    const adrop_arrays table = table_of(0), regression = table_of(1), images = images_of(parts);
    static const char *const holes[] = { "x", NULL, "z" };
    adrop_split_opts opts;
    adrop_arrays a;

    refuses(NULL, NULL, "adrop_arrays");
    refuses(&(adrop_arrays){ 0 }, NULL, "does not say its size");
#define WITH(base, change, part)                                                                   \
  a = base;                                                                                        \
  change;                                                                                          \
  refuses(&a, NULL, part)
    WITH(table, a.rows = 0, "has 0 rows");
    WITH(table, a.rows = (size_t)1 << 40, "rows: 1 to");
    WITH(table, a.channels = 0, "each side is 1 to");
    WITH(table, a.height = 65537, "each side is 1 to");
    WITH(table, a.channels = a.height = a.width = 65536; a.rows = 1 << 30, "more than memory");
    WITH(table, a.values = NULL, "one of values, pixels, sparse and texts");
    WITH(table, a.pixels = pixels[0], "one of values, pixels, sparse and texts");
    WITH(table, a.labels = NULL, "either labels or targets");
    WITH(table, a.targets = targets, "either labels or targets");
    WITH(table, a.classes = 2, "row 2: the label 2 is out of range: labels are 0 to 1");
    WITH(table, a.classes = 0, "say how many");
    WITH(table, a.classes = 1 << 20; a.class_names = NULL, "classes: at most");
    WITH(table, a.class_names = holes, "class 1 has no name");
    WITH(table, a.column_names = holes, "column 1 has no name");
    WITH(regression, a.classes = 3, "classes go with labels");
    WITH(images, a.top = 0, "the largest pixel is 1 to 255");
    WITH(images, a.top = 256, "the largest pixel is 1 to 255");
    WITH(images, a.top = 16, "row 0, pixel 1: 17 is above top, 16");
    labels[9] = -1;
    WITH(table, (void)0, "row 9: the label -1");
    labels[9] = 9 * 7 % 3;
    values[8][1] = NAN;
    WITH(table, (void)0, "row 8, value 1: nan is not finite");
    values[8][1] = -INFINITY;
    WITH(table, (void)0, "row 8, value 1: -inf is not finite");
    fill();
    values[0][0] = NAN; /* the first and the last of each are looked at */
    WITH(table, (void)0, "row 0, value 0: nan is not finite");
    fill();
    values[ROWS - 1][COLUMNS - 1] = NAN;
    WITH(table, (void)0, "row 59, value 2: nan is not finite");
    fill();
    targets[0] = NAN;
    WITH(regression, (void)0, "row 0: the target nan");
    fill();
    targets[ROWS - 1] = NAN;
    WITH(regression, (void)0, "row 59: the target nan");
    fill();
    labels[ROWS - 1] = 3;
    WITH(table, (void)0, "row 59: the label 3");
    fill();
    row_weights[3] = -1;
    WITH(table, a.weights = row_weights, "row 3: the weight -1 is not 0 or more");
    row_weights[3] = NAN;
    WITH(table, a.weights = row_weights, "row 3: the weight nan");
    memset(row_weights, 0, sizeof row_weights);
    WITH(table, a.weights = row_weights, "are all 0");
    groups[2] = ROWS;
    WITH(table, a.groups = groups, "row 2: its group is 60: groups are 0 to 59");
    groups[2] = 0;
    targets[5] = INFINITY;
    WITH(regression, (void)0, "row 5: the target inf");
    fill();
    parts[6] = 5;
    WITH(images, (void)0, "row 6: its part is 5");
    parts[6] = ADROP_ROW_FREE;
    WITH(images, (void)0, "row 6: its part is 3");
    memset(parts, ADROP_ROW_TEST, sizeof parts);
    WITH(images, (void)0, "no training rows");
    adrop_split_opts_init(&opts);
    opts.val_fraction = 1;
    refuses(&table, &opts, "val-fraction");
    adrop_split_opts_init(&opts);
    opts.test_fraction = NAN;
    refuses(&table, &opts, "test-fraction");
    adrop_split_opts_init(&opts);
    opts.input_scale = ADROP_SCALE_OTHER;
    refuses(&table, &opts, "'6' is not a value for 'input-scale'");
    opts.input_scale = ADROP_SCALE_UNIT;
    refuses(&table, &opts, "does not hold pixels");
    opts.input_scale = ADROP_SCALE_AUTO;
    opts.train_per_class = 2;
    refuses(&regression, &opts, "has no classes");
}

/* -- Words, sparse rows, texts, several classes, ids ------------------------------------------- */

static const size_t n_words[COLUMNS] = { 0, 2, 1 };
static const char *const words[] = { "one", "two", "three" };
static size_t starts[ROWS + 1];
static uint32_t at[ROWS];
static const adrop_sparse sparse = { starts, at, row_weights };
static const char *texts[ROWS], *ids[ROWS];

/* Row i is -1, 0 or 1 in column 1, -1 or 0 in column 2; a sparse row has one value, but row 3. */
static adrop_arrays forms_of(int form)
{
    adrop_arrays a = table_of(0);

    for (int i = 0; i < ROWS; i++) {
        values[i][1] = (float)(i % 3 - 1);
        values[i][2] = (float)(i % 2 - 1);
        starts[i + 1] = starts[i] + (i != 3);
        at[i] = (uint32_t)(i % COLUMNS);
        row_weights[i] = 1;
        texts[i] = i % 2 ? "odd and even" : "even";
        ids[i] = i % 2 ? "x" : "y";
    }
    a.ids = ids;
    if (form == 0)
        a.n_words = n_words, a.words = words;
    else
        a.values = NULL, a.label_start = starts;
    if (form == 1)
        a.sparse = &sparse;
    if (form == 2)
        a.texts = texts, a.channels = 0, a.column_names = NULL;
    return a;
}

static void words_of_columns(void)
{
    const adrop_arrays a = forms_of(0);
    adrop_data *data = make(&a, NULL);
    adrop_data_info info;
    float x[4];

    adrop_data_describe(data, &info);
    CHECK(info.channels == 4 && info.words == 2 && info.columns == 3);
    CHECK_EQ(adrop_data_row(ctx, data, 4, x), ADROP_OK); /* 0 and -1 */
    CHECK(x[1] == 1 && x[2] == 0 && x[3] == 0);
    CHECK_EQ(adrop_data_row(ctx, data, 5, x), ADROP_OK); /* 1 and 0 */
    CHECK(x[1] == 0 && x[2] == 1 && x[3] == 1);
    CHECK_TEXT(adrop_data_row_name(data, 5), "x");
    adrop_data_free(data);
    fill();
}

/* Views share what rows are; each form leaks nothing when memory ends. */
static void forms(void)
{
    for (int form = 0; form < 3; form++) {
        adrop_arrays a = forms_of(form);
        adrop_data_info info;
        adrop_data *data = make(&a, NULL), *view = NULL;
        CHECK_EQ(adrop_data_view(ctx, data, NULL, &view), ADROP_OK);
        same_data(ctx, data, view);
        adrop_data_describe(data, &info);
        CHECK_EQ(info.is_sparse, form > 0);
        CHECK_EQ(info.is_text, form == 2);
        CHECK_EQ(info.is_multi_label, form > 0);
        CHECK(!form || !adrop_data_has_class(data, 3, 0)); /* row 3 has no class */
        adrop_data_free(data);
        adrop_data_free(view);
        scarce_each("a form of rows", 0, attempt, &a);
        a.borrow = 1;
        scarce_each("a borrowed form of rows", 0, attempt, &a);
        fill();
    }
}

/* What is in no form, or not as it should be. */
static void refused_forms(void)
{
    const adrop_arrays table = forms_of(0), rare = forms_of(1), documents = forms_of(2);
    static const size_t none[COLUMNS] = { 0, SIZE_MAX, 0 };
    static const char *const twice[] = { "one", "one", "three" };
    static const char *const holes[] = { "one", NULL, "three" };
    adrop_arrays a;
    adrop_sparse m;

    WITH(table, a.sparse = &sparse, "one of values, pixels, sparse and texts");
    WITH(table, a.n_words = NULL, "say by n_words");
    WITH(table, a.words = NULL, "column 1: n_words is 2, and words is NULL");
    WITH(table, a.n_words = none, "column 1: n_words is 18446744073709551615, at most");
    WITH(table, a.words = twice, "the word 'one' of column 1 is there twice");
    WITH(table, a.words = holes, "word 1 of column 1 has no name");
    values[7][1] = 2;
    WITH(table, (void)0, "row 7, column 1: 2 is not the number of a word");
    values[7][1] = 0.5F;
    WITH(table, (void)0, "row 7, column 1: 0.5 is not the number of a word");
    values[7][1] = -2;
    WITH(table, (void)0, "row 7, column 1: -2 is not the number of a word");
    forms_of(0);
    ids[9] = NULL;
    WITH(table, (void)0, "row 9: its id is NULL");
    ids[9] = "z";
#define WITH_SPARSE(change, part)                                                                  \
  m = sparse;                                                                                      \
  change;                                                                                          \
  WITH(rare, a.sparse = &m, part)
    WITH_SPARSE(m.start = NULL, "start of sparse is NULL");
    WITH_SPARSE(m.column = NULL, "column of sparse is NULL");
    WITH_SPARSE(m.value = NULL, "value of sparse is NULL");
    WITH_SPARSE(m.start = starts + 1, "start of sparse is not 0");
    WITH(rare, a.n_words = n_words; a.words = words, "words are the values of a table");
    WITH(rare, a.height = 2, "height and width are 1");
    WITH(rare, a.labels = NULL; a.targets = targets; a.classes = 0;
         a.class_names = NULL, "label_start: it goes with labels");
    at[8] = COLUMNS;
    WITH(rare, (void)0, "row 9: column 3 of sparse");
    at[8] = 0;
    row_weights[8] = NAN;
    WITH(rare, (void)0, "row 9, column 0: nan is not finite");
    row_weights[8] = 1;
    starts[5] = 2;
    WITH(rare, (void)0, "row 4: start of sparse goes from 3 to 2");
    starts[5] = SIZE_MAX;
    WITH(rare, (void)0, "row 4: start of sparse goes from 3 to 18446744073709551615");
    forms_of(1);
    starts[ROWS] += 1;
    at[ROWS - 1] = at[ROWS - 2];
    WITH(rare, (void)0, "columns ascend");
    forms_of(2);
    starts[5] = 2;
    WITH(documents, (void)0, "row 4: label_start goes from 3 to 2");
    forms_of(2);
    starts[ROWS]++;
    labels[ROWS - 1] = labels[ROWS - 2];
    WITH(documents, (void)0, "row 59: the label");
    fill();
    forms_of(2);
    texts[4] = NULL;
    WITH(documents, (void)0, "row 4: its text is NULL");
    texts[4] = "\xff";
    WITH(documents, (void)0, "row 4: its text is not UTF-8");
    forms_of(2);
    WITH(documents, a.channels = 2, "texts have no channels");
    WITH(documents, a.labels = NULL; a.targets = targets; a.classes = 0; a.class_names = NULL;
         a.label_start = NULL, "they go with labels");
    fill();
}

/* Two targets: each standardised by its own moments, and beside each other in a batch. */
static void several_targets(void)
{
    static const char *const names[] = { "low", "high" };
    static float both[ROWS][2];
    adrop_arrays a = table_of(1);
    adrop_data_batch batch;
    adrop_batches *batches;

    for (int i = 0; i < ROWS; i++) {
        both[i][0] = targets[i];
        both[i][1] = 1000 * targets[i] + 5;
    }
    a.targets = both[0], a.n_targets = 2, a.target_names = names;
    adrop_data *data = make(&a, NULL);
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_EQ(info.targets, 2);
    CHECK_TEXT(adrop_data_target_name(data, 1), "high");
    CHECK_CLOSE(info.target_deviations[1], 1000 * info.target_deviations[0], 1e-6);
    CHECK_EQ(adrop_batches_create(ctx, data, NULL, &batches), ADROP_OK);
    CHECK_EQ(adrop_batches_begin(batches, 0, 0), ADROP_OK);
    CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
    for (size_t i = 0; i < batch.n; i++) {
        const double y = info.target_mean + info.target_deviation * batch.targets[2 * i];
        CHECK_NEAR(batch.targets[2 * i], batch.targets[2 * i + 1], 1e-5);
        CHECK_NEAR(y, adrop_data_target(data, batch.rows[i]), 1e-5);
        CHECK_NEAR(1000 * y + 5, adrop_data_target_at(data, batch.rows[i], 1), 1e-2);
    }
    adrop_batches_free(batches);
    adrop_data_free(data);
    WITH(a, a.n_targets = 0, "has 0 targets");
}

CHECK_MAIN(scene_begin, fill, tables_equal_files, pixels_equal_files, parts_stand, borrowed,
           words_of_columns, forms, refused_forms, members_of_rows, memory, refusals,
           several_targets, scene_end)
