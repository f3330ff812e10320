/* Documents: every form of each kind of node, to the byte; refusals; random documents, whose facts
 * must be the same in JSON, text, CSV and HTML; failing memory. */
#include "adrop/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/json.h"
#include "check.h"
#include "scarce.h"

static adrop_ctx *ctx;

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void check_form(const adrop_document *d, adrop_document_form form,
                       const adrop_document_look *look, const char *expected)
{
    char *text;

    CHECK_EQ(adrop_document_write(d, form, look, &text), ADROP_OK);
    CHECK_TEXT(text, expected);
    adrop_free(ctx, text);
}

/* Of every kind one. */
static adrop_document *build_sample(void)
{
    adrop_document *d;

    CHECK_EQ(adrop_document_create(ctx, "A <run>", &d), ADROP_OK);
    adrop_document_count(d, "n", "rows", 360);
    adrop_document_number(d, "test_acc", "accuracy", 96.9444444, "%", 4);
    adrop_document_also(d, "test_acc_percent");
    adrop_document_number(d, "nll", NULL, 0.125, "", 3);
    adrop_document_number(d, "gone", "not defined", (double)NAN, "", 3);
    adrop_document_float(d, "tenth", NULL, 0.1f);
    adrop_document_null(d, "none");
    adrop_document_truth(d, "sparse", "sparse", 1);
    adrop_document_text(d, NULL, "for people", "a \"word\"");
    adrop_document_vector(d, "std", NULL, 2, (const float[]){ 0.25f, NAN });
    adrop_document_list(d, "at", "at");
    adrop_document_cell_number(d, 0.5);
    adrop_document_cell_float(d, 0.1f);
    adrop_document_end(d);
    adrop_document_table(d, "per_class", "Classes", 0);
    adrop_document_column(d, "class", "class", 'l', "", 0);
    adrop_document_column(d, "f1", "F1", 'r', "%", ADROP_DECIMALS(1));
    adrop_document_column(d, "row", NULL, 'r', "", 0);
    adrop_document_cell_text(d, "a|b");
    adrop_document_cell_number(d, 98.25);
    adrop_document_mark(d, ADROP_MARK_BEST);
    adrop_document_cell_count(d, 1);
    adrop_document_rule(d);
    adrop_document_cell_text(d, "c");
    adrop_document_cell_null(d);
    adrop_document_cell_none(d);
    adrop_document_note(d, "F1 of two.");
    adrop_document_end(d);
    adrop_document_group(d, "ood", "Another set");
    adrop_document_number(d, "auroc", "AUROC", 0.75, "", 4);
    adrop_document_around(d, "about ", " (a)");
    adrop_document_end(d);
    adrop_document_table(d, NULL, NULL, ADROP_TABLE_BY_COLUMN);
    adrop_document_column(d, "x", "x", 'r', "", 0);
    adrop_document_column(d, "y", "y", 'r', "", 0);
    for (size_t i = 0; i < 4; i++)
        adrop_document_cell_count(d, i);
    adrop_document_end(d);
    adrop_document_sentence(d, "verdict", "All is well.");
    adrop_document_warning(d, NULL, "Few rows.");
    return d;
}

static void writes_json(void)
{
    adrop_document *d = build_sample();

    check_form(d, ADROP_DOCUMENT_JSON, NULL,
               "{\"n\":360,\"test_acc\":96.9444444,\"test_acc_percent\":96.9444444,\"nll\":0.125,"
               "\"gone\":null,\"tenth\":0.100000001,\"none\":null,\"sparse\":true,\"std\":[0.25,"
               "null],\"at\":[0.5,0."
               "100000001],\"per_class\":"
               "[{\"class\":\"a|b\",\"f1\":98.25,\"row\":1},{\"class\":\"c\",\"f1\":null}],\"ood\":"
               "{\"auroc\":0.75},\"x\":[0,2],\"y\":[1,3],\"verdict\":\"All is well.\"}\n");
    adrop_document_free(d);
}

static void writes_text(void)
{
    adrop_document *d = build_sample();

    check_form(d, ADROP_DOCUMENT_TEXT, NULL,
               "A <run>\n\n"
               "rows         360\n"
               "accuracy     96.94 %\n"
               "not defined  undefined\n"
               "sparse       yes\n"
               "for people   a \"word\"\n"
               "at           0.5, 0.100000001\n\n"
               "Classes\n"
               "  class      F1\n"
               "  a|b    98.2 %\n"
               "  ─────────────\n"
               "  c           -\n"
               "  F1 of two.\n\n"
               "Another set\n"
               "  AUROC  about 0.75 (a)\n\n"
               "All is well.\n"
               "Warning: Few rows.\n");
    adrop_document_free(d);
}

