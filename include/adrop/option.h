/* Option tables: a setting is a row.
 *
 * One row describes one setting for all its readers: the command line, the configuration file,
 * `name:key=value` texts, help and manual pages, the range check and the record of a run. A table
 * is an array of rows that ends with a row whose name is NULL; it describes the fields of one
 * struct.
 *
 * Every struct adrop_x_opts has a table, adrop_x_options(). A call that takes such a struct first
 * checks every field against its row. Numbers that are not finite or out of range, flags other than
 * 0 and 1, choices without a word, lists that are too long, and missing texts are ADROP_EINVAL,
 * with a message that names struct, setting, value and range. Members that cannot be rows
 * (pointers, callbacks, 64-bit seeds, for which any value is valid) are listed beside the table,
 * and checked at the same place.
 *
 * A text is a const char *, of any length; NULL is "". A text that a program sets, a literal or its
 * own buffer, must live until the call that takes the struct returns: the library copies it into
 * the context, once per distinct text, and frees it with the context. Texts that the library writes
 * into a struct are such copies or live as long as the library, so a struct can be copied by value.
 * adrop_keep makes such a copy for a program.
 *
 *     typedef struct { double rate; int mask; } settings;
 *     static const adrop_option table[] = {
 *         { .name = "rate", .kind = ADROP_OPT_REAL, .offset = offsetof(settings, rate),
 *           .fallback = 0.5, .min = 0, .max = 1, .open = ADROP_OPEN_MAX,
 *           .help = "probability that a unit is dropped" },
 *         { 0 }
 *     }; */
#ifndef ADROP_OPTION_H
#define ADROP_OPTION_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* Largest number of values in a list. */
#define ADROP_LIST_MAX 64

typedef struct adrop_list {
    size_t n;
    double value[ADROP_LIST_MAX];
} adrop_list;

/* The texts of a setting that may be given several times; none is NULL or empty. A fixed struct,
 * like adrop_list; { 0 } is empty. */
typedef struct adrop_texts {
    size_t n;
    const char *const *text;
} adrop_texts;

typedef enum adrop_option_kind {
    ADROP_OPT_REAL,   /* double */
    ADROP_OPT_COUNT,  /* size_t */
    ADROP_OPT_FLAG,   /* int, 0 or 1; written yes or no; on a command line without a value */
    ADROP_OPT_CHOICE, /* int, the index into words */
    ADROP_OPT_TEXT,   /* const char * */
    ADROP_OPT_LIST,   /* adrop_list, comma-separated */
    ADROP_OPT_TEXTS,  /* adrop_texts: appends one, or several separated by ';'; "a;b" is one, "" in
                         it a quote */
    ADROP_OPT_INT,    /* int, a whole number */
} adrop_option_kind;

enum { ADROP_OPEN_MIN = 1, ADROP_OPEN_MAX = 2 };

/* The subject of a setting: its heading in help. */
typedef enum adrop_option_group {
    ADROP_GROUP_NONE, /* settings of a technique, a layer, ..: shown on their own pages */
    ADROP_GROUP_OWN,  /* specific to the command or call */
    ADROP_GROUP_DATA,
    ADROP_GROUP_NETWORK, /* and dropout */
    ADROP_GROUP_TRAINING,
    ADROP_GROUP_OUTPUT,
    ADROP_GROUP_ADVANCED, /* machine, messages, checkpoints */
    ADROP_N_GROUPS
} adrop_option_group;

/* Bits of traits. */
enum {
    ADROP_TRAIT_COMMON = 1,   /* one of the few that --help shows */
    ADROP_TRAIT_FREE = 2,     /* may differ between calls: it does not change what was trained */
    ADROP_TRAIT_RESUMES = 4,  /* a checkpoint can be resumed with another value */
    ADROP_TRAIT_FIXED = 8,    /* it selects the rows on which runs are compared: no search varies
                                 it */
    ADROP_TRAIT_STUDY = 16,   /* recipes have their own key for it, or set it themselves */
    ADROP_TRAIT_CHANGES = 32, /* a run can be resumed with another value */
    ADROP_TRAIT_GROWS = 64    /* a run can be resumed with a larger value */
};

/* The list from which a text's names come, if any: shells complete from it, and a repeated value is
 * an error unless the setting takes several. */
typedef enum adrop_option_names {
    ADROP_NAMES_NOTHING,
    ADROP_NAMES_DATA, /* a known data set, or a path */
    ADROP_NAMES_MODEL,
    ADROP_NAMES_TECHNIQUE
} adrop_option_names;

/* Bits of applies: what a setting applies to, if not to everything. Data readers state their kinds;
 * optimisers and schedules know the settings that they take. */
enum {
    ADROP_FOR_TABLES = 1, /* kinds of data */
    ADROP_FOR_JSON_LINES = 2,
    ADROP_FOR_SPLITS = 4,     /* sets with published splits */
    ADROP_FOR_IMAGES = 8,     /* folders of images */
    ADROP_FOR_LINES = 16,     /* lines of documents */
    ADROP_FOR_DOCUMENTS = 32, /* documents of any kind */
    ADROP_FOR_DATA = 63,      /* all of these */
    ADROP_FOR_CLASSES = 64,   /* tasks */
    ADROP_FOR_VALUES = 128,
    ADROP_FOR_OPTIMIZERS = 256, /* those that have an option of this name */
    ADROP_FOR_SCHEDULES = 512   /* those that take it */
};

