/* The description of the data in run.json (inputs.h). */
#include "train/inputs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "predict/predictor.h"
#include "rows/dataset.h"
#include "transform/standardise.h"

static const char *const scale_words[] = { "auto", "unit",     "symmetric", "standard",
                                           "none", "row-norm", "other" };
static const char *const task_words[] = { "auto", "classification", "regression" };

static json_t *moments_of(ad_json *b, const adrop_data *data, size_t n, int deviations)
{
    json_t *list = json_array();

    for (size_t c = 0; c < n; c++) {
        double mean, deviation;
        adrop_data_moments(data, c, &mean, &deviation);
        ad_json_append(b, list, ad_json_real(deviations ? deviation : mean));
    }
    return list;
}

static json_t *classes_of(ad_json *b, const adrop_data *data, size_t n)
{
    json_t *names = json_array();

    for (size_t i = 0; i < n; i++)
        ad_json_append(b, names, json_string(adrop_data_class_name(data, i)));
    return names;
}

void ad_inputs_put(ad_json *b, json_t *record, const adrop_data *data)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    json_t *d = json_pack("{s:s, s:[III], s:b, s:s}", "task", task_words[info.task], "shape",
                          (json_int_t)info.channels, (json_int_t)info.height,
                          (json_int_t)info.width, "pixels", info.is_pixels, "scale",
                          scale_words[info.input_scale]);

    if (info.is_text)
        ad_json_put(b, d, "text", json_true());
    if (info.is_pixels)
        ad_json_put(b, d, "top", json_integer(data->rows->top));
    if (!info.is_text &&
        (data->schema.layout.n || data->schema.columns.n || data->schema.categories ||
         data->schema.inputs.n > 1 || info.targets > 1 || info.is_multi_label))
        ad_json_put(b, d, "schema", ad_schema_to_json(b, &data->schema));
    if (!info.is_text && info.input_scale == ADROP_SCALE_STANDARD && data->schema.inputs.n == 1) {
        ad_json_put(b, d, "mean", moments_of(b, data, info.channels, 0));
        ad_json_put(b, d, "deviation", moments_of(b, data, info.channels, 1));
    }
    if (info.task == ADROP_REGRESSION) {
        ad_json_put(b, d, "target_mean", ad_json_real(info.target_mean));
        ad_json_put(b, d, "target_deviation", ad_json_real(info.target_deviation));
    } else {
        ad_json_put(b, d, "n_classes", json_integer((json_int_t)info.classes));
        ad_json_put(b, d, "classes", classes_of(b, data, info.classes));
    }
    ad_json_put(b, record, "inputs", d);
}

static adrop_status inputs_refuse(const ad_folder *f, const char *key)
{
    return ad_fail(f->ctx, ADROP_EFORMAT,
                   "'%s/run.json': '%s' of its inputs is not as it should be", f->path, key);
}

static int read_word(const json_t *d, const char *key, const char *const *words, int n)
{
    const char *word = json_string_value(json_object_get(d, key));

    for (int i = 1; word && i < n; i++) /* 0 is auto, which a run has resolved */
        if (!strcmp(words[i], word))
            return i;
    return 0;
}

static int read_shape(const json_t *shape, ad_schema *s)
{
    size_t *const to[] = { &s->shape.channels, &s->shape.height, &s->shape.width };

    for (size_t i = 0; i < 3; i++) {
        const json_int_t n = json_integer_value(json_array_get(shape, i));
        if (n < 1 || n > (json_int_t)1 << 24)
            return 0;
        *to[i] = (size_t)n;
    }
    return json_array_size(shape) == 3 && ad_shape_fits(s->shape) &&
           (!s->is_pixels || s->shape.channels <= AD_MAX_SIDE);
}

/* The largest value of a pixel; older records lack it, and rows have their own. */
static unsigned read_top(const json_t *d)
{
    const json_int_t top = json_integer_value(json_object_get(d, "top"));

    return top >= 1 && top <= 255 ? (unsigned)top : 255;
}

/* Finite numbers, above `least`. */
static adrop_status read_moments(const ad_folder *f, const json_t *d, const char *key, size_t n,
                                 double least, double **out)
{
    const json_t *list = json_object_get(d, key);
    adrop_status status = json_array_size(list) == n ? AD_NEW(f->ctx, n, "moments", out)
                                                     : inputs_refuse(f, key);

    for (size_t c = 0; !status && c < n; c++) {
        const json_t *x = json_array_get(list, c);
        (*out)[c] = json_number_value(x);
        if (!json_is_number(x) || !((*out)[c] > least))
            status = inputs_refuse(f, key);
    }
    return status;
}