static void writes_csv_and_markdown(void)
{
    adrop_document *d = build_sample();

    check_form(d, ADROP_DOCUMENT_CSV, NULL,
               "key,value,unit\nn,360,\ntest_acc,96.9444444,%\nnll,0.125,\ngone,,\ntenth,0."
               "100000001,\nnone,,\n"
               "sparse,true,\nstd,0.25|,\nat,0.5|0.100000001,\n\nclass,f1,row\na|b,98.25,1\nc,,\n\n"
               "key,value,unit\nood.auroc,0.75,\n\nx,y\n0,1\n2,3\n");
    check_form(d, ADROP_DOCUMENT_MARKDOWN, NULL,
               "### A \\<run\\>\n\n|  |  |\n|---|---:|\n| rows | 360 |\n| accuracy | 96.94 % |\n"
               "| not defined | undefined |\n| sparse | yes |\n| for people | a \"word\" |\n"
               "| at | 0.5, 0.100000001 |\n\n**Classes**\n\n| class | F1 |\n|---|---:|\n"
               "| a\\|b | **98.2 %** |\n| c | - |\n\nF1 of two.\n\n### Another set\n\n|  |  |\n"
               "|---|---:|\n| AUROC | about 0.75 (a) |\n\nAll is well.\n\nFew rows.\n");
    adrop_document_free(d);
}

static void writes_latex_and_html(void)
{
    static const char *const latex[] = { "\\paragraph{A \\textless{}run\\textgreater{}}",
                                         "accuracy & 96.94 \\% \\\\",
                                         "\\caption{Classes}",
                                         "a\\textbar{}b & \\textbf{98.2 \\%} \\\\",
                                         "AUROC & about 0.75 (a)",
                                         "All is well.\n",
                                         NULL };
    static const char *const html[] = {
        "<h2>A &lt;run&gt;</h2>",
        "<dt>accuracy</dt><dd><data value=\"96.9444444\">96.94 %</data></dd>",
        "<dt>nll</dt><dd><data value=\"0.125\">0.125</data></dd>",
        "<h3>Classes</h3>",
        "<td class=\"r best\"><data value=\"98.25\">98.2 %</data></td>",
        "<h3>Another set</h3>",
        "<p>All is well.</p>",
        "<p class=\"warning\">Few rows.</p>",
        NULL
    };
    adrop_document *d = build_sample();
    char *text;

    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_LATEX, NULL, &text), ADROP_OK);
    for (size_t i = 0; latex[i]; i++)
        CHECK(strstr(text, latex[i]));
    adrop_free(ctx, text);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_HTML, NULL, &text), ADROP_OK);
    for (size_t i = 0; html[i]; i++)
        CHECK(strstr(text, html[i]));
    adrop_free(ctx, text);
    adrop_document_free(d);
}

