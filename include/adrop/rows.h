/* Data sets in memory: arrays; training, validation and test parts; and batches.
 *
 *     adrop_arrays arrays;
 *     adrop_arrays_init(&arrays);
 *     arrays.rows = 1000, arrays.channels = 13;      // a table of 13 columns
 *     arrays.values = x;                             // (1000, 13)
 *     arrays.labels = y;                             // (1000)
 *     if (adrop_data_from_arrays(ctx, &arrays, NULL, &data))
 *         fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
 *
 *     adrop_batches_opts opts;
 *     adrop_batches_opts_init(&opts);
 *     opts.rows = 256;
 *     adrop_batches_create(ctx, data, &opts, &batches);
 *     for (uint32_t epoch = 0; epoch < 200; epoch++) {
 *         adrop_batches_begin(batches, epoch, 0);
 *         while (!(status = adrop_batches_next(batches, &batch)) && batch.n)
 *             ...batch.x (n, channels, height, width), batch.labels (n)...
 *     }
 *     adrop_batches_free(batches);
 *     adrop_data_free(data);
 *
 * data.h reads files into the same handle.
 *
 * A data set is read-only once it is created: several threads, each with its own context, may take
 * batches and rows from it at the same time. Values are stored unscaled; scaling is fitted on the
 * training rows and applied when a batch is filled.
 *
 * A row has a permanent number: its index in the arrays or files. Splits, subsets, orders and
 * augmentation are pure functions of a seed and of row numbers, so they do not depend on threads or
 * on earlier calls. */
#ifndef ADROP_ROWS_H
#define ADROP_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/sparse.h"
#include "adrop/status.h"
#include "adrop/text.h"

ADROP_BEGIN_DECLS

typedef struct adrop_data adrop_data;

typedef enum adrop_task {
    ADROP_TASK_AUTO, /* as the data imply; undecided for a table of numbers */
    ADROP_CLASSIFICATION,
    ADROP_REGRESSION,
    ADROP_TASK_TEXT, /* only as a setting: text classification */
} adrop_task;

typedef enum adrop_part { ADROP_PART_TRAIN, ADROP_PART_VAL, ADROP_PART_TEST } adrop_part;

/* The role of a row before the split. */
enum {
    ADROP_ROW_TRAIN = ADROP_PART_TRAIN,
    ADROP_ROW_VAL = ADROP_PART_VAL,
    ADROP_ROW_TEST = ADROP_PART_TEST,
    ADROP_ROW_FREE,   /* to be split */
    ADROP_ROW_UNUSED, /* in no part */
};

/* Input scaling. p is a pixel, top its largest possible value (255; digits 16), x a column of a
 * table. */
typedef enum adrop_input_scale {
    ADROP_SCALE_AUTO,      /* unit for pixels, standard for tables */
    ADROP_SCALE_UNIT,      /* p / top, in [0, 1] */
    ADROP_SCALE_SYMMETRIC, /* 2 p / top - 1, in [-1, 1] */
    ADROP_SCALE_STANDARD,  /* (x - mean) / standard deviation of each column or channel, over the
                              training rows */
    ADROP_SCALE_NONE,      /* unscaled */
    ADROP_SCALE_ROW_NORM,  /* tables: each row divided by its own Euclidean norm; a row of zeros is
                              unchanged */
    ADROP_SCALE_OTHER,     /* several transforms, in a model that was read; not a valid setting */
} adrop_input_scale;

/* How missing values of a table are handled. Everything is fitted on the training rows. */
typedef enum adrop_missing {
    ADROP_MISSING_REFUSED,
    ADROP_MISSING_MEAN,      /* replaced by the column's mean */
    ADROP_MISSING_MEDIAN,    /* replaced by its median */
    ADROP_MISSING_INDICATOR, /* replaced by its mean, with an additional 0/1 column that marks
                                missing values */
} adrop_missing;

/* The factor of a row in the loss, in addition to its own weight. */
typedef enum adrop_class_weights {
    ADROP_CLASSES_AS_THEY_ARE,
    ADROP_CLASSES_BALANCED, /* n / (classes n_c) for a row of a class with n_c of n training rows */
} adrop_class_weights;

