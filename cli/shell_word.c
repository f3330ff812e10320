/* Words for a shell (shell_word.h). A script that is given to sbatch must not have line breaks in
 * its words: Slurm reads lines, too. */
#include "shell_word.h"

#include <stdio.h>
#include <string.h>

static int is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

static int has_control(const char *word)
{
    while (*word && !is_control(*word))
        word++;
    return *word != 0;
}

/* One byte between quotes; returns its length. */
static int show(char c, int is_escaped, char piece[8])
{
    if (is_escaped && is_control(c))
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
        const size_t n = (size_t)show(*word, is_escaped, piece);
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
