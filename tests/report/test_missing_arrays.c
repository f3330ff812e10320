/* NULL arrays that should have rows: every public call that takes one and returns a status returns
 * ADROP_EINVAL with a sentence, and leaves its results unchanged. No call returns the result of
 * another. */
#include "adrop/calibration.h"
#include "base/context.h"
#include "settings_scene.h"

enum { N = 2, CLASSES = 2 };

static const double p[N * CLASSES] = { 0.25, 0.75, 0.5, 0.5 }, y[N] = { 1, 2 };
static const uint32_t truth[N] = { 0, 1 };
static const uint8_t hit[N] = { 0, 1 };
static double out[16], more[16];
static size_t counts[16];
static uint8_t bytes[16];

static void mark(void)
{
    for (size_t i = 0; i < 16; i++) {
        out[i] = more[i] = 7;
        counts[i] = 7;
        bytes[i] = 7;
    }
    ctx->message[0] = 0;
}

static void check_marks(const char *call, adrop_status status)
{
    CHECK_WHERE("%s", call);
    CHECK_EQ(status, ADROP_EINVAL);
    CHECK(*adrop_ctx_message(ctx));
    for (size_t i = 0; i < 16; i++)
        CHECK(out[i] == 7 && more[i] == 7 && counts[i] == 7 && bytes[i] == 7);
}

