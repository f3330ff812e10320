/* Files in class folders:
 *
 *     [.../][train|val|test/]CLASS/anything
 *
 * The folder that holds a file is its class. If the folders above are called train and val (valid,
 * validation) or test, they are the parts; val alone serves as the test part, as ImageNet's does.
 * Otherwise the rows are free. */
#ifndef AD_DATA_CLASS_FILES_H
#define AD_DATA_CLASS_FILES_H

#include "data/source.h"

/* One file of the set; rows are these in order. */
typedef struct ad_class_file {
    size_t entry;           /* in the source */
    const char *class_name; /* in the entry's name, not ended by a zero */
    size_t class_length;    /* 0: it stands in no folder */
    int part;               /* ADROP_ROW_.. */
} ad_class_file;

/* Which files are looked for. */
typedef struct ad_class_kind {
    bool (*is_mine)(const char *name); /* by the name of an entry */
    const char *what;                  /* "images" */
    const char *none;                  /* what to say if there are none: "there are no .." */
} ad_class_kind;

/* Class and part by the entry's name; false if it is not of the kind. A source that is one file is
 * taken for one. */
bool ad_class_file_parse(const ad_source *source, size_t entry, const ad_class_kind *kind,
                         ad_class_file *item);

/* The files in class folders, those in no folder only if asked for, sorted by part, then by name;
 * *items (n) is freed by the caller, also after a failure. ADROP_EFORMAT for none, and if some are
 * in parts and some are not. */
adrop_status ad_class_files_list(const ad_source *source, const ad_class_kind *kind, bool loose_too,
                                 ad_class_file **items, size_t *n);

#endif
