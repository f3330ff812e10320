/* adrop export: write a trained model for other runtimes. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "adrop/calibration.h"
#include "adrop/exchange.h"
#include "adrop/predict.h"
#include "adrop/record.h"
#include "command.h"
#include "document_out.h"
#include "kept.h"
#include "out.h"

typedef struct {
    command_common common;
    adrop_export_opts opts;
    const char *output;
    double conformal;
} settings;

static const adrop_option options[] = {
    { ROW("output", ADROP_OPT_TEXT, output), .group = ADROP_GROUP_OUTPUT,
      .traits = ADROP_TRAIT_COMMON, .letter = 'o', .value = "FILE",
      .help = "write to this file; if not given, model.onnx in the run's folder or, of a model's "
              "file, beside it" },
    { ROW("conformal", ADROP_OPT_REAL, conformal), .max = 1, .open = ADROP_OPEN_MAX,
      .value = "LEVEL", .group = ADROP_GROUP_OWN,
      .help = "of a run that 'adrop uncertainty' calibrated with as many samples: sets of classes "
              "or an interval that hold the truth with this probability, as outputs" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop export runs/digits-advanced-1", "the network without noise, for any ONNX runtime" },
    { "adrop export runs/digits-advanced-1 --samples 50 --output sampling.onnx",
      "a graph that draws 50 masks a row: one call gives mean, std, entropy and mutual "
      "information" },
    { 0 },
};

static const char *const usage[] = {
    "adrop export RUN|MODEL [--format onnx] [--samples S] [--conformal LEVEL]\n"
    "             [--output FILE] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "RUN|MODEL", "the folder of a run, or a model's file" },
    { 0 },
};

static int is_folder(const char *path)
{
    struct stat info;

    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

/* RUN/model.onnx, or MODEL with another extension. */
static const char *usual_output(adrop_ctx *ctx, const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    const size_t n = strlen(path);

    if (is_folder(path))
        return kept(ctx, "%s%smodel.onnx", path, path[n - 1] == '/' ? "" : "/");
    return kept(ctx, "%.*s.onnx", dot ? (int)(dot - path) : (int)n, path);
}

/* "digits, 1437 training rows, xxh3 60c8429eaf1a497a"; NULL without a record. */
static const char *data_of(adrop_ctx *ctx, const char *path)
{
    const char *text = NULL;
    adrop_record *r;

    if (!is_folder(path) || adrop_record_open(ctx, path, &r))
        return NULL;
    const char *name = adrop_record_text(r, "data.name"),
               *sum = adrop_record_text(r, "rows.train.xxh3");
    const double n = adrop_record_number(r, "rows.train.n");
    if (name && sum && !isnan(n))
        text = kept(ctx, "%s, %.0f training rows, xxh3 %s", name, n, sum);
    adrop_record_free(r);
    return text;
}

/* The run's calibration; without --conformal none. */
static adrop_status calibrate(const command_call *call, const adrop_model *model,
                              adrop_export_opts *export_opts)
{
    const settings *s = call->settings;
    adrop_calibration_info info;
    adrop_calibration *c;

    if (s->conformal <= 0)
        return ADROP_OK;
    adrop_status status = adrop_calibration_open(call->ctx, call->arguments[0], model,
                                                 export_opts->samples, &c);
    if (status)
        return status;
    adrop_calibration_describe(c, &info);
    export_opts->level = s->conformal;
    export_opts->noise = info.classes ? 0 : info.noise;
    status = adrop_calibration_threshold(c, s->conformal, &export_opts->threshold);
    adrop_calibration_free(c);
    return status;
}

static adrop_status export_model(const command_call *call, const char *path, const char *output)
{
    adrop_export_opts export_opts = ((const settings *)call->settings)->opts;
    adrop_predictor_opts opts;
    adrop_predictor *p;

    adrop_predictor_opts_init(&opts);
    opts.batch = 1;
    adrop_status status = adrop_predictor_open(call->ctx, path, &opts, &p);
    if (status)
        return status;
    export_opts.size = sizeof export_opts;
    export_opts.data = data_of(call->ctx, path);
    status = calibrate(call, adrop_predictor_model(p), &export_opts);
    if (!status)
        status = adrop_model_export(adrop_predictor_model(p), &export_opts, output);
    adrop_predictor_free(p);
    return status;
}

static void export_describe(adrop_document *d, const settings *s, const char *output)
{
    struct stat info;
    const double bytes = stat(output, &info) ? 0 : (double)info.st_size;

    adrop_document_text(d, "output", NULL, output);
    adrop_document_count(d, "bytes", NULL, (size_t)bytes);
    adrop_document_count(d, "samples", NULL, s->opts.samples);
    adrop_document_say(d, "wrote '%s', %.0f kB", output, ceil(bytes / 1000));
}

static int export_run(const command_call *call)
{
    const settings *s = call->settings;

    if (!call->n_arguments || !*call->arguments[0]) {
        out_complain("export", "which model? give the folder of a run or a model's file");
        return OUT_USAGE;
    }
    const char *path = call->arguments[0],
               *output = *s->output ? s->output : usual_output(call->ctx, path);
    const adrop_status status = export_model(call, path, output);
    if (status)
        return command_fail(call, status);
    if (s->common.quiet && !s->common.json)
        return OUT_OK;
    adrop_document *d = document_start(call->ctx, "");
    export_describe(d, s, output);
    return document_print(call, d);
}

const command command_export = {
    .name = "export",
    .summary = "write a trained model as an ONNX file",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .parts = { { adrop_export_options, offsetof(settings, opts) } },
    .settings_size = sizeof(settings),
    .run = export_run,
};