/* -- How rows are split and scaled --------------------------------------------------- */

/* Settings. All are rows of adrop_split_options(), except size, seed (any value is valid) and
 * class_weights (the numeric form of class_weight). */
typedef struct adrop_split_opts {
    size_t size;            /* sizeof(adrop_split_opts), set by adrop_split_opts_init */
    uint64_t seed;          /* of splits and subsets; 1 */
    int input_scale;        /* an adrop_input_scale */
    int standard_target;    /* regression: scale targets to mean 0 and standard deviation 1 over the
                               training rows; yes */
    double val_fraction;    /* of the training rows, stratified by class; 0 */
    double test_fraction;   /* of all rows, stratified by class, if there is no test part; 0: a
                               fifth, or none if every row has a given part */
    size_t train_per_class; /* limit; a smaller one selects a subset of a larger one; 0: all */
    size_t test_per_class;  /* without a test part: exactly this many; otherwise a limit; 0: all */
    size_t train_limit;     /* limit of all training rows; 0: all */
    size_t test_limit;
    int missing;        /* an adrop_missing: how missing values are handled; refuse */
    size_t folds, fold; /* k-fold: rows are split into `folds` folds with similar class shares, rows
                           of a group together; `fold` (from 1) is the test part, the rest is for
                           training; 0: none */
    int class_weights;  /* an adrop_class_weights; none */
    const char *class_weight; /* the same as a text, which takes precedence unless it is "none" or
                                 "": "balanced", or "spam:2,ham:1", the weights of classes; 1 for
                                 classes not listed */
    adrop_text_opts terms;    /* of documents */
} adrop_split_opts;

ADROP_API void adrop_split_opts_init_sized(adrop_split_opts *opts, size_t size);
#define adrop_split_opts_init(opts) adrop_split_opts_init_sized((opts), sizeof *(opts))

/* The option table of adrop_split_opts (option.h). */
ADROP_API const adrop_option *adrop_split_options(void);

/* -- From arrays --------------------------------------------------------------------- */

typedef struct adrop_arrays {
    size_t size;                    /* sizeof(adrop_arrays), set by adrop_arrays_init */
    const char *name;               /* for messages; "arrays" */
    size_t rows;                    /* at least 1 */
    size_t channels, height, width; /* of a row; a table has columns, 1, 1; default of height and
                                       width: 1 */

    /* Exactly one of these two, (rows, channels, height, width), or else sparse or texts, below. */
    const float *values;   /* finite; in a table, NaN is a missing value, handled as `missing` of
                              the split says */
    const uint8_t *pixels; /* at most top */
    unsigned top;          /* the largest value a pixel can have; 255 */

    /* Exactly one of these two. */
    const int32_t *labels; /* (rows), 0, .. classes - 1; for several per row, see label_start */
    const float *targets;  /* (rows, n_targets), finite */

    size_t classes;                  /* of labels; 0: the largest label plus 1 */
    const char *const *class_names;  /* (classes); NULL: numbers from 0 */
    const char *const *column_names; /* (channels); NULL: none */

    const uint8_t *parts; /* (rows), ADROP_ROW_TRAIN, _VAL, _TEST or _UNUSED; NULL: split by the
                             options */

    int borrow; /* 1: values, pixels, labels (not with label_start) and targets are not copied; they
                   must not change until the data and all views of them are freed; 0 */
    const char *target_name;         /* the name of the labels or of the only target; NULL: none */
    size_t n_targets;                /* target values per row; 1 */
    const char *const *target_names; /* (n_targets), replaces target_name; NULL: none */
    const float *weights;            /* (rows), not negative: the factors of rows in the loss,
                                        scaled to mean 1 over the training rows; NULL: all 1 */
    const uint32_t *groups;          /* (rows), 0, .. rows - 1: rows with the same number stay in
                                        one fold; NULL: none */

    /* Rows with several classes, or none: the labels of row r are labels[k], without repeats, for k
     * from label_start[r] to label_start[r + 1] - 1. */
    const size_t *label_start; /* (rows + 1), the first 0; NULL: each row has one class */

    /* Columns of words: a value is the index of a word in its column's list, or -1 for a word not
     * in it. Files list words in alphabetical order, after numbers in order of value: rows with
     * words in that order give the same bits as a file. */
    const size_t *n_words;    /* (channels): words in each column, 0 for numbers; NULL: no column
                                 has words */
    const char *const *words; /* those of the first column with words, then of the next; UTF-8 */

    /* Instead of values: */
    const adrop_sparse *sparse; /* (rows) with `channels` columns; copied */
    const char *const *texts; /* (rows) documents in UTF-8, converted as `terms` of the split says;
                                 channels is ignored; requires labels */

    const char *const *ids; /* (rows): adrop_data_row_name; NULL: none */
} adrop_arrays;

