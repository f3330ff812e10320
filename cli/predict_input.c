/* Opening what is to be predicted (predict_input.h). Mean and deviation are those of the
 * run's training rows, never of the rows to predict: a row's prediction does not depend
 * on its neighbours. */
#include "predict_input.h"

#include <string.h>

#include "data_choice.h"
#include "out.h"

/* Settings of the run that say how rows are read; the others choose among rows, which
 * makes sense for a known set alone. */
static const char *const reading[] = {
    "task", "target", "image-size", "channels", "cache-mb", NULL
};

static int is_reading(const char *name)
{
    for (size_t i = 0; reading[i]; i++)
        if (!strcmp(reading[i], name))
            return 1;
    return 0;
}

static adrop_status take_settings(adrop_ctx *ctx, const adrop_run *run, int all,
                                  adrop_data_opts *opts)
{
    const adrop_option *table = adrop_data_options();
    adrop_status status = ADROP_OK;

    for (const adrop_option *row = table; row->name && !status; row++) {
        const char *text = adrop_run_setting(run, row->name);
        if (text && (all || is_reading(row->name)))
            status = adrop_option_set(ctx, table, opts, row->name, text);
    }
    return status;
}

static adrop_status open_other(const command_call *call, const adrop_run *run, const char *name,
                               const char *folder, predict_input *in)
{
    const adrop_data_info own = adrop_data_describe(in->own);
    adrop_data_opts opts = adrop_data_opts_default();
    adrop_status status = take_settings(call->ctx, run, data_choice_is_known(name), &opts);

    if (status)
        return status;
    opts.data = name;
    opts.data_dir = folder;
    opts.input_scale = (int)own.input_scale;
    in->rescale = own.input_scale == ADROP_SCALE_STANDARD;
    if (in->rescale)
        opts.input_scale = own.is_pixels ? ADROP_SCALE_UNIT : ADROP_SCALE_NONE;
    status = adrop_data_open(call->ctx, &opts, &in->opened);
    in->data = in->opened;
    return status;
}

static int check_shape(const predict_input *in)
{
    const adrop_data_info a = adrop_data_describe(in->own), b = adrop_data_describe(in->data);

    if (a.channels == b.channels && a.height == b.height && a.width == b.width)
        return OUT_OK;
    out_complain("predict",
                 "a row of '%s' has %zu x %zu x %zu values, the run was trained on %zu x %zu x %zu",
                 b.name, b.channels, b.height, b.width, a.channels, a.height, a.width);
    return OUT_USAGE;
}

int predict_input_open(const command_call *call, adrop_run *run, const char *name,
                       const char *folder, predict_input *out)
{
    const char *own = adrop_run_setting(run, "data");

    *out = (predict_input){ .own = adrop_run_data(run), .data = adrop_run_data(run) };
    const adrop_data_info info = adrop_data_describe(out->own);
    out->channels = info.channels;
    out->area = info.height * info.width;
    if (own && !strcmp(own, name))
        return OUT_OK;
    adrop_status status = open_other(call, run, name, folder, out);
    return status ? command_fail(call, status) : check_shape(out);
}

void predict_input_close(predict_input *in)
{
    adrop_data_free(in->opened);
}

adrop_status predict_input_row(predict_input *in, size_t row, float *x)
{
    adrop_status status = adrop_data_row(in->data, row, x);

    for (size_t c = 0; !status && in->rescale && c < in->channels; c++) {
        double mean, deviation;
        adrop_data_moments(in->own, c, &mean, &deviation);
        for (size_t i = c * in->area; i < (c + 1) * in->area; i++)
            x[i] = (float)(((double)x[i] - mean) / deviation);
    }
    return status;
}
