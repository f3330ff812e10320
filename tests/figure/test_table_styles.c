/* Tables in every style, to the byte, with hostile cells. */
#include "adrop/table.h"

#include <locale.h>

#include "base/utf8.h"
#include "check.h"
#include "scarce.h"

static adrop_ctx *ctx;

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void check_style(adrop_table *t, adrop_table_style style, int ascii, const char *expected)
{
    char *text;

    CHECK_EQ(adrop_table_write(t, style, ascii, &text), ADROP_OK);
    CHECK_TEXT(text, expected);
    adrop_free(ctx, text);
}

/* Two groups, marks, a note. */
static adrop_table *results(void)
{
    adrop_table *t;

    CHECK_EQ(adrop_table_create(ctx, "Test accuracy (%)", &t), ADROP_OK);
    CHECK_EQ(adrop_table_column(t, 'l', "technique"), ADROP_OK);
    CHECK_EQ(adrop_table_column(t, 'c', "runs"), ADROP_OK);
    CHECK_EQ(adrop_table_column(t, 'r', "mean ± std"), ADROP_OK);
    adrop_table_rule(t); /* before the first row: the header has one */
    adrop_table_cell(t, ADROP_MARK_PLAIN, "none");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "%d", 3);
    adrop_table_cell(t, ADROP_MARK_SECOND, "%.2f ± %.2f", 97.5, 0.278);
    adrop_table_cell(t, ADROP_MARK_PLAIN, "advanced");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "%d", 12);
    adrop_table_cell(t, ADROP_MARK_BEST, "%.2f ± %.2f", 98.06, 0.16);
    CHECK_EQ(adrop_table_rule(t), ADROP_OK);
    adrop_table_cell(t, ADROP_MARK_PLAIN, "beta");
    CHECK_EQ(adrop_table_rule(t), ADROP_EINVAL); /* within a row */
    adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", "");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "[-1.5, 2]");
    adrop_table_note(t, "Higher is better; %d runs are missing.", 3);
    return t;
}

static void aligned_text(void)
{
    adrop_table *t = results();

    check_style(t, ADROP_TABLE_TEXT, 0,
                "Test accuracy (%)\n\n"
                "technique  runs    mean ± std\n"
                "─────────────────────────────\n"
                "none        3    97.50 ± 0.28\n"
                "advanced    12   98.06 ± 0.16\n"
                "─────────────────────────────\n"
                "beta                [-1.5, 2]\n\n"
                "Higher is better; 3 runs are missing.\n");
    check_style(t, ADROP_TABLE_TEXT, 1,
                "Test accuracy (%)\n\n"
                "technique  runs    mean +- std\n"
                "------------------------------\n"
                "none        3    97.50 +- 0.28\n"
                "advanced    12   98.06 +- 0.16\n"
                "------------------------------\n"
                "beta                 [-1.5, 2]\n\n"
                "Higher is better; 3 runs are missing.\n");
    check_style(t, ADROP_TABLE_TEXT_COLOUR, 1,
                "Test accuracy (%)\n\n"
                "\033[1mtechnique\033[0m  \033[1mruns\033[0m    \033[1mmean +- std\033[0m\n"
                "------------------------------\n"
                "none        3    \033[4m97.50 +- 0.28\033[0m\n"
                "advanced    12   \033[1m98.06 +- 0.16\033[0m\n"
                "------------------------------\n"
                "beta                 [-1.5, 2]\n\n"
                "Higher is better; 3 runs are missing.\n");
    adrop_table_free(t);
}

static void for_other_programs(void)
{
    adrop_table *t = results();

    check_style(t, ADROP_TABLE_CSV, 0,
                "technique,runs,mean ± std\n"
                "none,3,97.50 ± 0.28\n"
                "advanced,12,98.06 ± 0.16\n"
                "beta,,\"[-1.5, 2]\"\n"
                "# Higher is better; 3 runs are missing.\n");
    check_style(t, ADROP_TABLE_MARKDOWN, 0,
                "**Test accuracy (%)**\n\n"
                "| technique | runs | mean ± std |\n"
                "|---|:---:|---:|\n"
                "| none | 3 | <u>97.50 ± 0.28</u> |\n"
                "| advanced | 12 | **98.06 ± 0.16** |\n"
                "| beta |  | \\[-1.5, 2\\] |\n\n"
                "Higher is better; 3 runs are missing.\n");
    check_style(t, ADROP_TABLE_LATEX, 0,
                "\\begin{table}\n  \\centering\n  \\caption{Test accuracy (\\%)}\n"
                "  \\begin{tabular}{lcr}\n    \\toprule\n"
                "    technique & runs & mean $\\pm$ std \\\\\n    \\midrule\n"
                "    none & 3 & \\underline{97.50 $\\pm$ 0.28} \\\\\n"
                "    advanced & 12 & \\textbf{98.06 $\\pm$ 0.16} \\\\\n    \\midrule\n"
                "    beta &  & {[}$-$1.5, 2] \\\\\n    \\bottomrule\n  \\end{tabular}\n"
                "  \\par\\smallskip\\footnotesize Higher is better; 3 runs are missing.\n"
                "\\end{table}\n");
    adrop_table_free(t);
}

