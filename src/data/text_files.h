/* Files of many documents each: tables, JSON lines and fastText's lines. */
#ifndef AD_DATA_TEXT_FILES_H
#define AD_DATA_TEXT_FILES_H

#include "data/documents.h"

/* A file to read: its contents (size, with a zero after them), which may be modified, and the part
 * of its documents. */
typedef struct ad_text_file {
    ad_source *source;
    size_t entry;
    int part;    /* ADROP_ROW_.. */
    char *where; /* (AD_PATH_SIZE), for messages */
    char *text;
    size_t size;
} ad_text_file;
typedef adrop_status ad_text_file_fn(void *arg, ad_document_list *docs, const ad_text_file *file);

/* Read the documents of a source with fn, file by file: a single file; in a folder or an archive
 * train.* (or *.train), test.* and valid.*, where validation serves as a missing test part, or all
 * files if they are to be predicted and none is for training; then raw->test_source. */
adrop_status ad_text_files_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw,
                                ad_text_file_fn *fn, void *arg);

/* The entry to judge the format by: the first one that would be read; n_entries: none. */
size_t ad_text_files_first(const ad_source *source);

/* reader_jsonl.c: does an entry begin with a JSON object? */
adrop_status ad_json_lines_probe(ad_source *source, size_t entry, bool *mine);

/* text_columns.c: a table with documents in column opts->text. */
adrop_status ad_text_columns_probe(ad_source *source, const adrop_data_opts *opts, bool *mine);
adrop_status ad_text_columns_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);

/* text_json_lines.c: JSON lines likewise. */
adrop_status ad_text_json_probe(ad_source *source, const adrop_data_opts *opts, bool *mine);
adrop_status ad_text_json_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);

/* The column of documents: opts->text, or "text". */
const char *ad_text_column(const adrop_data_opts *opts);

/* Add the classes in a cell: one, or with several allowed, those between separators; none for an
 * empty cell. */
adrop_status ad_text_tag_cell(ad_document_list *docs, const char *cell, size_t length);

#endif
