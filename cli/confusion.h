/* A confusion matrix in a document. */
#ifndef ADROP_CLI_CONFUSION_H
#define ADROP_CLI_CONFUSION_H

#include <stddef.h>

#include "adrop/document.h"

enum { CONFUSION_MOST = 20 }; /* classes that are listed one by one for people */

/* Rows by truth, columns by prediction; counts (classes, classes). name gives that of a class, or
 * NULL. */
void confusion_add(adrop_document *d, size_t classes, const size_t *counts,
                   const char *(*name)(const void *of, size_t label), const void *of);

#endif
