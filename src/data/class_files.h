/* Files in class folders:
 *
 *     [.../][train|val|test/]CLASS/anything
 *
 * The folder that holds a file is its class. Folders above that are called train, val (valid,
 * validation) or test are the parts; val serves as the test part if there is no test, as in
 * ImageNet. Otherwise the rows are free. */
#ifndef AD_DATA_CLASS_FILES_H
#define AD_DATA_CLASS_FILES_H

#include "data/source.h"

/* One file of the set, one row each. */
typedef struct ad_class_file {
    size_t entry;           /* in the source */
    const char *class_name; /* inside the entry's name, not zero-terminated */
    size_t class_length;    /* 0: it is in no folder */
    int part;               /* ADROP_ROW_.. */
} ad_class_file;

/* Which files to look for. */
typedef struct ad_class_kind {
    bool (*is_mine)(const char *name); /* by the name of an entry */
    const char *what;                  /* "images" */
    const char *none;                  /* message if there are none: "there are no .." */
} ad_class_kind;

/* Class and part from the entry's name; false if it is not of the kind. In a source of a single
 * file, that file always counts. */
bool ad_class_file_parse(const ad_source *source, size_t entry, const ad_class_kind *kind,
                         ad_class_file *item);

/* The files in class folders, and with loose_too those in no folder, sorted by part, then by name.
 * The caller frees *items (n), also after a failure. ADROP_EFORMAT if there are none, or, without
 * loose_too, if only some are in parts. */
adrop_status ad_class_files_list(const ad_source *source, const ad_class_kind *kind, bool loose_too,
                                 ad_class_file **items, size_t *n);

#endif
