/* Printing documents: for people, or as JSON. */
#ifndef ADROP_CLI_DOCUMENT_OUT_H
#define ADROP_CLI_DOCUMENT_OUT_H

#include <stdio.h>

#include "adrop/document.h"
#include "command.h"

/* An empty document. Ends the program with OUT_FULL if memory is short. */
adrop_document *document_start(adrop_ctx *ctx, const char *title);

/* Write the document to a file in this form, at the terminal's width, and free it. */
adrop_status document_write(adrop_ctx *ctx, FILE *file, adrop_document *d,
                            adrop_document_form form);

/* Write it as a line of JSON. Ends the program with OUT_FULL if memory is short. */
void document_line(adrop_ctx *ctx, FILE *file, adrop_document *d);

/* Print it on stdout, as JSON if requested, and free it. Returns the exit status. */
int document_print(const command_call *call, adrop_document *d);

/* --format: text for a terminal, CSV, Markdown or LaTeX. Their words in this order, then NULL. */
enum { FORMAT_TEXT, FORMAT_CSV, FORMAT_MARKDOWN, FORMAT_LATEX };
extern const char *const document_format_words[];

/* The row of --format in a command's settings. */
#define FORMAT_ROW(settings, field, help_)                                                         \
  {                                                                                                \
    .name = "format", .group = ADROP_GROUP_OUTPUT, .traits = ADROP_TRAIT_COMMON,                   \
    .kind = ADROP_OPT_CHOICE, .offset = offsetof(settings, field), .words = document_format_words, \
    .help = help_                                                                                  \
  }

/* The same in a form of --format, unless JSON is requested. Brief: CSV has tables, but no facts. */
int document_print_as(const command_call *call, adrop_document *d, int format);
int document_print_brief(const command_call *call, adrop_document *d, int format);

/* A list of texts, NULL-terminated; NULL: an empty list. */
void document_words(adrop_document *d, const char *key, const char *label,
                    const char *const *words);

/* Turns what is written to a file into lines of the document: for drawings. */
typedef struct document_lines {
    FILE *file;
    char *text; /* owned */
    size_t size;
} document_lines;

void document_lines_start(document_lines *lines);
void document_lines_end(document_lines *lines, adrop_document *d);

#endif
