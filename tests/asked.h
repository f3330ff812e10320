/* What the library writes through a pointer, returned as a value for use in a check. */
#ifndef TESTS_ASKED_H
#define TESTS_ASKED_H

#include "adrop/lab.h"

static inline adrop_data_info asked_data(const adrop_data *data)
{
    adrop_data_info info;

    adrop_data_describe(data, &info);
    return info;
}

static inline adrop_model_info asked_model(const adrop_model *model)
{
    adrop_model_info info;

    adrop_model_describe(model, &info);
    return info;
}

static inline adrop_reproduce_info asked_reproduction(const adrop_reproduction *r)
{
    adrop_reproduce_info info;

    adrop_reproduce_describe(r, &info);
    return info;
}

static inline adrop_data_format asked_format(size_t i)
{
    adrop_data_format format;

    adrop_data_format_at(i, &format);
    return format;
}

static inline adrop_known_data asked_known(size_t i)
{
    adrop_known_data known;

    adrop_known_data_at(i, &known);
    return known;
}

static inline adrop_summary asked_summary(size_t n, const double *x)
{
    adrop_summary summary;

    adrop_summarize(n, x, &summary);
    return summary;
}

#endif
