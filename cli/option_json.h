/* Option rows as JSON. */
#ifndef ADROP_CLI_OPTION_JSON_H
#define ADROP_CLI_OPTION_JSON_H

#include "adrop/option.h"
#include "json.h"

/* "options":[{..},..] for a table. defaults: the struct with the table's defaults;
 * settings: the struct with the values to show beside them, or NULL. */
void option_json_table(json *j, const adrop_option *table, const void *defaults,
                       const void *settings);

/* "key":["word",..]; words ended by NULL, or NULL for none. */
void option_json_words(json *j, const char *key, const char *const *words);

#endif
