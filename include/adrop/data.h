/* Data sets: read them, split them, take batches from them.
 *
 *     adrop_data_opts opts;
 *     adrop_batches_opts how;
 *     adrop_data *data;
 *     adrop_batches *batches;
 *     adrop_data_batch batch;
 *
 *     adrop_data_opts_init(&opts);
 *     opts.data = "mnist";                  // a known name, or a path
 *     opts.data_dir = "/srv/datasets";      // where known names are looked for
 *     if (adrop_data_open(ctx, &opts, &data))
 *         fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
 *
 *     adrop_batches_opts_init(&how);
 *     how.rows = 256;
 *     adrop_batches_create(data, &how, &batches);
 *     for (uint32_t epoch = 0; epoch < 200; epoch++) {
 *         adrop_batches_begin(batches, epoch, 0);
 *         while (!(status = adrop_batches_next(batches, &batch)) && batch.n)
 *             ...batch.x (n, channels, height, width), batch.labels (n)...
 *     }
 *     adrop_batches_free(batches);
 *     adrop_data_free(data);
 *
 * What can be read (`format`; by content unless it is given, and refused where two
 * formats would do):
 *
 *     idx         MNIST's files; one part alone is fine
 *     cifar       CIFAR-10 and CIFAR-100, binary version
 *     images      class folders of JPEG and PNG images, with train/ and val/ or test/
 *                 above them or not
 *     imagenet32  batches of 32x32 ImageNet: .npz with data (n, 3072) and labels
 *     npy         .npz, or a folder of .npy files: x and y, or x_train, y_train, x_test,
 *                 y_test; whole numbers in y are labels, others targets
 *     table       text: commas, semicolons or blanks between columns; a header or none;
 *                 '#' starts a comment line; or a folder with train.* and test.*
 *     uci         a folder with data.txt, index_features.txt, index_target.txt and
 *                 index_train_K.txt, index_test_K.txt
 *
 * Files may be compressed (gz, xz, zst, bz2), folders be tar or zip archives: they
 * are read in place; one that expands to more than 64 MiB and 250 times its size is
 * refused as a bomb, and any that expands to more than 1 TiB. A file is never trusted:
 * what is wrong with it is said in one sentence that names file, field and reason
 * (ADROP_EFORMAT).
 *
 * Files are expanded and images decoded on the context's threads, which then call its
 * allocator at the same time; the default one allows that.
 *
 * A row has a number for life: the training rows in file order, then the others.
 * Splits, subsets, orders and augmentation are pure functions of a seed and of row
 * numbers, so they depend neither on threads nor on what was asked for before. */
#ifndef ADROP_DATA_H
#define ADROP_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

typedef struct adrop_data adrop_data;

typedef enum adrop_task {
    ADROP_TASK_AUTO, /* as the data say; a table of numbers does not say */
    ADROP_CLASSIFICATION,
    ADROP_REGRESSION,
} adrop_task;

typedef enum adrop_part { ADROP_PART_TRAIN, ADROP_PART_VAL, ADROP_PART_TEST } adrop_part;

/* How inputs are scaled. p is a pixel, top its largest possible value (255; digits
 * 16), x a column of a table. */
typedef enum adrop_input_scale {
    ADROP_SCALE_AUTO,      /* unit for pixels, standard for tables */
    ADROP_SCALE_UNIT,      /* p / top, in [0, 1] */
    ADROP_SCALE_SYMMETRIC, /* 2 p / top - 1, in [-1, 1] */
    ADROP_SCALE_STANDARD,  /* (x - mean) / deviation, of each column, or of each
                              channel, over the training rows alone */
    ADROP_SCALE_NONE,      /* as they are */
    ADROP_SCALE_ROW_NORM,  /* tables: each row divided by its own Euclidean norm; a row of
                              zeros stays */
} adrop_input_scale;

