/* Figures: every kind in every form, with hostile names, non-finite values and failing memory. With
 * a folder as argument it writes all of them there, for check_figures.py. */
#include "adrop/figure.h"

#include <locale.h>

#include "adrop/number.h"
#include "check.h"
#include "scarce.h"

static adrop_ctx *ctx;
static const char *folder;

static void setup(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void fill_curve(adrop_figure *f, const char *kind)
{
    for (int s = 0; s < 3; s++) {
        adrop_figure_series(f,
                            s == 0   ? "none"
                            : s == 1 ? "a <b> & \"c\""
                                     : "advanced",
                            ADROP_NEXT_STYLE);
        for (int i = 1; i <= 40; i++) {
            const double y = 90 + 8 * (1 - exp(-i / (6.0 + s))) + s / 3.0;
            if (!strcmp(kind, "band"))
                adrop_figure_spread(f, i, i == 20 ? NAN : y, y - 0.4, y + 0.4 + s / 10.0);
            else
                adrop_figure_point(f, i, i == 20 ? NAN : y);
        }
    }
}

static void fill_names(adrop_figure *f, const char *kind)
{
    static const char *const names[] = { "none", "bernoulli:rate=0.5", "advanced", "Größe, \"x\"" };

    for (int s = 0; s < (!strcmp(kind, "forest") ? 1 : 2); s++) {
        adrop_figure_series(f, s ? "test" : "training", ADROP_NEXT_STYLE);
        for (int i = 0; i < 4; i++) {
            const double v = i - 1.2 + s / 7.0;
            if (!strcmp(kind, "forest"))
                adrop_figure_named(f, names[i], v, NAN, v - 0.8, v + 0.9);
            else if (!strcmp(kind, "bar"))
                adrop_figure_named(f, names[i], NAN, 95 + v, 94.5 + v, 95.5 + v);
            else if (!strcmp(kind, "scatter"))
                adrop_figure_named(f, i == 3 ? "" : names[i], v * v, v + s, NAN, NAN);
            else
                adrop_figure_named(f, names[i], NAN, v + i * s, NAN, NAN);
        }
    }
}

static void fill_rest(adrop_figure *f, const char *kind)
{
    double values[200];
    char name[32];

    for (int i = 0; i < 200; i++)
        values[i] = sin(i * 12.9898) + sin(i * 78.233);
    if (!strcmp(kind, "histogram")) {
        adrop_figure_samples(f, "drawn", ADROP_NEXT_STYLE, 200, values, 0);
        adrop_figure_series(f, "density", ADROP_NEXT_STYLE);
        for (int i = -20; i <= 20; i++)
            adrop_figure_point(f, i / 10.0, 0.4 * exp(-i * i / 200.0));
    }
    for (int s = 0; !strcmp(kind, "heat") && s < 10; s++) {
        snprintf(name, sizeof name, "%d", s);
        adrop_figure_series(f, name, ADROP_NEXT_STYLE);
        for (int i = 0; i < 10; i++) {
            snprintf(name, sizeof name, "%d", i);
            adrop_figure_named(f, name, NAN, i == s ? 970 + i : (i * s) % 5, NAN, NAN);
        }
    }
    for (int s = 0; !strcmp(kind, "ridge") && s < 8; s++) {
        snprintf(name, sizeof name, "epoch %d", 1 << s);
        adrop_figure_series(f, name, ADROP_NEXT_STYLE);
        for (int i = 0; i <= 60; i++)
            adrop_figure_point(f, i / 60.0, (1 + s) * exp(-pow(i / 60.0 - 0.3, 2) * 8 * (1 + s)));
    }
}

/* A figure of one kind, and of all of them as panels. */
static void fill(adrop_figure *f, const char *kind)
{
    adrop_figure_panel(f, kind, "a panel's <title>");
    adrop_figure_axis(f, ADROP_AXIS_X, "epoch", 0);
    adrop_figure_axis(f, ADROP_AXIS_Y, "accuracy (%)", 0);
    if (!strcmp(kind, "bar") || !strcmp(kind, "scatter") || !strcmp(kind, "forest") ||
        !strcmp(kind, "parallel"))
        fill_names(f, kind);
    else if (!strcmp(kind, "histogram") || !strcmp(kind, "heat") || !strcmp(kind, "ridge"))
        fill_rest(f, kind);
    else
        fill_curve(f, kind);
    if (!strcmp(kind, "forest"))
        adrop_figure_mark(f, ADROP_AXIS_X, 0, "no difference");
    if (!strcmp(kind, "line"))
        adrop_figure_mark(f, ADROP_AXIS_Y, 97.5, "the paper");
}

/* Of one kind, or of all: "". */
static adrop_figure *one(const char *kind)
{
    adrop_figure *f;

    CHECK_EQ(adrop_figure_create(ctx, *kind ? kind : "All kinds", &f), ADROP_OK);
    for (size_t k = 0; adrop_figure_kind_name(k); k++)
        if (!*kind || !strcmp(kind, adrop_figure_kind_name(k)))
            fill(f, adrop_figure_kind_name(k));
    adrop_figure_note(f,
                      "A note of %d words with a <tag>, which is long enough to be wrapped in a "
                      "drawing that is as narrow as this one happens to be.",
                      25);
    return f;
}

/* The kinds, then "" for all of them as panels of one figure, then NULL. */
static const char *kind_or_all(size_t i)
{
    const char *name = adrop_figure_kind_name(i);

    return name ? name : i && adrop_figure_kind_name(i - 1) ? "" : NULL;
}

static void every_kind_has_every_form(void)
{
    const char *kind;

    setup();
    for (size_t i = 0; (kind = kind_or_all(i)); i++) {
        adrop_figure *f = one(kind);
        char *text, *again, name[32];
        CHECK_WHERE("%s", *kind ? kind : "all");
        for (int form = ADROP_FIGURE_SVG; form <= ADROP_FIGURE_CSV; form++) {
            CHECK_EQ(adrop_figure_write(f, (adrop_figure_form)form, NULL, &text), ADROP_OK);
            CHECK_EQ(adrop_figure_write(f, (adrop_figure_form)form, NULL, &again), ADROP_OK);
            CHECK_TEXT(text, again);
            CHECK(strlen(text) > 60);
            CHECK(!strstr(text, "nan") && !strstr(text, "inf"));
            if (form != ADROP_FIGURE_TEXT && form != ADROP_FIGURE_CSV)
                CHECK(!strstr(text, "<b>") && !strstr(text, "<tag>"));
            adrop_free(ctx, text);
            adrop_free(ctx, again);
        }
        snprintf(name, sizeof name, "%s", *kind ? kind : "all");
        if (folder)
            CHECK_EQ(adrop_figure_save(f, folder, name, NULL), ADROP_OK);
        adrop_figure_free(f);
    }
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

/* Columns of the longest line; escape codes take none. */
static size_t widest(const char *text)
{
    size_t most = 0, n = 0;

    for (; *text; text++)
        if (*text == '\n') {
            n = 0;
        } else if (*text == '\033') {
            text += strcspn(text, "m");
        } else {
            n += ((unsigned char)*text & 0xC0) != 0x80;
            most = n > most ? n : most;
        }
    return most;
}

static const char *const note_words[] = { "A",      "note",    "of",    "25",  "words",
                                          "with",   "a",       "<tag>", "is",  "long",
                                          "enough", "wrapped", "this",  "one", "be." };

static void text_keeps_to_the_width(void)
{
    static const size_t widths[] = { 40, 60, 80, 120, 200 };
    adrop_figure_look look;
    const char *kind;

    setup();
    adrop_figure_look_init(&look);
    for (size_t k = 0; (kind = adrop_figure_kind_name(k)); k++)
        for (size_t i = 0; i < 5; i++)
            for (int how = 0; how < 3; how++) {
                adrop_figure *f = one(kind);
                char *text;
                look.width = widths[i];
                look.ascii = how == 0;
                look.colour = how == 2;
                CHECK_WHERE("%s, %zu columns, %d", kind, widths[i], how);
                CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_TEXT, &look, &text), ADROP_OK);
                if (widths[i] >= 60)
                    CHECK(widest(text) <= widths[i]);
                const char *at = text; /* the note is there, word by word */
                for (size_t w = 0; at && w < sizeof note_words / sizeof *note_words; w++)
                    at = strstr(at, note_words[w]);
                CHECK(at != NULL);
                for (const char *c = text; look.ascii && *c; c++)
                    if ((unsigned char)*c > 127) {
                        CHECK_FAIL("a byte beyond ASCII");
                        break;
                    }
                CHECK_EQ(strchr(text, '\033') != NULL, how == 2);
                adrop_free(ctx, text);
                adrop_figure_free(f);
            }
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

static void runs_are_mean_and_deviation(void)
{
    const double x[] = { 1, 2, 3 };
    const double values[] = { 1, 2, NAN, 3, 2, NAN, 5, NAN, NAN };
    adrop_figure *f;
    char *csv;

    setup();
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "band", "");
    adrop_figure_runs(f, "a", ADROP_NEXT_STYLE, 3, 3, x, values);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_CSV, NULL, &csv), ADROP_OK);
    CHECK_TEXT(csv, "series,x,y,low,high\na,1,3,1,5\na,2,2,2,2\na,3,,,\n");
    adrop_free(ctx, csv);
    adrop_figure_free(f);
    adrop_ctx_free(ctx);
}

