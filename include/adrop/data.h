/* Data sets in files: find them, read them, check them. rows.h has what can be done with them.
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
 *     table       text: commas, semicolons, tabs, '|' or blanks between columns; a header or none;
 *                 '#' starts a comment line; or a folder with train.* and test.*
 *                 with `text` its rows are the documents of that column
 *     jsonl       objects of JSON, one per line; with `text` likewise
 *     reuters     Reuters-21578: .sgm files, ModApte split, ten most frequent topics
 *     texts       class folders of .txt files, with train/ and val/ or test/ above them or not
 *     fasttext    lines of `__label__CLASS .. words`; one file, or train.* and test.*
 *     lines       one document per line, to be predicted
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
 * allocator at the same time; the default one allows that. */
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

/* How the characters of tables and of lines of documents are written in bytes. */
typedef enum adrop_encoding {
    ADROP_ENCODING_AUTO,  /* by the byte order mark; UTF-8; UTF-16 or Windows-1252 where it is plain
                           */
    ADROP_ENCODING_UTF_8, /* with or without a byte order mark */
    ADROP_ENCODING_UTF_16,
    ADROP_ENCODING_UTF_16LE,
    ADROP_ENCODING_UTF_16BE,
    ADROP_ENCODING_WINDOWS_1252,
    ADROP_ENCODING_LATIN_1, /* ISO 8859-1 */
    ADROP_ENCODING_LATIN_9, /* ISO 8859-15 */
} adrop_encoding;

/* Settings; those but the first four (of which any seed will do) and class_weights (which
 * class_weight says as a text) are rows of adrop_data_options(). */
typedef struct adrop_data_opts {
    size_t size;          /* sizeof(adrop_data_opts), set by adrop_data_opts_init */
    const char *data;     /* a known name (adrop_known_data_at), or a path */
    const char *data_dir; /* the folder of known sets; NULL: none */
    uint64_t seed;        /* of splits and subsets; 1 */

    int format;             /* 0: by content; or adrop_data_format_at(format - 1) */
    int task;               /* an adrop_task */
    const char *target;     /* table: the target's name, or its number from 1 on;
                                         "": the last column */
    int input_scale;        /* an adrop_input_scale */
    int standard_target;    /* regression: targets to mean 0, standard deviation 1 over the
                               training rows; yes */
    double val_fraction;    /* of the training rows, class by class; 0 */
    double test_fraction;   /* of all rows, class by class, where there is no test
                               part; 0: a fifth (caltech256: what a class has
                               beyond 60). uci: in place of its splits */
    size_t train_per_class; /* at most so many; the 15 are among the 30; 0: all */
    size_t test_per_class;  /* where there is no test part: exactly so many;
                               elsewhere at most; 0: all */
    size_t train_limit;     /* at most so many training rows in all; 0: all */
    size_t test_limit;
    size_t split;      /* uci: which of its splits, from 0 on */
    size_t image_size; /* images: height and width they are brought to; 0: all must
                          have the size of the first */
    size_t channels;   /* images: 1 grey, 3 colour; 0: 3 */
    size_t cache_mb;   /* images: decoded once if they fit into so many MiB, otherwise
                          whenever they are needed (folders only); 2048 */

    const char *test_rows; /* a file of the numbers of the test rows, from 0 on,
                                        blanks between, where there is no test part; uci: in
                                        place of its splits. "paper": the split that is built
                                        in for boston, concrete, wine-red and yacht. "": none */

    /* Tables. A column is given by its name, or by its number from 1 on; several by commas. */
    int missing;              /* an adrop_missing: missing values; refused */
    size_t folds, fold;       /* as those of adrop_split_opts; 0: none */
    int class_weights;        /* an adrop_class_weights; none */
    const char *drop;         /* columns that are left out */
    const char *id;           /* the column that names rows: no input */
    const char *weight;       /* the column of what rows count in the loss: no input */
    const char *group;        /* the column whose equal values stay in one fold: no input */
    const char *dates;        /* columns of dates, read as days since 1970-01-01 */
    const char *test;         /* another table, whose rows are the test part */
    const char *class_weight; /* as that of adrop_split_opts */

    /* Documents. */
    adrop_text_opts terms; /* what they become (text.h) */
    int single_topic;      /* reuters: documents with one topic alone; 0 */
    int strict;            /* 1: documents that are not UTF-8 are refused; 0: such bytes become
                              U+FFFD */
    const char *text;      /* table, jsonl: the column of the documents; "": rows
                                        are no documents, or with task text the column
                                        `text` */
    int multi_label;       /* 1: a document may have several classes, or none; 0 */
    const char *label_separator; /* between the classes in a cell of a table; "|" */

    int encoding; /* table, jsonl, fasttext, lines: an adrop_encoding; auto */
    /* Tables: what their values do not tell. */
    const char *keep; /* columns that are inputs though they would be left out: words that
                                   are nearly all different, a counter without a name */
    int decimal;      /* an adrop_decimal: of all numbers; as they are written */
    int date_order;   /* an adrop_date_order: of dates that do not begin with the year; as
                         they are written */
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

/* What they say of splitting and scaling: a view with it (rows.h) of a data set that was opened
 * with options that otherwise are the same (but for `split` of uci sets) is what opening gives. */
ADROP_API void adrop_data_opts_split_sized(const adrop_data_opts *opts,
                                           adrop_split_opts *split_opts, size_t size);
#define adrop_data_opts_split(opts, split_opts)                                                    \
  adrop_data_opts_split_sized((opts), (split_opts), sizeof *(split_opts))

/* The option table of adrop_data_opts (option.h), for command lines and files. */
ADROP_API const adrop_option *adrop_data_options(void);

/* Read a data set. ADROP_ENOENT for a name that is unknown, or known but not found
 * where it is looked for; ADROP_EIO for files that cannot be read; ADROP_EFORMAT for
 * files that are not what they should be; ADROP_EINVAL for settings that do not fit
 * the data. *out is NULL after a failure. */
ADROP_API adrop_status adrop_data_open(adrop_ctx *ctx, const adrop_data_opts *opts,
                                       adrop_data **out);

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

/* Write the files of an archive (tar or zip, compressed or not) below a folder, which is made.
 * Nothing is replaced: ADROP_EEXIST. Names that climb out, links, devices and bombs are refused. */
ADROP_API adrop_status adrop_unpack(adrop_ctx *ctx, const char *archive, const char *folder);

ADROP_END_DECLS

#endif