/* Settings; those but the first four are rows of adrop_data_options(). */
typedef struct adrop_data_opts {
    size_t size;          /* sizeof(adrop_data_opts), set by adrop_data_opts_init */
    const char *data;     /* a known name (adrop_known_data_at), or a path */
    const char *data_dir; /* the folder of known sets; NULL: none */
    uint64_t seed;        /* of splits and subsets; 1 */

    int format;                   /* 0: by content; or adrop_data_format_at(format - 1) */
    int task;                     /* an adrop_task */
    char target[ADROP_TEXT_SIZE]; /* table: the target's name, or its number from 1 on;
                                     "": the last column */
    int input_scale;              /* an adrop_input_scale */
    int standard_target;          /* regression: targets to mean 0, deviation 1 over the
                                     training rows; yes */
    double val_fraction;          /* of the training rows, class by class; 0 */
    double test_fraction;         /* of all rows, class by class, where there is no test
                                     part; 0: a fifth (caltech256: what a class has
                                     beyond 60). uci: in place of its splits */
    size_t train_per_class;       /* at most so many; the 15 are among the 30; 0: all */
    size_t test_per_class;        /* where there is no test part: exactly so many;
                                     elsewhere at most; 0: all */
    size_t train_limit;           /* at most so many training rows in all; 0: all */
    size_t test_limit;
    size_t split;      /* uci: which of its splits, from 0 on */
    size_t image_size; /* images: height and width they are brought to; 0: all must
                          have the size of the first */
    size_t channels;   /* images: 1 grey, 3 colour; 0: 3 */
    size_t cache_mb;   /* images: decoded once if they fit into so many MiB, otherwise
                          whenever they are needed (folders only); 2048 */

    char test_rows[ADROP_TEXT_SIZE]; /* a file of the numbers of the test rows, from 0 on,
                                        blanks between, where there is no test part; uci: in
                                        place of its splits. "paper": the split that is built
                                        in for boston, concrete, wine-red and yacht. "": none */
} adrop_data_opts;

ADROP_API void adrop_data_opts_init_sized(adrop_data_opts *opts, size_t size);
#define adrop_data_opts_init(opts) adrop_data_opts_init_sized((opts), sizeof *(opts))

/* The option table of adrop_data_opts (option.h), for command lines and files. */
ADROP_API const adrop_option *adrop_data_options(void);

/* Read a data set. ADROP_ENOENT for a name that is unknown, or known but not found
 * where it is looked for; ADROP_EIO for files that cannot be read; ADROP_EFORMAT for
 * files that are not what they should be; ADROP_EINVAL for settings that do not fit
 * the data. *out is NULL after a failure. */
ADROP_API adrop_status adrop_data_open(adrop_ctx *ctx, const adrop_data_opts *opts,
                                       adrop_data **out);

/* NULL is fine. Batches must have been freed before. */
ADROP_API void adrop_data_free(adrop_data *data);