/* A technique name with its settings is shown in full; one that is longer than two fifths of the
 * panel is cut. */
static void long_names_are_shown_in_full(void)
{
    static const char *const name = ">advanced:kl=log-uniform,kl-weight=0.3</text>";
    static const char *const longer =
        "advanced:mu=-1,sigma=4,kl=log-uniform,kl-weight=0.3,unit=node";
    adrop_figure *f;
    char *svg;

    setup();
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "forest", "");
    adrop_figure_series(f, "difference", ADROP_NEXT_STYLE);
    adrop_figure_named(f, "advanced:kl=log-uniform,kl-weight=0.3", 1, NAN, 0.5, 1.5);
    adrop_figure_named(f, longer, 1, NAN, 0.5, 1.5);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &svg), ADROP_OK);
    CHECK(strstr(svg, name) != NULL);
    CHECK(strstr(svg, "…</text>") != NULL);
    adrop_free(ctx, svg);
    adrop_figure_free(f);
    adrop_ctx_free(ctx);
}

/* Bars have their names below the axis, from left to right, level if they fit and slanted if not.
 */
static void names_stand_below_the_bars(void)
{
    static const char *const before[] = { "<text class=\"tick\" text-anchor=\"middle\" x=\"",
                                          "text-anchor=\"end\" transform=\"translate(" };
    static const char *const form[] = { "%lf\" y=\"%lf", "%lf %lf) rotate(-45)" };

    setup();
    for (int slanted = 0; slanted < 2; slanted++) {
        const int n = slanted ? 12 : 4;
        double axis = NAN, height = NAN, left = 0;
        int found = 0;
        adrop_figure *f;
        char *svg;
        CHECK_WHERE("%s names", slanted ? "slanted" : "level");
        CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
        adrop_figure_panel(f, "bar", "");
        adrop_figure_series(f, "", ADROP_NEXT_STYLE);
        for (int i = 0; i < n; i++)
            adrop_figure_named(f, slanted ? "advanced:mu=1,sigma=2" : "none", NAN, i + 1, NAN, NAN);
        CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &svg), ADROP_OK);
        const locale_t old = check_points_begin();
        const char *at = strstr(svg, "class=\"axis\" d=\"M");
        CHECK(at && sscanf(at, "class=\"axis\" d=\"M%*f %lf", &axis) == 1);
        at = strstr(svg, "viewBox=\"0 0 ");
        CHECK(at && sscanf(at, "viewBox=\"0 0 %*f %lf", &height) == 1);
        for (at = svg; (at = strstr(at, before[slanted])); found++) {
            double x, y;
            at += strlen(before[slanted]);
            CHECK_EQ(sscanf(at, form[slanted], &x, &y), 2);
            CHECK(y > axis && y < height && x > left);
            left = x;
        }
        check_points_end(old);
        CHECK_EQ(found, n);
        adrop_free(ctx, svg);
        adrop_figure_free(f);
    }
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

