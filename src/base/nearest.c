/* The nearest known word: Damerau-Levenshtein distance (insert, delete, replace, swap neighbours),
 * at most a third of the word's length, or one; or a known word that begins with the given one. */
#include <string.h>

#include "adrop/option.h"

enum { LONGEST = 48 };

static size_t min3(size_t a, size_t b, size_t c)
{
    size_t m = a < b ? a : b;

    return m < c ? m : c;
}

static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned char d[LONGEST + 1][LONGEST + 1]; /* of prefixes of a and b */

    for (size_t i = 0; i <= n; i++)
        d[i][0] = (unsigned char)i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = (unsigned char)j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            size_t least = min3(d[i - 1][j] + 1u, d[i][j - 1] + 1u,
                                d[i - 1][j - 1] + (a[i - 1] != b[j - 1] ? 1u : 0u));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                d[i - 2][j - 2] + 1u < least)
                least = d[i - 2][j - 2] + 1u;
            d[i][j] = (unsigned char)least;
        }
    return d[n][m];
}

const char *adrop_nearest(const char *word, const char *const *words)
{
    const char *best = NULL;
    size_t length = word ? strlen(word) : 0, allowed = length / 3 > 1 ? length / 3 : 1;

    if (length == 0 || length > LONGEST || !words)
        return NULL;
    for (; *words; words++) {
        size_t other = strlen(*words);
        if (other > LONGEST)
            continue;
        if (length >= 2 && !best && !strncmp(word, *words, length))
            best = *words;
        size_t away = distance(word, length, *words, other);
        if (away <= allowed) {
            best = *words;
            allowed = away ? away - 1 : 0;
            if (away == 0)
                break;
        }
    }
    return best;
}
