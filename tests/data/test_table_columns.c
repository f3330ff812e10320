/* From the cells of a table to its columns: names, numbers and dates as users write them, and what
 * is left out or refused. */
#include "asked.h"
#include "data/scene.h"

enum { ROWS = 30 };

static char told[4096];

static void keep_log(void *user, adrop_log_level level, const char *line)
{
    (void)user;
    (void)level;
    snprintf(told + strlen(told), sizeof told - strlen(told), "%s\n", line);
}

static void begin(void)
{
    adrop_ctx_opts o;

    scene_begin();
    adrop_ctx_free(ctx);
    adrop_ctx_opts_init(&o);
    o.log = keep_log;
    CHECK_EQ(adrop_ctx_create(&o, &ctx), ADROP_OK);
}

static adrop_data_opts opts_of(const char *text)
{
    adrop_data_opts opts = scene_opts(scene_text("t.csv", text));

    opts.input_scale = ADROP_SCALE_NONE;
    opts.test_fraction = 0.01; /* all are for training */
    *told = 0;
    return opts;
}

static adrop_data_column column_of(const adrop_data *data, size_t i)
{
    adrop_data_column c;

    CHECK_EQ(adrop_data_column_at(data, i, &c), 1);
    return c;
}

static float value(adrop_data *data, size_t row, size_t input)
{
    float x[64] = { 0 };

    CHECK(asked_data(data).channels <= 64);
    CHECK_EQ(adrop_data_row(ctx, data, row, x), ADROP_OK);
    return x[input];
}

/* "head\n", then a line for each row by the format, with its number and its class. */
static const char *lines(const char *head, const char *format)
{
    static char text[ROWS * 100];
    size_t n = (size_t)sprintf(text, "%s", head);

    for (int i = 0; i < ROWS; i++) {
        n += (size_t)sprintf(text + n, format, i);
        n += (size_t)sprintf(text + n, ",%s\n", i % 2 ? "yes" : "no");
    }
    return text;
}

/* -- Names --------------------------------------------------------------------------- */

static void index_column(void)
{
    adrop_data_opts opts = opts_of(",a,y\n0,5,p\n1,7,q\n2,6,p\n");
    adrop_data *data = scene_open(&opts);

    CHECK_EQ(asked_data(data).channels, 1);
    CHECK_TEXT(column_of(data, 0).role, "index");
    CHECK_TEXT(column_of(data, 1).role, "input");
    CHECK_HAS(told, "has no name and counts the rows: 'column 1' (`keep` takes it in)");
    adrop_data_free(data);
    opts.keep = "1";
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 2);
    CHECK_TEXT(adrop_data_column_name(data, 0), "column 1");
    adrop_data_free(data);
    /* it does not count, it has a name, there is no header: an input */
    static const char *const inputs[] = { ",a,y\n0,5,p\n1,7,q\n3,6,p\n", "n,a,y\n0,5,p\n1,7,q\n",
                                          "0,5,p\n1,7,q\n2,6,p\n" };
    for (size_t i = 0; i < 3; i++) {
        opts = opts_of(inputs[i]);
        data = scene_open(&opts);
        CHECK_EQ(asked_data(data).channels, 2);
        if (i == 0)
            CHECK_HAS(told, "without a name, and an input: 'column 1'");
        adrop_data_free(data);
    }
}

static void names_differ(void)
{
    adrop_data_opts opts = opts_of("a,a,a.1,,\"x,y\",\"q\"\"q\",column 4,y\n"
                                   "1,2,3,9,5,6,7,p\n1,2,3,4,5,6,7,q\n");
    static const char *const names[] = { "a",   "a.2",  "a.1",      "column 4.1",
                                         "x,y", "q\"q", "column 4", "y" };
    adrop_data *data = scene_open(&opts);

    for (size_t i = 0; i < 8; i++)
        CHECK_TEXT(column_of(data, i).name, names[i]);
    CHECK_HAS(told, "several columns of the same name: the later ones are called a.2, column 4.1");
    adrop_data_free(data);
    opts.drop = "a.2,\"x,y\",\"q\"\"q\",column 4";
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 3);
    CHECK(value(data, 0, 2) == 9);
    adrop_data_free(data);
}