/* The axis of a forest holds its intervals, both ends of each are drawn, and a longer interval is
 * not drawn shorter. */
static void forests_show_whole_intervals(void)
{
    adrop_figure_look look;

    setup();
    adrop_figure_look_init(&look);
    look.ascii = 1;
    for (int seed = 1; seed <= 40; seed++) {
        double low[6], high[6], least = INFINITY, most = -INFINITY, from = NAN, to = NAN;
        adrop_figure *f;
        char *text, *line;
        int drawn[6] = { 0 };
        CHECK_WHERE("forest %d", seed);
        CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
        adrop_figure_panel(f, "forest", "");
        adrop_figure_axis(f, ADROP_AXIS_X, "points", 0);
        adrop_figure_series(f, "", ADROP_NEXT_STYLE);
        for (int i = 0; i < 6; i++) { /* far from their middle, as intervals of ratios are */
            const double x = 3 * sin(12.9898 * (seed * 6 + i)), name = 'a' + i;
            low[i] = x - 10 * fabs(sin(78.233 * (seed + i)));
            high[i] = x + 10 * fabs(sin(37.719 * (seed - i)));
            least = fmin(least, low[i]), most = fmax(most, high[i]);
            adrop_figure_named(f, (char[2]){ (char)name, 0 }, x, NAN, low[i], high[i]);
        }
        CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_TEXT, &look, &text), ADROP_OK);
        for (line = text; *line && line[1] == ' '; line = strchr(line, '\n') + 1) {
            const int i = *line - 'a', width = (int)strcspn(line, "\n");
            const char *begin = memchr(line, '[', (size_t)width);
            const char *end = memchr(line, ']', (size_t)width);
            const char *middle = memchr(line, 'o', (size_t)width);
            CHECK(middle && (!begin || begin < middle) && (!end || middle < end));
            drawn[i] = (int)((end ? end : middle) - (begin ? begin : middle));
        }
        const locale_t before = check_points_begin();
        CHECK_EQ(sscanf(line, "points, from %lf to %lf", &from, &to), 2);
        check_points_end(before);
        CHECK(from <= least && most <= to);
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 6; k++) /* ends are rounded to columns */
                if (high[i] - low[i] <= high[k] - low[k])
                    CHECK(drawn[i] <= drawn[k] + 1);
        adrop_free(ctx, text);
        adrop_figure_free(f);
    }
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

