/* Option tables: a setting is a row.
 *
 * One row describes one setting to everyone who cares: the command line, the
 * configuration file, `name:key=value` texts, help and manual pages, the range
 * check and the record of a run. A table is an array of rows ended by a row
 * whose name is NULL; it describes the fields of one struct.
 *
 * Every struct adrop_x_opts has its table, adrop_x_options(). A call that is given such a struct
 * checks every field by its row before it does anything: a number that is not finite or out of
 * range, a flag that is neither 0 nor 1, a choice without a word, a list that is too long, texts of
 * which one is missing are ADROP_EINVAL, with a sentence that names struct, setting, value and
 * range. Members that can be no row (pointers, callbacks, seeds of 64 bits, of which any will do)
 * are named beside the table, and checked at the same place.
 *
 * A text is a const char *, of any length; NULL is "". What a program puts there, a literal or a
 * buffer of its own, must live until the call that is given the struct returns: the library copies
 * it into the context, one copy of each different text, freed with the context. Texts that the
 * library writes into a struct are such copies, or live as long as the library, so that a struct
 * is copied by value. adrop_keep makes one for a program.
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

/* Most numbers in one list. */
#define ADROP_LIST_MAX 64

typedef struct adrop_list {
    size_t n;
    double value[ADROP_LIST_MAX];
} adrop_list;

/* The texts of a setting that may be given several times, none of them NULL or empty. A fixed
 * struct, like adrop_list; { 0 } has none. */
typedef struct adrop_texts {
    size_t n;
    const char *const *text;
} adrop_texts;

typedef enum adrop_option_kind {
    ADROP_OPT_REAL,   /* double */
    ADROP_OPT_COUNT,  /* size_t */
    ADROP_OPT_FLAG,   /* int, 0 or 1; written yes or no, alone on a command line */
    ADROP_OPT_CHOICE, /* int, the index into words */
    ADROP_OPT_TEXT,   /* const char * */
    ADROP_OPT_LIST,   /* adrop_list, comma-separated */
    ADROP_OPT_TEXTS,  /* adrop_texts: adds one, or several by ';'; "a;b" is one, "" in it a quote */
    ADROP_OPT_INT,    /* int, a whole number */
} adrop_option_kind;

enum { ADROP_OPEN_MIN = 1, ADROP_OPEN_MAX = 2 };

/* What a setting is about: the heading that help shows it under. */
typedef enum adrop_option_group {
    ADROP_GROUP_NONE, /* settings of a technique, a layer, ..: they have pages of their own */
    ADROP_GROUP_OWN,  /* of the command or the call itself */
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
    ADROP_TRAIT_FREE = 2,     /* may differ between calls: what was trained stays as it is */
    ADROP_TRAIT_RESUMES = 4,  /* a checkpoint is resumed also with another value */
    ADROP_TRAIT_FIXED = 8,    /* it decides which rows runs are compared by: no search varies it */
    ADROP_TRAIT_STUDY = 16,   /* recipes have a key of their own for it, or set it themselves */
    ADROP_TRAIT_CHANGES = 32, /* a run is resumed also with another value */
    ADROP_TRAIT_GROWS = 64    /* a run is resumed also with a larger one */
};

/* What a text names, where that is one of a list: the list is what a shell completes, and a value
 * that is given twice is a mistake unless the setting takes several. */
typedef enum adrop_option_names {
    ADROP_NAMES_NOTHING,
    ADROP_NAMES_DATA, /* a known data set, or a path */
    ADROP_NAMES_MODEL,
    ADROP_NAMES_TECHNIQUE
} adrop_option_names;

/* Bits of applies: what a setting is for, where it is not for everything. Readers of data say of
 * which kinds theirs are, optimisers and schedules have the settings that they take. */
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
    ADROP_FOR_OPTIMIZERS = 256, /* those that have an option of its name */
    ADROP_FOR_SCHEDULES = 512   /* those that take it */
};

typedef struct adrop_option {
    const char *name; /* as the user writes it; NULL ends the table */
    adrop_option_kind kind;
    size_t offset;            /* offsetof(struct, field) */
    double fallback;          /* REAL, COUNT, FLAG, CHOICE, INT: the default */
    const char *text;         /* TEXT: the default; NULL: empty */
    double min, max;          /* REAL, COUNT, LIST, INT: the range; both 0: any */
    unsigned open;            /* ADROP_OPEN_MIN | ADROP_OPEN_MAX: the end is outside */
    const char *const *words; /* CHOICE: the names, ended by NULL; COUNT: the word for 0, or NULL;
                                 TEXT: names that it may be, or NULL: any text */
    const char *value;        /* what help calls the value: "RATE"; NULL: by kind */
    const char *help;         /* one line, no capital, no full stop */
    adrop_option_group group;
    char letter;      /* -k, the short form; 0: none */
    unsigned traits;  /* ADROP_TRAIT_ bits */
    unsigned applies; /* ADROP_FOR_ bits; 0: to everything */
    adrop_option_names names;
    const char *needs;    /* the setting without which it has no effect; NULL: none */
    const char *synonyms; /* other words for exactly this, with blanks between; NULL: none */
} adrop_option;