/* A column is called 2: the name wins over the number, and others are found by number. */
static void names_are_numbers(void)
{
    adrop_data_opts opts = opts_of("a,b,2\n1,2,3\n4,5,6\n7,8,9\n");
    adrop_data *data;

    opts.task = ADROP_REGRESSION;
    opts.target = "2";
    data = scene_open(&opts);
    CHECK_TEXT(adrop_data_target_name(data, 0), "2");
    CHECK(adrop_data_target(data, 0) == 3);
    CHECK_HAS(told, "names of columns, some of which are numbers");
    adrop_data_free(data);
    opts = opts_of(",0,1,2,target\n0,5.1,3.5,1.4,p\n1,4.9,3.0,1.4,q\n");
    data = scene_open(&opts); /* a frame of pandas with columns 0, 1, 2 */
    CHECK_EQ(asked_data(data).rows, 2);
    adrop_data_free(data);
    opts = opts_of("1,2,dog\n3,4,cat\n");
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 2);
    adrop_data_free(data);
}

static void names_are_offered(void)
{
    adrop_data_opts opts = opts_of("age,job,y\n1,2,p\n3,4,q\n");

    opts.target = "Y";
    scene_refuses(&opts, ADROP_EINVAL, "no column 'Y' to be the target: did you mean 'y'?");
    opts.target = "income";
    scene_refuses(&opts, ADROP_EINVAL, "there are age, job, y; or give a number from 1 to 3");
}

/* -- Forms --------------------------------------------------------------------------- */