static void histograms_have_area_one(void)
{
    double values[1000], area = 0;
    adrop_figure *f;
    char *csv;

    setup();
    for (int i = 0; i < 1000; i++)
        values[i] = sqrt(i);
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "histogram", "");
    adrop_figure_samples(f, "", ADROP_NEXT_STYLE, 1000, values, 0);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_CSV, NULL, &csv), ADROP_OK);
    for (char *line = strchr(csv, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        const locale_t before = check_points_begin();
        double at, y, low, high;
        CHECK_EQ(sscanf(line + 1, "%lf,%lf,%lf,%lf", &at, &y, &low, &high), 4);
        area += y * (high - low);
        check_points_end(before);
    }
    CHECK_NEAR(area, 1, 1e-9);
    adrop_free(ctx, csv);
    adrop_figure_free(f);
    adrop_ctx_free(ctx);
}

static void mistakes_are_told(void)
{
    adrop_figure *f;
    char *text;

    setup();
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_point(f, 1, 2);
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_SVG, NULL, &text), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "without a panel");
    adrop_figure_free(f);
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, "ridges", "");
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_CSV, NULL, &text), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "there is no kind of figure 'ridges': did you mean 'ridge'?");
    adrop_figure_free(f);
    CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
    adrop_figure_panel(f, NULL, "");
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_CSV, NULL, &text), ADROP_ENOENT);
    adrop_figure_free(f);
    adrop_ctx_free(ctx);
}