/* What has no rows is said by its notes, in brief there are no facts, and figures are counted. */
static void writes_sheets(void)
{
    adrop_document_look brief;
    adrop_document *d;
    adrop_figure *f;
    char *text;

    adrop_document_look_init(&brief);
    brief.brief = 1;
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_text(d, "recipe", NULL, "depth");
    adrop_document_list(d, "sheets", "");
    adrop_document_table(d, NULL, "ratios", ADROP_TABLE_SHEET | ADROP_TABLE_FOLDED);
    adrop_document_column(d, "", "data", 'l', "", 0);
    adrop_document_column(d, "", "s1", 'r', "", ADROP_DECIMALS(2));
    adrop_document_cell_text(d, "digits");
    adrop_document_cell_number(d, 0.125);
    adrop_document_cell_text(d, "yacht");
    adrop_document_cell_null(d);
    adrop_document_note(d, "first in 1 of 2");
    adrop_document_end(d);
    adrop_document_table(d, NULL, "ours", ADROP_TABLE_SHEET);
    adrop_document_note(d, "No runs.");
    adrop_document_end(d);
    adrop_document_sentence(d, NULL, "An item.");
    adrop_document_end(d);
    for (int empty = 0; empty < 2; empty++) {
        CHECK_EQ(adrop_figure_create(ctx, empty ? "Nothing" : "One & all", &f), ADROP_OK);
        adrop_figure_panel(f, "line", "");
        adrop_figure_series(f, "a", 0);
        if (!empty)
            adrop_figure_point(f, 0, 1);
        CHECK_EQ(adrop_figure_is_empty(f), empty);
        adrop_document_figure(d, NULL, f);
    }
    CHECK(adrop_document_figure_at(d, 1) == f && !adrop_document_figure_at(d, 2));
    adrop_document_sentence(d, NULL, "All of it.");
    check_form(d, ADROP_DOCUMENT_JSON, NULL,
               "{\"recipe\":\"depth\",\"sheets\":[{\"title\":\"ratios\",\"columns\":[\"data\","
               "\"s1\"],\"rows\":[[\"digits\",0.125],[\"yacht\",null]],\"notes\":[\"first in 1 of "
               "2\"]},{\"title\":\"ours\",\"columns\":[],\"rows\":[],\"notes\":[\"No runs.\"]},"
               "\"An item.\"]}\n");
    check_form(
        d, ADROP_DOCUMENT_CSV, &brief,
        "data,s1\ndigits,0.12\nyacht,\n# first in 1 of 2\n\n# ours: No runs.\n# All of it.\n");
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_TEXT, NULL, &text), ADROP_OK);
    CHECK_HAS(text, "ratios\n  data      s1\n  digits  0.12\n  yacht      -\n  first in 1 of 2\n\n"
                    "ours: No runs.\nAn item.\n");
    adrop_free(ctx, text);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_HTML, &brief, &text), ADROP_OK);
    CHECK_HAS(text, "<details><summary>ratios</summary>");
    CHECK_HAS(text, "id=\"f0\"><h4>One &amp; all</h4>");
    CHECK(!strstr(text, "Nothing") && !strstr(text, "depth"));
    adrop_free(ctx, text);
    adrop_document_free(d);
}

/* Rows as arrays, lists of groups, texts that could move a cursor. */
static void nests(void)
{
    adrop_document *d;

    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_table(d, "confusion", "truth by prediction", ADROP_TABLE_ARRAYS);
    adrop_document_column(d, NULL, "", 'l', "", 0);
    adrop_document_column(d, "cat", "cat", 'r', "", 0);
    adrop_document_column(d, "dog", "dog", 'r', "", 0);
    adrop_document_cell_text(d, "cat");
    adrop_document_cell_count(d, 5);
    adrop_document_cell_count(d, 2);
    adrop_document_cell_text(d, "dog");
    adrop_document_cell_count(d, 1);
    adrop_document_cell_count(d, 7);
    adrop_document_end(d);
    adrop_document_list(d, "runs", "");
    for (size_t i = 0; i < 2; i++) {
        adrop_document_group(d, NULL, i ? "b" : "a\033[1m");
        adrop_document_text(d, "run", NULL, i ? "b" : "a");
        adrop_document_number(d, "acc", "accuracy", 90 + (double)i, "%", 0);
        adrop_document_end(d);
    }
    adrop_document_end(d);
    adrop_document_table(d, NULL, "", ADROP_TABLE_MEMBERS);
    adrop_document_column(d, NULL, "score", 'l', "", 0);
    adrop_document_column(d, NULL, "AUROC", 'r', "", 0);
    adrop_document_cell_text(d, "entropy");
    adrop_document_cell_number(d, 0.98765);
    adrop_document_differs(d, "auroc_entropy", "", 3);
    adrop_document_end(d);
    check_form(d, ADROP_DOCUMENT_CSV, NULL,
               "cat,dog\n5,2\n1,7\n\nkey,value,unit\nruns.run,a,\nruns.acc,90,%\nruns.run,b,\n"
               "runs.acc,91,%\nauroc_entropy,0.98765,\n");
    check_form(d, ADROP_DOCUMENT_JSON, NULL,
               "{\"confusion\":[[5,2],[1,7]],\"runs\":[{\"run\":\"a\",\"acc\":90},{\"run\":\"b\","
               "\"acc\":91}],\"auroc_entropy\":0.98765}\n");
    check_form(d, ADROP_DOCUMENT_TEXT, NULL,
               "truth by prediction\n       cat  dog\n  cat    5    2\n  dog    1    7\n\n"
               "a?[1m\n  accuracy  90 %\n\nb\n  accuracy  91 %\n\n"
               "score    AUROC\nentropy  0.988\n");
    adrop_document_free(d);
}

