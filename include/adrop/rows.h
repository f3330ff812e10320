/* Data sets in memory: arrays, the parts of training, validation and tests, and batches.
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
 * A data set is only read once it is made: threads, each with a context of its own, may take
 * batches and rows from one data set at the same time. Values stay as they were given; how they
 * are scaled is fitted on the training rows and applied when a batch is filled.
 *
 * A row has a number for life: its place in the arrays, or in the files. Splits, subsets, orders
 * and augmentation are pure functions of a seed and of row numbers, so they depend neither on
 * threads nor on what was asked for before. */
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
    ADROP_TASK_AUTO, /* as the data say; a table of numbers does not say */
    ADROP_CLASSIFICATION,
    ADROP_REGRESSION,
    ADROP_TASK_TEXT, /* asked for alone: texts to be put into classes */
} adrop_task;

typedef enum adrop_part { ADROP_PART_TRAIN, ADROP_PART_VAL, ADROP_PART_TEST } adrop_part;

/* What a row is for, before it is split. */
enum {
    ADROP_ROW_TRAIN = ADROP_PART_TRAIN,
    ADROP_ROW_VAL = ADROP_PART_VAL,
    ADROP_ROW_TEST = ADROP_PART_TEST,
    ADROP_ROW_FREE,   /* to be split */
    ADROP_ROW_UNUSED, /* in no part */
};

/* How inputs are scaled. p is a pixel, top its largest possible value (255; digits
 * 16), x a column of a table. */
typedef enum adrop_input_scale {
    ADROP_SCALE_AUTO,      /* unit for pixels, standard for tables */
    ADROP_SCALE_UNIT,      /* p / top, in [0, 1] */
    ADROP_SCALE_SYMMETRIC, /* 2 p / top - 1, in [-1, 1] */
    ADROP_SCALE_STANDARD,  /* (x - mean) / standard deviation, of each column, or of each
                              channel, over the training rows alone */
    ADROP_SCALE_NONE,      /* as they are */
    ADROP_SCALE_ROW_NORM,  /* tables: each row divided by its own Euclidean norm; a row of
                              zeros stays */
    ADROP_SCALE_OTHER,     /* several transforms, of a model that was read; not to be asked for */
} adrop_input_scale;

/* What becomes of values of a table that are missing. All is fitted on the training rows. */
typedef enum adrop_missing {
    ADROP_MISSING_REFUSED,
    ADROP_MISSING_MEAN,      /* the column's mean takes their place */
    ADROP_MISSING_MEDIAN,    /* its median */
    ADROP_MISSING_INDICATOR, /* its mean, and a column of 0 and 1 tells where they were missing */
} adrop_missing;

/* What a row counts in the loss, besides its own weight. */
typedef enum adrop_class_weights {
    ADROP_CLASSES_AS_THEY_ARE,
    ADROP_CLASSES_BALANCED, /* n / (classes n_c) for a row of a class with n_c of n training rows */
} adrop_class_weights;

/* -- How rows are split and scaled --------------------------------------------------- */

/* Settings; those but size, seed (any will do), and class_weights (which class_weight says as a
 * text) are rows of adrop_split_options(). */
