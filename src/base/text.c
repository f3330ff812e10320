/* Texts of bounded length (text.h). */
#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

const char *ad_shown(char *text, const char *name)
{
    const size_t room = AD_SHOWN_SIZE - sizeof "...";
    size_t n = strlen(name);

    const bool whole = n <= room;
    for (n = whole ? n : room; !whole && n > 0 && (name[n] & 0xc0) == 0x80;)
        n--; /* do not split a character */
    for (size_t i = 0; i < n; i++)
        text[i] = (unsigned char)name[i] < ' ' || name[i] == 0x7f ? '?' : name[i];
    strcpy(text + n, whole ? "" : "...");
    return text;
}

adrop_status ad_copy_text(adrop_ctx *ctx, const char *text, char **out)
{
    const size_t size = strlen(text) + 1;
    const adrop_status status = AD_NEW(ctx, size, "a text", out);

    if (!status)
        memcpy(*out, text, size);
    return status;
}

int ad_join(char *list, size_t size, const char *separator, const char *item)
{
    const size_t used = strlen(list);
    const int wanted = snprintf(list + used, size - used, "%s%s", used ? separator : "", item);

    return wanted >= 0 && (size_t)wanted < size - used;
}

size_t ad_setting_length(const char *text)
{
    size_t n = 0, open = 0;

    for (; text[n] && (text[n] != ',' || open); n++) {
        if (text[n] == '(')
            open++;
        else if (text[n] == ')' && open)
            open--;
    }
    return n;
}
