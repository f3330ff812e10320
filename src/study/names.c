/* Names and seeds of the runs of an experiment (study.h). Both follow from the plan alone, so a
 * restarted experiment finds its runs by name. */
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "study/study.h"

char *ad_study_slug(const char *text, char slug[AD_SLUG_SIZE])
{
    enum { LONGEST = 64 };
    size_t n = 0;
    int altered = 0;

    for (const char *at = text; *at && n < LONGEST; at++) {
        const int plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                          (*at >= '0' && *at <= '9') || strchr("._=,+-", *at);
        altered |= !plain && *at != ':';
        slug[n++] = plain ? *at : '_';
    }
    slug[n] = 0;
    if (altered || text[n] || slug[0] == '.')
        snprintf(slug + n, AD_SLUG_SIZE - n, "-%08x",
                 (unsigned)(XXH3_64bits(text, strlen(text)) & 0xffffffff));
    if (slug[0] == '.')
        slug[0] = '_';
    return slug;
}

uint64_t ad_study_seed(size_t seed, const char *name, size_t number)
{
    enum { LONGEST = 255 }; /* a longer name is replaced by its hash */
    char text[LONGEST + 64], sum_of_name[24];

    snprintf(sum_of_name, sizeof sum_of_name, "%016llx",
             (unsigned long long)XXH3_64bits(name, strlen(name)));
    const int n = snprintf(text, sizeof text, "%zu/%s/%zu", seed,
                           strlen(name) > LONGEST ? sum_of_name : name, number);
    const uint64_t sum = XXH3_64bits(text, (size_t)n) >> 32;
    return sum ? sum : 1;
}
