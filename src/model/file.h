/* Model files: tensors under PyTorch's names, and metadata that describe the model, so that it
 * can be made from the file alone.
 *
 *     format       "pt": PyTorch's names and layouts
 *     adrop        the version that wrote it
 *     adrop_format "1": version of the texts below
 *     model        "mlp:800,800"
 *     dropout      "advanced"
 *     dropout_at   "dense-inputs", "hidden", "preactivation", "logits-too", "everywhere"
 *     input        "1,28,28": channels, height, width
 *     outputs      "10"
 *     loss         "softmax", "squared", "binary"
 *     n_train      rows of the training set
 *     seed         of initial weights and noise
 *     dropout_strength  "0.5": strength of the technique (technique/strength.h); omitted
 *                  if it is 1
 *     schema       what raw rows and outputs mean, as JSON (rows/schema.h); omitted if the model
 *                  has none
 *
 * No date, path, host or number of threads: equal models give equal files. A checkpoint
 * (trainer/checkpoint.h) has the same texts and its tensors under "model/". Files of older
 * versions have only the first two, model and dropout; they can be loaded into a model that was
 * made from options. */
#ifndef AD_MODEL_FILE_H
#define AD_MODEL_FILE_H

#include "adrop/number.h"
#include "base/tensorfile.h"
#include "model/model.h"

#define AD_CHECKPOINT_PREFIX "model/"

#define AD_MODEL_FILE_LIMIT ((size_t)1 << 36) /* bytes */

enum { AD_MODEL_TEXTS = 14 };

/* The texts of a model, and storage for the numbers among them. */
typedef struct ad_model_texts {
    ad_file_text text[AD_MODEL_TEXTS]; /* (n) */
    size_t n;
    char input[80], outputs[24], n_train[24], seed[24], strength[ADROP_NUMBER_SIZE];
} ad_model_texts;

void ad_model_texts_of(const adrop_model *m, ad_model_texts *out);

/* The options of the model in a file; their texts point into the file. ADROP_EFORMAT names the
 * text that is missing or wrong; messages refer to the file by name. */
adrop_status ad_model_texts_read(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                 adrop_model_opts *out);

/* The dropout strength of the file's model; 1 if the file has none. ADROP_EFORMAT. */
adrop_status ad_model_text_strength(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                    double *strength);

/* The text of the network in a file, freed with ad_free; NULL if the file has none. */
AD_LAB adrop_status ad_model_file_network(adrop_ctx *ctx, const char *path, char **text);

/* May a file contain this text? Not if the text names another file. */
int ad_model_text_is_trusted(const char *model);

/* A file and the prefix of the model's tensors in it. */
typedef struct ad_model_file {
    const char *name; /* for messages */
    const ad_tensorfile *file;
    const char *prefix; /* of the model's tensors: "", or the one that checkpoints use */
} ad_model_file;

ad_model_file ad_model_file_of(const char *name, const ad_tensorfile *file);

/* The file's tensor that holds a parameter's values, or NULL. */
const ad_file_tensor *ad_model_file_find(const ad_model_file *f, const ad_param *p);

/* Names of tensors in one sentence: as many as fit, then "...". */
typedef struct ad_name_list {
    char text[512];
    size_t n;
} ad_name_list;

__attribute__((format(printf, 2, 3))) void ad_name_list_add(ad_name_list *list, const char *format,
                                                            ...);

/* The next tensor of the file, from index *at on, that the graph does not have; NULL: no more.
 * PyTorch's counters num_batches_tracked, which no layer needs, are skipped. */
const char *ad_model_file_unknown(const ad_model_file *f, const ad_graph *g, size_t *at);

/* Is every tensor of the graph in the file, with its shape and finite values? Other tensors are
 * refused, except those that may be ignored. dropout is the graph's. */
adrop_status ad_model_file_check(adrop_ctx *ctx, const ad_model_file *f, const ad_graph *g,
                                 const char *dropout);

/* Copy the values into the model. ad_model_file_check has succeeded. */
adrop_status ad_model_file_take(adrop_model *m, const ad_model_file *f);

/* adrop_model_open_file and adrop_model_read; only_forward: without memory for gradients. */
adrop_status ad_model_file_open(adrop_ctx *ctx, const char *path, const adrop_model_file_opts *opts,
                                int only_forward, adrop_model **out);
adrop_status ad_model_file_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                const adrop_model_file_opts *opts, int only_forward,
                                adrop_model **out);

#endif