/* No panels, no series, no points, nothing finite, one value, huge values. */
static void little_data_are_fine(void)
{
    static const double odd[] = { NAN, INFINITY, -INFINITY, 1e308, -1e308, 0, 1e-320 };
    const char *kind;

    setup();
    for (size_t k = 0; (kind = adrop_figure_kind_name(k)); k++)
        for (size_t n = 0; n < 10; n++)
            for (int flags = 0; flags < 4; flags++) {
                adrop_figure *f;
                char *text;
                CHECK_WHERE("%s, case %zu, axes %d", kind, n, flags);
                CHECK_EQ(adrop_figure_create(ctx, "", &f), ADROP_OK);
                if (n)
                    adrop_figure_panel(f, kind, "");
                if (n > 1) {
                    adrop_figure_axis(f, ADROP_AXIS_X, "", flags & 1 ? ADROP_AXIS_LOG : 0);
                    adrop_figure_axis(f, ADROP_AXIS_Y, "", flags & 2 ? ADROP_AXIS_LOG : 0);
                    adrop_figure_series(f, "", ADROP_NEXT_STYLE);
                }
                for (size_t i = 0; n > 2 && i + 3 < n; i++)
                    adrop_figure_named(f, "x", odd[i], odd[(i + 1) % 7], odd[(i + 3) % 7],
                                       odd[(i + 4) % 7]);
                for (int form = ADROP_FIGURE_SVG; form <= ADROP_FIGURE_CSV; form++) {
                    CHECK_EQ(adrop_figure_write(f, (adrop_figure_form)form, NULL, &text), ADROP_OK);
                    CHECK(!strstr(text, "nan") && !strstr(text, "inf"));
                    adrop_free(ctx, text);
                }
                adrop_figure_free(f);
            }
    CHECK_WHERE("%s", "");
    adrop_ctx_free(ctx);
}

/* Numbers have points, whatever the locale says. */
static void locales_do_not_matter(void)
{
    adrop_figure *f;
    char *text;

    setup();
    setlocale(LC_ALL, "de_DE.UTF-8");
    f = one("line");
    CHECK_EQ(adrop_figure_write(f, ADROP_FIGURE_CSV, NULL, &text), ADROP_OK);
    CHECK_HAS(text, "none,1,91.2");
    adrop_free(ctx, text);
    adrop_figure_free(f);
    setlocale(LC_ALL, "C");
    adrop_ctx_free(ctx);
}

static adrop_status make_all(adrop_ctx *c, const void *user)
{
    adrop_figure *f;
    char *text;
    adrop_status status = adrop_figure_create(c, "scarce", &f);

    (void)user;
    if (status)
        return status;
    for (size_t k = 0; adrop_figure_kind_name(k); k++)
        fill(f, adrop_figure_kind_name(k));
    adrop_figure_note(f, "a note");
    for (int form = ADROP_FIGURE_SVG; !status && form <= ADROP_FIGURE_CSV; form++) {
        status = adrop_figure_write(f, (adrop_figure_form)form, NULL, &text);
        adrop_free(c, text);
    }
    adrop_figure_free(f);
    return status;
}

static void memory_may_run_out(void)
{
    CHECK(scarce_each("figures", 97, make_all, NULL) > 10);
}

int main(int argc, char **argv)
{
    static check_fn *const tests[] = {
        every_kind_has_every_form,    text_keeps_to_the_width,   runs_are_mean_and_deviation,
        histograms_have_area_one,     mistakes_are_told,         little_data_are_fine,
        locales_do_not_matter,        memory_may_run_out,        long_names_are_shown_in_full,
        forests_show_whole_intervals, names_stand_below_the_bars
    };

    folder = argc > 1 ? argv[1] : NULL;
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
