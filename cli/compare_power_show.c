/* What a planned comparison will be able to show (compare_show.h). */
#include <math.h>
#include <string.h>

#include "compare_show.h"
#include "json.h"
#include "out.h"

static const char *const tests[] = { "welch", "pooled", "paired" };
static const char *const names[] = { "Welch's t test", "the pooled t test", "the paired t test" };

/* "With 5 pairs only differences above about 0.21 points can be detected, ..." */
static void print_one(FILE *file, const adrop_power *p, const char *unit, int with_name)
{
    const int paired = p->test == ADROP_TEST_PAIRED;

    if (with_name)
        fprintf(file, "%s, %s: ", OUT_CLEAN(p->data), OUT_CLEAN(p->model));
    if (isnan(p->deviations)) {
        fprintf(file, "one run of each cannot show a difference: give --runs 2 or more\n");
        return;
    }
    fprintf(file, "With %zu %s only differences above about ", p->runs,
            paired ? "pairs" : "runs of each");
    if (isfinite(p->difference))
        fprintf(file, "%s%s can be detected, judged by the %zu %s that are done",
                OUT_NUMBER(p->difference, 2), unit, p->judged_by, paired ? "pairs" : "runs");
    else
        fprintf(file,
                "%s standard deviations%s can be detected; no runs exist yet to estimate that",
                OUT_NUMBER(p->deviations, 2), paired ? " of the pairs' differences" : "");
    fprintf(
        file, "\n(with a probability of %s %%, by %s, two-sided, at the level %s", /* of one test */
        OUT_NUMBER(100 * p->power, 2), names[p->test], OUT_NUMBER(p->alpha * (double)p->tests, 4));
    if (p->tests > 1)
        fprintf(file, " for %zu comparisons, Holm", p->tests);
    fprintf(file, ")\n");
}

void compare_show_power(FILE *file, const adrop_compare *c)
{
    adrop_power p;
    const char *unit = adrop_compare_less_is_better(c) ? "" : " points";
    const int several = adrop_report_power_at(c, 1, &p);

    for (size_t i = 0; adrop_report_power_at(c, i, &p) && p.tests; i++)
        print_one(file, &p, unit, several);
}

void compare_show_power_json(json *j, const adrop_compare *c)
{
    adrop_power p;

    json_key(j, "power");
    json_open(j, '[');
    for (size_t i = 0; adrop_report_power_at(c, i, &p) && p.tests; i++) {
        json_open(j, '{');
        json_key_text(j, "data", p.data);
        json_key_text(j, "model", p.model);
        json_key_text(j, "test", tests[p.test]);
        json_key(j, "runs");
        json_count(j, p.runs);
        json_key(j, "tests");
        json_count(j, p.tests);
        json_key_number(j, "alpha", p.alpha);
        json_key_number(j, "power", p.power);
        json_key_number(j, "deviations", p.deviations);
        json_key_number(j, "std", p.std);
        json_key_number(j, "difference", p.difference);
        json_key(j, "judged_by");
        json_count(j, p.judged_by);
        json_close(j);
    }
    json_close(j);
}