typedef struct adrop_split_opts {
    size_t size;            /* sizeof(adrop_split_opts), set by adrop_split_opts_init */
    uint64_t seed;          /* of splits and subsets; 1 */
    int input_scale;        /* an adrop_input_scale */
    int standard_target;    /* regression: targets to mean 0, standard deviation 1 over the
                               training rows; yes */
    double val_fraction;    /* of the training rows, class by class; 0 */
    double test_fraction;   /* of all rows, class by class, where there is no test part; 0: a
                               fifth, or none where every row was given its part */
    size_t train_per_class; /* at most so many; the 15 are among the 30; 0: all */
    size_t test_per_class;  /* where there is no test part: exactly so many; elsewhere at most;
                               0: all */
    size_t train_limit;     /* at most so many training rows in all; 0: all */
    size_t test_limit;
    int missing;        /* an adrop_missing: what becomes of values that are missing; none */
    size_t folds, fold; /* k-fold: the rows are cut into so many folds, alike in their classes,
                           rows of one group together; fold (from 1 on) is the test part, the rest
                           for training; 0: none */
    int class_weights;  /* an adrop_class_weights; none */
    const char *class_weight; /* the same as a text, which wins unless it is "none" or
                                           "": "balanced", or
                                           "spam:2,ham:1", what rows of a class count; 1 for
                                           classes that are not named */
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
    size_t channels, height, width; /* of a row; a table has columns, 1, 1; height, width: 1 */

    /* One of the two, (rows, channels, height, width), or sparse or texts, below. */
    const float *values;   /* finite; of a table NaN is missing, where `missing` of the split says
                              what becomes of it */
    const uint8_t *pixels; /* up to top */
    unsigned top;          /* the largest value a pixel can have; 255 */

    /* One of the two. */
    const int32_t *labels; /* (rows), 0, .. classes - 1; of several a row: label_start */
    const float *targets;  /* (rows, n_targets), finite */

    size_t classes;                  /* of labels; 0: the largest label and one */
    const char *const *class_names;  /* (classes); NULL: numbers from 0 on */
    const char *const *column_names; /* (channels); NULL: none */

    const uint8_t *parts; /* (rows), ADROP_ROW_TRAIN, _VAL, _TEST or _UNUSED; NULL: they are
                             split */

    int borrow; /* 1: values, pixels, labels (but with label_start) and targets are not copied; they
                   must stay as they are until the data and every view of them are freed; 0 */
    const char *target_name;         /* what labels or the only target are called; NULL: nothing */
    size_t n_targets;                /* values of a row that are to be predicted; 1 */
    const char *const *target_names; /* (n_targets), in place of target_name; NULL: none */
    const float *weights;            /* (rows), not negative: what rows count in the loss, brought
                                        to mean 1 over the training rows; NULL: all 1 */
    const uint32_t *groups;          /* (rows), 0, .. rows - 1: rows of one number stay in one
                                        fold; NULL: none */

    /* A row may have several classes, or none: those of row r are labels[k], each once, for k from
     * label_start[r] to label_start[r + 1] - 1. */
    const size_t *label_start; /* (rows + 1), the first 0; NULL: each row has one class */

    /* Columns of words: a value is the number of a word of its column, or -1 for a word that is
     * none of them. A file's words are in the order of letters, numbers by value before them: rows
     * with words in that order have the bits of a file. */
    const size_t *n_words;    /* (channels): words of a column, 0 if it holds numbers; NULL: no
                                 column has words */
    const char *const *words; /* those of the first such column, then of the next; UTF-8 */

    /* In place of values: */
    const adrop_sparse *sparse; /* (rows) of `channels` columns; they are copied */
    const char *const *texts; /* (rows) documents in UTF-8, of which `terms` of the split says what
                                 they become; channels is left out; they go with labels */

    const char *const *ids; /* (rows): adrop_data_row_name; NULL: none */
} adrop_arrays;

ADROP_API void adrop_arrays_init_sized(adrop_arrays *arrays, size_t size);
#define adrop_arrays_init(arrays) adrop_arrays_init_sized((arrays), sizeof *(arrays))

/* A data set of rows in memory; how may be NULL for the defaults. ADROP_EINVAL for arrays that are
 * missing or do not agree, values that are not finite, labels out of range, settings that do not
 * fit, and for an empty training part; *out is NULL after a failure.
 *
 * What the arrays hold is summed (adrop_data_file_at: one entry with the name, XXH3_64bits): by
 * that a run knows its rows again, as it knows files. */
ADROP_API adrop_status adrop_data_from_arrays(adrop_ctx *ctx, const adrop_arrays *arrays,
                                              const adrop_split_opts *opts, adrop_data **out);

/* The same rows, split and scaled in another way; they are shared, not copied. Parts that came with
 * the rows stay. What was fitted for a model that was read stays, too. How may be NULL for the
 * defaults; adrop_data_split has what base was split by. A view and its base are freed in any
 * order, and by any thread if their allocators allow it. */
ADROP_API adrop_status adrop_data_view(adrop_ctx *ctx, const adrop_data *base,
                                       const adrop_split_opts *opts, adrop_data **out);

/* How a data set was split and scaled. */
ADROP_API void adrop_data_split_sized(const adrop_data *data, adrop_split_opts *opts, size_t size);
#define adrop_data_split(data, opts) adrop_data_split_sized((data), (opts), sizeof *(opts))

/* NULL is fine. Batches must have been freed before. */
ADROP_API void adrop_data_free(adrop_data *data);

/* -- What a data set holds ----------------------------------------------------------- */

