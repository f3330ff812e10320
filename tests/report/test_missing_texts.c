/* NULL texts and NULL result pointers: a call that returns a status returns ADROP_EINVAL with a
 * sentence, one that keeps its failure reports it at the end, and one that returns a value reports
 * that there is none. */
#include "adrop/calibration.h"
#include "base/context.h"
#include "settings_scene.h"

#define REFUSED(call)                                                                              \
  do {                                                                                             \
    ctx->message[0] = 0;                                                                           \
    CHECK_WHERE("%s", #call);                                                                      \
    CHECK_EQ((call), ADROP_EINVAL);                                                                \
    CHECK(*adrop_ctx_message(ctx));                                                                \
  } while (0)

static const float pixels[4] = { 0, 1, NAN, INFINITY };
static const double x[2] = { 1, 2 };

static void the_core(void)
{
    adrop_dist *d;
    adrop_graph *g;
    adrop_predictor *p;
    adrop_texts texts = { 0 };
    adrop_trainer *t;
    double number;

    CHECK_EQ(adrop_ctx_create(NULL, NULL), ADROP_EINVAL);
    CHECK_EQ(adrop_number_read(NULL, &number), ADROP_EINVAL);
    CHECK(adrop_nearest(NULL, NULL) == NULL && adrop_nearest("a", NULL) == NULL);
    CHECK(adrop_texts_at(NULL, 0) == NULL);
    CHECK(adrop_option_find(adrop_train_options(), NULL) == NULL);
    REFUSED(adrop_keep(ctx, "x", NULL));
    REFUSED(adrop_texts_add(ctx, NULL, "x"));
    REFUSED(adrop_texts_add(ctx, &texts, NULL));
    REFUSED(adrop_dist_create(ctx, NULL, "sigmoid", 0, 1, &d));
    REFUSED(adrop_dist_create(ctx, "gaussian", NULL, 0, 1, &d));
    REFUSED(adrop_dist_create(ctx, "gaussian", "sigmoid", 0, 1, NULL));
    REFUSED(adrop_positive_match(ctx, NULL, ADROP_POSITIVE_GAMMA, ADROP_FIT_MOMENTS, NULL));
    CHECK(isnan(adrop_positive_mean(NULL)) && isnan(adrop_positive_variance(NULL)));
    REFUSED(adrop_technique_conform(ctx, NULL, NULL, NULL));
    REFUSED(adrop_graph_create(ctx, NULL));
    REFUSED(adrop_graph_read(ctx, NULL, &g));
    REFUSED(adrop_graph_read(ctx, "net:dense=2", NULL));
    REFUSED(adrop_model_network(model, NULL));
    REFUSED(adrop_model_compact(model, units, (const unsigned char *)"", NULL));
    REFUSED(adrop_trainer_create(ctx, rows, NULL, NULL, &t));
    CHECK_EQ(adrop_predictor_create(ctx, model, &p), ADROP_OK);
    REFUSED(adrop_predictor_share(p, ctx, NULL));
    REFUSED(adrop_predictor_share(p, NULL, NULL));
    adrop_predictor_free(p);
    CHECK(adrop_data_rows(rows, ADROP_PART_TRAIN, NULL) != NULL);
    adrop_data_moments(rows, 0, NULL, NULL);
}

static void a_distribution_draws_into_nothing(void)
{
    adrop_dist *d;

    CHECK_EQ(adrop_dist_create(ctx, "gaussian", "sigmoid", 0, 1, &d), ADROP_OK);
    adrop_dist_sample(d, 1, 0, 0, 2, NULL);
    adrop_dist_free(d);
}

static void records(void)
{
    adrop_verdict verdict;
    adrop_record *r;
    char path[8];

    REFUSED(adrop_known_data_find(ctx, NULL, NULL, path, sizeof path));
    REFUSED(adrop_known_data_find(ctx, "digits", NULL, NULL, 0));
    REFUSED(adrop_data_verify(ctx, NULL, "x", &verdict));
    REFUSED(adrop_data_verify(ctx, "mnist", NULL, &verdict));
    REFUSED(adrop_data_verify(ctx, "mnist", "x", NULL));
    REFUSED(adrop_records_find(ctx, NULL, NULL, NULL));
    REFUSED(adrop_records_find(ctx, folder, NULL, NULL));
    REFUSED(adrop_record_open(ctx, NULL, &r));
    REFUSED(adrop_record_open(ctx, run_path, NULL));
    CHECK_EQ(adrop_record_open(ctx, run_path, &r), ADROP_OK);
    CHECK(adrop_record_text(r, NULL) == NULL && isnan(adrop_record_number(r, NULL)));
    CHECK_EQ(adrop_record_setting(r, 0, NULL, NULL), 1);
    CHECK(adrop_record_epoch_text(r, 0, NULL) == NULL && isnan(adrop_record_epoch(r, 0, NULL)));
    adrop_record_free(r);
    REFUSED(adrop_options_read_sized(ctx, adrop_train_options(), path, 0, NULL));
    REFUSED(adrop_worker_run(ctx, NULL, 0, NULL, stop_at_once, NULL));
    REFUSED(adrop_recipes_open(ctx, NULL, NULL));
}

static void studies(void)
{
    adrop_report_opts o;
    adrop_texts texts = { 0 };

    adrop_report_opts_init(&o);
    REFUSED(adrop_compare_estimate(comparison, NULL));
    REFUSED(adrop_compare_techniques(ctx, NULL, &texts));
    REFUSED(adrop_compare_techniques(ctx, &texts, NULL));
    REFUSED(adrop_report_document(ctx, comparison, &o, NULL));
    REFUSED(adrop_report_findings(ctx, comparison, &o, NULL));
    REFUSED(adrop_report_plan(ctx, comparison, 0, NULL));
    CHECK_EQ(adrop_launch_rank(NULL), 0);
    REFUSED(adrop_launch_script(ctx, NULL, "x", NULL));
}

static void tables_and_documents(void)
{
    adrop_document *d;
    adrop_table *t;
    char *text;

    REFUSED(adrop_table_create(ctx, NULL, &t));
    REFUSED(adrop_table_create(ctx, "", NULL));
    CHECK_EQ(adrop_table_create(ctx, "", &t), ADROP_OK);
    REFUSED(adrop_table_column(t, 'l', NULL));
    REFUSED(adrop_table_write(t, ADROP_TABLE_TEXT, 0, NULL));
    adrop_table_free(t);
    REFUSED(adrop_document_create(ctx, "", NULL));
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    REFUSED(adrop_document_write(d, ADROP_DOCUMENT_TEXT, NULL, NULL));
    adrop_document_vector(d, "v", NULL, 2, NULL);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text), ADROP_EINVAL);
    adrop_document_free(d);
}