static const struct {
    const char *cells[3];
    double values[3];
    const char *form;
} forms[] = {
    { { "\"40,524.37\"", "\"1,234,567.8\"", "12" },
      { 40524.37, 1234567.8, 12 },
      "numbers, commas between thousands" },
    { { "\"1.234.567,89\"", "\"2,5\"", "\"-1.000,25\"" },
      { 1234567.89, 2.5, -1000.25 },
      "numbers, points between thousands, decimal commas" },
    { { "1 234 567",
        "1\xc2\xa0"
        "000",
        "5" },
      { 1234567, 1000, 5 },
      "numbers, blanks between thousands" },
    { { "1'234.5",
        "1\xe2\x80\x99"
        "000",
        "7" },
      { 1234.5, 1000, 7 },
      "numbers, apostrophes between thousands" },
    { { "12.5%", "7 %", "-0.25%" }, { 12.5, 7, -0.25 }, "numbers in %" },
    { { "$1000.00", "-$5", "$-7.5" }, { 1000, -5, -7.5 }, "numbers in $" },
    { { "5 \xe2\x82\xac", "\xe2\x82\xac 6", "\"7,25\xe2\x82\xac\"" },
      { 5, 6, 7.25 },
      "numbers in \xe2\x82\xac, decimal commas" },
    { { "USD 5", "USD6", "\"7,000.5 USD\"" },
      { 5, 6, 7000.5 },
      "numbers in USD, commas between thousands" },
    { { "\"(1,234.5)\"", "(7)", "8" }, { -1234.5, -7, 8 }, "numbers, commas between thousands" },
    { { "\"1.234,50-\"", "\"7,25\"", "\"1.000,00-\"" },
      { -1234.5, 7.25, -1000 },
      "numbers, points between thousands, decimal commas" },
    { { "5 kr", "6 kr", "kr 7.5" }, { 5, 6, 7.5 }, "numbers in kr" },
    { { "US$5", "6 US$", "-US$7.5" }, { 5, 6, -7.5 }, "numbers in US$" },
    { { "14-Feb-2023", "1-dec-2023", "2023-01-02" }, { 19402, 19692, 19359 }, "dates, year first" },
    { { "\"February 14, 2023\"", "1 Dec 2023", "\"Jan 2, 2023 06:00\"" },
      { 19402, 19692, 19359.25 },
      "dates, year first" },
    { { "1970-01-02", "2000-03-01", "1970-01-01 12:00" }, { 1, 11017, 0.5 }, "dates, year first" },
    { { "2/14/2023", "12/1/2023", "1/2/2023" }, { 19402, 19692, 19359 }, "dates, month first" },
    { { "14/02/2023", "01/12/2023", "2/1/2023" }, { 19402, 19692, 19359 }, "dates, day first" },
    { { "2.3.2023", "14.02.2023", "2023-01-02" }, { 19418, 19402, 19359 }, "dates, day first" },
    { { "$(5)", "(7) $", "-$8.5" }, { -5, -7, -8.5 }, "numbers in $" },
    { { "\"1,23,456.50\"", "\"12,34,567\"", "\"1,000\"" },
      { 123456.5, 1234567, 1000 },
      "numbers, commas between thousands" },
    { { "\"5,-\"", "\"1.234,--\"", "\"7,50\"" },
      { 5, 1234, 7.5 },
      "numbers, points between thousands, decimal commas" },
    { { "5 kg", "-7.5kg", "\"1,200 kg\"" },
      { 5, -7.5, 1200 },
      "numbers in kg, commas between thousands" },
    { { "\xe2\x80\x93"
        "5 \xc2\xb0"
        "C",
        "7 \xc2\xb0"
        "C",
        "0 \xc2\xb0"
        "C" },
      { -5, 7, 0 },
      "numbers in \xc2\xb0"
      "C" },
    { { " 36 months", "60 months", "1 months" }, { 36, 60, 1 }, "numbers in months" },
    { { "9:30", "21:30:05.5", "12:05 am" }, { 34200, 77405.5, 300 }, "times" },
    { { "36:15:20", "0:01", "100:00" }, { 130520, 60, 360000 }, "times" },
    { { "31. Dezember 2024", "1. M\xc3\xa4rz 2024", "1. Mai 2024" },
      { 20088, 19783, 19844 },
      "dates, year first" },
    { { "31 d\xc3\xa9"
        "c. 2024",
        "1er mars 2024", "1 de mayo de 2024" },
      { 20088, 19783, 19844 },
      "dates, year first" },
    { { "Dec 2024", "2024-12", "\"December 31st, 2024\"" },
      { 20058, 20058, 20088 },
      "dates, year first" },
    { { "20241231", "20240301", "20240501" }, { 20088, 19783, 19844 }, "dates, year first" },
    { { "2023-01-02T03:00:00+03:00", "1/2/2023 6:00 PM", "1/13/2023 12:00 am" },
      { 19359, 19359.75, 19370 },
      "dates, month first" },
};

static void forms_are_read(void)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[512];
        snprintf(text, sizeof text, "v,w,y\n%s,1,p\n%s,2,q\n%s,3,p\n", forms[i].cells[0],
                 forms[i].cells[1], forms[i].cells[2]);
        CHECK_WHERE("%s", text);
        for (int dates = 0; dates < 2; dates++) {
            adrop_data_opts opts = opts_of(text);
            if (dates && !strncmp(forms[i].form, "dates", 5))
                opts.dates = "v";
            adrop_data *data = scene_open(&opts);
            if (!data)
                continue;
            CHECK_EQ(asked_data(data).channels, 2);
            for (size_t row = 0; row < 3; row++)
                CHECK(value(data, row, 0) == (float)forms[i].values[row]);
            CHECK_TEXT(column_of(data, 0).form, forms[i].form);
            CHECK_HAS(told, "'v'");
            adrop_data_free(data);
        }
    }
}

static void refuses(const char *text, adrop_status status, const char *part)
{
    const adrop_data_opts opts = opts_of(text);

    scene_refuses(&opts, status, part);
    CHECK_HAS(adrop_ctx_message(ctx), "t.csv");
}

/* Where nothing else tells the mark, a number like 1.234 between other separators than commas may
 * have thousands; another column may tell. */