#define REFUSED(call)                                                                              \
  do {                                                                                             \
    mark();                                                                                        \
    check_marks(#call, (call));                                                                    \
  } while (0)

static void measures(void)
{
    adrop_set_scores set;
    adrop_probability_scores scores;
    adrop_detection d;
    adrop_detection_difference dd;
    adrop_selective s;
    adrop_value_scores v;
    adrop_gaussian_scores g;

    REFUSED(adrop_confusion(ctx, N, CLASSES, NULL, truth, counts));
    REFUSED(adrop_confusion(ctx, N, CLASSES, truth, NULL, counts));
    REFUSED(adrop_confusion(ctx, N, CLASSES, truth, truth, NULL));
    REFUSED(adrop_score_sets(ctx, N, CLASSES, NULL, hit, counts, &set));
    REFUSED(adrop_score_sets(ctx, N, CLASSES, p, NULL, counts, &set));
    REFUSED(adrop_score_sets(ctx, 1, CLASSES, p, hit, NULL, &set));
    REFUSED(adrop_top_k(ctx, N, CLASSES, NULL, truth, 1, out));
    REFUSED(adrop_top_k(ctx, N, CLASSES, p, NULL, 1, out));
    REFUSED(adrop_top_k(ctx, N, CLASSES, p, truth, 1, NULL));
    REFUSED(adrop_score_probabilities(ctx, N, CLASSES, NULL, truth, &scores));
    REFUSED(adrop_score_probabilities(ctx, N, CLASSES, p, NULL, &scores));
    REFUSED(adrop_detect(ctx, N, NULL, hit, 0.9, &d));
    REFUSED(adrop_detect(ctx, N, p, NULL, 0.9, &d));
    REFUSED(adrop_detect_compare(ctx, N, NULL, hit, p, hit, 0.9, 10, 1, &dd));
    REFUSED(adrop_detect_compare(ctx, N, p, NULL, p, hit, 0.9, 10, 1, &dd));
    REFUSED(adrop_detect_compare(ctx, N, p, hit, NULL, hit, 0.9, 10, 1, &dd));
    REFUSED(adrop_detect_compare(ctx, N, p, hit, p, NULL, 0.9, 10, 1, &dd));
    REFUSED(
        adrop_reliability(ctx, ADROP_EQUAL_WIDTH, 4, N, NULL, hit, out, more, counts, out, out));
    REFUSED(adrop_reliability(ctx, ADROP_EQUAL_WIDTH, 4, N, p, NULL, out, more, counts, out, out));
    REFUSED(adrop_class_calibration(ctx, ADROP_EQUAL_WIDTH, 4, N, CLASSES, NULL, truth, out, more));
    REFUSED(adrop_class_calibration(ctx, ADROP_EQUAL_WIDTH, 4, N, CLASSES, p, NULL, out, more));
    REFUSED(adrop_class_calibration(ctx, ADROP_EQUAL_WIDTH, 4, N, CLASSES, p, truth, out, NULL));
    REFUSED(adrop_temperature_fit(ctx, N, CLASSES, NULL, truth, out));
    REFUSED(adrop_temperature_fit(ctx, N, CLASSES, p, NULL, out));
    REFUSED(adrop_temperature_fit(ctx, N, CLASSES, p, truth, NULL));
    REFUSED(adrop_select(ctx, N, NULL, y, out, &s));
    REFUSED(adrop_select(ctx, N, y, NULL, out, &s));
    REFUSED(adrop_score_values(ctx, N, NULL, y, &v));
    REFUSED(adrop_score_values(ctx, N, y, NULL, &v));
    REFUSED(adrop_score_gaussian(ctx, N, NULL, y, y, &g));
    REFUSED(adrop_score_gaussian(ctx, N, y, NULL, y, &g));
    REFUSED(adrop_score_gaussian(ctx, N, y, y, NULL, &g));
    REFUSED(adrop_interval_coverage(ctx, N, NULL, y, y, 1, p, out));
    REFUSED(adrop_interval_coverage(ctx, N, y, NULL, y, 1, p, out));
    REFUSED(adrop_interval_coverage(ctx, N, y, y, NULL, 1, p, out));
    REFUSED(adrop_interval_coverage(ctx, N, y, y, y, 1, NULL, out));
    REFUSED(adrop_quantile_coverage(ctx, N, y, y, y, 1, p, NULL));
    REFUSED(adrop_interval_coverage(ctx, N, y, y, y, 2, y, out)); /* no level: nothing is written */
    REFUSED(adrop_conformal_fit(ctx, NULL, N, CLASSES, NULL, truth, NULL, out));
    REFUSED(adrop_conformal_fit(ctx, NULL, N, CLASSES, p, NULL, NULL, out));
    REFUSED(adrop_conformal_fit(ctx, NULL, N, CLASSES, p, truth, NULL, NULL));
    REFUSED(adrop_conformal_sets(ctx, NULL, 0.5, N, CLASSES, NULL, NULL, bytes));
    REFUSED(adrop_conformal_sets(ctx, NULL, 0.5, N, CLASSES, p, NULL, NULL));
    REFUSED(adrop_conformal_sets(ctx, NULL, NAN, N, CLASSES, p, NULL, bytes));
    REFUSED(adrop_conformal_fit_values(ctx, 0.9, N, NULL, y, y, out));
    REFUSED(adrop_conformal_fit_values(ctx, 0.9, N, y, NULL, y, out));
    REFUSED(adrop_conformal_fit_values(ctx, 0.9, N, y, y, y, NULL));
    adrop_class_scores(CLASSES, NULL, out, NULL, NULL); /* no status: nothing happens */
    adrop_temperature_apply(N, CLASSES, NULL, 1, out);
    CHECK_EQ(out[0], 7);
}

static void statistics(void)
{
    adrop_t_result t;
    adrop_rank_result r;
    adrop_summary s;

    REFUSED(adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, N, NULL, N, y, 0.95, &t));
    REFUSED(adrop_t_test(ctx, ADROP_TEST_WELCH, ADROP_SIDE_TWO, N, y, N, NULL, 0.95, &t));
    REFUSED(adrop_hedges_g(ctx, ADROP_TEST_WELCH, N, NULL, N, y, out));
    REFUSED(adrop_hedges_g(ctx, ADROP_TEST_WELCH, N, y, N, NULL, out));
    REFUSED(adrop_hedges_g(ctx, ADROP_TEST_WELCH, N, y, N, y, NULL));
    REFUSED(adrop_holm(ctx, N, NULL, out));
    REFUSED(adrop_holm(ctx, N, p, NULL));
    REFUSED(adrop_wilcoxon(ctx, ADROP_SIDE_TWO, N, NULL, y, &r));
    REFUSED(adrop_wilcoxon(ctx, ADROP_SIDE_TWO, N, y, NULL, &r));
    REFUSED(adrop_rank_sum(ctx, ADROP_SIDE_TWO, N, NULL, N, y, &r));
    REFUSED(adrop_rank_sum(ctx, ADROP_SIDE_TWO, N, y, N, NULL, &r));
    REFUSED(adrop_sign_flip(ctx, ADROP_SIDE_TWO, N, NULL, y, 1, &r));
    REFUSED(adrop_sign_flip(ctx, ADROP_SIDE_TWO, N, y, NULL, 1, &r));
    adrop_summarize(N, NULL, &s);
    CHECK(isnan(s.mean));
    adrop_effectiveness(N, NULL, NULL, 1, 1, out, more, NULL, NULL);
}

/* -- Models -------------------------------------------------------------------------- */

static const size_t start[N + 1] = { 0, 1, 2 };
static const uint32_t column[N] = { 0, 1 };

