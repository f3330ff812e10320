/* The target column of a table, as text, to labels or targets (answers.h). */
#include "data/answers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/number.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"

/* Numbers by value, so that 1 and 1.0 are one class, before words by their letters. */
static int compare_answers(const void *a, const void *b)
{
    const char *s = *(char *const *)a, *t = *(char *const *)b;
    double x, y;
    const int s_word = adrop_number_read(s, &x) != ADROP_OK;
    const int t_word = adrop_number_read(t, &y) != ADROP_OK;

    if (s_word || t_word)
        return s_word && t_word ? strcmp(s, t) : s_word - t_word;
    return x < y ? -1 : x > y;
}

adrop_status ad_answers_to_labels(ad_raw *raw, char *const *answers)
{
    char **sorted = NULL;
    size_t n = 0;
    adrop_status status;

    raw->task = ADROP_CLASSIFICATION;
    if ((status = AD_NEW(raw->ctx, raw->rows, "classes", &sorted)) ||
        (status = AD_NEW(raw->ctx, raw->rows, "labels", &raw->labels)))
        goto done;
    memcpy(sorted, answers, raw->rows * sizeof *sorted);
    qsort(sorted, raw->rows, sizeof *sorted, compare_answers);
    for (size_t i = 0; !status && i < raw->rows; i++)
        if (!i || compare_answers(&sorted[i], &sorted[n - 1])) {
            sorted[n++] = sorted[i];
            status = ad_raw_add_class(raw, sorted[i]);
        }
    for (size_t i = 0; !status && i < raw->rows; i++) {
        char **found = bsearch(&answers[i], sorted, n, sizeof *sorted, compare_answers);
        raw->labels[i] = (int32_t)(found - sorted);
    }
done:
    ad_free(raw->ctx, sorted);
    return status;
}

adrop_status ad_answers_to_targets(ad_raw *raw, char *const *answers, const char *where)
{
    adrop_status status = AD_NEW(raw->ctx, raw->rows, "targets", &raw->targets);

    raw->task = ADROP_REGRESSION;
    for (size_t i = 0; !status && i < raw->rows; i++) {
        double x;
        if (adrop_number_read(answers[i], &x) || fabs(x) > FLT_MAX)
            return ad_fail(
                raw->ctx, ADROP_EFORMAT,
                "'%s', row %zu, the target: '%s' is not a number that fits a float; for words "
                "use task=classification",
                where, i + 1, AD_SHOWN(answers[i]));
        raw->targets[i] = (float)x;
    }
    return status;
}
