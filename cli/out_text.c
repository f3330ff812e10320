/* Text for a terminal and for a shell (out.h). Text from files is made harmless: characters that
 * move the cursor, colour it, set a title or reverse the writing direction become '?', and so does
 * anything that is not UTF-8. */
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"

/* Decode the character at s into *c. Returns its bytes; 0 if it is not UTF-8 (RFC 3629). */
static size_t out_text_decode(const unsigned char *s, uint32_t *c)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    const size_t more = *s < 0x80 ? 0 : *s < 0xC2 ? 9 : *s < 0xE0 ? 1 : *s < 0xF0 ? 2 : 3;

    if (more > 3 || *s > 0xF4)
        return 0;
    *c = more ? *s & (0x3Fu >> more) : *s;
    for (size_t i = 1; i <= more; i++) { /* a final zero is not a continuation byte */
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *c = *c << 6 | (s[i] & 0x3Fu);
    }
    return *c < least[more] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF) ? 0 : more + 1;
}

/* C0, DEL and C1; direction marks and embeddings; line and paragraph separators. */
static int is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || (c >= 0x200E && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

char *out_clean(char *text)
{
    const unsigned char *from = (unsigned char *)text;
    char *to = text;

    while (*from) {
        uint32_t c = 0;
        const size_t n = out_text_decode(from, &c);
        if (!n || is_control(c))
            *to++ = '?';
        else
            memmove(to, from, n);
        to += n && !is_control(c) ? n : 0;
        from += n ? n : 1;
    }
    *to = 0;
    return text;
}

char *out_copy(char *buffer, size_t size, const char *text)
{
    snprintf(buffer, size, "%s", text ? text : "");
    return out_clean(buffer);
}

void out_csv(FILE *file, const char *before, const char *text)
{
    static const char special[] = ",\"";
    const size_t size = strlen(text) + 1;
    char *clean = out_copy(out_memory(size, 1), size, text);
    const int quoted = before[strcspn(before, special)] || clean[strcspn(clean, special)];

    fprintf(file, "%s%s", quoted ? "\"" : "", before);
    for (const char *c = clean; *c; c++) {
        if (*c == '"')
            fputc('"', file);
        fputc(*c, file);
    }
    if (quoted)
        fputc('"', file);
    free(clean);
}

static int needs_escape(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static int has_control(const char *word)
{
    while (*word && !needs_escape(*word))
        word++;
    return *word != 0;
}

/* Write one byte between quotes; returns the length written. */
static int out_text_show(char c, int is_escaped, char piece[8])
{
    if (is_escaped && needs_escape(c))
        return snprintf(piece, 8, "\\%03o", (unsigned char)c);
    if (is_escaped && (c == '\'' || c == '\\'))
        return snprintf(piece, 8, "\\%c", c);
    return snprintf(piece, 8, c == '\'' ? "'\\''" : "%c", c);
}

size_t shell_word(const char *word, char *out, size_t size)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
    const int is_escaped = has_control(word);
    const int is_quoted = is_escaped || !*word || word[strspn(word, plain)];
    size_t used = 0;
    char piece[8];

    if (!size)
        return 0;
    used = (size_t)snprintf(out, size, "%s", is_escaped ? "$'" : is_quoted ? "'" : "");
    for (; *word && used < size; word++) {
        const size_t n = (size_t)out_text_show(*word, is_escaped, piece);
        if (n >= size - used)
            break;
        memcpy(out + used, piece, n + 1);
        used += n;
    }
    if (is_quoted && used + 1 < size) {
        memcpy(out + used, "'", 2);
        used++;
    }
    return used < size ? used : size - 1;
}