static adrop_figure *new_figure(void)
{
    adrop_figure *f;

    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "histogram", "");
    return f;
}

#define FAILS(call)                                                                                \
  do {                                                                                             \
    adrop_figure *f = new_figure();                                                                \
    char *text = NULL;                                                                             \
    CHECK_WHERE("%s", #call);                                                                      \
    (call);                                                                                        \
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &text), ADROP_EINVAL);                  \
    CHECK(text == NULL);                                                                           \
    adrop_figure_free(f);                                                                          \
  } while (0)

static void figures(void)
{
    FAILS(adrop_figure_panel(f, "line", NULL));
    FAILS(adrop_figure_axis(f, ADROP_AXIS_X, NULL, 0));
    FAILS(adrop_figure_mark(f, ADROP_AXIS_X, 1, NULL));
    FAILS(adrop_figure_series(f, NULL, ADROP_NEXT_STYLE));
    FAILS(adrop_figure_runs(f, NULL, ADROP_NEXT_STYLE, 1, 2, x, x));
    FAILS(adrop_figure_samples(f, NULL, ADROP_NEXT_STYLE, 2, x, 3));
    FAILS(adrop_figure_samples(f, "a", ADROP_NEXT_STYLE, 2, x, SIZE_MAX));

    adrop_figure *f = new_figure();
    REFUSED(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, NULL));
    REFUSED(adrop_figure_save(f, NULL, "x", NULL));
    REFUSED(adrop_figure_save(f, folder, NULL, NULL));
    REFUSED(adrop_figure_save_pdf(f, folder, NULL, NULL));
    REFUSED(adrop_figure_save_png(f, NULL, "x", NULL, 1));
    adrop_figure_free(f);
}

static void picture_fails(size_t channels, size_t height, const float *at, const char *caption)
{
    adrop_page *p;
    char *html;

    CHECK_EQ(adrop_page_create(ctx, "", &p), ADROP_OK);
    adrop_page_put_picture(p, channels, height, 2, at, caption);
    CHECK_EQ(adrop_page_write(p, &html), ADROP_EINVAL);
    adrop_page_free(p);
}

static void pages(void)
{
    adrop_page *p;
    char *html;

    CHECK_EQ(adrop_page_create(ctx, "", &p), ADROP_OK);
    REFUSED(adrop_page_save_figures(p, NULL));
    REFUSED(adrop_page_add(p, NULL));
    REFUSED(adrop_page_add_record(p, NULL, "x"));
    REFUSED(adrop_page_add_record(p, folder, NULL));
    REFUSED(adrop_page_write(p, NULL));
    adrop_page_put_picture(p, 1, 2, 2, pixels, "no number in it is a colour");
    CHECK_EQ(adrop_page_write(p, &html), ADROP_OK);
    CHECK(strstr(html, "#000000") != NULL && strstr(html, "nan") == NULL);
    adrop_free(ctx, html);
    adrop_page_free(p);
    picture_fails(1, 2, NULL, "");
    picture_fails(1, 2, pixels, NULL);
    picture_fails(2, 1, pixels, "");
    picture_fails(0, 2, pixels, "");
    picture_fails(1, SIZE_MAX / 2, pixels, "");
}

CHECK_MAIN(scene_begin, the_core, a_distribution_draws_into_nothing, records, studies,
           tables_and_documents, figures, pages, scene_end)