typedef struct adrop_option {
    const char *name; /* as users write it; NULL ends the table */
    adrop_option_kind kind;
    size_t offset;            /* offsetof(struct, field) */
    double fallback;          /* REAL, COUNT, FLAG, CHOICE, INT: the default */
    const char *text;         /* TEXT: the default; NULL: empty */
    double min, max;          /* REAL, COUNT, LIST, INT: the range; both 0: any */
    unsigned open;            /* ADROP_OPEN_MIN | ADROP_OPEN_MAX: the end is excluded */
    const char *const *words; /* CHOICE: the names, ended by NULL; COUNT: the word for 0, or NULL;
                                 TEXT: the allowed names, or NULL: any text */
    const char *value;        /* what help calls the value: "RATE"; NULL: by kind */
    const char *help;         /* one line, no capital, no full stop */
    adrop_option_group group;
    char letter;      /* -k, the short form; 0: none */
    unsigned traits;  /* ADROP_TRAIT_ bits */
    unsigned applies; /* ADROP_FOR_ bits; 0: to everything */
    adrop_option_names names;
    const char *needs;    /* the setting without which it has no effect; NULL: none */
    const char *synonyms; /* other words with exactly this meaning, separated by blanks; NULL:
                             none */
} adrop_option;

/* A table of the library may have rows for which the struct of an older program has no room. Calls
 * that write therefore take the size of what dst points to, and never write beyond it. For a
 * pointer to void, use the functions with _sized. */

/* Fill dst with the table's defaults. */
ADROP_API void adrop_options_default_sized(const adrop_option *table, void *dst, size_t dst_size);
#define adrop_options_default(table, dst) adrop_options_default_sized((table), (dst), sizeof *(dst))

/* "Network and dropout": the heading of a group; NULL past the last. */
ADROP_API const char *adrop_option_group_title(adrop_option_group group);

/* One table for several structs inside a larger one: append the rows of the struct at offset to the
 * n existing rows, except for names that already exist. Returns the new number of rows; a row
 * without a name follows them, for which there must be room. */
ADROP_API size_t adrop_options_append(adrop_option *rows, size_t n, const adrop_option *table,
                                      size_t offset);

/* The row called name, or NULL. */
ADROP_API const adrop_option *adrop_option_find(const adrop_option *table, const char *name);

/* The same, or the row that lists the word as a synonym: for user input. */
ADROP_API const adrop_option *adrop_option_meant(const adrop_option *table, const char *word);

/* A copy of text that lives as long as the context, shared by equal texts. *kept is "" after a
 * failure, which is ADROP_ENOMEM. */
ADROP_API adrop_status adrop_keep(adrop_ctx *ctx, const char *text, const char **kept);

/* Append a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty
 * text; texts is unchanged after a failure. */
ADROP_API adrop_status adrop_texts_add(adrop_ctx *ctx, adrop_texts *texts, const char *text);

/* Text i; NULL past the last. */
ADROP_API const char *adrop_texts_at(const adrop_texts *texts, size_t i);

/* Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message
 * suggests the nearest). ADROP_EINVAL for a text that is not of the row's kind or is out of range
 * (the message gives the range), or if dst has no room for the field; dst is unchanged on
 * failure. */
ADROP_API adrop_status adrop_option_set_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                              size_t dst_size, const char *name, const char *text);
#define adrop_option_set(ctx, table, dst, name, text)                                              \
  adrop_option_set_sized((ctx), (table), (dst), sizeof *(dst), (name), (text))

/* Set fields from "key=value,key=value". A flag's key alone means yes; a list's values are
 * separated by '/' here, and commas inside parentheses belong to the value. Settings before the one
 * that fails are kept. */
ADROP_API adrop_status adrop_options_parse_sized(adrop_ctx *ctx, const adrop_option *table,
                                                 void *dst, size_t dst_size, const char *text);
#define adrop_options_parse(ctx, table, dst, text)                                                 \
  adrop_options_parse_sized((ctx), (table), (dst), sizeof *(dst), (text))

/* The current value of a row's field in the syntax of adrop_option_set, in memory that lives as
 * long as the context; `from` must contain the field. A choice without a word is shown as its
 * number in brackets, "(7)"; of lists that are too long, only the first numbers. NULL if out of
 * memory. */
ADROP_API const char *adrop_option_show(adrop_ctx *ctx, const adrop_option *row, const void *from);

/* The values that the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit". Returns
 * buffer. */
ADROP_API char *adrop_option_range(const adrop_option *row, char *buffer, size_t size);

/* What the row applies to, for people: "tables and JSON lines", or "" for everything. Returns
 * buffer. */
ADROP_API char *adrop_option_applies(const adrop_option *row, char *buffer, size_t size);

/* The entry of words (ended by NULL) most similar to word, or NULL if none is similar. */
ADROP_API const char *adrop_nearest(const char *word, const char *const *words);

ADROP_END_DECLS

#endif
