/* The internals of a document, for the writers of its forms: a tree of nodes. */
#ifndef AD_DOCUMENT_DOCUMENT_H
#define AD_DOCUMENT_DOCUMENT_H

#include "adrop/document.h"
#include "document/arena.h"
#include "figure/text.h"

typedef enum ad_node_kind {
    AD_NODE_GROUP,
    AD_NODE_LIST,
    AD_NODE_TABLE,
    AD_NODE_COLUMN,
    AD_NODE_NUMBER,
    AD_NODE_FLOAT,
    AD_NODE_COUNT,
    AD_NODE_TRUTH,
    AD_NODE_TEXT,
    AD_NODE_VECTOR,
    AD_NODE_NULL,
    AD_NODE_NONE, /* an empty cell */
    AD_NODE_SENTENCE,
    AD_NODE_WARNING,
    AD_NODE_PLAIN,
    AD_NODE_FIGURE,
    AD_NODE_NOTE,
} ad_node_kind;

/* The document owns the texts; NULL: none. */
typedef struct ad_node ad_node;
struct ad_node {
    ad_node_kind kind;
    const char *key, *label, *also, *unit, *before, *after;
    int digits;
    union {
        double number;
        uint64_t count;
        const char *text;
        const float *vector;  /* (n) */
        adrop_figure *figure; /* owned */
    } of;
    adrop_mark mark;       /* of a cell */
    int ruled;             /* of the first cell of a row: a rule precedes it */
    int traits, rule;      /* of a table; rule: one precedes its next row */
    char align;            /* of a column */
    int rank;              /* of a column */
    const ad_node *column; /* of a cell */

    ad_node *parent, *next;
    ad_node *first, *last;               /* members, items, cells row by row */
    size_t n;                            /* their number, or the length of a vector */
    ad_node *first_column, *last_column; /* of a table */
    size_t n_columns;
    ad_node *first_note, *last_note;
};

struct adrop_document {
    ad_document_arena arena;
    const char *title;
    ad_node root;
    ad_node *open; /* the place where nodes are added */
    ad_node *last; /* the last node added */
    adrop_status status;
};

/* The arguments of a writer. */
typedef struct ad_document_writer {
    const adrop_document *d;
    const adrop_document_look *look;
    ad_text *out;
} ad_document_writer;

/* The forms: one file each, in the list of forms.c. */
void ad_document_text(const ad_document_writer *w);
void ad_document_json(const ad_document_writer *w);
void ad_document_csv(const ad_document_writer *w);
void ad_document_markdown(const ad_document_writer *w);
void ad_document_latex(const ad_document_writer *w);
void ad_document_html(const ad_document_writer *w);

/* -- Shared by several forms (value.c, styled.c) --------------------------------------------- */

static inline int ad_node_is_place(const ad_node *v)
{
    return v->kind == AD_NODE_GROUP || v->kind == AD_NODE_LIST || v->kind == AD_NODE_TABLE;
}

/* A value that fits on a line: a fact, or a list of facts. */
int ad_node_is_fact(const ad_node *v);

/* Write the value for people, with its unit and the words around it; full: for programs, with all
 * digits and nothing around it. */
void ad_node_put(const ad_node *v, int full, ad_text *out);

/* Release a text that was used to write out; its failure becomes out's. */
void ad_document_end_part(ad_text *part, ad_text *out);

/* Write a text with characters that could move a cursor replaced; in ASCII if requested. */
void ad_document_clean(ad_text *out, const char *text, int ascii);

/* How a form that is made of tables (CSV, Markdown, LaTeX) writes everything else. */
typedef struct ad_document_style {
    adrop_table_style table;
    int full; /* write everything with a key, by its key and with all digits */
    void (*heading)(ad_text *out, const char *text);
    void (*sentence)(ad_text *out, const char *text);
} ad_document_style;

/* A document as tables of a style, with headings and sentences between them (styled.c). */
void ad_document_styled(const ad_document_writer *w, const ad_document_style *style);

#endif