/* One column of what means something to one of the styles. */
static adrop_table *hostile(void)
{
    static const char *const cells[] = {
        "say \"hi\", then\ngo", "a\\b_c%d|e", "#1 {$2} & ~^", "<b>*x*</b>`", " kept ", "\xFFz\x01",
    };
    adrop_table *t;

    CHECK_EQ(adrop_table_create(ctx, "", &t), ADROP_OK);
    adrop_table_column(t, 'l', "x|y");
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        adrop_table_cell(t, ADROP_MARK_PLAIN, "%s", cells[i]);
    return t;
}

static void hostile_cells(void)
{
    adrop_table *t = hostile();

    check_style(t, ADROP_TABLE_TEXT, 0,
                "x|y\n─────────────────\n"
                "say \"hi\", then go\na\\b_c%d|e\n#1 {$2} & ~^\n<b>*x*</b>`\n kept\n"
                "\xEF\xBF\xBDz?\n");
    check_style(t, ADROP_TABLE_CSV, 0,
                "x|y\n\"say \"\"hi\"\", then\ngo\"\na\\b_c%d|e\n\"#1 {$2} & ~^\"\n"
                "<b>*x*</b>`\n\" kept \"\n\xEF\xBF\xBDz\x01\n");
    check_style(t, ADROP_TABLE_MARKDOWN, 0,
                "| x\\|y |\n|---|\n| say \"hi\", then<br>go |\n| a\\\\b\\_c%d\\|e |\n"
                "| \\#1 \\{\\$2\\} \\& \\~^ |\n| \\<b\\>\\*x\\*\\</b\\>\\` |\n|  kept  |\n"
                "| \xEF\xBF\xBDz  |\n");
    check_style(
        t, ADROP_TABLE_LATEX, 0,
        "\\begin{table}\n  \\centering\n  \\begin{tabular}{l}\n    \\toprule\n"
        "    x\\textbar{}y \\\\\n    \\midrule\n"
        "    say ''hi'', then go \\\\\n"
        "    a\\textbackslash{}b\\_c\\%d\\textbar{}e \\\\\n"
        "    \\#1 \\{\\$2\\} \\& \\textasciitilde{}\\textasciicircum{} \\\\\n"
        "    \\textless{}b\\textgreater{}{*}x{*}\\textless{}/b\\textgreater{}` \\\\\n"
        "     kept  \\\\\n    ?z  \\\\\n    \\bottomrule\n  \\end{tabular}\n\\end{table}\n");
    adrop_table_free(t);
}

/* Combining marks take no column, Chinese two; an overlong form is no character. */
static void widths(void)
{
    adrop_table *t;
    const char *overlong = "\xC0\xAF";

    CHECK_EQ(adrop_table_create(ctx, "", &t), ADROP_OK);
    adrop_table_column(t, 'r', "n");
    adrop_table_column(t, 'l', "x");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "数据");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "1");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "e\u0301a");
    adrop_table_cell(t, ADROP_MARK_PLAIN, "2");
    check_style(t, ADROP_TABLE_TEXT, 0, "   n  x\n───────\n数据  1\n  e\u0301a  2\n");
    adrop_table_free(t);
    CHECK_EQ(ad_utf8_next(&overlong), AD_NO_CHARACTER);
    CHECK_EQ(ad_utf8_next(&overlong), AD_NO_CHARACTER);
    CHECK_EQ(ad_utf8_next(&overlong), 0);
}

