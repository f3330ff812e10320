/* Models out to other runtimes and in from them: ONNX.
 *
 *     adrop_export_opts o;
 *     adrop_export_opts_init(&o);
 *     o.samples = 50;
 *     adrop_model_export(model, &o, "model.onnx");
 *
 * The graph takes raw rows: filling of gaps, categories and scaling are its first nodes. Its
 * metadata say what the model is, to the bit. docs/exchange.md has the names of inputs, outputs and
 * metadata. */
#ifndef ADROP_EXCHANGE_H
#define ADROP_EXCHANGE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* onnx: opset 13, and ai.onnx.ml for columns of words. */
typedef enum adrop_export_format { ADROP_EXPORT_ONNX } adrop_export_format;

typedef struct adrop_export_opts {
    size_t size;                /* sizeof(adrop_export_opts), set by the init call */
    adrop_export_format format; /* onnx */
    size_t samples;             /* noisy passes inside the graph; 0: the network without noise */
    const char *data;           /* what identifies the training data, for the metadata; NULL: not
                                   said */
    double threshold;           /* of a calibration (adrop_calibration_threshold); above 0: classes
                                   with 1 - probability at most this are an output, or of one target
                                   mean -+ threshold sqrt(std^2 + noise^2) are two */
    double noise;               /* of a calibration, of values */
    double level;               /* of the threshold, for the metadata */
} adrop_export_opts;

#define adrop_export_opts_init(opts) adrop_export_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_export_opts_init_sized(adrop_export_opts *opts, size_t size);
/* Its option table (option.h): format and samples. */
ADROP_API const adrop_option *adrop_export_options(void);

/* Write the file, whole or not at all. opts may be NULL: the defaults. Memory is that of the
 * largest tensor. ADROP_EINVAL, with what can be exported, for passes of a technique that has no
 * form in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for weights
 * that are not finite; ADROP_EDISK for a file that cannot be written. */
ADROP_API adrop_status adrop_model_export(const adrop_model *m, const adrop_export_opts *opts,
                                          const char *path);

/* The model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file that
 * adrop_model_export wrote gives the model back, to the bit. Any other becomes a network of layers
 * with its weights, without a schema: `adrop_model_network` gives its text. ADROP_EFORMAT for a
 * file that is broken; ADROP_EINVAL, naming them, for nodes that no layer computes. */
ADROP_API adrop_status adrop_model_import(adrop_ctx *ctx, const char *path,
                                          const adrop_model_file_opts *opts, adrop_model **out);

ADROP_END_DECLS

#endif