static adrop_status read_standard(const ad_folder *f, const json_t *d, ad_schema *s, unsigned top)
{
    double *mean = NULL, *deviation = NULL;
    adrop_status status = read_moments(f, d, "mean", s->shape.channels, -INFINITY, &mean);

    if (!status)
        status = read_moments(f, d, "deviation", s->shape.channels, 0, &deviation);
    if (!status)
        status = ad_standardise_add(&s->inputs, f->ctx, s->is_pixels ? top : 1, mean, deviation);
    ad_free(f->ctx, mean);
    ad_free(f->ctx, deviation);
    return status;
}

/* The transforms for the word of "scale". */
static adrop_status read_scale(const ad_folder *f, const json_t *d, ad_schema *s)
{
    static const char *const pixels[] = {
        [ADROP_SCALE_UNIT] = "unit", [ADROP_SCALE_SYMMETRIC] = "symmetric"
    };
    const int scale = read_word(d, "scale", scale_words, ADROP_SCALE_OTHER);
    const unsigned top = read_top(d);
    char text[32];

    s->inputs.in = s->inputs.out = s->shape;
    switch (scale) {
    case ADROP_SCALE_STANDARD:
        return read_standard(f, d, s, top);
    case ADROP_SCALE_NONE:
        return ADROP_OK;
    case ADROP_SCALE_ROW_NORM:
        snprintf(text, sizeof text, "row-norm");
        break;
    default: /* already checked to be one of these two */
        snprintf(text, sizeof text, "%s:top=%u", pixels[scale], top);
    }
    const adrop_status status = ad_transforms_add(&s->inputs, f->ctx, text);
    return status ? status : ad_transforms_fit(&s->inputs, f->ctx, s->shape, NULL);
}

static adrop_status read_classes(const ad_folder *f, const json_t *d, ad_schema *s)
{
    const json_t *list = json_object_get(d, "classes");
    const size_t n = json_array_size(list);
    const char **names;
    adrop_status status;

    if (!n || n > AD_MAX_CLASSES)
        return inputs_refuse(f, "classes");
    if ((status = AD_NEW(f->ctx, n, "class names", &names)))
        return status;
    for (size_t i = 0; i < n && !status; i++)
        if (!(names[i] = json_string_value(json_array_get(list, i))))
            status = inputs_refuse(f, "classes");
    if (!status)
        status = ad_names_copy(f->ctx, names, n, &s->classes);
    ad_free(f->ctx, names);
    return status;
}

static adrop_status read_target(const ad_folder *f, const json_t *d, ad_schema *s)
{
    const double mean = json_number_value(json_object_get(d, "target_mean"));
    const double deviation = json_number_value(json_object_get(d, "target_deviation"));

    if (!(deviation > 0))
        return inputs_refuse(f, "target_deviation");
    s->target.in = s->target.out = (ad_shape){ 1, 1, 1 };
    return ad_standardise_add(&s->target, f->ctx, 1, &mean, &deviation);
}

/* Read the schema from the run's model. */
static adrop_status read_from_model(ad_folder *f, ad_schema *s)
{
    adrop_predictor *p;
    adrop_status status = adrop_predictor_open(f->ctx, f->path, NULL, &p);

    if (status)
        return status;
    status = p->has_schema && p->schema.text
                 ? ad_schema_copy(&p->schema, f->ctx, s)
                 : ad_fail(f->ctx, ADROP_EFORMAT,
                           "'%s': its record is of documents, and its model does not say what "
                           "becomes of them",
                           f->path);
    adrop_predictor_free(p);
    return status;
}

adrop_status ad_inputs_read(ad_folder *f, ad_schema *s, int *found)
{
    const json_t *d = json_object_get(f->record, "inputs");
    adrop_status status;

    *s = (ad_schema){ 0 };
    *found = d != NULL;
    if (!d)
        return ADROP_OK;
    if (json_is_true(json_object_get(d, "text"))) /* its terms are only in the model */
        return read_from_model(f, s);
    if (json_object_get(d, "schema")) {
        char where[AD_PATH_SIZE];
        snprintf(where, sizeof where, "%.*s/run.json", AD_PATH_SIZE - 16, f->path);
        return ad_schema_from_json(f->ctx, where, json_object_get(d, "schema"), s);
    }
    s->task = (adrop_task)read_word(d, "task", task_words, 3);
    s->is_pixels = json_is_true(json_object_get(d, "pixels"));
    if (!s->task || !read_word(d, "scale", scale_words, ADROP_SCALE_OTHER))
        return inputs_refuse(f, s->task ? "scale" : "task");
    if (!read_shape(json_object_get(d, "shape"), s))
        return inputs_refuse(f, "shape");
    if ((status = read_scale(f, d, s)))
        return status;
    status = s->task == ADROP_CLASSIFICATION ? read_classes(f, d, s) : read_target(f, d, s);
    return status ? status : ad_schema_settle(s, f->ctx);
}