ADROP_API void adrop_arrays_init_sized(adrop_arrays *arrays, size_t size);
#define adrop_arrays_init(arrays) adrop_arrays_init_sized((arrays), sizeof *(arrays))

/* Create a data set from rows in memory; opts may be NULL for the defaults. ADROP_EINVAL for
 * missing or inconsistent arrays, values that are not finite, labels out of range, settings that do
 * not fit, and an empty training part; *out is NULL after a failure.
 *
 * The contents of the arrays have a checksum (adrop_data_file_at: one entry with the name,
 * XXH3_64bits), by which a run recognises its rows, as it does files. */
ADROP_API adrop_status adrop_data_from_arrays(adrop_ctx *ctx, const adrop_arrays *arrays,
                                              const adrop_split_opts *opts, adrop_data **out);

/* The same rows, split and scaled in another way; they are shared, not copied. Parts given with the
 * rows stay, and so do values fitted for a model that was read. opts may be NULL for the defaults;
 * adrop_data_split returns the options of base. A view and its base are freed in any order, and by
 * any thread if their allocators allow it. */
ADROP_API adrop_status adrop_data_view(adrop_ctx *ctx, const adrop_data *base,
                                       const adrop_split_opts *opts, adrop_data **out);

/* How a data set was split and scaled. */
ADROP_API void adrop_data_split_sized(const adrop_data *data, adrop_split_opts *opts, size_t size);
#define adrop_data_split(data, opts) adrop_data_split_sized((data), (opts), sizeof *(opts))

/* NULL is fine. Free its batches first. */
ADROP_API void adrop_data_free(adrop_data *data);

/* -- What a data set holds ----------------------------------------------------------- */

typedef struct adrop_data_info {
    const char *name;   /* as requested */
    const char *path;   /* where it was found; "" for built-in sets and arrays */
    const char *format; /* "idx" and the like; "built-in"; "arrays" */
    adrop_task task;
    size_t rows;                          /* in all parts, used or not */
    size_t channels, height, width;       /* of a row as the network reads it; (columns, 1, 1) for a
                                             table, where a column of words counts as many columns
                                             as it has words */
    size_t classes;                       /* 0 for regression */
    size_t n_train, n_val, n_test;        /* rows in use */
    int is_image;                         /* rows are maps that can be augmented */
    int is_pixels;                        /* rows are bytes: adrop_data_pixels */
    adrop_input_scale input_scale;        /* never auto */
    double target_mean, target_deviation; /* y = target_mean + target_deviation z; 0 and 1 for
                                             classification or raw targets; with several targets,
                                             those of the first */
    size_t columns;                       /* of a table, as read; otherwise channels */
    size_t words;                         /* how many of the columns hold words */
    size_t unseen;                        /* words that are not in the training rows */
    size_t missing;                       /* missing values */
    int has_answers;                      /* 0: inputs only; labels are -1 and targets NaN */
    int is_text;                          /* raw rows are documents */
    int is_sparse;                        /* rows are mostly zero: batches contain them as sparse
                                             rows */
    int is_multi_label;                   /* a row may have several classes, or none */
    size_t targets;                       /* target values per row; 0 for classes */
    const double *target_deviations;      /* (targets), the deviation of each; valid as long as the
                                             data */
} adrop_data_info;

