/* Rows that illustrate uncertainty (reproduce_impl.h), picked by rule from the predictions of the
 * first run of the last technique, the paper's own. Ties go to the first row:
 *
 *     most confidently wrong   wrong, with the largest probability
 *     least sure and right     right, with the largest entropy
 *     least sure and wrong     wrong, with the largest entropy
 *     surest and right         right, with the smallest entropy
 *
 * The sheet of a row lists mean and standard deviation of each class probability, for every way to
 * predict. */
#include <math.h>
#include <stdio.h>

#include "adrop/train.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/struct.h"
#include "paper/reproduce_impl.h"

static const struct {
    const char *text;
    int wrong, by_maxp;
    double sign; /* of the quantity to maximise */
} rules[AD_REPRODUCE_EXAMPLES] = {
    { "most confidently wrong", 1, 1, 1 },
    { "least sure and right", 0, 0, 1 },
    { "least sure and wrong", 1, 0, 1 },
    { "surest and right", 0, 0, -1 },
};

/* The index of the row among those measured; SIZE_MAX if no row qualifies. */
static size_t pick(const adrop_uncertainty *u, size_t rule)
{
    adrop_uncertain_row row;
    size_t found = SIZE_MAX;
    double most = -INFINITY;

    for (size_t i = 0; adrop_uncertainty_row(u, i, &row); i++) {
        const double value = rules[rule].sign * (rules[rule].by_maxp ? row.maxp : row.entropy);
        if ((row.truth != row.predicted) != rules[rule].wrong || !(value > most))
            continue;
        most = value;
        found = i;
    }
    return found;
}

static adrop_status add_pixels(adrop_reproduction *r, const adrop_data *data, size_t row,
                               ad_reproduce_example *e)
{
    adrop_data_info info;

    adrop_data_describe(data, &info);
    const adrop_status status = AD_NEW(r->ctx, info.channels * info.height * info.width,
                                       "a picture", &e->pixels);
    e->shown.channels = info.channels;
    e->shown.height = info.height;
    e->shown.width = info.width;
    e->shown.pixels = e->pixels;
    return status ? status : adrop_data_row(r->ctx, data, row, e->pixels);
}

static void put_title(const ad_reproduce_example *e, char title[256])
{
    snprintf(title, 256, "%s: row %zu, class %s, predicted %s", e->shown.rule, e->shown.row,
             e->shown.truth, e->shown.predicted);
}

/* For each class, the predictions of all ways. */
static void add_sheet(const adrop_reproduction *r, adrop_document *d, const ad_reproduce_example *e)
{
    static const adrop_column columns[] = { { "", "class", 'l', NULL, 0, 0 }, { 0 } };
    adrop_uncertainty_info info;
    adrop_uncertain_row row;
    char title[256];

    put_title(e, title);
    ad_reproduce_sheet(d, title, columns);
    for (size_t i = 0; i < r->n_assessed; i++)
        if (r->assessed[i].run == 1) {
            adrop_document_column(d, "", r->assessed[i].name, 'r', "", ADROP_DECIMALS(4));
            adrop_document_column(d, "", "std", 'r', "", ADROP_DECIMALS(4));
        }
    adrop_uncertainty_describe(r->assessed[0].of, &info);
    for (size_t k = 0; k < info.classes; k++) {
        adrop_document_cell_text(d, adrop_uncertainty_class_name(r->assessed[0].of, k));
        for (size_t i = 0; i < r->n_assessed; i++) {
            if (r->assessed[i].run != 1)
                continue;
            adrop_uncertainty_row(r->assessed[i].of, e->place, &row);
            ad_reproduce_number(d, row.mean[k]);
            ad_reproduce_number(d, row.std[k]);
        }
    }
    adrop_document_end(d);
}

/* The same values as bars. */
static adrop_status add_figure(const adrop_reproduction *r, adrop_document *d,
                               const ad_reproduce_example *e)
{
    adrop_uncertainty_info info;
    adrop_uncertain_row row;
    adrop_figure *f;
    char title[256];

    put_title(e, title);
    const adrop_status status = adrop_figure_create(r->ctx, title, &f);
    if (status)
        return status;
    adrop_figure_panel(f, "bar", "");
    adrop_figure_axis(f, ADROP_AXIS_X, "class", 0);
    adrop_figure_axis(f, ADROP_AXIS_Y, "probability", ADROP_AXIS_FROM_ZERO);
    adrop_uncertainty_describe(r->assessed[0].of, &info);
    for (size_t i = 0; i < r->n_assessed; i++) {
        if (r->assessed[i].run != 1)
            continue;
        adrop_figure_series(f, r->assessed[i].name, ADROP_NEXT_STYLE);
        adrop_uncertainty_row(r->assessed[i].of, e->place, &row);
        for (size_t k = 0; k < info.classes; k++)
            adrop_figure_named(f, adrop_uncertainty_class_name(r->assessed[0].of, k), NAN,
                               row.mean[k], row.mean[k] - row.std[k], row.mean[k] + row.std[k]);
    }
    adrop_figure_note(f, "Mean over the passes, and one standard deviation to both sides; "
                         "moments, computed in one pass, have none.");
    adrop_document_figure(d, NULL, f);
    return ADROP_OK;
}

static adrop_status add_example(adrop_reproduction *r, adrop_document *d,
                                const ad_reproduce_assessed *by, const adrop_data *data,
                                size_t rule)
{
    const size_t place = pick(by->of, rule);
    ad_reproduce_example *e = &r->examples[r->n_examples];
    adrop_uncertain_row row;

    if (place == SIZE_MAX)
        return ADROP_OK;
    adrop_uncertainty_row(by->of, place, &row);
    e->shown = (adrop_example){
        .rule = rules[rule].text,
        .row = row.row,
        .truth = adrop_uncertainty_class_name(by->of, (size_t)row.truth),
        .predicted = adrop_uncertainty_class_name(by->of, (size_t)row.predicted),
    };
    const adrop_status status = add_pixels(r, data, row.row, e);
    r->n_examples++;
    e->place = place;
    add_sheet(r, d, e);
    return status;
}

adrop_status ad_reproduce_examples(adrop_reproduction *r, adrop_document *d)
{
    const adrop_run_opts opts = { .size = sizeof opts, .data_dir = r->opts.data_dir };
    const ad_reproduce_assessed *by = NULL;
    adrop_run *run = NULL;

    for (size_t i = 0; i < r->n_assessed; i++)
        if (r->assessed[i].run == 1)
            by = &r->assessed[i];
    if (!by)
        return ADROP_OK;
    adrop_status status = adrop_run_open_with(r->ctx, by->path, &opts, &run);
    for (size_t k = 0; k < AD_REPRODUCE_EXAMPLES && !status; k++)
        status = add_example(r, d, by, adrop_run_data(run), k);
    adrop_run_free(run);
    return status;
}

adrop_status ad_reproduce_example_figures(const adrop_reproduction *r, adrop_document *d)
{
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < r->n_examples && !status; i++)
        status = add_figure(r, d, &r->examples[i]);
    return status;
}

void ad_reproduce_forget_examples(adrop_reproduction *r)
{
    for (size_t i = 0; i < r->n_examples; i++)
        ad_free(r->ctx, r->examples[i].pixels);
    r->n_examples = 0;
}

int adrop_reproduce_example_at_sized(const adrop_reproduction *r, size_t i, adrop_example *example,
                                     size_t size)
{
    static const adrop_example none;

    ad_struct_write(example, size, i < r->n_examples ? &r->examples[i].shown : &none, sizeof none);
    return i < r->n_examples;
}
