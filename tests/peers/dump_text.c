/* Dump the features of documents, for a comparison with another implementation:
 *
 *     dump_text FOLDER FILE        FOLDER holds the known set reuters21578
 *
 * writes the documents of the set, TF-IDF rows and 10 components of them with 1, 2 and 4 threads
 * (tests/peers/dump.py reads them). */
#include <stdio.h>

#include "adrop/data.h"
#include "check.h"
#include "rows/dataset.h"

static void header(FILE *to, const char *name, const char *type, size_t rows, size_t columns)
{
    fprintf(to, "{\"array\": \"%s\", \"type\": \"%s\", \"shape\": [%zu", name, type, rows);
    if (columns)
        fprintf(to, ", %zu", columns);
    fputs("]}\n", to);
}

static void put(FILE *to, const char *name, const char *type, size_t size, const void *data,
                size_t rows, size_t columns)
{
    header(to, name, type, rows, columns);
    CHECK_EQ(fwrite(data, size, rows * (columns ? columns : 1), to),
             rows * (columns ? columns : 1));
}

static void put_features(FILE *to, const adrop_data *data)
{
    const ad_features *f = data->schema.text;
    const size_t n = data->rows->n;

    put(to, "label", "<i4", 4, data->rows->labels, n, 0);
    put(to, "train", "<u4", 4, data->part[ADROP_PART_TRAIN], data->n_part[ADROP_PART_TRAIN], 0);
    if (f->components) {
        put(to, "singular", "<f8", 8, f->singular, f->settings.rank, 0);
        put(to, "components", "<f4", 4, f->components, f->n, f->settings.rank);
        put(to, "rows", "<f4", 4, data->text_rows.dense, n, f->settings.rank);
        return;
    }
    const ad_sparse *s = &data->text_rows.sparse;
    put(to, "start", "<u8", 8, s->start, n + 1, 0);
    put(to, "column", "<u4", 4, s->column, s->start[n], 0);
    put(to, "value", "<f4", 4, s->value, s->start[n], 0);
    size_t size = 0;
    for (size_t i = 0; i < f->n; i++)
        size += strlen(ad_features_term(f, i)) + 1;
    header(to, "terms", "<u1", size, 0);
    for (size_t i = 0; i < f->n; i++)
        CHECK(fprintf(to, "%s\n", ad_features_term(f, i)) > 0);
}

static void put_case(FILE *to, const char *folder, const char *features, int threads, size_t ngrams)
{
    adrop_data_opts o;
    adrop_data *data;
    adrop_ctx *ctx;

    adrop_ctx_opts c;
    adrop_ctx_opts_init(&c);
    c.threads = threads;
    CHECK_EQ(adrop_ctx_create(&c, &ctx), ADROP_OK);
    adrop_data_opts_init(&o);
    o.data = "reuters21578", o.data_dir = folder;
    o.terms.features = features;
    o.terms.ngrams = ngrams;
    CHECK_EQ(adrop_data_open(ctx, &o, &data), ADROP_OK);
    fprintf(to, "{\"case\": \"%s\", \"threads\": %d, \"ngrams\": %zu}\n", features, threads,
            ngrams);
    if (threads == 1) {
        put(to, "text", "<u1", 1, data->rows->texts.bytes, data->rows->texts.start[data->rows->n],
            0);
        put(to, "text_start", "<u8", 8, data->rows->texts.start, data->rows->n + 1, 0);
    }
    put_features(to, data);
    adrop_data_free(data);
    adrop_ctx_free(ctx);
}

int main(int argc, char **argv)
{
    FILE *to = argc == 3 ? fopen(argv[2], "wb") : NULL;

    CHECK(to != NULL);
    if (!to)
        return 1;
    for (int threads = 1; threads <= 4; threads *= 2) {
        put_case(to, argv[1], "tfidf", threads, 1);
        put_case(to, argv[1], "lsa:10", threads, 1);
    }
    put_case(to, argv[1], "tfidf", 1, 2);
    CHECK_EQ(fclose(to), 0);
    return check_done > 0 && check_failed == 0 ? 0 : 1;
}
