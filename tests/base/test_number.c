/* Numbers as text: shortest, exact, and independent of the locale's decimal mark. */
#include "adrop/number.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>

#include "check.h"

static char buffer[ADROP_NUMBER_SIZE];

static void shortest(void)
{
    CHECK_TEXT(adrop_number_text(buffer, 0.1), "0.1");
    CHECK_TEXT(adrop_number_text(buffer, 1e-7), "1e-07");
    CHECK_TEXT(adrop_number_text(buffer, -3), "-3");
    CHECK_TEXT(adrop_number_text(buffer, 0.1 + 0.2), "0.30000000000000004");
    CHECK_TEXT(adrop_number_text(buffer, NAN), "nan");
    CHECK_TEXT(adrop_number_text(buffer, -NAN), "nan");
    CHECK_TEXT(adrop_number_text(buffer, -INFINITY), "-inf");
    CHECK_TEXT(adrop_number_round(buffer, 2.0 / 3, 4), "0.6667");
}

/* What "%.2f" prints of it has no sign where it has no digits. */
static void no_negative_zero(void)
{
    static const struct {
        double x;
        const char *text;
    } cases[] = { { -0.001, "+0.00" }, { -0.0, "+0.00" }, { 0.004, "+0.00" },
                  { -0.006, "-0.01" }, { 1.25, "+1.25" }, { -12.3, "-12.30" } };
    char text[ADROP_NUMBER_SIZE];
    const locale_t before = check_points_begin();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "%+.2f", adrop_number_or_zero(cases[i].x, 2));
        CHECK_TEXT(text, cases[i].text);
    }
    check_points_end(before);
    CHECK(isnan(adrop_number_or_zero(NAN, 2)));
}

static void round_trip(void)
{
    static const double values[] = {
        0,       DBL_MIN, DBL_MAX, DBL_EPSILON,         5e-324,
        1.0 / 3, -2.5e17, 1e22,    0.78539816339744831, 123456789.123456789
    };

    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        double back = -1;
        CHECK_EQ(adrop_number_read(adrop_number_text(buffer, values[i]), &back), ADROP_OK);
        CHECK(back == values[i]);
    }
}

static void refused(void)
{
    static const char *const bad[] = { "",     " 1",    "1 ",     "nan",   "inf", "-inf",
                                       "0x10", "1e999", "1,5",    "1.5.2", "--1", "e5",
                                       ".",    "1e",    "NaN(1)", "1d5" };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double x = 42;
        CHECK_WHERE("'%s'", bad[i]);
        CHECK_EQ(adrop_number_read(bad[i], &x), ADROP_EINVAL);
        CHECK(x == 42);
    }
}

/* A German locale, made here if the machine can make one. */
static void comma_locale(void)
{
    char folder[] = "/tmp/adrop-locale-XXXXXX", command[256];
    double x;

    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        if (!mkdtemp(folder))
            return;
        snprintf(command, sizeof command,
                 "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
        const int made = system(command) == 0;
        setenv("LOCPATH", folder, 1);
        const int set = made && setlocale(LC_ALL, "de_DE.UTF-8");
        snprintf(command, sizeof command, "rm -r %s", folder);
        CHECK_EQ(system(command), 0);
        if (!set) {
            printf("skipped: no locale with a decimal comma (Debian package locales)\n");
            return;
        }
    }
    snprintf(buffer, sizeof buffer, "%g", 0.5);
    CHECK_TEXT(buffer, "0,5"); /* the locale is what we think it is */
    CHECK_EQ(adrop_number_read("0.25", &x), ADROP_OK);
    CHECK(x == 0.25);
    CHECK_EQ(adrop_number_read("0,25", &x), ADROP_EINVAL);
    shortest();
    round_trip();
    refused();
    snprintf(buffer, sizeof buffer, "%g", 0.5);
    CHECK_TEXT(buffer, "0,5"); /* and is left as it was */
}

CHECK_MAIN(shortest, no_negative_zero, round_trip, refused, comma_locale)
