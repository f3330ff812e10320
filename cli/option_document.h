/* Option rows as a table of a document. */
#ifndef ADROP_CLI_OPTION_DOCUMENT_H
#define ADROP_CLI_OPTION_DOCUMENT_H

#include "adrop/document.h"
#include "adrop/option.h"

/* The rows with their defaults and, unless settings is NULL, their values. */
void option_document_table(adrop_document *d, const adrop_option *rows, const void *defaults,
                           const void *settings);

#endif
