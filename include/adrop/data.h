/* Data sets in files: find, read and check them. rows.h has the calls that use them.
 *
 *     adrop_data_opts opts;
 *     adrop_data *data;
 *
 *     adrop_data_opts_init(&opts);
 *     opts.data = "mnist";                  // a known name, or a path
 *     opts.data_dir = "/srv/datasets";      // where known names are looked for
 *     if (adrop_data_open(ctx, &opts, &data))
 *         fprintf(stderr, "%s\n", adrop_ctx_message(ctx));
 *     ...adrop_batches_create(ctx, data, ..)...        // rows.h
 *     adrop_data_free(data);
 *
 * Formats (`format`; detected from the content unless given; an error if two formats match):
 *
 *     idx         MNIST's files; one part is enough
 *     cifar       CIFAR-10 and CIFAR-100, binary version
 *     images      class folders of JPEG and PNG images, with or without train/ and val/ or test/
 *                 above them
 *     imagenet32  batches of 32x32 ImageNet: .npz with data (n, 3072) and labels
 *     npy         .npz, or a folder of .npy files: x and y, or x_train, y_train, x_test,
 *                 y_test; whole numbers in y are labels, other numbers targets
 *     table       text with commas, semicolons, tabs, '|' or blanks between columns, with or
 *                 without a header; '#' starts a comment line. Or a folder with train.* and
 *                 test.*. With `text`, the rows are the documents of that column
 *     jsonl       JSON objects, one per line; `text` as for tables
 *     reuters     Reuters-21578: .sgm files, ModApte split, ten most frequent topics
 *     texts       class folders of .txt files, with or without train/ and val/ or test/ above them
 *     fasttext    lines of `__label__CLASS .. words`; one file, or train.* and test.*
 *     lines       one document per line, for prediction
 *     uci         a folder with data.txt, index_features.txt, index_target.txt and
 *                 index_train_K.txt, index_test_K.txt
 *
 * Files may be compressed (gz, xz, zst, bz2), and folders may be tar or zip archives; they are read
 * in place. A file that expands to more than 1 TiB, or to more than 64 MiB and 250 times its size,
 * is refused as a bomb. Files are never trusted: an error in one is reported by a message that
 * names file, field and reason (ADROP_EFORMAT).
 *
 * Files are decompressed and images decoded on the context's threads, which call its allocator
 * concurrently. The default allocator allows that. */
#ifndef ADROP_DATA_H
#define ADROP_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/option.h"
#include "adrop/rows.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* The character encoding of tables and of lines of documents. */
typedef enum adrop_encoding {
    ADROP_ENCODING_AUTO,  /* by the byte order mark; else UTF-8; else UTF-16 or Windows-1252 if
                             unambiguous */
    ADROP_ENCODING_UTF_8, /* with or without a byte order mark */
    ADROP_ENCODING_UTF_16,
    ADROP_ENCODING_UTF_16LE,
    ADROP_ENCODING_UTF_16BE,
    ADROP_ENCODING_WINDOWS_1252,
    ADROP_ENCODING_LATIN_1, /* ISO 8859-1 */
    ADROP_ENCODING_LATIN_9, /* ISO 8859-15 */
} adrop_encoding;

/* Settings. All are rows of adrop_data_options(), except the first four and class_weights (the
 * numeric form of class_weight). */
typedef struct adrop_data_opts {
    size_t size;          /* sizeof(adrop_data_opts), set by adrop_data_opts_init */
    const char *data;     /* a known name (adrop_known_data_at), or a path */
    const char *data_dir; /* the folder of known data sets; NULL: none */
    uint64_t seed;        /* of splits and subsets; 1 */

    int format;             /* 0: by content; otherwise adrop_data_format_at(format - 1) */
    int task;               /* an adrop_task */
    const char *target;     /* table: the target's name, or its number from 1; "": the last
                               column */
    int input_scale;        /* an adrop_input_scale */
    int standard_target;    /* regression: scale targets to mean 0 and standard deviation 1 over the
                               training rows; yes */
    double val_fraction;    /* of the training rows, stratified by class; 0 */
    double test_fraction;   /* of all rows, stratified by class, if there is no test part; 0: a
                               fifth (caltech256: the rows of a class beyond 60). uci: replaces its
                               splits */
    size_t train_per_class; /* limit; a smaller one selects a subset of a larger one; 0: all */
    size_t test_per_class;  /* without a test part: exactly this many; otherwise a limit; 0: all */
    size_t train_limit;     /* limit of all training rows; 0: all */
    size_t test_limit;
    size_t split;      /* uci: which of its splits, from 0 */
    size_t image_size; /* images: height and width after resizing; 0: all must have the size of the
                          first */
    size_t channels;   /* images: 1 for grey, 3 for colour; 0: 3 */
    size_t cache_mb;   /* images: decode once if they fit into this many MiB, otherwise on every use
                          (folders only); 2048 */

    const char *test_rows; /* a file with the numbers of the test rows, from 0, separated by blanks,
                              if there is no test part; uci: replaces its splits. "paper": the
                              built-in split of boston, concrete, wine-red and yacht. "": none */

    /* Tables. A column is given by its name, or by its number from 1; columns are separated by
     * commas. */
    int missing;              /* an adrop_missing: how missing values are handled; refuse */
    size_t folds, fold;       /* as in adrop_split_opts; 0: none */
    int class_weights;        /* an adrop_class_weights; none */
    const char *drop;         /* columns to leave out */
    const char *id;           /* the column that names rows; not an input */
    const char *weight;       /* the column of row weights in the loss; not an input */
    const char *group;        /* the column whose equal values stay in one fold; not an input */
    const char *dates;        /* columns of dates, read as days since 1970-01-01 */
    const char *test;         /* another table, whose rows become the test part */
    const char *class_weight; /* as in adrop_split_opts */

    /* Documents. */
    adrop_text_opts terms; /* how documents become inputs (text.h) */
    int single_topic;      /* reuters: only documents with a single topic; 0 */
    int strict;            /* 1: refuse documents that are not UTF-8; 0: replace invalid bytes by
                              U+FFFD */
    const char *text;      /* table, jsonl: the column with the documents; "": rows are not
                              documents or, with task text, the column `text` */
    int multi_label;       /* 1: a document may have several classes, or none; 0 */
    const char *label_separator; /* between the classes in a table cell; "|" */

    int encoding; /* table, jsonl, fasttext, lines: an adrop_encoding; auto */
    /* Tables: what their values do not show. */
    const char *keep; /* columns to keep as inputs that would be left out: words that are nearly all
                         different, or an unnamed counter */
    int decimal;      /* an adrop_decimal: of all numbers; auto */
    int date_order;   /* an adrop_date_order: of dates that do not begin with the year; auto */
} adrop_data_opts;