/* The texts live as long as the data. */
ADROP_API void adrop_data_describe_sized(const adrop_data *data, adrop_data_info *info,
                                         size_t size);
#define adrop_data_describe(data, info) adrop_data_describe_sized((data), (info), sizeof *(info))

/* The rows of a part in ascending order, n of them; NULL and 0 for an invalid part. */
ADROP_API const uint32_t *adrop_data_rows(const adrop_data *data, adrop_part part, size_t *n);

/* "cat"; a table's column, "" if it has no header. NULL past the last. */
ADROP_API const char *adrop_data_class_name(const adrop_data *data, size_t label);
ADROP_API const char *adrop_data_column_name(const adrop_data *data, size_t column);

/* The columns of a table in file order, inputs or not: a listing, 0 past the last. */
typedef struct adrop_data_column {
    const char *name; /* made unique; "" if the table has no header */
    const char *role; /* "input", "target", "id", "weight", "group"; for columns left out: "dropped"
                         by the options, "index" for a row counter, "left-out" for words that are
                         nearly all different */
    char form[96];    /* how values are written: "numbers in $, commas between thousands", "dates,
                         day first", "words"; "" for columns left out */
    size_t words;     /* number of different words in an input; 0: numbers */
} adrop_data_column;
ADROP_API int adrop_data_column_at_sized(const adrop_data *data, size_t i,
                                         adrop_data_column *column, size_t size);
#define adrop_data_column_at(data, i, column)                                                      \
  adrop_data_column_at_sized((data), (i), (column), sizeof *(column))

/* The name of a row: its value in the column `id` of a table; its file name if images were opened
 * for prediction (adrop_run_open_inputs); NULL if rows have only numbers. */
ADROP_API const char *adrop_data_row_name(const adrop_data *data, size_t row);

/* The line number of a row in a text file, from 1; known if a table was opened for prediction. 0:
 * unknown. */
ADROP_API size_t adrop_data_row_line(const adrop_data *data, size_t row);

/* The answer of one row. The label is -1 for regression (and for a class that is unknown to a run:
 * adrop_run_open_inputs). The target is NaN for classification, and otherwise in its own units. -1
 * and NaN past the last row. */
ADROP_API int32_t adrop_data_label(const adrop_data *data, size_t row);
ADROP_API double adrop_data_target(const adrop_data *data, size_t row);

/* The same for one of several targets, from 0; NaN past the last. */
ADROP_API double adrop_data_target_at(const adrop_data *data, size_t row, size_t target);

/* The name of a target, or of what the classes describe; NULL if it has none. */
ADROP_API const char *adrop_data_target_name(const adrop_data *data, size_t target);

/* 1 if a row has the class; 0 past the last row or class. For rows with several classes,
 * adrop_data_label is the first, or 0. */
ADROP_API int adrop_data_has_class(const adrop_data *data, size_t row, size_t label);

/* x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row out of range;
 * ADROP_EFORMAT or ADROP_EIO if decoding fails. ctx is the calling thread's. */
ADROP_API adrop_status adrop_data_row(adrop_ctx *ctx, const adrop_data *data, size_t row, float *x);

/* The row's unscaled bytes, (channels, height, width); ADROP_EINVAL if rows are not bytes. */
ADROP_API adrop_status adrop_data_pixels(adrop_ctx *ctx, const adrop_data *data, size_t row,
                                         uint8_t *pixels);

/* The mean and standard deviation of a channel or column over the training rows, in units of the
 * scaled input before standardisation (pixels: p / top); NaN unless the input scale is standard,
 * and past the last channel. */
ADROP_API void adrop_data_moments(const adrop_data *data, size_t channel, double *mean,
                                  double *deviation);

/* -- Batches ------------------------------------------------------------------------- */

typedef struct adrop_batches adrop_batches;

/* Image augmentation, in any combination; drawn again for every (row, epoch). Crops are taken from
 * the image as read, at the size of the data. */