static void long_notes(void)
{
    adrop_table *t;

    CHECK_EQ(adrop_table_create(ctx, "", &t), ADROP_OK);
    adrop_table_column(t, 'l', "x");
    adrop_table_note(t, "%s",
                     "one two three four five six seven eight nine ten eleven twelve "
                     "thirteen  fourteen fifteen\nsixteen");
    adrop_table_note(t, "short");
    check_style(t, ADROP_TABLE_TEXT, 0,
                "x\n─\n\n"
                "one two three four five six seven eight nine ten eleven twelve thirteen fourteen\n"
                "fifteen sixteen\nshort\n");
    check_style(t, ADROP_TABLE_CSV, 0,
                "x\n# one two three four five six seven eight nine ten eleven twelve thirteen  "
                "fourteen fifteen sixteen\n# short\n");
    adrop_table_free(t);
}

/* A table that is too narrow for its columns: a line for each cell that is not empty. */
static void stacked(void)
{
    adrop_table *t = results();

    adrop_table_fit(t, 22);
    check_style(t, ADROP_TABLE_TEXT, 0,
                "Test accuracy (%)\n"
                "\n"
                "technique   none\n"
                "runs        3\n"
                "mean ± std  97.50 ± 0.28\n"
                "──────────────────────\n"
                "technique   advanced\n"
                "runs        12\n"
                "mean ± std  98.06 ± 0.16\n"
                "──────────────────────\n"
                "technique   beta\n"
                "mean ± std  [-1.5, 2]\n"
                "\n"
                "Higher is better; 3\n"
                "runs are missing.\n");
    check_style(t, ADROP_TABLE_TEXT, 1,
                "Test accuracy (%)\n"
                "\n"
                "technique    none\n"
                "runs         3\n"
                "mean +- std  97.50 +- 0.28\n"
                "----------------------\n"
                "technique    advanced\n"
                "runs         12\n"
                "mean +- std  98.06 +- 0.16\n"
                "----------------------\n"
                "technique    beta\n"
                "mean +- std  [-1.5, 2]\n"
                "\n"
                "Higher is better; 3\n"
                "runs are missing.\n");
    adrop_table_free(t);
}

static void refusals(void)
{
    adrop_table *t;
    char *text;

    CHECK_EQ(adrop_table_create(ctx, "", &t), ADROP_OK);
    CHECK_EQ(adrop_table_write(t, ADROP_TABLE_TEXT, 0, &text), ADROP_EINVAL);
    CHECK(!text);
    CHECK_EQ(adrop_table_cell(t, ADROP_MARK_PLAIN, "x"), ADROP_EINVAL);
    CHECK_EQ(adrop_table_column(t, 'x', "one"), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'one'");
    CHECK_EQ(adrop_table_column(t, 'l', "one"), ADROP_OK);
    CHECK_EQ(adrop_table_column(t, 'l', "two"), ADROP_OK);
    CHECK_EQ(adrop_table_cell(t, ADROP_MARK_PLAIN, "x"), ADROP_OK);
    CHECK_EQ(adrop_table_column(t, 'l', "late"), ADROP_EINVAL);
    CHECK_EQ(adrop_table_write(t, ADROP_TABLE_CSV, 0, &text), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "1 of 2 cells");
    adrop_table_free(t);
    adrop_table_free(NULL);
}

static adrop_status make_and_free(adrop_ctx *poor, const void *unused)
{
    adrop_table *t;
    char *text = NULL;
    adrop_status status = adrop_table_create(poor, "title", &t);

    (void)unused;
    if (!status && !(status = adrop_table_column(t, 'l', "column")) &&
        !(status = adrop_table_cell(t, ADROP_MARK_BEST, "%0200d", 1)) &&
        !(status = adrop_table_note(t, "note")) &&
        !(status = adrop_table_write(t, ADROP_TABLE_TEXT, 0, &text))) {
        CHECK_HAS(text, "note");
        adrop_free(poor, text);
    } else {
        CHECK(!text);
    }
    adrop_table_free(t);
    return status;
}

/* Every table is whole or refused, nothing leaks. */
static void no_memory(void)
{
    const long refused = scarce_each("a table", 1, make_and_free, NULL);

    CHECK(refused > 8 && refused < 50);
}

/* A locale that writes 0,5 changes nothing; skipped where there is none. */
static void locales(void)
{
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        adrop_table *t = results();
        char *text;
        CHECK_EQ(adrop_table_write(t, ADROP_TABLE_CSV, 0, &text), ADROP_OK);
        CHECK_HAS(text, "97.50 ± 0.28");
        adrop_free(ctx, text);
        adrop_table_free(t);
    }
    setlocale(LC_NUMERIC, "C");
}

static void teardown(void)
{
    adrop_ctx_free(ctx);
}

CHECK_MAIN(setup, aligned_text, for_other_programs, hostile_cells, widths, long_notes, stacked,
           refusals, no_memory, locales, teardown)