static void open_marks(void)
{
    static const char text[] = "v;w;y\n1.234;1;p\n999;2;q\n12.500;3;q\n";

    refuses(text, ADROP_EINVAL, "column 'v' holds numbers such as '1.234' that all read two ways");
    for (int i = 1; i < 3; i++) {
        adrop_data_opts opts = opts_of(text);
        opts.decimal = i;
        adrop_data *data = scene_open(&opts);
        CHECK(value(data, 0, 0) == (i == ADROP_DECIMAL_POINT ? 1.234f : 1234));
        CHECK(value(data, 1, 0) == 999 && value(data, 2, 1) == 3);
        adrop_data_free(data);
    }
    adrop_data_opts opts = opts_of("v;w;y\n1.234;1.234.567;p\n999;2;q\n12.500;3;q\n");
    adrop_data *data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1234 && value(data, 0, 1) == 1234567 && value(data, 1, 0) == 999);
    CHECK_TEXT(column_of(data, 0).form, "numbers, points between thousands, decimal commas");
    adrop_data_free(data);
    opts = opts_of("v,w,y\n1.234,\"1.234,5\",p\n999,2,q\n12.500,3,q\n");
    data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1234 && value(data, 0, 1) == 1234.5f);
    adrop_data_free(data);
    opts = opts_of("v;w;y\n1.234;0.5;p\n999;2;q\n12.500;3;q\n"); /* points are decimal marks */
    data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1.234f && value(data, 1, 0) == 999);
    adrop_data_free(data);
    opts = opts_of("v,w,y\n1.234,1,p\n1000,2,q\n12.500,3,q\n"); /* commas separate */
    data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1.234f);
    adrop_data_free(data);
    refuses("v,w,y\n1.234,1,p\n999,2,q\n12.500,3,q\n", ADROP_EINVAL, "'1.234' that all read two");
    refuses("v\tw\ty\n1.234\t\"1.234,5\"\tp\n999\t\"1,234.5\"\tq\n", ADROP_EFORMAT,
            "line 3: column 'w': '1,234.5' is not written as '1.234,5' in line 2");
}

/* What a float cannot hold is refused; zeros in front are told of. */
static void odd_numbers(void)
{
    refuses("v,y\n1700000000001,p\n1700000000002,q\n", ADROP_EFORMAT,
            "column 'v' holds numbers from 1700000000001 to 1700000000002: single precision");
    refuses("v,y\n1000000000000000001,p\n1000000000000000002,q\n", ADROP_EFORMAT,
            "single precision can hardly distinguish"); /* nor a double: they are one number */
    refuses("v,y\n1e-50,p\n2e-50,q\n", ADROP_EFORMAT, "holds numbers from 1e-50 to 2e-50");
    adrop_data_opts opts = opts_of("v,w,y\n1700000000000,1e-50,p\n1700000000000,1,q\n");
    adrop_data_free(scene_open(&opts));
    opts = opts_of("zip,w,y\n01234,0.5,p\n10001,07,q\n");
    adrop_data *data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1234);
    CHECK_HAS(told, "without the zeros in front of some ('01234'): 'zip' (`drop`");
    adrop_data_free(data);
    opts = opts_of("v,y\n20241231,p\n20151301,q\n"); /* there is no month 13 */
    data = scene_open(&opts);
    CHECK(value(data, 1, 0) == 20151301.f);
    adrop_data_free(data);
    opts = opts_of("v,y\nNa,p\nCl,q\nNan,q\n"); /* no missing values */
    data = scene_open(&opts);
    CHECK_EQ(column_of(data, 0).words, 3);
    adrop_data_free(data);
    refuses("v,y\nNA,p\nCl,q\n", ADROP_EFORMAT, "the value is missing ('NA')");
}

