/* Models as ONNX files (adrop/exchange.h): settings, metadata, and the order of the parts. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "adrop/version.h"
#include "base/base64.h"
#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "exchange/export_impl.h"
#include "model/file.h"
#include "model/sampling.h"

static const char *const format_words[] = { "onnx", NULL };

#define ROW(name_, kind_, field_)                                                                  \
  .name = name_, .kind = kind_, .offset = offsetof(adrop_export_opts, field_),                     \
  .group = ADROP_GROUP_OWN

static const adrop_option options[] = {
    { ROW("format", ADROP_OPT_CHOICE, format), .words = format_words,
      .help = "of the file: opset 13 of ONNX" },
    { ROW("samples", ADROP_OPT_COUNT, samples), .max = 1e5,
      .help = "noisy passes inside the graph; 0: the network without noise" },
    { 0 },
};

const adrop_option *adrop_export_options(void)
{
    return options;
}

void adrop_export_opts_init_sized(adrop_export_opts *opts, size_t size)
{
    adrop_export_opts mine = { 0 };

    adrop_options_default(options, &mine);
    ad_struct_init(opts, size, &mine, sizeof mine);
}

/* -- Metadata ------------------------------------------------------------------------ */

/* A list of names as a JSON array. */
static adrop_status put_names(ad_exporting *e, const char *key, const ad_names *names)
{
    ad_json b = { 0 };
    json_t *list = json_array();
    char *text = NULL;

    for (size_t i = 0; i < names->n; i++)
        ad_json_append(&b, list, ad_json_string(names->at[i]));
    adrop_status status = ad_json_end(&b, e->ctx, "the metadata", &list);
    if (!status)
        status = ad_json_text(e->ctx, list, JSON_COMPACT, &text);
    if (!status && names->n)
        ad_onnx_metadata(&e->g, key, text);
    json_decref(list);
    ad_free(e->ctx, text);
    return status;
}

/* "4,784"; "" for a single number. */
static void put_shape(ad_exporting *e, const ad_param *p)
{
    char key[AD_TENSOR_NAME_SIZE + 16], shape[96] = "";

    for (size_t i = 0; i < p->n_dims; i++)
        snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s%zu", i ? "," : "",
                 p->dim[i]);
    snprintf(key, sizeof key, "adrop.shape.%s", p->name);
    ad_onnx_metadata(&e->g, key, shape);
}

/* A tensor that no node reads, as text. */
static adrop_status put_tensor(ad_exporting *e, size_t i, float *values)
{
    const ad_param *p = e->m->tensor[i];
    char key[AD_TENSOR_NAME_SIZE + 16], *text = NULL;
    adrop_status status = adrop_model_get(e->m, i, values);

    if (!status)
        status = ad_base64_write(e->ctx, values, p->n * sizeof *values, &text);
    if (status)
        return status;
    snprintf(key, sizeof key, "adrop.tensor.%s", p->name);
    ad_onnx_metadata(&e->g, key, text);
    ad_free(e->ctx, text);
    put_shape(e, p);
    return ADROP_OK;
}

static adrop_status put_tensors(ad_exporting *e)
{
    float *values;
    adrop_status status = AD_NEW_UNSET(e->ctx, e->m->most, "the largest tensor", &values);

    for (size_t i = 0; i < e->m->n_tensors && !status; i++)
        if (!ad_onnx_has_tensor(e->m, i))
            status = put_tensor(e, i, values);
    ad_free(e->ctx, values);
    return status;
}

