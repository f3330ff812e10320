/* Model exchange with other runtimes: ONNX export and import.
 *
 *     adrop_export_opts o;
 *     adrop_export_opts_init(&o);
 *     o.samples = 50;
 *     adrop_model_export(model, &o, "model.onnx");
 *
 * The graph takes raw rows: imputation, encoding of categories and scaling are its first nodes. Its
 * metadata describe the model exactly. docs/exchange.md lists the inputs, outputs and metadata. */
#ifndef ADROP_EXCHANGE_H
#define ADROP_EXCHANGE_H

#include <stddef.h>

#include "adrop/context.h"
#include "adrop/export.h"
#include "adrop/model.h"
#include "adrop/option.h"
#include "adrop/status.h"

ADROP_BEGIN_DECLS

/* onnx: opset 13, with ai.onnx.ml for columns of words. */
typedef enum adrop_export_format { ADROP_EXPORT_ONNX } adrop_export_format;

typedef struct adrop_export_opts {
    size_t size;                /* sizeof(adrop_export_opts), set by the init call */
    adrop_export_format format; /* onnx */
    size_t samples;             /* noisy passes in the graph; 0: the network without noise */
    const char *data;           /* a description of the training data, for the metadata; NULL:
                                   none */
    double threshold;           /* of a calibration (adrop_calibration_threshold). If positive,
                                   there are additional outputs: the classes with 1 - probability at
                                   most this or, for one target, the interval ends mean -+ threshold
                                   sqrt(std^2 + noise^2) */
    double noise;               /* of a calibration, for regression */
    double level;               /* of the threshold, for the metadata */
} adrop_export_opts;

#define adrop_export_opts_init(opts) adrop_export_opts_init_sized((opts), sizeof *(opts))
ADROP_API void adrop_export_opts_init_sized(adrop_export_opts *opts, size_t size);
/* Its option table (option.h): format and samples. */
ADROP_API const adrop_option *adrop_export_options(void);

/* Write the file atomically. opts may be NULL: the defaults. The memory needed is that of the
 * largest tensor. ADROP_EINVAL, naming what can be exported, for samples of a technique that cannot
 * be expressed in a graph or of a network without noise; ADROP_ENUMERIC, naming the tensor, for
 * weights that are not finite; ADROP_EDISK if the file cannot be written. */
ADROP_API adrop_status adrop_model_export(const adrop_model *m, const adrop_export_opts *opts,
                                          const char *path);

/* Create the model of an ONNX file, freed with adrop_model_free; opts may be NULL. A file from
 * adrop_model_export restores the model bit for bit. Any other file becomes a network of layers
 * with its weights and without a schema; adrop_model_network returns its text. ADROP_EFORMAT for an
 * invalid file; ADROP_EINVAL, naming them, for nodes that no layer computes. */
ADROP_API adrop_status adrop_model_import(adrop_ctx *ctx, const char *path,
                                          const adrop_model_file_opts *opts, adrop_model **out);

ADROP_END_DECLS

#endif