enum {
    ADROP_AUGMENT_CROP = 1,   /* 4 zero pixels on each side, then a random window */
    ADROP_AUGMENT_FLIP = 2,   /* left and right swapped with probability 1/2 */
    ADROP_AUGMENT_RESIZE = 4, /* a random window of 8 to 100 % of the area, with aspect ratio 3:4 to
                                 4:3, resized; replaces the crop */
};

typedef struct adrop_batches_opts {
    size_t size;      /* sizeof(adrop_batches_opts), set by adrop_batches_opts_init */
    adrop_part part;  /* train */
    size_t rows;      /* per batch; the last may have fewer; 256 */
    uint64_t seed;    /* of orders and augmentation; 1 */
    int shuffle;      /* 1: a different order in every epoch; 0: ascending */
    int drop_last;    /* 1: omit a last batch with fewer rows; 0 */
    unsigned augment; /* ADROP_AUGMENT_ flags; 0 */
    size_t workers;   /* threads that decode and augment ahead; 0: none, adrop_batches_next does the
                         work, as it also does if rows only need copying; 2 */
    size_t ahead;     /* batches prepared ahead of the one in use, 1 to 16; 3 */
    int peeks;        /* 1: adrop_batches_peek will be called; 0 */
} adrop_batches_opts;

ADROP_API void adrop_batches_opts_init_sized(adrop_batches_opts *opts, size_t size);
#define adrop_batches_opts_init(opts) adrop_batches_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but seed, for which any value is valid, and the flags of
 * augment. */
ADROP_API const adrop_option *adrop_batches_options(void);

/* opts may be NULL for the defaults. ctx is the calling thread's: it receives messages and
 * allocates, also in later calls, and must outlive the batches. ADROP_EINVAL for an empty part,
 * augmentation of data that are not images, or settings out of range. Batches depend only on the
 * seed, the epoch and the part, not on workers or ahead. With workers, images that are decoded on
 * use allocate from the context's allocator in several threads at once. */
ADROP_API adrop_status adrop_batches_create(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_batches_opts *opts, adrop_batches **out);

/* Stops the workers. NULL is fine. */
ADROP_API void adrop_batches_free(adrop_batches *batches);

/* The number of batches in an epoch. */
ADROP_API size_t adrop_batches_count(const adrop_batches *batches);

/* Start an epoch at one of its batches: 0, or where a run was interrupted. */
ADROP_API adrop_status adrop_batches_begin(adrop_batches *batches, uint32_t epoch, size_t first);

/* The arrays live until the next call of adrop_batches_next, _begin or _free. */
typedef struct adrop_data_batch {
    size_t n;              /* rows; 0: the epoch is over */
    size_t index;          /* number of the batch in its epoch */
    const float *x;        /* (n, channels, height, width); NULL if rows are sparse */
    const int32_t *labels; /* (n), or NULL for regression and for rows with several classes */
    const float *targets;  /* (n, targets), standardised if requested; for rows with several classes
                              (n, classes) of 0 and 1; NULL for other classification */
    const uint32_t *rows;  /* (n): the row numbers */
    const float *weights;  /* (n), of mean 1 over the training rows; NULL: all 1 */
    const adrop_sparse *sparse; /* the rows, where x is NULL */
} adrop_data_batch;

/* The next batch of the epoch. Returns an error status if a file cannot be decoded. */
ADROP_API adrop_status adrop_batches_next_sized(adrop_batches *batches, adrop_data_batch *batch,
                                                size_t size);
#define adrop_batches_next(batches, batch)                                                         \
  adrop_batches_next_sized((batches), (batch), sizeof *(batch))

/* The batch that adrop_batches_next will return next; the last one returned stays valid. At the end
 * of an epoch, the first batch of the same epoch again. Otherwise, a batch is prepared only once.
 * ADROP_EINVAL unless the options have peeks. */
ADROP_API adrop_status adrop_batches_peek_sized(adrop_batches *batches, adrop_data_batch *batch,
                                                size_t size);
#define adrop_batches_peek(batches, batch)                                                         \
  adrop_batches_peek_sized((batches), (batch), sizeof *(batch))

ADROP_END_DECLS

#endif