/* A terminal that is too narrow: columns with a rank go, text is cut, rows are stacked. */
static void fits_a_terminal(void)
{
    const adrop_document_look wide = { .size = sizeof wide, .columns = 60, .is_terminal = 1 };
    const adrop_document_look narrow = { .size = sizeof narrow, .columns = 24, .is_terminal = 1 };
    const adrop_document_look least = { .size = sizeof least, .columns = 11, .is_terminal = 1 };
    adrop_document *d;

    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_table(d, "runs", "", 0);
    adrop_document_column(d, "run", "run", 'l', "", 0);
    adrop_document_column(d, "data", "data", 'l', "", 0);
    adrop_document_rank(d, 1);
    adrop_document_column(d, "acc", "accuracy", 'r', "", 0);
    adrop_document_cell_text(d, "runs/digits-1");
    adrop_document_cell_text(d, "digits");
    adrop_document_cell_number(d, 98.5);
    adrop_document_end(d);
    check_form(d, ADROP_DOCUMENT_TEXT, &wide,
               "run            data    accuracy\nruns/digits-1  digits      98.5\n");
    check_form(d, ADROP_DOCUMENT_TEXT, &narrow,
               "run            accuracy\nruns/digits-1      98.5\n"
               "Not shown, for want of\nwidth: data.\n");
    check_form(d, ADROP_DOCUMENT_TEXT, &least,
               "run       runs/digits-1\ndata      digits\naccuracy  98.5\n");
    adrop_document_free(d);
}

static void refuses(void)
{
    adrop_document *d;
    char *text;

    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_cell_count(d, 1);
    adrop_document_count(d, "n", "rows", 1);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text), ADROP_EINVAL);
    CHECK(!text);
    adrop_document_free(d);
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_table(d, "t", "", 0);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text), ADROP_EINVAL);
    adrop_document_column(d, "a", "a", 'l', "", 0);
    adrop_document_column(d, "b", "b", 'l', "", 0);
    adrop_document_cell_count(d, 1);
    adrop_document_end(d); /* half a row */
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_JSON, NULL, &text), ADROP_EINVAL);
    CHECK_TEXT(adrop_ctx_message(ctx), "the last row of a table has 1 of 2 cells");
    adrop_document_free(d);
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    adrop_document_end(d);
    CHECK_EQ(adrop_document_write(d, ADROP_DOCUMENT_TEXT, NULL, &text), ADROP_EINVAL);
    adrop_document_free(d);
    CHECK_EQ(adrop_document_create(ctx, "", &d), ADROP_OK);
    CHECK_EQ(adrop_document_write(d, (adrop_document_form)99, NULL, &text), ADROP_EINVAL);
    adrop_document_free(d);
    adrop_document_free(NULL);
}

/* -- Documents drawn by a seed --------------------------------------------------------------------
 */

static uint32_t state;

static uint32_t draw(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

static double draw_number(void)
{
    const double sign = draw(2) ? 1 : -1;

    return sign * ldexp((double)draw(1 << 20) + 0.5, (int)draw(60) - 30);
}

static const char *const texts[] = {
    "a",           "two words", "q\"uote", "<b>&amp;", "\xc3\xa9t\xc3\xa9", "semi;colon, comma",
    "back\\slash", "|bar|"
};

static void draw_members(adrop_document *d, int depth);

static void draw_table(adrop_document *d, const char *key)
{
    const size_t n = 1 + draw(4), rows = draw(4);
    char name[2] = "a";

    adrop_document_table(d, key, draw(2) ? "" : "A table", 0);
    for (size_t i = 0; i < n; i++, name[0]++)
        adrop_document_column(d, name, name, draw(2) ? 'l' : 'r', "", (int)draw(8));
    for (size_t i = 0; i < n * rows; i++)
        if (draw(2))
            adrop_document_cell_number(d, draw_number());
        else
            adrop_document_cell_text(d, texts[draw(8)]);
    adrop_document_end(d);
}

static void draw_member(adrop_document *d, const char *key, int depth)
{
    switch (draw(depth ? 7 : 5)) {
    case 0:
    case 1:
        adrop_document_number(d, key, key, draw_number(), draw(2) ? "%" : "", (int)draw(8));
        break;
    case 2:
        adrop_document_count(d, key, key, draw(1 << 20));
        break;
    case 3:
        adrop_document_text(d, key, key, texts[draw(8)]);
        break;
    case 4:
        adrop_document_list(d, key, key);
        for (size_t i = draw(4); i; i--)
            adrop_document_cell_number(d, draw_number());
        adrop_document_end(d);
        break;
    case 5:
        adrop_document_group(d, key, draw(2) ? NULL : "A group");
        draw_members(d, depth - 1);
        adrop_document_end(d);
        break;
    default:
        draw_table(d, key);
        break;
    }
}

static void draw_members(adrop_document *d, int depth)
{
    char key[2] = "k";

    for (size_t n = 1 + draw(6); n; n--, key[0]++) {
        draw_member(d, key, depth);
        if (!draw(4))
            adrop_document_sentence(d, NULL, texts[draw(8)]);
    }
}

/* Every number of JSON, at any depth: given to look with all of its digits. */
static void walk_numbers(const json_t *json, void (*look)(void *user, double x), void *user)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_number(json))
        look(user, json_number_value(json));
    if (json_is_object(json))
        json_object_foreach((json_t *)(uintptr_t)json, key, value) walk_numbers(value, look, user);
    if (json_is_array(json))
        json_array_foreach(json, i, value) walk_numbers(value, look, user);
}