typedef struct adrop_data_info {
    const char *name;   /* as it was asked for */
    const char *path;   /* where it was found; "" for a built-in set and for arrays */
    const char *format; /* "idx" and the like; "built-in"; "arrays" */
    adrop_task task;
    size_t rows;                          /* of all parts, used or not */
    size_t channels, height, width;       /* of a row as a network reads it; a table's is
                                             (columns, 1, 1), a column of words being as many
                                             as it has words */
    size_t classes;                       /* 0 for regression */
    size_t n_train, n_val, n_test;        /* rows in use */
    int is_image;                         /* rows are maps that can be augmented */
    int is_pixels;                        /* rows are bytes: adrop_data_pixels */
    adrop_input_scale input_scale;        /* never auto */
    double target_mean, target_deviation; /* y = target_mean + target_deviation z; 0, 1
                                             for classification or raw targets; of several targets
                                             the first's */
    size_t columns;                       /* of a table as it was read; channels otherwise */
    size_t words;                         /* how many of them hold words */
    size_t unseen;                        /* words that are not among the training rows' */
    size_t missing;                       /* values that are missing */
    int has_answers;                      /* 0: inputs alone, labels -1 and targets NaN */
    int is_text;                          /* raw rows are documents */
    int is_sparse;                        /* rows have few values that are not 0: batches bring
                                             them so */
    int is_multi_label;                   /* a row may have several classes, or none */
    size_t targets;                       /* values that a row is to predict; 0 for classes */
    const double *target_deviations;      /* (targets), of each; they live as long as the data */
} adrop_data_info;

/* The texts live as long as the data. */
ADROP_API void adrop_data_describe_sized(const adrop_data *data, adrop_data_info *info,
                                         size_t size);
#define adrop_data_describe(data, info) adrop_data_describe_sized((data), (info), sizeof *(info))

/* The rows of a part in ascending order, n of them; NULL and 0 for what is no part. */
ADROP_API const uint32_t *adrop_data_rows(const adrop_data *data, adrop_part part, size_t *n);

/* "cat"; a table's column, "" where it has no header. NULL beyond the last. */
ADROP_API const char *adrop_data_class_name(const adrop_data *data, size_t label);
ADROP_API const char *adrop_data_column_name(const adrop_data *data, size_t column);

/* The columns of a table as its file has them, inputs or not: a listing, 0 beyond the last. */
typedef struct adrop_data_column {
    const char *name; /* made to differ from the others; "" where the table has no header */
    const char *role; /* "input", "target", "id", "weight", "group"; of those that are left out
                         "dropped" as was asked, "index" that counts rows, "left-out" with words
                         that are nearly all different */
    char form[96];    /* how values are written: "numbers in $, commas between thousands", "dates,
                         day first", "words"; "" of those that are left out */
    size_t words;     /* different words of an input; 0: it has none */
} adrop_data_column;
ADROP_API int adrop_data_column_at_sized(const adrop_data *data, size_t i,
                                         adrop_data_column *column, size_t size);
#define adrop_data_column_at(data, i, column)                                                      \
  adrop_data_column_at_sized((data), (i), (column), sizeof *(column))

/* What a row is called: its value in the column `id` of a table; the name of its file where images
 * were opened to be predicted (adrop_run_open_inputs); NULL where rows have numbers alone. */
ADROP_API const char *adrop_data_row_name(const adrop_data *data, size_t row);

/* The line of a text file that a row stands on, from 1 on; known where a table was opened to be
 * predicted. 0: not known. */
ADROP_API size_t adrop_data_row_line(const adrop_data *data, size_t row);

/* One row. The label is -1 for regression (and for a class that is unknown to
 * a run: adrop_run_open_inputs), the target NaN for classification and in the target's
 * own units otherwise; -1 and NaN beyond the last row. */
ADROP_API int32_t adrop_data_label(const adrop_data *data, size_t row);
ADROP_API double adrop_data_target(const adrop_data *data, size_t row);

/* The same for one of several targets, from 0 on; NaN beyond the last. */
ADROP_API double adrop_data_target_at(const adrop_data *data, size_t row, size_t target);

/* What a target is called, or the only one, or what classes are of; NULL where it has no name. */
ADROP_API const char *adrop_data_target_name(const adrop_data *data, size_t target);

/* Does a row have the class? 0 beyond the last row or class. Of a row that may have several,
 * adrop_data_label is the first it has, or 0. */
ADROP_API int adrop_data_has_class(const adrop_data *data, size_t row, size_t label);

/* x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row
 * that is not there; ADROP_EFORMAT or ADROP_EIO if it has to be decoded and cannot. ctx is the
 * calling thread's. */
ADROP_API adrop_status adrop_data_row(adrop_ctx *ctx, const adrop_data *data, size_t row, float *x);

/* The row's bytes as they are, (channels, height, width); ADROP_EINVAL if rows are
 * not bytes. */
ADROP_API adrop_status adrop_data_pixels(adrop_ctx *ctx, const adrop_data *data, size_t row,
                                         uint8_t *pixels);

/* The mean and standard deviation of a channel or column over the training rows, in units of
 * the scaled input before it was standardised (pixels: p / top); NaN unless the
 * input scale is standard, and beyond the last channel. */
