/* Documents as the program prints them: for people, or as JSON. */
#ifndef ADROP_CLI_DOCUMENT_OUT_H
#define ADROP_CLI_DOCUMENT_OUT_H

#include <stdio.h>

#include "adrop/document.h"
#include "command.h"

/* An empty document; ends the program with OUT_FULL when there is no memory for it. */
adrop_document *document_start(adrop_ctx *ctx, const char *title);

/* Write it to a file in a form, as wide as the terminal is, and free it. */
adrop_status document_write(adrop_ctx *ctx, FILE *file, adrop_document *d,
                            adrop_document_form form);

/* The same as a line of JSON; ends the program with OUT_FULL when there is no memory for it. */
void document_line(adrop_ctx *ctx, FILE *file, adrop_document *d);

/* On stdout, as JSON if the command was told so, and free it. Returns the exit status. */
int document_print(const command_call *call, adrop_document *d);

/* --format: text for a terminal, CSV, Markdown or LaTeX; their words, in this order, then NULL. */
enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_LATEX };
extern const char *const document_format_words[];

/* The row of --format in a command's settings. */
#define FORMAT_ROW(settings, field, help_)                                                         \
  {                                                                                                \
    .name = "format", .group = ADROP_GROUP_OUTPUT, .traits = ADROP_TRAIT_COMMON,                   \
    .kind = ADROP_OPT_CHOICE, .offset = offsetof(settings, field), .words = document_format_words, \
    .help = help_                                                                                  \
  }

/* The same in a form of --format, unless it is JSON; in brief: CSV is tables,
 * without facts. */
int document_print_as(const command_call *call, adrop_document *d, int format);
int document_print_brief(const command_call *call, adrop_document *d, int format);

/* A list of texts, ended by NULL; NULL: an empty one. */
void document_words(adrop_document *d, const char *key, const char *label,
                    const char *const *words);

/* What is written to a file that document_lines_start opens, as lines of the document: drawings. */
typedef struct document_lines {
    FILE *file;
    char *text; /* owned */
    size_t size;
} document_lines;

void document_lines_start(document_lines *lines);
void document_lines_end(document_lines *lines, adrop_document *d);

#endif