static void models(void)
{
    adrop_batch b;
    adrop_losses l;
    adrop_model *other;
    void *file;
    size_t size;

    adrop_batch_train(&b, 0, N, NULL, labels);
    REFUSED(adrop_model_forward(model, ADROP_PHASE_TRAIN, &b));
    REFUSED(adrop_model_gradients(model, &b, &l));
    adrop_batch_train(&b, 0, N, values, NULL);
    REFUSED(adrop_model_gradients(model, &b, &l));
    REFUSED(adrop_model_forward(model, (adrop_phase)7, &b));
    REFUSED(adrop_model_forward(model, ADROP_PHASE_MEAN, NULL));
    REFUSED(adrop_model_get(model, 0, NULL));
    REFUSED(adrop_model_set(model, 0, NULL));
    REFUSED(adrop_model_get_gradient(model, 0, NULL));
    CHECK_EQ(adrop_model_forward(model, ADROP_PHASE_TRAIN, &b), ADROP_OK);
    REFUSED(adrop_model_backward_from(model, &b, NULL, NULL, NULL));
    REFUSED(adrop_model_save(model, NULL));
    REFUSED(adrop_model_load(model, NULL));
    REFUSED(adrop_model_write(model, NULL, &size));
    REFUSED(adrop_model_write(model, &file, NULL));
    REFUSED(adrop_model_read(ctx, NULL, 100, NULL, &other));
    REFUSED(adrop_model_open_file(ctx, NULL, NULL, &other));
    REFUSED(adrop_model_optimizer(model, NULL));
    REFUSED(adrop_model_compact(model, units, NULL, &other));
    REFUSED(adrop_model_clear_units(model, units, NULL));
    REFUSED(adrop_units_choose(model, units, NULL, NULL, NULL));
    REFUSED(adrop_data_row(ctx, rows, 0, NULL));
    REFUSED(adrop_data_pixels(ctx, rows, 0, NULL));
}

/* A loss is that of the forward before it, and of no other. */
static void losses_follow_their_forward(void)
{
    adrop_model_opts o;
    adrop_model *m;
    adrop_batch b;

    adrop_model_opts_init(&o);
    o.model = "mlp:2", o.channels = COLUMNS, o.outputs = 2, o.batch = 4;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    adrop_batch_train(&b, 0, N, values, labels);
    CHECK(adrop_model_outputs(m) == NULL);
    REFUSED(adrop_model_loss(m, &b, out));
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    CHECK_EQ(adrop_model_loss(m, &b, out), ADROP_OK);
    b.rows = N + 1;
    REFUSED(adrop_model_loss(m, &b, out));
    b.x = NULL;
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_EINVAL);
    CHECK(adrop_model_outputs(m) == NULL); /* not those of the call before */
    adrop_model_free(m);
}

static void sparse_rows(void)
{
    static const size_t falls[N + 1] = { 0, 2, 1 }, far[N + 1] = { 0, 1, SIZE_MAX };
    static const uint32_t beyond[N] = { 0, COLUMNS }, back[N] = { 1, 0 };
    static const size_t both[N + 1] = { 0, 2, 2 };
    const adrop_sparse cases[] = { { NULL, column, values }, { start, NULL, values },
                                   { start, column, NULL },  { falls, column, values },
                                   { far, column, values },  { start, beyond, values },
                                   { both, back, values } };
    adrop_model_opts o;
    adrop_model *m;
    adrop_batch b;

    adrop_model_opts_init(&o);
    o.model = "mlp:2", o.channels = COLUMNS, o.outputs = 2, o.batch = 4, o.sparse = 1;
    o.dropout_at = ADROP_AT_HIDDEN;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    adrop_batch_train(&b, 0, N, NULL, labels);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        b.sparse = &cases[i];
        REFUSED(adrop_model_forward(m, ADROP_PHASE_MEAN, &b));
    }
    const adrop_sparse good = { start, column, values };
    b.sparse = &good;
    CHECK_EQ(adrop_model_forward(m, ADROP_PHASE_MEAN, &b), ADROP_OK);
    adrop_model_free(m);
}

/* -- Predictors and layers ------------------------------------------------------------ */