ADROP_API void adrop_data_moments(const adrop_data *data, size_t channel, double *mean,
                                  double *deviation);

/* -- Batches ------------------------------------------------------------------------- */

typedef struct adrop_batches adrop_batches;

/* Augmentation of images, any of them together; drawn anew for every (row, epoch).
 * Crops are taken from the image as it was read, at the size of the data. */
enum {
    ADROP_AUGMENT_CROP = 1,   /* 4 zero pixels on each side, then a random window */
    ADROP_AUGMENT_FLIP = 2,   /* left and right exchanged, every other time */
    ADROP_AUGMENT_RESIZE = 4, /* a random window of 8 to 100 % of the area and 3:4 to
                                 4:3 in shape, resized; in place of the crop */
};

typedef struct adrop_batches_opts {
    size_t size;      /* sizeof(adrop_batches_opts), set by adrop_batches_opts_init */
    adrop_part part;  /* train */
    size_t rows;      /* of a batch; the last may have fewer; 256 */
    uint64_t seed;    /* of orders and augmentation; 1 */
    int shuffle;      /* 1: an order of its own for every epoch; 0: ascending */
    int drop_last;    /* 1: leave out a last batch with fewer rows; 0 */
    unsigned augment; /* ADROP_AUGMENT_ flags; 0 */
    size_t workers;   /* threads that decode and augment ahead; 0: none, adrop_batches_next
                         does the work, as it does where rows need only be copied; 2 */
    size_t ahead;     /* batches prepared ahead of the one in use, 1 to 16; 3 */
    int peeks;        /* 1: adrop_batches_peek will be called; 0 */
} adrop_batches_opts;

ADROP_API void adrop_batches_opts_init_sized(adrop_batches_opts *opts, size_t size);
#define adrop_batches_opts_init(opts) adrop_batches_opts_init_sized((opts), sizeof *(opts))
/* Its option table (option.h): all but seed, of which any will do, and the flags of augment. */
ADROP_API const adrop_option *adrop_batches_options(void);

/* opts may be NULL for the defaults. ctx is the calling thread's: it gets messages and gives
 * memory, also to later calls, and must outlive the batches. ADROP_EINVAL for an empty part,
 * augmentation of what is no image, or settings out of range. Batches depend on the seed, the epoch
 * and the part alone: not on workers, not on ahead. With workers, images that are decoded when
 * needed take memory from the context's allocator in several threads at once. */
ADROP_API adrop_status adrop_batches_create(adrop_ctx *ctx, const adrop_data *data,
                                            const adrop_batches_opts *opts, adrop_batches **out);

/* Ends the workers. NULL is fine. */
ADROP_API void adrop_batches_free(adrop_batches *batches);

/* Batches of an epoch. */
ADROP_API size_t adrop_batches_count(const adrop_batches *batches);

/* Start an epoch at one of its batches: 0, or where a run was interrupted. */
ADROP_API adrop_status adrop_batches_begin(adrop_batches *batches, uint32_t epoch, size_t first);

/* The arrays live until the next call of adrop_batches_next, _begin or _free. */
typedef struct adrop_data_batch {
    size_t n;              /* rows; 0: the epoch is over */
    size_t index;          /* number of the batch in its epoch */
    const float *x;        /* (n, channels, height, width); NULL if rows are sparse */
    const int32_t *labels; /* (n), or NULL for regression and for sets of classes */
    const float *targets;  /* (n, targets), standardised if asked; of rows that may have several
                              classes  (n, classes) of 0 and 1; NULL for other classification */
    const uint32_t *rows;  /* (n): the rows' own numbers */
    const float *weights;  /* (n), of mean 1 over the training rows; NULL: all 1 */
    const adrop_sparse *sparse; /* the rows, where x is NULL */
} adrop_data_batch;

/* The next batch of the epoch. A file that cannot be decoded is a status here. */
ADROP_API adrop_status adrop_batches_next_sized(adrop_batches *batches, adrop_data_batch *batch,
                                                size_t size);
#define adrop_batches_next(batches, batch)                                                         \
  adrop_batches_next_sized((batches), (batch), sizeof *(batch))

/* The batch that adrop_batches_next will give next, while the last one it gave stays as it is; at
 * the end of an epoch its first batch again. It is prepared once, but for that. ADROP_EINVAL unless
 * the options have peeks. */
ADROP_API adrop_status adrop_batches_peek_sized(adrop_batches *batches, adrop_data_batch *batch,
                                                size_t size);
#define adrop_batches_peek(batches, batch)                                                         \
  adrop_batches_peek_sized((batches), (batch), sizeof *(batch))

ADROP_END_DECLS

#endif
