/* The columns of the table that a run was trained on, in the order of its file: their names, their
 * roles, and how their values are written. Another table is read by this layout, so that a column
 * means the same there.
 *
 * Names are unique: the second of two columns `a` is `a.1`, an unnamed one is `column 3` by its
 * position. In a table without a header all names are "". */
#ifndef AD_ROWS_LAYOUT_H
#define AD_ROWS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "rows/names.h"

typedef enum ad_column_role {
    AD_COLUMN_INPUT,
    AD_COLUMN_TARGET,
    AD_COLUMN_ID,
    AD_COLUMN_WEIGHT,
    AD_COLUMN_GROUP,
    AD_COLUMN_DROPPED, /* left out by a setting */
    AD_COLUMN_INDEX,   /* left out: it has no name and counts the rows */
    AD_COLUMN_LEFT,    /* left out: nearly all of its words differ */
    AD_COLUMN_EMPTY,   /* left out: it has no values */
    AD_N_COLUMN_ROLES
} ad_column_role;

typedef enum ad_form_kind {
    AD_FORM_PLAIN, /* numbers in the file's dialect, or words */
    AD_FORM_NUMBER,
    AD_FORM_DATE,
    AD_FORM_TIME,
    AD_N_FORM_KINDS
} ad_form_kind;

typedef enum ad_date_order {
    AD_DATE_YMD,
    AD_DATE_DMY,
    AD_DATE_MDY,
    AD_N_DATE_ORDERS
} ad_date_order;

enum { AD_UNIT_SIZE = 16, AD_FORM_TEXT = 96 };

/* How the values of a column are written. */
typedef struct ad_form {
    ad_form_kind kind;
    char thousands;      /* numbers: ',', '.', ' ', '\'' between groups of three digits; 0: none */
    char mark;           /* numbers: '.' or ',' */
    ad_date_order order; /* dates; one that begins with the year is read in any order */
    char unit[AD_UNIT_SIZE]; /* numbers: "%", "$", "EUR" beside each; "": none */
} ad_form;

typedef struct ad_layout_column {
    ad_column_role role;
    bool is_unnamed; /* the header does not name it: it is found by its order among such columns */
    size_t target;   /* of a target: its index, from 0 on */
    bool is_whole;   /* plain numbers, all whole */
    ad_form form;
} ad_layout_column;

typedef struct ad_layout {
    size_t n; /* 0: rows are not a table, or come from an older version */
    bool has_header;
    ad_layout_column *at; /* (n), owned */
    ad_names names;       /* (n) */
} ad_layout;

/* "input", "target" and so on. */
const char *ad_column_role_word(ad_column_role role);

/* "numbers in $, commas between thousands", for messages. Returns text. */
AD_LAB const char *ad_form_text(const ad_form *form, char text[AD_FORM_TEXT]);

/* out must be empty; the caller releases it, also after a failure. */
adrop_status ad_layout_copy(adrop_ctx *ctx, const ad_layout *from, ad_layout *out);
AD_LAB void ad_layout_release(adrop_ctx *ctx, ad_layout *layout);

/* layout_json.c: {"header": true, "columns": [{"name": "age", "role": "input"}, {"name": "price",
 * "role": "input", "form": "number", "thousands": ",", "decimal": ".", "unit": "$"}, {"name":
 * "day", "role": "input", "form": "date", "order": "mdy"}, {"name": "y", "role": "target",
 * "target": 0}]}. Reading checks everything: ADROP_EFORMAT also if the numbers of inputs and
 * targets differ from those given. */
json_t *ad_layout_write(ad_json *b, const ad_layout *layout);
adrop_status ad_layout_read(adrop_ctx *ctx, const char *where, const json_t *from, size_t inputs,
                            size_t targets, ad_layout *out);

#endif