typedef struct {
    const char *html, *csv, *text;
} forms;

/* Whether a number stands there with one of the numbers of digits that were drawn. */
static int has_rounded(const char *text, double x)
{
    char number[ADROP_NUMBER_SIZE];

    if (strstr(text, adrop_number_text(number, x)))
        return 1;
    for (int digits = 1; digits < 8; digits++)
        if (strstr(text, adrop_number_round(number, x, digits)))
            return 1;
    return 0;
}

static void look_in_forms(void *user, double x)
{
    const forms *f = user;
    char number[ADROP_NUMBER_SIZE];

    adrop_number_text(number, x);
    CHECK(strstr(f->html, number));
    CHECK(strstr(f->csv, number));
    CHECK(has_rounded(f->text, x));
}

static void agrees_with_itself(void)
{
    for (uint32_t seed = 1; seed <= 300; seed++) {
        adrop_document *d;
        char *written[ADROP_N_DOCUMENT_FORMS];
        json_error_t error;

        state = seed;
        CHECK_EQ(adrop_document_create(ctx, texts[draw(8)], &d), ADROP_OK);
        draw_members(d, 3);
        for (size_t i = 0; i < ADROP_N_DOCUMENT_FORMS; i++)
            CHECK_EQ(adrop_document_write(d, (adrop_document_form)i, NULL, &written[i]), ADROP_OK);
        json_t *json = json_loads(written[ADROP_DOCUMENT_JSON], JSON_REJECT_DUPLICATES, &error);
        CHECK(json);
        forms f = { written[ADROP_DOCUMENT_HTML], written[ADROP_DOCUMENT_CSV],
                    written[ADROP_DOCUMENT_TEXT] };
        walk_numbers(json, look_in_forms, &f);
        json_decref(json);
        for (size_t i = 0; i < ADROP_N_DOCUMENT_FORMS; i++)
            adrop_free(ctx, written[i]);
        adrop_document_free(d);
    }
}

/* A document, and all its forms. */
static adrop_status attempt(adrop_ctx *tight, const void *user)
{
    adrop_document *d;
    char *text = NULL;
    adrop_status status = adrop_document_create(tight, "t", &d);

    (void)user;
    if (status)
        return status;
    for (size_t i = 0; i < 60; i++)
        adrop_document_text(d, "key", "label", "a text that takes some room in the arena");
    state = 7;
    draw_members(d, 3);
    for (size_t i = 0; !status && i < ADROP_N_DOCUMENT_FORMS; i++) {
        status = adrop_document_write(d, (adrop_document_form)i, NULL, &text);
        adrop_free(tight, text);
    }
    adrop_document_free(d);
    return status;
}

static void survives_without_memory(void)
{
    CHECK(scarce_each("a document", 0, attempt, NULL) > 20);
    CHECK(scarce_each("a document", 1, attempt, NULL) > 20);
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, writes_json, writes_text, writes_csv_and_markdown, writes_latex_and_html,
           writes_sheets, nests, fits_a_terminal, refuses, agrees_with_itself,
           survives_without_memory, teardown)
