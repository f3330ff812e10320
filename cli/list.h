/* Output of `adrop list`, and tables of options. */
#ifndef ADROP_CLI_LIST_H
#define ADROP_CLI_LIST_H

#include <stddef.h>

#include "adrop/document.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/technique.h"
#include "command.h"

/* -- Lists of named items, each with a one-line summary. */

enum { MOST_NAMES = 64 };

/* The library owns the texts. */
typedef struct {
    const char *many, *one; /* "seeds", "seed" */
    size_t n;
    const char *names[MOST_NAMES + 1], *summaries[MOST_NAMES]; /* (n), names then NULL */
} list_names;

void list_names_add(list_names *list, const char *name, const char *summary);

/* A document with all items, or with the one named `only` (NULL: all), which must exist. Returns
 * the exit status. */
int list_names_show(const command_call *call, const list_names *list, const char *only);

/* -- The built-in networks. */

/* --yaml: print a network as a file? With which technique, at which sites, for which images. */
typedef struct {
    int on, at;
    const char *dropout;
    size_t side;
} list_yaml;

/* All, or the one named `only` (NULL: all) with its options. Returns the exit status. */
int list_models(const command_call *call, const list_yaml *yaml, const char *only, int as_json);

/* -- Techniques and networks as documents, with their own option tables. */

/* One item: everything about a technique. text: "name:key=value,..", the settings to show;
 * resolved: the same, complete. Both NULL: the defaults. */
void technique_document(adrop_document *d, adrop_ctx *ctx, const adrop_technique_info *info,
                        const char *text, const char *resolved);

/* The same for a network. */
void model_document(adrop_document *d, adrop_ctx *ctx, const adrop_architecture_info *info);

/* -- Option rows as a table of a document. */

/* The rows with their defaults and, unless settings is NULL, their values. */
void option_document_table(adrop_document *d, adrop_ctx *ctx, const adrop_option *rows,
                           const void *defaults, const void *settings);

#endif