static void predictors(void)
{
    adrop_sampled to = { .size = sizeof to, .mean = out };
    float bad[N * COLUMNS];
    adrop_predictor *q;
    adrop_run *run;

    CHECK_EQ(adrop_predictor_create(ctx, model, &q), ADROP_OK);
    CHECK_EQ(adrop_predictor_predict(q, N, values, NULL, 3, out, more), ADROP_OK);
    REFUSED(adrop_predictor_predict(q, N, NULL, NULL, 0, out, NULL));
    REFUSED(adrop_predictor_predict(q, N, NULL, NULL, 3, out, more));
    REFUSED(adrop_predictor_predict(q, N, values, NULL, 0, NULL, more));
    REFUSED(adrop_predictor_predict_bytes(q, N, NULL, NULL, 0, out, NULL));
    REFUSED(adrop_predictor_sample(q, NULL, N, NULL, NULL, &to));
    REFUSED(adrop_predictor_sample(q, NULL, N, values, NULL, NULL));
    memcpy(bad, values, sizeof bad);
    bad[N * COLUMNS - 1] = INFINITY; /* of the last row: the others are not written either */
    mark();
    CHECK_EQ(adrop_predictor_predict(q, N, bad, NULL, 0, out, more), ADROP_ENUMERIC);
    for (size_t i = 0; i < 16; i++)
        CHECK(out[i] == 7 && more[i] == 7);
    for (size_t i = 0; i < N * COLUMNS; i++)
        bad[i] = 3e38F; /* outputs that are not finite: NaN, not what was there */
    mark();
    if (adrop_predictor_predict(q, N, bad, NULL, 0, out, more))
        for (size_t i = 0; i < N * CLASSES; i++)
            CHECK(isnan(out[i]) && isnan(more[i]));
    adrop_predictor_free(q);
    REFUSED(adrop_predictor_open(ctx, NULL, NULL, &q));
    REFUSED(adrop_predictor_read(ctx, NULL, 10, NULL, &q));
    CHECK_EQ(adrop_run_open(ctx, run_path, NULL, NULL, &run), ADROP_OK);
    REFUSED(adrop_run_predict(run, N, NULL, NULL, 0, out, NULL));
    REFUSED(adrop_run_predict(run, N, NULL, NULL, 2, out, more));
    adrop_run_free(run);
}

static void layers(void)
{
    adrop_dropout *d;
    adrop_site site;
    adrop_pass pass;
    float x[8] = { 1 }, h[8];

    adrop_site_dense(&site, 2, 4);
    CHECK_EQ(adrop_dropout_create(ctx, "advanced", &site, 1, &d), ADROP_OK);
    adrop_pass_train(&pass, 1, 0, 2, NULL, h);
    REFUSED(adrop_dropout_forward(d, &pass));
    adrop_pass_train(&pass, 1, 0, 2, x, NULL);
    REFUSED(adrop_dropout_forward(d, &pass));
    adrop_pass_train(&pass, 1, 0, 2, x, h);
    pass.phase = (adrop_phase)9;
    REFUSED(adrop_dropout_forward(d, &pass));
    CHECK(isnan(adrop_dropout_extra_loss(d, &pass)));
    pass.phase = ADROP_PHASE_TRAIN;
    CHECK_EQ(adrop_dropout_forward(d, &pass), ADROP_OK);
    REFUSED(adrop_dropout_backward(d, &pass)); /* without dy */
    REFUSED(adrop_dropout_save(d, NULL));
    REFUSED(adrop_dropout_load(d, NULL));
    adrop_dropout_free(d);
    REFUSED(adrop_dropout_create(ctx, NULL, &site, 1, &d));
    REFUSED(adrop_dropout_create(ctx, "advanced", NULL, 1, &d));
    site.has_pre = 5;
    REFUSED(adrop_dropout_create(ctx, "advanced", &site, 1, &d));
}

static void the_lab(void)
{
    adrop_uncertainty *u;
    adrop_figure *f;
    char *text;
    const char *const none[] = { NULL };

    REFUSED(adrop_uncertainty_create(ctx, 1, NULL, NULL, NULL, &u));
    REFUSED(adrop_uncertainty_create(ctx, 1, none, NULL, NULL, &u));
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "band", "");
    adrop_figure_runs(f, "a", ADROP_NEXT_STYLE, 2, N, NULL, p);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &text), ADROP_EINVAL);
    adrop_figure_free(f);
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "histogram", "");
    adrop_figure_samples(f, "a", ADROP_NEXT_STYLE, N, NULL, 3);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &text), ADROP_EINVAL);
    adrop_figure_free(f);
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    REFUSED(adrop_figure_write(f, (adrop_figure_form)9, NULL, &text));
    adrop_figure_panel(f, "line", "");
    adrop_figure_axis(f, (adrop_figure_axis_of)2, "x", 0);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &text), ADROP_EINVAL);
    adrop_figure_free(f);
    REFUSED(adrop_compare_table(comparison, (adrop_metric)5));
    REFUSED(adrop_model_create(ctx, NULL, NULL));
    REFUSED(adrop_run_open(ctx, NULL, NULL, NULL, NULL));
    REFUSED(adrop_page_create(ctx, NULL, NULL));
}

CHECK_MAIN(scene_begin, measures, statistics, models, losses_follow_their_forward, sparse_rows,
           predictors, layers, the_lab, scene_end)