static void two_ways(void)
{
    static const char numbers[] = "v,w,y\n\"1,234\",1,p\n\"5,678\",2,q\n";
    static const char dates[] = "v,w,y\n2/3/2023,1,p\n4/5/2023,2,q\n";

    refuses(numbers, ADROP_EINVAL,
            "column 'v' holds numbers such as '1,234' that all read two ways");
    CHECK_HAS(adrop_ctx_message(ctx), "give `decimal` point or comma");
    refuses("v,w,y\n$1.234,1,p\n$5.678,2,q\n", ADROP_EINVAL, "give `decimal` point or comma");
    refuses(dates, ADROP_EINVAL,
            "column 'v' holds dates such as '2/3/2023' that all read two ways");
    CHECK_HAS(adrop_ctx_message(ctx), "give `date-order` dmy (day first) or mdy (month first)");
    for (int i = 1; i < 3; i++) {
        adrop_data_opts opts = opts_of(numbers);
        opts.decimal = i;
        adrop_data *data = scene_open(&opts);
        CHECK(value(data, 0, 0) == (i == ADROP_DECIMAL_POINT ? 1234 : 1.234f));
        adrop_data_free(data);
        opts = opts_of(dates);
        opts.date_order = i;
        data = scene_open(&opts);
        CHECK(value(data, 0, 0) == (i == ADROP_DATES_DMY ? 19418 : 19391));
        adrop_data_free(data);
    }
    /* a point is no decimal mark then, and a comma that separates is none of a number */
    adrop_data_opts opts = opts_of("v,w,y\n1.234,1,p\n5.678,2,q\n");
    opts.decimal = ADROP_DECIMAL_COMMA;
    adrop_data *data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1234 && value(data, 1, 1) == 2);
    adrop_data_free(data);
    opts = opts_of("v,w,y\n1.25,1,p\n5.5,2,q\n");
    opts.decimal = ADROP_DECIMAL_COMMA;
    scene_refuses(&opts, ADROP_EFORMAT, "line 2: column 'v': '1.25' is not what `decimal` says");
}

/* Numbers with one value that is none are no words, whatever they look like. */
static void mixtures(void)
{
    char text[ROWS * 40];
    size_t n = (size_t)sprintf(text, "v,y\n");

    for (int i = 0; i < ROWS; i++)
        n += (size_t)sprintf(text + n, i == 20 ? "many,%d\n" : "$%d,q\n", i);
    refuses(text, ADROP_EFORMAT, "line 22: column 'v': 'many' is not written as '$0' in line 2");
    refuses("v,y\n$5,p\n6,q\n7,q\n", ADROP_EFORMAT,
            "column 'v': '6' is not a number of the same form, and others of the column are");
    refuses("v,y\n2/14/2023,p\n14/2/2023,q\n", ADROP_EFORMAT,
            "line 3: column 'v': '14/2/2023' is not written as '2/14/2023' in line 2");
    adrop_data_opts opts = opts_of("v,y\n2023-01-02,p\nsoon,q\n");
    opts.dates = "v";
    scene_refuses(&opts, ADROP_EFORMAT, "line 3: column 'v': 'soon' is not a date");
}

/* Many words among which some are numbers of a form: refused, unless they are kept as words. */
static void many_words(void)
{
    char text[3 * ROWS * 40];
    size_t n = (size_t)sprintf(text, "v,y\n");

    for (int i = 0; i < 3 * ROWS; i++)
        n += i % 3 ? (size_t)sprintf(text + n, "unknown,%c\n", "pq"[i % 2])
                   : (size_t)sprintf(text + n, "%d.5%%,%c\n", i, "pq"[i % 2]);
    refuses(text, ADROP_EFORMAT,
            "line 3: column 'v': 'unknown' is not written as '0.5%' in line 2");
    adrop_data_opts opts = opts_of(text);
    opts.keep = "v";
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(column_of(data, 0).words, ROWS + 1);
    adrop_data_free(data);
    opts = opts_of("v,y\n10%,p\n20%,q\nnone,p\n"); /* a few are classes */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 3);
    adrop_data_free(data);
    n = (size_t)sprintf(text, "v,y\n");
    for (int i = 0; i < ROWS; i++) /* each a number, but of two kinds */
        n += (size_t)sprintf(text + n, "%d.5%c,%c\n", i, "KM"[i % 2], "pq"[i % 2]);
    refuses(text, ADROP_EFORMAT, "line 3: column 'v': '1.5M' is not written as '0.5K' in line 2");
    refuses("v,y\n14.02.23,p\n15.02.23,q\n", ADROP_EFORMAT,
            "line 2: column 'v': '14.02.23' looks like a date whose year has two digits");
    refuses("v,y\n2/14/23,p\n2/15/23,q\n", ADROP_EFORMAT, "write years with four");
    opts = opts_of("v,y\n1.2.10,p\n2.3.11,q\n"); /* versions */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 2);
    adrop_data_free(data);
}

