/* Outputs of the graph.
 *
 *     classes     logits o (N, classes), probabilities softmax(o), or 1 / (1 + e^-o) of each if
 *                 a row may have several classes
 *     values      value a o + b (N, targets), in the targets' units
 *
 * and for S passes, with p_s the probabilities or the value of pass s,
 *
 *     mean        m = sum p_s / S
 *     std         sqrt(sum (p_s - m)^2 / (S - 1)); 0 for one pass
 *     entropy     H(m) = -sum m ln m, in nats, (N); only for classes that exclude each other
 *     mutual_information   max(0, H(m) - sum H(p_s) / S), (N)
 *
 * and for a calibrated run `set` (N, classes), booleans, or `low` and `high` (N, 1). */
#include <float.h>

#include "base/context.h"
#include "base/memory.h"
#include "exchange/export_impl.h"

static ad_onnx_value export_outputs_number(ad_exporting *e, double x)
{
    return ad_onnx_number(&e->g, AD_ONNX_DOUBLE, x);
}

static ad_onnx_value probabilities(ad_exporting *e, ad_onnx_value logits)
{
    if (e->m->options.loss == ADROP_LOSS_BINARY)
        return ad_onnx_1(&e->g, "Sigmoid", logits);
    return ad_onnx_node(&e->g, "Softmax", 1, &logits,
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("axis", -1), { 0 } });
}

/* a o + b for each target; x is in double. */
static ad_onnx_value in_units(ad_exporting *e, ad_onnx_value x)
{
    const size_t n = e->m->options.outputs;
    double *a = NULL, *b = NULL;
    adrop_status status = AD_NEW(e->ctx, n, "the targets", &a);

    if (!status)
        status = AD_NEW(e->ctx, n, "the targets", &b);
    for (size_t k = 0; !status && k < n; k++)
        b[k] = ad_schema_target(&e->schema, k, 0, &a[k]);
    if (!status) {
        x = ad_onnx_2(&e->g, "Mul", x, ad_onnx_reals(&e->g, AD_ONNX_DOUBLE, 1, &n, a));
        x = ad_onnx_2(&e->g, "Add", x, ad_onnx_reals(&e->g, AD_ONNX_DOUBLE, 1, &n, b));
    } else {
        ad_onnx_keep(&e->g, status);
    }
    ad_free(e->ctx, a);
    ad_free(e->ctx, b);
    return x;
}

/* -- Passes, in double --------------------------------------------------------------- */

static ad_onnx_value sum_over(ad_exporting *e, ad_onnx_value x, int64_t axis)
{
    return ad_onnx_node(&e->g, "ReduceSum", 2,
                        (const ad_onnx_value[]){ x, ad_onnx_integers(&e->g, 1, &axis) },
                        (const ad_onnx_attribute[]){ AD_ONNX_INT("keepdims", 0), { 0 } });
}

static ad_onnx_value mean_of_passes(ad_exporting *e, ad_onnx_value x)
{
    return ad_onnx_2(&e->g, "Div", sum_over(e, x, 1),
                     export_outputs_number(e, (double)e->opts.samples));
}

static ad_onnx_value std(ad_exporting *e, ad_onnx_value passes, ad_onnx_value mean)
{
    const size_t n = e->opts.samples;
    const int64_t one = 1;
    ad_onnx *g = &e->g;
    const ad_onnx_value off = ad_onnx_2(
        g, "Sub", passes, ad_onnx_2(g, "Unsqueeze", mean, ad_onnx_integers(g, 1, &one)));
    const ad_onnx_value squares = sum_over(e, ad_onnx_2(g, "Mul", off, off), 1);

    return ad_onnx_1(
        g, "Sqrt",
        ad_onnx_2(g, "Div", squares, export_outputs_number(e, n > 1 ? (double)n - 1 : 1)));
}

/* H over the last axis. */
static ad_onnx_value entropy(ad_exporting *e, ad_onnx_value p)
{
    ad_onnx *g = &e->g;
    const ad_onnx_value log = ad_onnx_1(g, "Log",
                                        ad_onnx_2(g, "Max", p, export_outputs_number(e, DBL_MIN)));

    return ad_onnx_1(g, "Neg", sum_over(e, ad_onnx_2(g, "Mul", p, log), -1));
}

static void export_outputs_put(ad_exporting *e, const char *name, ad_onnx_value x, size_t n_dims)
{
    x = ad_onnx_cast(&e->g, x, AD_ONNX_FLOAT);
    ad_onnx_output(&e->g, name, AD_ONNX_FLOAT, x, n_dims, &e->m->options.outputs);
}

