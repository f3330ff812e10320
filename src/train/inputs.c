/* What run.json keeps of the data (inputs.h). */
#include "train/inputs.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/json_text.h"
#include "base/memory.h"
#include "data/raw.h"

static const char *const scale_words[] = { "auto",     "unit", "symmetric",
                                           "standard", "none", "row-norm" };
static const char *const task_words[] = { "auto", "classification", "regression" };

static json_t *moments_of(const adrop_data *data, size_t n, int deviations)
{
    json_t *list = json_array();

    for (size_t c = 0; c < n; c++) {
        double mean, deviation;
        adrop_data_moments(data, c, &mean, &deviation);
        json_array_append_new(list, ad_json_real(deviations ? deviation : mean));
    }
    return list;
}

void ad_inputs_put(json_t *record, const adrop_data *data)
{
    adrop_data_info info;
    adrop_data_describe(data, &info);
    json_t *d = json_pack("{s:s, s:[III], s:b, s:s}", "task", task_words[info.task], "shape",
                          (json_int_t)info.channels, (json_int_t)info.height,
                          (json_int_t)info.width, "pixels", info.is_pixels, "scale",
                          scale_words[info.input_scale]);

    if (info.input_scale == ADROP_SCALE_STANDARD) {
        json_object_set_new(d, "mean", moments_of(data, info.channels, 0));
        json_object_set_new(d, "deviation", moments_of(data, info.channels, 1));
    }
    if (info.task == ADROP_REGRESSION) {
        json_object_set_new(d, "target_mean", ad_json_real(info.target_mean));
        json_object_set_new(d, "target_deviation", ad_json_real(info.target_deviation));
    } else {
        json_t *names = json_array();
        for (size_t i = 0; i < info.classes; i++) /* what is not UTF-8 is not appended */
            json_array_append_new(names, json_string(adrop_data_class_name(data, i)));
        json_object_set_new(d, "n_classes", json_integer((json_int_t)info.classes));
        if (json_array_size(names) != info.classes) {
            json_decref(names);
            json_decref(d);
            return;
        }
        json_object_set_new(d, "classes", names);
    }
    json_object_set_new(record, "inputs", d);
}

static adrop_status refuse(const ad_folder *f, const char *key)
{
    return ad_fail(f->ctx, ADROP_EFORMAT,
                   "'%s/run.json': '%s' of its inputs is not as it should be", f->path, key);
}

static int read_word(const json_t *d, const char *key, const char *const *words, int n)
{
    const char *word = json_string_value(json_object_get(d, key));

    for (int i = 1; word && i < n; i++) /* 0 is auto, which a run has settled */
        if (!strcmp(words[i], word))
            return i;
    return 0;
}

static int read_shape(const json_t *shape, ad_frame *frame)
{
    size_t *const to[] = { &frame->channels, &frame->height, &frame->width };

    for (size_t i = 0; i < 3; i++) {
        const json_int_t n = json_integer_value(json_array_get(shape, i));
        if (n < 1 || n > (json_int_t)1 << 24)
            return 0;
        *to[i] = (size_t)n;
    }
    return json_array_size(shape) == 3;
}

/* Finite numbers, above `least`. */
static adrop_status read_moments(const ad_folder *f, const json_t *d, const char *key, size_t n,
                                 double least, double **out)
{
    const json_t *list = json_object_get(d, key);
    adrop_status status = json_array_size(list) == n
                              ? ad_alloc(f->ctx, n, sizeof **out, "moments", out)
                              : refuse(f, key);

    for (size_t c = 0; !status && c < n; c++) {
        const json_t *x = json_array_get(list, c);
        (*out)[c] = json_number_value(x);
        if (!json_is_number(x) || !((*out)[c] > least))
            status = refuse(f, key);
    }
    return status;
}

static adrop_status read_classes(const ad_folder *f, const json_t *d, ad_frame *frame)
{
    const json_t *names = json_object_get(d, "classes");
    adrop_status status = ADROP_OK;

    frame->n_classes = json_array_size(names);
    if (!frame->n_classes || frame->n_classes > AD_MAX_CLASSES)
        return refuse(f, "classes");
    for (size_t i = 0; i < frame->n_classes && !status; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        status = name ? ad_bytes_append(f->ctx, &frame->classes, name, strlen(name) + 1,
                                        "class names")
                      : refuse(f, "classes");
    }
    return status;
}

adrop_status ad_inputs_read(ad_folder *f, ad_frame *frame, int *found)
{
    const json_t *d = json_object_get(f->record, "inputs");
    adrop_status status = ADROP_OK;

    *frame = (ad_frame){ .target_deviation = 1 };
    *found = d != NULL;
    if (!d)
        return ADROP_OK;
    frame->task = (adrop_task)read_word(d, "task", task_words, 3);
    frame->scale = (adrop_input_scale)read_word(d, "scale", scale_words, 6);
    frame->is_pixels = json_is_true(json_object_get(d, "pixels"));
    if (!frame->task || !frame->scale)
        return refuse(f, frame->task ? "scale" : "task");
    if (!read_shape(json_object_get(d, "shape"), frame))
        return refuse(f, "shape");
    if (frame->scale == ADROP_SCALE_STANDARD &&
        ((status = read_moments(f, d, "mean", frame->channels, -INFINITY, &frame->mean)) ||
         (status = read_moments(f, d, "deviation", frame->channels, 0, &frame->deviation))))
        return status;
    if (frame->task == ADROP_CLASSIFICATION)
        return read_classes(f, d, frame);
    frame->target_mean = json_number_value(json_object_get(d, "target_mean"));
    frame->target_deviation = json_number_value(json_object_get(d, "target_deviation"));
    return frame->target_deviation > 0 ? ADROP_OK : refuse(f, "target_deviation");
}
