/* Texts for structs of settings; they live until the program ends. */
#ifndef ADROP_TESTS_TEXTS_H
#define ADROP_TESTS_TEXTS_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "adrop/option.h"

enum { TEXTS_ROOM = 1 << 18, TEXTS_MOST = 1 << 12 };

/* What printf would print. */
__attribute__((format(printf, 1, 2))) static inline const char *text_of(const char *format, ...)
{
    static char room[TEXTS_ROOM];
    static size_t used;
    va_list args;

    va_start(args, format);
    char *text = room + used;
    const int n = vsnprintf(text, sizeof room - used, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof room - used)
        abort(); /* give it more room */
    used += (size_t)n + 1;
    return text;
}

/* One more text behind those there are. */
static inline void texts_put(adrop_texts *texts, const char *text)
{
    static const char *room[TEXTS_MOST];
    static size_t used;

    if (used + texts->n + 1 > TEXTS_MOST)
        abort();
    for (size_t i = 0; i < texts->n; i++)
        room[used + i] = texts->text[i];
    room[used + texts->n] = text;
    *texts = (adrop_texts){ texts->n + 1, &room[used] };
    used += texts->n;
}

#endif