/* -- How a table is written ---------------------------------------------------------- */

/* The same three rows of an amount, a text and a class, however they are written. */
static void same_rows(const char *text, const char *separator)
{
    char head[100];
    adrop_data_opts opts = opts_of(text);

    CHECK_WHERE("%s", text);
    opts.task = ADROP_CLASSIFICATION;
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    snprintf(head, sizeof head, "columns are separated by %s", separator);
    CHECK_HAS(told, head);
    CHECK_EQ(asked_data(data).rows, 3);
    CHECK_EQ(asked_data(data).channels, 3); /* two texts */
    CHECK(value(data, 0, 0) == 1234.5f && value(data, 1, 0) == -2.25f &&
          value(data, 2, 0) == 50000);
    CHECK_EQ(adrop_data_label(data, 0), 0);
    CHECK_EQ(adrop_data_label(data, 1), 1);
    adrop_data_free(data);
}

static void separators(void)
{
    static const char *const words[] = { "semicolons", "tabs", "vertical bars" };
    static const char *const tables[] = {
        "v;w, m;y\n1 234,50;sky, grey;no\n-2,25;red;yes\n50 000,00;red;no\n",
        "v;w;y\n1.234,50;sky, grey;no, never\n2,25-;red;yes, always\n50.000,00;red;no, never\n",
        "1 234,50;sky, grey;no\n-2,25;red;yes\n50 000,00;red;no\n",
        "v;w;y\n1.234,50;sky,grey;no\n2,25-;red;yes\n50.000,00;red;no\n",
        "v;w;y;\n1.234,50;sky;no;\n2,25-;red;yes;\n50.000,00;red;no;\n",
        "v;w;y\n1.234,50;sky;no;\n2,25-;red;yes;\n50.000,00;red;no;\n",
        "v;w;y\n1;1.234,50;sky;no\n2;2,25-;red;yes\n3;50.000,00;red;no\n", /* of R */
        "v;w;y\n\"a\";1.234,50;sky;no\n\"b\";2,25-;red;yes\n\"c\";50.000,00;red;no\n",
        "sep=;\nv;w;y\n1.234,50;sky;no\n-2,25;red;yes\n50.000,00;red;no\n",
        "# a;b\n\nv;w;y\n# c\n1234,50;sky;no\n-2,25;red;yes\n50000,00;red;no\n",
    };
    char text[300];

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (size_t k = 0; k < 3; k++) {
            snprintf(text, sizeof text, "%s", tables[i]);
            for (char *p = text; *p; p++)
                *p = *p == ';' ? ";\t|"[k] : *p;
            if (i != 7) /* names of rows that are words are an input, there are so few */
                same_rows(text, words[k]);
        }
}

