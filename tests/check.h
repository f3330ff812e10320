/* Checks for test programs: never compiled away, print both sides, count, and continue after a
 * failure. A program is a list of functions run by CHECK_MAIN.
 *
 *     static void adds(void) { CHECK_EQ(1 + 1, 2); }
 *     CHECK_MAIN(adds)
 *
 * The exit status is 0 only if something was checked and nothing failed. */
#ifndef ADROP_TESTS_CHECK_H
#define ADROP_TESTS_CHECK_H

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long check_done, check_failed;

/* Printed with a failure: which case of a loop it was. */
static char check_where[512];
#define CHECK_WHERE(...) snprintf(check_where, sizeof check_where, __VA_ARGS__)

#define CHECK_REPORT_(ok, ...)                                                                     \
  do {                                                                                             \
    check_done++;                                                                                  \
    if (!(ok)) {                                                                                   \
      check_failed++;                                                                              \
      printf("%s:%d: ", __FILE__, __LINE__);                                                       \
      printf(__VA_ARGS__);                                                                         \
      printf("%s%s\n", check_where[0] ? "   in " : "", check_where);                               \
    }                                                                                              \
  } while (0)

#define CHECK(condition) CHECK_REPORT_(condition, "not true: %s", #condition)

/* This place is not to be reached. */
#define CHECK_FAIL(what) CHECK_REPORT_(0, "%s", (what))

/* Whole numbers. */
#define CHECK_EQ(a, b)                                                                             \
  do {                                                                                             \
    long long a_ = (long long)(a), b_ = (long long)(b);                                            \
    CHECK_REPORT_(a_ == b_, "%s is %lld, expected %lld", #a, a_, b_);                              \
  } while (0)

#define CHECK_TEXT(a, b)                                                                           \
  do {                                                                                             \
    const char *a_ = (a), *b_ = (b);                                                               \
    CHECK_REPORT_(a_ && !strcmp(a_, b_), "%s is \"%s\", expected \"%s\"", #a, a_, b_);             \
  } while (0)

/* The text holds the part. */
#define CHECK_HAS(text, part)                                                                      \
  do {                                                                                             \
    const char *t_ = (text), *p_ = (part);                                                         \
    CHECK_REPORT_(t_ &&strstr(t_, p_), "%s is \"%s\", expected \"%s\" in it", #text, t_, p_);      \
  } while (0)

/* |a - b| <= bound. */
#define CHECK_NEAR(a, b, bound)                                                                    \
  do {                                                                                             \
    double a_ = (a), b_ = (b), d_ = (bound);                                                       \
    CHECK_REPORT_(fabs(a_ - b_) <= d_, "%s is %.17g, expected %.17g within %g (off by %g)", #a,    \
                  a_, b_, d_, a_ - b_);                                                            \
  } while (0)

/* |a - b| <= bound * max(1, |b|). */
#define CHECK_CLOSE(a, b, bound)                                                                   \
  do {                                                                                             \
    double a_ = (a), b_ = (b), d_ = (bound);                                                       \
    double s_ = fabs(b_) > 1 ? fabs(b_) : 1;                                                       \
    CHECK_REPORT_(fabs(a_ - b_) <= d_ * s_,                                                        \
                  "%s is %.17g, expected %.17g within %g relative (off by %g)", #a, a_, b_, d_,    \
                  (a_ - b_) / s_);                                                                 \
  } while (0)

/* A statistic within k standard errors of its expectation. False alarms of a
 * normal statistic: k = 5: 6e-7, k = 6: 2e-9. */
#define CHECK_WITHIN(a, b, se, k)                                                                  \
  do {                                                                                             \
    double a_ = (a), b_ = (b), s_ = (se);                                                          \
    CHECK_REPORT_(fabs(a_ - b_) <= (k)*s_,                                                         \
                  "%s is %.9g, expected %.9g: %.1f standard errors of %g away", #a, a_, b_,        \
                  (a_ - b_) / s_, s_);                                                             \
  } while (0)

typedef void check_fn(void);

/* Tests are run once more in the locale of a program that has one (tests/base/locale.sh). */
static inline void check_set_locale(void)
{
    const char *name = getenv("ADROP_TEST_LOCALE");

    if (name && !setlocale(LC_ALL, name)) {
        printf("there is no locale '%s'\n", name);
        exit(EXIT_FAILURE);
    }
}

/* Between the two a test itself formats and reads numbers with points. */
static inline locale_t check_points_begin(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void check_points_end(locale_t before)
{
    uselocale(before);
}

static inline int check_run(check_fn *const *tests, size_t n)
{
    check_set_locale();
    for (size_t i = 0; i < n; i++) {
        check_where[0] = 0;
        tests[i]();
    }
    printf("%ld checks, %ld failed\n", check_done, check_failed);
    return check_done > 0 && check_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#define CHECK_MAIN(...)                                                                            \
  int main(void)                                                                                   \
  {                                                                                                \
    static check_fn *const tests[] = { __VA_ARGS__ };                                              \
    return check_run(tests, sizeof tests / sizeof tests[0]);                                       \
  }

#endif