/* The texts of the model's own file, under "adrop.", and the same in readable form. */
static adrop_status put_metadata(ad_exporting *e)
{
    ad_model_texts texts;
    char number[32];
    adrop_status status;

    ad_model_texts_of(e->m, &texts);
    for (size_t i = 0; i < texts.n; i++) {
        char key[64];
        snprintf(key, sizeof key, "adrop.%s", texts.text[i].key);
        ad_onnx_metadata(&e->g, key, texts.text[i].value);
    }
    snprintf(number, sizeof number, "%zu", e->opts.samples);
    ad_onnx_metadata(&e->g, "samples", number);
    ad_onnx_metadata(&e->g, "technique", e->m->options.dropout);
    ad_onnx_metadata(&e->g, "version", adrop_version());
    if (e->opts.data && *e->opts.data)
        ad_onnx_metadata(&e->g, "data", e->opts.data);
    if (e->opts.threshold > 0)
        ad_onnx_metadata(&e->g, "conformal_level", AD_NUM(e->opts.level));
    if (e->schema.text)
        ad_onnx_metadata(&e->g, "rows", "features of documents; the text's own steps are not here");
    if ((status = put_names(e, "classes", &e->schema.classes)) ||
        (status = put_names(e, "columns", &e->schema.columns)) ||
        (status = put_names(e, "targets", &e->schema.answers)))
        return status;
    return put_tensors(e);
}

/* -- The call ------------------------------------------------------------------------ */

static adrop_status check_passes(ad_exporting *e)
{
    const ad_graph *graph = e->m->graph;
    adrop_status status = ADROP_OK;

    if (!e->opts.samples)
        return ADROP_OK;
    if (!ad_model_is_random(e->m))
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "the network has no layer that draws: export it with `samples` 0");
    for (size_t i = 0; i < graph->n && !status; i++)
        if (ad_layer_technique(graph->layer[i]))
            status = ad_export_check_noise(e, graph->layer[i]);
    return status;
}

/* Check the calibration that sets and intervals need. */
static adrop_status check_calibration(const ad_exporting *e)
{
    const adrop_export_opts *o = &e->opts;
    const int is_value = e->m->options.loss == ADROP_LOSS_SQUARED;

    if (!(o->threshold >= 0) || !(o->noise >= 0) || !(o->level >= 0 && o->level < 1) ||
        isinf(o->noise))
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "adrop_export_opts: threshold %s, noise %s and level %s of a calibration: "
                       "give those that adrop/calibration.h tells",
                       AD_NUM(o->threshold), AD_NUM(o->noise), AD_NUM(o->level));
    if (o->threshold > 0 &&
        (e->m->options.loss == ADROP_LOSS_BINARY || (is_value && e->m->options.outputs != 1)))
        return ad_fail(e->ctx, ADROP_EINVAL,
                       "sets and intervals are those of classes that exclude each other and of one "
                       "target: export without a threshold");
    return ADROP_OK;
}

static adrop_status export_build(ad_exporting *e)
{
    ad_exported out;
    adrop_status status = check_calibration(e);

    if (!status)
        status = check_passes(e);

    if (!status && e->m->schema_text) {
        status = ad_schema_read(e->ctx, "the model's schema", e->m->schema_text, &e->schema);
        e->has_schema = !status;
    }
    if (!status)
        status = AD_NEW(e->ctx, e->m->graph->n, "the graph", &e->layer);
    if (status || (status = ad_export_layers(e, &out)))
        return status;
    ad_export_outputs(e, out);
    return put_metadata(e);
}

adrop_status adrop_model_export(const adrop_model *m, const adrop_export_opts *opts,
                                const char *path)
{
    ad_exporting e = { .ctx = m->ctx, .m = m, .g = ad_onnx_begin(m->ctx) };
    adrop_status status = ad_check_given(m->ctx, "path", path);

    adrop_export_opts_init(&e.opts);
    if (!status && opts)
        status = AD_SETTINGS_READ(m->ctx, adrop_export_opts, options, &e.opts, opts);
    if (!status && !(status = export_build(&e)))
        status = ad_onnx_write(&e.g, m, path);
    ad_schema_release(&e.schema, m->ctx);
    ad_free(m->ctx, e.layer);
    ad_onnx_release(&e.g);
    return status;
}
