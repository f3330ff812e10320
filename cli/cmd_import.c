/* adrop import: a network and its weights from an ONNX file. */
#include <stdio.h>
#include <string.h>

#include "adrop/exchange.h"
#include "adrop/graph.h"
#include "command.h"
#include "document_out.h"
#include "kept.h"
#include "out.h"

typedef struct {
    command_common common;
    const char *model_out, *weights_out;
} settings;

static const adrop_option options[] = {
    { ROW("model-out", ADROP_OPT_TEXT, model_out), .group = ADROP_GROUP_OUTPUT, .value = "NET.yaml",
      .help = "write the network to this file; if not given, beside FILE, as .yaml" },
    { ROW("weights-out", ADROP_OPT_TEXT, weights_out), .group = ADROP_GROUP_OUTPUT,
      .value = "W.safetensors",
      .help = "write the weights to this file; if not given, beside FILE, as .safetensors" },
    { 0 },
};

static const command_note examples[] = {
    { "adrop import resnet.onnx", "resnet.yaml and resnet.safetensors" },
    { "adrop train --data photos --model resnet.yaml --init resnet.safetensors --dropout advanced",
      "train on from there, with dropout" },
    { 0 },
};

static const char *const usage[] = {
    "adrop import FILE.onnx [--model-out NET.yaml] [--weights-out W.safetensors] [--json]",
    NULL,
};

static const command_note arguments[] = {
    { "FILE.onnx", "a network in the operators that adrop has" },
    { 0 },
};

/* FILE with another extension. */
static const char *beside(adrop_ctx *ctx, const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');

    return kept(ctx, "%.*s%s", dot ? (int)(dot - path) : (int)strlen(path), path, ending);
}

static int put_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    const int bad = !f || fputs(text, f) < 0;

    return (f && fclose(f)) || bad;
}

/* Write the network as a YAML file. A dropout without a technique marks the place for --dropout; so
 * a model without dropout is read again with some. */
static adrop_status write_network(const command_call *call, const char *from, adrop_model **m,
                                  const char *path)
{
    adrop_model_file_opts opts;
    adrop_model_info info;
    char *text = NULL, *yaml = NULL;
    adrop_graph *g = NULL;
    adrop_status status = ADROP_OK;

    adrop_model_describe(*m, &info);
    adrop_model_file_opts_init(&opts);
    opts.dropout = "bernoulli";
    if (!info.n_dropouts) {
        adrop_model_free(*m);
        status = adrop_model_import(call->ctx, from, &opts, m);
    }
    if (!status)
        status = adrop_model_network(*m, &text);
    if (!status)
        status = adrop_graph_read(call->ctx, text, &g);
    if (!status)
        status = adrop_graph_yaml(g, &yaml);
    if (!status && put_text(path, yaml))
        status = ADROP_EDISK;
    adrop_graph_free(g);
    adrop_free(call->ctx, text);
    adrop_free(call->ctx, yaml);
    return status;
}

static void describe(adrop_document *d, const adrop_model *m, const char *network,
                     const char *weights)
{
    adrop_model_info info;

    adrop_model_describe(m, &info);
    adrop_document_text(d, "model", NULL, network);
    adrop_document_text(d, "weights", NULL, weights);
    adrop_document_count(d, "layers", NULL, info.n_layers);
    adrop_document_count(d, "params", NULL, info.n_params);
    adrop_document_say(d, "wrote '%s' and '%s': %zu layers, %zu parameters", network, weights,
                       info.n_layers, info.n_params);
}

static int run(const command_call *call)
{
    const settings *s = call->settings;
    adrop_model *m;

    if (!call->n_arguments || !*call->arguments[0]) {
        out_complain("import", "which file? give an ONNX file");
        return OUT_USAGE;
    }
    const char *path = call->arguments[0];
    const char *network = *s->model_out ? s->model_out : beside(call->ctx, path, ".yaml"),
               *weights = *s->weights_out ? s->weights_out
                                          : beside(call->ctx, path, ".safetensors");
    adrop_status status = adrop_model_import(call->ctx, path, NULL, &m);
    if (status)
        return command_fail(call, status);
    if (!(status = adrop_model_save(m, weights)) &&
        (status = write_network(call, path, &m, network)) == ADROP_EDISK) {
        out_complain("import", "'%s' cannot be written", network);
        adrop_model_free(m);
        return OUT_FAILED;
    }
    if (status || (s->common.quiet && !s->common.json)) {
        adrop_model_free(m);
        return status ? command_fail(call, status) : OUT_OK;
    }
    adrop_document *d = document_start(call->ctx, "");
    describe(d, m, network, weights);
    adrop_model_free(m);
    return document_print(call, d);
}

const command command_import = {
    .name = "import",
    .summary = "take a network and its weights from an ONNX file",
    .examples = examples,
    .usage = usage,
    .arguments = arguments,
    .most_arguments = 1,
    .options = options,
    .settings_size = sizeof(settings),
    .run = run,
};
