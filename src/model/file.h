/* Model files: tensors under PyTorch's names, and in the metadata what the model is, so that one
 * can be made from the file alone.
 *
 *     format       "pt": PyTorch's names and layouts
 *     adrop        the version that wrote it
 *     adrop_format "1": of the texts below
 *     model        "mlp:800,800"
 *     dropout      "advanced"
 *     dropout_at   "dense-inputs", "hidden", "preactivation", "logits-too", "everywhere"
 *     input        "1,28,28": channels, height, width
 *     outputs      "10"
 *     loss         "softmax", "squared", "binary"
 *     n_train      rows of the training set
 *     seed         of initial weights and noise
 *     dropout_strength  "0.5": how much of the technique there is (technique/strength.h); left out
 *                  if it is 1
 *     schema       what raw rows and outputs mean, as JSON (rows/schema.h); left out if the model
 *                  has none
 *
 * No date, path, host or number of threads: equal models are equal files. A checkpoint
 * (trainer/checkpoint.h) has the same texts and its tensors under "model/". Files of older
 * versions have the first two and model and dropout only; they can be loaded into a model that was
 * made from options. */
#ifndef AD_MODEL_FILE_H
#define AD_MODEL_FILE_H

#include "adrop/number.h"
#include "base/tensorfile.h"
#include "model/model.h"

#define AD_CHECKPOINT_PREFIX "model/"

#define AD_MODEL_FILE_LIMIT ((size_t)1 << 36) /* bytes */

enum { AD_MODEL_TEXTS = 14 };

/* The texts of a model, and room for numbers among them. */
typedef struct ad_model_texts {
    ad_file_text text[AD_MODEL_TEXTS]; /* (n) */
    size_t n;
    char input[80], outputs[24], n_train[24], seed[24], strength[ADROP_NUMBER_SIZE];
} ad_model_texts;

void ad_model_texts_of(const adrop_model *m, ad_model_texts *out);

/* The options of the model in a file, its texts pointing into the file. ADROP_EFORMAT with the
 * text that is missing or wrong; name is what messages call the file. */
adrop_status ad_model_texts_read(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                 adrop_model_opts *out);

/* How much dropout the file's model has; 1 if it does not say. ADROP_EFORMAT. */
adrop_status ad_model_text_strength(adrop_ctx *ctx, const char *name, const ad_tensorfile *file,
                                    double *strength);

/* The text of the network in a file, freed with ad_free; NULL if the file does not say it. */
AD_LAB adrop_status ad_model_file_network(adrop_ctx *ctx, const char *path, char **text);

/* May a file hold this text? Not one that would have another file read. */
int ad_model_text_is_trusted(const char *model);

/* A file and where the model's tensors are in it. */
typedef struct ad_model_file {
    const char *name; /* what messages call it */
    const ad_tensorfile *file;
    const char *prefix; /* of the model's tensors: "", or that of checkpoints */
} ad_model_file;

ad_model_file ad_model_file_of(const char *name, const ad_tensorfile *file);

/* The file's tensor that a parameter takes its values from, or NULL. */
const ad_file_tensor *ad_model_file_find(const ad_model_file *f, const ad_param *p);

/* Names of tensors in one sentence: as many as fit, then "...". */
typedef struct ad_name_list {
    char text[512];
    size_t n;
} ad_name_list;

__attribute__((format(printf, 2, 3))) void ad_name_list_add(ad_name_list *list, const char *format,
                                                            ...);

/* The next tensor of the file, from number *at on, that is none of the graph's; NULL: no other.
 * PyTorch's counters num_batches_tracked, which no layer needs, are passed over. */
const char *ad_model_file_unknown(const ad_model_file *f, const ad_graph *g, size_t *at);

/* Is every tensor of the graph in the file, in its shape and with finite values, and nothing else
 * but what may be left out? dropout is the graph's. */
adrop_status ad_model_file_check(adrop_ctx *ctx, const ad_model_file *f, const ad_graph *g,
                                 const char *dropout);

/* Take the values over. ad_model_file_check has agreed. */
adrop_status ad_model_file_take(adrop_model *m, const ad_model_file *f);

/* adrop_model_open_file and adrop_model_read; only_forward: without memory for gradients. */
adrop_status ad_model_file_open(adrop_ctx *ctx, const char *path, const adrop_model_file_opts *opts,
                                int only_forward, adrop_model **out);
adrop_status ad_model_file_read(adrop_ctx *ctx, const void *bytes, size_t size,
                                const adrop_model_file_opts *opts, int only_forward,
                                adrop_model **out);

#endif