typedef enum adrop_decimal {
    ADROP_DECIMAL_AUTO,
    ADROP_DECIMAL_POINT, /* 1,234.5 */
    ADROP_DECIMAL_COMMA, /* 1.234,5 */
} adrop_decimal;

typedef enum adrop_date_order {
    ADROP_DATES_AUTO,
    ADROP_DATES_DMY, /* 31/12/2024 */
    ADROP_DATES_MDY, /* 12/31/2024 */
} adrop_date_order;

ADROP_API void adrop_data_opts_init_sized(adrop_data_opts *opts, size_t size);
#define adrop_data_opts_init(opts) adrop_data_opts_init_sized((opts), sizeof *(opts))

/* The splitting and scaling part of the options. A view (rows.h) with these, of a data set that was
 * opened with otherwise equal options (except `split` of uci sets), equals opening it with
 * `opts`. */
ADROP_API void adrop_data_opts_split_sized(const adrop_data_opts *opts,
                                           adrop_split_opts *split_opts, size_t size);
#define adrop_data_opts_split(opts, split_opts)                                                    \
  adrop_data_opts_split_sized((opts), (split_opts), sizeof *(split_opts))

/* The option table of adrop_data_opts (option.h), for command lines and files. */
ADROP_API const adrop_option *adrop_data_options(void);

/* Read a data set. ADROP_ENOENT for an unknown name, or a known one whose files are not found;
 * ADROP_EIO for files that cannot be read; ADROP_EFORMAT for files with invalid contents;
 * ADROP_EINVAL for settings that do not fit the data. *out is NULL after a failure. */
ADROP_API adrop_status adrop_data_open(adrop_ctx *ctx, const adrop_data_opts *opts,
                                       adrop_data **out);

/* The files that were read: path, length and XXH3_64bits of each. A folder of images has too many
 * files to list and is one entry: xxh3 is a sum over the names and lengths of all files, contents
 * one over the names, lengths and bytes of the images (0 for other formats). A listing of
 * adrop_data_n_files entries. */
typedef struct adrop_data_file {
    const char *path;
    uint64_t bytes, xxh3, contents;
} adrop_data_file;
ADROP_API size_t adrop_data_n_files(const adrop_data *data);
ADROP_API int adrop_data_file_at_sized(const adrop_data *data, size_t i, adrop_data_file *file,
                                       size_t size);
#define adrop_data_file_at(data, i, file)                                                          \
  adrop_data_file_at_sized((data), (i), (file), sizeof *(file))

/* The known names and the formats: two listings. */
typedef struct adrop_known_data {
    const char *name, *summary;
    int readable;       /* 0: known, but not yet readable */
    const char *places; /* where it is searched for below the data folder, comma-separated */
    size_t train, test; /* rows of the complete set; 0: varies */
    size_t classes;     /* 0: regression */
} adrop_known_data;
ADROP_API int adrop_known_data_at_sized(size_t i, adrop_known_data *known, size_t size);
#define adrop_known_data_at(i, known) adrop_known_data_at_sized((i), (known), sizeof *(known))

/* Where a known set would be read from, truncated to size; "" if it is built in. ADROP_ENOENT if
 * the name is unknown or none of its places exists. */
ADROP_API adrop_status adrop_known_data_find(adrop_ctx *ctx, const char *name, const char *data_dir,
                                             char *path, size_t size);

typedef struct adrop_data_format {
    const char *name, *summary;
} adrop_data_format;
ADROP_API int adrop_data_format_at_sized(size_t i, adrop_data_format *format, size_t size);
#define adrop_data_format_at(i, format) adrop_data_format_at_sized((i), (format), sizeof *(format))

/* Is a file the published one? */
typedef enum adrop_verdict {
    ADROP_AS_PUBLISHED,  /* the MD5 or SHA-256 of the file, or of its decompressed contents,
                            agrees */
    ADROP_NOT_PUBLISHED, /* a published file has this name, but another checksum */
    ADROP_NO_SUM,        /* no checksum is known for a file of this name */
} adrop_verdict;

/* set is a known name; the file's own name selects the checksum. */
ADROP_API adrop_status adrop_data_verify(adrop_ctx *ctx, const char *set, const char *path,
                                         adrop_verdict *verdict);

/* Extract an archive (tar or zip, compressed or not) into a folder, which is created. Existing
 * files are never replaced: ADROP_EEXIST. Paths that leave the folder, links, devices and bombs are
 * refused. */
ADROP_API adrop_status adrop_unpack(adrop_ctx *ctx, const char *archive, const char *folder);

ADROP_END_DECLS

#endif