typedef struct adrop_data_info {
    const char *name;   /* as it was asked for */
    const char *path;   /* where it was found; "" for a built-in set */
    const char *format; /* "idx" and the like; "built-in" */
    adrop_task task;
    size_t rows;                          /* of all parts, used or not */
    size_t channels, height, width;       /* of a row; a table has columns, 1, 1 */
    size_t classes;                       /* 0 for regression */
    size_t n_train, n_val, n_test;        /* rows in use */
    int is_image;                         /* rows are maps that can be augmented */
    int is_pixels;                        /* rows are kept as bytes: adrop_data_pixels */
    adrop_input_scale input_scale;        /* never auto */
    double target_mean, target_deviation; /* y = target_mean + target_deviation z; 0, 1
                                             for classification or raw targets */
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

/* One row. The label is -1 for regression (and for a class that is strange to
 * a run: adrop_run_open_inputs), the target NaN for classification and in the target's
 * own units otherwise; -1 and NaN beyond the last row. */
ADROP_API int32_t adrop_data_label(const adrop_data *data, size_t row);
ADROP_API double adrop_data_target(const adrop_data *data, size_t row);

/* x (channels, height, width), scaled, without augmentation. ADROP_EINVAL for a row
 * that is not there; ADROP_EFORMAT or ADROP_EIO if it has to be decoded and cannot. */
ADROP_API adrop_status adrop_data_row(adrop_data *data, size_t row, float *x);

/* The row's bytes as they are, (channels, height, width); ADROP_EINVAL if rows are
 * not kept as bytes. */
ADROP_API adrop_status adrop_data_pixels(adrop_data *data, size_t row, uint8_t *pixels);

/* The mean and deviation of a channel or column over the training rows, in units of
 * the scaled input before it was standardised (pixels: p / top); NaN unless the
 * input scale is standard, and beyond the last channel. */
ADROP_API void adrop_data_moments(const adrop_data *data, size_t channel, double *mean,
                                  double *deviation);

/* What was read: path, length and XXH3_64bits of each file. A folder of images, whose
 * files are too many to name, is one: xxh3 is the sum over the names and lengths of all
 * files, contents that over the names, lengths and bytes of the images (0 elsewhere).
 * A listing of adrop_data_n_files entries. */
typedef struct adrop_data_file {
    const char *path;
    uint64_t bytes, xxh3, contents;
} adrop_data_file;
ADROP_API size_t adrop_data_n_files(const adrop_data *data);
ADROP_API int adrop_data_file_at_sized(const adrop_data *data, size_t i, adrop_data_file *file,
                                       size_t size);
#define adrop_data_file_at(data, i, file)                                                          \
  adrop_data_file_at_sized((data), (i), (file), sizeof *(file))

/* Names that can be asked for, and the formats: two listings. */
typedef struct adrop_known_data {
    const char *name, *summary;
    int readable;       /* 0: known, but there is no reader yet */
    const char *places; /* where it is looked for under the data folder, by comma */
    size_t train, test; /* rows of the complete set; 0: not fixed */
    size_t classes;     /* 0: regression */
} adrop_known_data;
ADROP_API int adrop_known_data_at_sized(size_t i, adrop_known_data *known, size_t size);
#define adrop_known_data_at(i, known) adrop_known_data_at_sized((i), (known), sizeof *(known))

/* Where a known set would be read from, cut to size; "" if it is built in. ADROP_ENOENT
 * if the name is not known or none of its places is there. */
ADROP_API adrop_status adrop_known_data_find(adrop_ctx *ctx, const char *name, const char *data_dir,
                                             char *path, size_t size);

typedef struct adrop_data_format {
    const char *name, *summary;
} adrop_data_format;
ADROP_API int adrop_data_format_at_sized(size_t i, adrop_data_format *format, size_t size);
#define adrop_data_format_at(i, format) adrop_data_format_at_sized((i), (format), sizeof *(format))

/* Is a file the one that its authors published? */
typedef enum adrop_verdict {
    ADROP_AS_PUBLISHED,  /* MD5 or SHA-256 of the file, or of what it expands to, agree */
    ADROP_NOT_PUBLISHED, /* a published file has this name, but another sum */
    ADROP_NO_SUM,        /* no sum is known for a file of this name */
} adrop_verdict;

/* set is a known name; the file's own name says which sum is meant. */
ADROP_API adrop_status adrop_data_verify(adrop_ctx *ctx, const char *set, const char *path,
                                         adrop_verdict *verdict);

/* -- Batches ------------------------------------------------------------------- */

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
    size_t size;      /* sizeof(adrop_batches_opts) */
    adrop_part part;  /* train */
    size_t rows;      /* of a batch; the last may have fewer; 256 */
    uint64_t seed;    /* of orders and augmentation; 1 */
    int shuffle;      /* 1: an order of its own for every epoch; 0: ascending */
    int drop_last;    /* 1: leave out a last batch with fewer rows; 0 */
    unsigned augment; /* ADROP_AUGMENT_ flags; 0 */
    size_t workers;   /* threads that decode and augment ahead; 0: none, adrop_batches_next
                         does the work, as it does where rows need only be copied; 2 */
    size_t ahead;     /* batches prepared ahead of the one in use, 1 to 16; 3 */
} adrop_batches_opts;

ADROP_API void adrop_batches_opts_init_sized(adrop_batches_opts *opts, size_t size);
#define adrop_batches_opts_init(opts) adrop_batches_opts_init_sized((opts), sizeof *(opts))

/* ADROP_EINVAL for an empty part, augmentation of what is no image, or settings out
 * of range. Batches depend on the seed, the epoch and the part alone: not on workers,
 * not on ahead. With workers, images that are decoded when needed take memory from
 * the context's allocator in several threads at once. */
ADROP_API adrop_status adrop_batches_create(adrop_data *data, const adrop_batches_opts *opts,
                                            adrop_batches **out);

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
    const float *x;        /* (n, channels, height, width) */
    const int32_t *labels; /* (n), or NULL for regression */
    const float *targets;  /* (n), standardised if asked; NULL for classification */
    const uint32_t *rows;  /* (n): the rows' own numbers */
} adrop_data_batch;

/* The next batch of the epoch. A file that cannot be decoded is a status here. */
ADROP_API adrop_status adrop_batches_next_sized(adrop_batches *batches, adrop_data_batch *batch,
                                                size_t size);
#define adrop_batches_next(batches, batch)                                                         \
  adrop_batches_next_sized((batches), (batch), sizeof *(batch))

ADROP_END_DECLS

#endif