/* The first row holds amounts and dates, and no names. */
static void first_rows(void)
{
    adrop_data_opts opts = opts_of("$5,2024-01-30,p\n$6,2024-01-31,q\n$7,2024-02-28,p\n");
    adrop_data *data = scene_open(&opts);

    CHECK_EQ(asked_data(data).rows, 3);
    adrop_data_free(data);
    opts = opts_of("name,2024-01-30,y\na,5,p\nb,6,q\n"); /* a name that is a date */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 2);
    adrop_data_free(data);
    opts = opts_of("land,2019,2020,y\nFR,5.5,2030,p\nDE,6,7,q\n"); /* names that are years */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 2);
    adrop_data_free(data);
    opts = opts_of("FR,2019,2020,p\nDE,2020,2021,q\nDE,2021,2022,q\n"); /* values that are */
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 3);
    adrop_data_free(data);
    char text[2000] = "a,b,y\n";
    for (size_t i = 0; i < 120; i++)
        strcat(text, i % 2 ? "1,2,p,\n" : "1,2,q,\n");
    strcat(text, "1,2,p,x\n");
    refuses(text, ADROP_EFORMAT,
            "line 122: 'x' stands behind the last column that the first line names");
    refuses("a,b,y\n1,2,p,\n1,2,q,\n1,2,p,x\n", ADROP_EFORMAT,
            "line 2: 4 columns, where the first line has 3"); /* in front or behind? */
    strcpy(text, "land,2020,kind\n"); /* one name is a number, and no number stands below */
    for (size_t i = 0; i < 20; i++)
        strcat(text, i % 2 ? "a,\"1.234,50\",p\n" : "b,\"2.345,50\",q\n");
    refuses(text, ADROP_EFORMAT, "the first line is a header whose names are numbers in part, or");
    refuses("red,yes,p\nblue,no,q\nred,yes,q\nblue,yes,p\n", ADROP_EFORMAT,
            "'red' is a value of its column, too: write a line of names");
    refuses("ann,ja\nbob,nein\neve,ja\n", ADROP_EFORMAT, "'ja' is a value of its column, too");
    opts = opts_of("colour,kind,p\nblue,no,q\nred,yes,q\nblue,yes,p\n");
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 3);
    adrop_data_free(data);
    refuses("a b y\n#1 2 p\n#2 3 q\n", ADROP_EFORMAT, "line 2: it begins with '#'");
    refuses("a,b,y\n1,2,p\n#3,4,q\n5,6,q\n", ADROP_EFORMAT, "line 3: it begins with '#'");
    /* a comma too many in each row, and no names of rows */
    refuses("a,y\n0,5,p\n0,7,q\n0,2,p\n", ADROP_EFORMAT, "line 2: 3 columns, where the first");
    refuses("a,b,y\n1,'x, y',p\n2,'x, z',q\n4,'x, y',p\n", ADROP_EFORMAT, "in double quotes");
    opts = opts_of("#,b,y\n1,2,p\n# three\n3,4,q\n");
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).rows, 2);
    CHECK_TEXT(column_of(data, 0).name, "#");
    adrop_data_free(data);
}

/* -- What is left out, and what is refused ------------------------------------------- */

static void ids(void)
{
    adrop_data_opts opts = opts_of(lines("id,a,y\n", "u%d,1"));
    adrop_data *data = scene_open(&opts);

    CHECK_EQ(asked_data(data).channels, 1);
    CHECK_TEXT(column_of(data, 0).role, "left-out");
    CHECK_HAS(told, "nearly every row has a word of its own there: 'id'");
    adrop_data_free(data);
    opts.keep = "id";
    data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 1 + ROWS);
    CHECK_EQ(column_of(data, 0).words, ROWS);
    adrop_data_free(data);
    opts.keep = "ids";
    scene_refuses(&opts, ADROP_EINVAL, "no column 'ids' to be the column to keep");
    opts = opts_of("id,y\nu1,p\nu2,q\n");
    data = scene_open(&opts); /* few rows say nothing */
    CHECK_EQ(asked_data(data).channels, 2);
    adrop_data_free(data);
    opts = opts_of(lines("id,y\n", "u%d"));
    scene_refuses(&opts, ADROP_EINVAL, "no columns left that could be inputs");
    CHECK_HAS(told, "'id'");
}

/* No value at all, with missing values allowed or not; and some, which is another matter. */
static void no_values(void)
{
    for (int missing = 0; missing < 4; missing++) {
        adrop_data_opts opts = opts_of("e,a,,y\n,1,NA,p\nNA,2,\\N,q\n<NA>,3,#N/A,q\n");
        opts.missing = missing;
        adrop_data *data = scene_open(&opts);
        CHECK_EQ(asked_data(data).channels, 1);
        CHECK_TEXT(column_of(data, 0).role, "empty");
        CHECK_TEXT(column_of(data, 2).role, "empty");
        CHECK_HAS(told, "left out, for it has no value in any row: 'e', 'column 3'");
        adrop_data_free(data);
    }
    refuses("e,a,y\n,1,p\n,2,q\n5,3,q\n", ADROP_EFORMAT,
            "line 2: column 'e': the value is missing (''); fill it in");
}

