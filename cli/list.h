/* What `adrop list` prints, and tables of options. */
#ifndef ADROP_CLI_LIST_H
#define ADROP_CLI_LIST_H

#include <stddef.h>

#include "adrop/document.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/technique.h"
#include "command.h"

/* -- What there is of a kind, each with a name and a line about it. */

enum { MOST_NAMES = 64 };

/* The texts are the library's. */
typedef struct {
    const char *many, *one; /* "seeds", "seed" */
    size_t n;
    const char *names[MOST_NAMES + 1], *summaries[MOST_NAMES]; /* (n), names then NULL */
} list_names;

void list_names_add(list_names *list, const char *name, const char *summary);

/* A document with all, or with one alone (only, NULL: all), after a check that there is such a
 * name. Returns the exit status. */
int list_names_show(const command_call *call, const list_names *list, const char *only);

/* -- The networks that are built in. */

/* --yaml: whether a network is printed as a file, and with which technique, where, for which
 * images. */
typedef struct {
    int on, at;
    const char *dropout;
    size_t side;
} list_yaml;

/* All, or one (only, NULL: all) with its options. Returns the exit status. */
int list_models(const command_call *call, const list_yaml *yaml, const char *only, int as_json);

/* -- Techniques and networks as documents, with their own option tables. */

/* One item of a list: all about a technique. text: "name:key=value,..", whose settings are shown,
 * and resolved the same in full; both NULL: the defaults. */
void technique_document(adrop_document *d, adrop_ctx *ctx, const adrop_technique_info *info,
                        const char *text, const char *resolved);

/* The same of a network. */
void model_document(adrop_document *d, adrop_ctx *ctx, const adrop_architecture_info *info);

/* -- Option rows as a table of a document. */

/* The rows with their defaults and, unless settings is NULL, their values. */
void option_document_table(adrop_document *d, adrop_ctx *ctx, const adrop_option *rows,
                           const void *defaults, const void *settings);

#endif
