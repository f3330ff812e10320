/* --format of a table: text for a terminal, CSV, Markdown or LaTeX. */
#ifndef ADROP_CLI_TABLE_FORMAT_H
#define ADROP_CLI_TABLE_FORMAT_H

#include "adrop/option.h"
#include "adrop/table.h"

enum { TABLE_TEXT, TABLE_CSV, TABLE_MARKDOWN, TABLE_LATEX };

/* Their words, in this order, then NULL. */
extern const char *const table_format_words[];

/* The row of --format in a command's settings. */
#define TABLE_FORMAT_ROW(settings, field, help_)                                                   \
  {                                                                                                \
    .name = "format", .group = ADROP_GROUP_OUTPUT, .traits = ADROP_TRAIT_COMMON,                   \
    .kind = ADROP_OPT_CHOICE, .offset = offsetof(settings, field), .words = table_format_words,    \
    .help = help_                                                                                  \
  }

/* Print the table on stdout; as text it is fitted into the terminal, in colours if that has any. */
adrop_status table_format_print(adrop_ctx *ctx, adrop_table *t, int format);

#endif