/* More different words than a column may have are no obstacle to numbers and ids. */
static void many(void)
{
    const size_t rows = 70000;
    char *text = malloc(rows * 60 + 100);
    size_t n = (size_t)sprintf(text, "id,v,y\n");

    for (size_t i = 0; i < rows; i++)
        n += (size_t)sprintf(text + n, "user-%zu,\"%zu,%03zu.25\",%c\n", i, i / 1000 + 1, i % 1000,
                             "pq"[i % 2]);
    adrop_data_opts opts = opts_of(text);
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 1);
    for (size_t i = 0; i < rows; i += 97)
        CHECK(value(data, i, 0) == (float)((double)i + 1000.25));
    adrop_data_free(data);
    opts.keep = "id";
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "column 'id' holds more than 65536 different words");
    free(text);
}

static void classes(void)
{
    refuses("a,y\n1,p\n2,p\n", ADROP_EFORMAT,
            "the target, column 'y', is 'p' in every row: there must be two classes at least");
    refuses("a,y\n1,p\n", ADROP_EFORMAT, "has one row only");
    adrop_data_opts opts = opts_of("a,y\n1,p\n2,p\n3,q\n4,p\n");
    adrop_data *data = scene_open(&opts);
    CHECK_HAS(told, "one row alone is of the class q");
    adrop_data_free(data);
    refuses("a,y\n1,$5\n2,$6\n", ADROP_EINVAL,
            "the target, column 'y', holds numbers: give `task`");
    opts = opts_of("a,y\n1,$5\n2,$6\n");
    opts.task = ADROP_REGRESSION;
    data = scene_open(&opts);
    CHECK(adrop_data_target(data, 1) == 6);
    adrop_data_free(data);
    opts = opts_of("a,y\n1,p\n2,q\n");
    opts.task = ADROP_REGRESSION;
    scene_refuses(&opts, ADROP_EFORMAT,
                  "line 2: column 'y', the target: 'p' is not a number; for words use `task` "
                  "classification");
}

/* Both files of a table have the forms that both leave possible, and one counter each. */
static void two_files(void)
{
    char path[200];

    snprintf(path, sizeof path, "%s",
             scene_text("other.csv", ",v,y\n0,\"1,234.5\",p\n1,\"2,345\",q\n"));
    adrop_data_opts opts = opts_of(",v,y\n0,\"1,234\",p\n1,\"5,678\",q\n2,\"5,000\",q\n");
    opts.test = path;
    opts.test_fraction = 0;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).channels, 1);
    CHECK(value(data, 0, 0) == 1234 && value(data, 3, 0) == 1234.5f && value(data, 4, 0) == 2345);
    adrop_data_free(data);
}

/* Lines of JSON are read as a table is. */
static void json_lines(void)
{
    adrop_data_opts opts = scene_opts(
        scene_text("t.jsonl", "{\"v\": \"$1,234.50\", \"d\": \"2/14/2023\", \"y\": \"p\"}\n"
                              "{\"v\": \"$5.00\", \"d\": \"2/3/2023\", \"y\": \"q\"}\n"));
    opts.input_scale = ADROP_SCALE_NONE;
    opts.test_fraction = 0.01;
    adrop_data *data = scene_open(&opts);
    CHECK(value(data, 0, 0) == 1234.5f && value(data, 1, 1) == 19391);
    adrop_data_free(data);
}

CHECK_MAIN(begin, index_column, names_differ, names_are_numbers, names_are_offered, forms_are_read,
           two_ways, open_marks, odd_numbers, mixtures, many_words, separators, first_rows, ids,
           no_values, many, classes, two_files, json_lines, scene_end)