/* A table of the library may have rows that the struct of an older program has no room for. So
 * the calls that write pass the size of what dst points to, and never touch what lies beyond; for
 * a pointer to void there are the functions with _sized behind their names. */

/* Fill dst with the table's defaults. */
ADROP_API void adrop_options_default_sized(const adrop_option *table, void *dst, size_t dst_size);
#define adrop_options_default(table, dst) adrop_options_default_sized((table), (dst), sizeof *(dst))

/* "Network and dropout": the heading of a group; NULL past the last. */
ADROP_API const char *adrop_option_group_title(adrop_option_group group);

/* One table of several structs that lie in a larger one: append the rows of the one at offset to
 * the n that there are, but for names that are there already. Returns how many there are then; a
 * row without a name follows them, for which there must be room. */
ADROP_API size_t adrop_options_append(adrop_option *rows, size_t n, const adrop_option *table,
                                      size_t offset);

/* The row called name, or NULL. */
ADROP_API const adrop_option *adrop_option_find(const adrop_option *table, const char *name);

/* The same, or else the row that has the word among its synonyms: what is read from people. */
ADROP_API const adrop_option *adrop_option_meant(const adrop_option *table, const char *word);

/* A copy of text that lives as long as the context: one for each different text. "" after a
 * failure, which is ADROP_ENOMEM. */
ADROP_API adrop_status adrop_keep(adrop_ctx *ctx, const char *text, const char **kept);

/* Add a copy of a text, in memory that lives as long as the context. ADROP_EINVAL for an empty
 * one; texts is untouched after a failure. */
ADROP_API adrop_status adrop_texts_add(adrop_ctx *ctx, adrop_texts *texts, const char *text);

/* Text i; NULL past the last. */
ADROP_API const char *adrop_texts_at(const adrop_texts *texts, size_t i);

/* Set one field from text; name may be a synonym. ADROP_ENOENT for an unknown name (the message
 * offers the nearest), ADROP_EINVAL for a text that is not of the row's kind or lies outside its
 * range (the message gives the range) or for which dst has no room; dst is untouched on failure. */
ADROP_API adrop_status adrop_option_set_sized(adrop_ctx *ctx, const adrop_option *table, void *dst,
                                              size_t dst_size, const char *name, const char *text);
#define adrop_option_set(ctx, table, dst, name, text)                                              \
  adrop_option_set_sized((ctx), (table), (dst), sizeof *(dst), (name), (text))

/* Set fields from "key=value,key=value"; a flag's key alone is yes; a list's values are separated
 * by '/' here, and commas within parentheses belong to the value. Settings before the one that
 * fails are kept. */
ADROP_API adrop_status adrop_options_parse_sized(adrop_ctx *ctx, const adrop_option *table,
                                                 void *dst, size_t dst_size, const char *text);
#define adrop_options_parse(ctx, table, dst, text)                                                 \
  adrop_options_parse_sized((ctx), (table), (dst), sizeof *(dst), (text))

/* The current value of a row's field as adrop_option_set would read it, in memory that lives as
 * long as the context; from must have the field (offset). The number of a choice that has no word
 * stands in brackets, "(7)"; of lists that are too long, the first numbers. NULL if there is no
 * memory. */
ADROP_API const char *adrop_option_show(adrop_ctx *ctx, const adrop_option *row, const void *from);

/* What the row accepts, for people: "[0, 1)", "yes or no", "sigmoid, probit".
 * Returns buffer. */
ADROP_API char *adrop_option_range(const adrop_option *row, char *buffer, size_t size);

/* What the row is for, for people: "tables and JSON lines", or "" for everything. Returns buffer.
 */
ADROP_API char *adrop_option_applies(const adrop_option *row, char *buffer, size_t size);

/* The entry of words (ended by NULL) that word was most likely meant to be, or
 * NULL when none is near. */
ADROP_API const char *adrop_nearest(const char *word, const char *const *words);

ADROP_END_DECLS

#endif
