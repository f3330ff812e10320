/* Files of many documents each: tables, JSON lines and fastText's lines. */
#ifndef AD_DATA_TEXT_FILES_H
#define AD_DATA_TEXT_FILES_H

#include "data/documents.h"

/* What is done with one file: its contents (size, a zero behind them, which may be written to), and
 * the part that its documents are. */
typedef struct ad_text_file {
    ad_source *source;
    size_t entry;
    int part;    /* ADROP_ROW_.. */
    char *where; /* (AD_PATH_SIZE), for messages */
    char *text;
    size_t size;
} ad_text_file;
typedef adrop_status ad_text_file_fn(void *arg, ad_document_list *docs, const ad_text_file *file);

/* Read the documents of a source with fn, file by file: the one there is; in a folder or an archive
 * train.* (or *.train), test.* and valid.*, validation alone serving as the test part; all files of
 * it if they are to be predicted and none is for training; behind it raw->test_source. */
adrop_status ad_text_files_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw,
                                ad_text_file_fn *fn, void *arg);

/* The entry by which to judge the format: the first of those that would be read; n_entries: there
 * is none. */
size_t ad_text_files_first(const ad_source *source);

/* reader_jsonl.c: does an entry begin like an object of JSON? */
adrop_status ad_json_lines_probe(ad_source *source, size_t entry, bool *mine);

/* text_columns.c: a table whose column opts->text holds them. */
adrop_status ad_text_columns_probe(ad_source *source, const adrop_data_opts *opts, bool *mine);
adrop_status ad_text_columns_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);

/* text_json_lines.c: JSON lines likewise. */
adrop_status ad_text_json_probe(ad_source *source, const adrop_data_opts *opts, bool *mine);
adrop_status ad_text_json_read(ad_source *source, const adrop_data_opts *opts, ad_raw *raw);

/* The column of documents: opts->text, or "text". */
const char *ad_text_column(const adrop_data_opts *opts);

/* Add the classes that a cell holds: one, or those between separators where there may be several;
 * none for an empty cell. */
adrop_status ad_text_tag_cell(ad_document_list *docs, const char *cell, size_t length);

#endif