/* -- Calibrated: conformal sets (LAC) and intervals (adrop/calibration.h) --------------- */

/* Classes with 1 - p <= threshold, and the most probable one; p (N, classes) in double. */
static void put_set(ad_exporting *e, ad_onnx_value p)
{
    const size_t n = e->m->options.outputs;
    const int64_t last = -1;
    ad_onnx *g = &e->g;
    const ad_onnx_value most = ad_onnx_node(
        g, "ReduceMax", 1, &p,
        (const ad_onnx_attribute[]){ AD_ONNX_INTS("axes", 1, &last), { 0 } });
    const ad_onnx_value score = ad_onnx_2(g, "Sub", export_outputs_number(e, 1), p);
    const ad_onnx_value in = ad_onnx_2(g, "LessOrEqual", score,
                                       export_outputs_number(e, e->opts.threshold));

    ad_onnx_output(g, "set", AD_ONNX_BOOL,
                   ad_onnx_2(g, "Or", in, ad_onnx_2(g, "GreaterOrEqual", p, most)), 1, &n);
}

static void put_interval(ad_exporting *e, ad_onnx_value mean, ad_onnx_value squares)
{
    ad_onnx *g = &e->g;
    const double noise = e->opts.noise;
    const ad_onnx_value unit = ad_onnx_1(
        g, "Sqrt", ad_onnx_2(g, "Add", squares, export_outputs_number(e, noise * noise)));
    const ad_onnx_value half = ad_onnx_2(g, "Mul", unit,
                                         export_outputs_number(e, e->opts.threshold));

    export_outputs_put(e, "low", ad_onnx_2(g, "Sub", mean, half), 1);
    export_outputs_put(e, "high", ad_onnx_2(g, "Add", mean, half), 1);
}

/* p (N, outputs) in double, std likewise; without passes it is 0. */
static void put_calibrated(ad_exporting *e, ad_onnx_value p, const ad_onnx_value *deviation)
{
    e->g.part = "calibrated";
    if (e->opts.threshold > 0 && e->m->options.loss == ADROP_LOSS_SOFTMAX)
        put_set(e, p);
    else if (e->opts.threshold > 0)
        put_interval(e, p,
                     deviation ? ad_onnx_2(&e->g, "Mul", *deviation, *deviation)
                               : export_outputs_number(e, 0));
}

/* -- All ------------------------------------------------------------------------------ */

/* x: (N S, outputs) in double */
static void put_passes(ad_exporting *e, ad_onnx_value x)
{
    const int64_t shape[] = { -1, (int64_t)e->opts.samples, (int64_t)e->m->options.outputs };
    const adrop_loss loss = e->m->options.loss;
    const ad_onnx_value p = ad_onnx_2(&e->g, "Reshape", x, ad_onnx_integers(&e->g, 3, shape));
    const ad_onnx_value mean = mean_of_passes(e, p), deviation = std(e, p, mean);

    export_outputs_put(e, "mean", mean, 1);
    export_outputs_put(e, "std", deviation, 1);
    put_calibrated(e, mean, &deviation);
    if (loss != ADROP_LOSS_SOFTMAX)
        return;
    e->g.part = "outputs";
    const ad_onnx_value all = entropy(e, mean), each = mean_of_passes(e, entropy(e, p));
    export_outputs_put(e, "entropy", all, 0);
    export_outputs_put(
        e, "mutual_information",
        ad_onnx_2(&e->g, "Max", ad_onnx_2(&e->g, "Sub", all, each), export_outputs_number(e, 0)),
        0);
}

void ad_export_outputs(ad_exporting *e, ad_exported out)
{
    const size_t n = e->m->options.outputs;
    const int is_value = e->m->options.loss == ADROP_LOSS_SQUARED;
    ad_onnx_value x = out.value;

    e->g.part = "outputs";
    if (is_value || e->opts.samples)
        x = ad_onnx_cast(&e->g, x, AD_ONNX_DOUBLE);
    if (is_value && e->has_schema)
        x = in_units(e, x);
    if (e->opts.samples) {
        put_passes(e, is_value ? x : probabilities(e, x));
    } else if (is_value) {
        export_outputs_put(e, "value", x, 1);
        put_calibrated(e, x, NULL);
    } else {
        const ad_onnx_value p = probabilities(e, x);
        ad_onnx_output(&e->g, "logits", AD_ONNX_FLOAT, x, 1, &n);
        ad_onnx_output(&e->g, "probabilities", AD_ONNX_FLOAT, p, 1, &n);
        put_calibrated(e, ad_onnx_cast(&e->g, p, AD_ONNX_DOUBLE), NULL);
    }
}
