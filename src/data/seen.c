/* Describing what is at a path in no known format (seen.h): the beginning of a file, or the kinds
 * of files in a folder or an archive. */
#include "data/seen.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "data/dialect.h"
#include "data/encoding.h"

enum { HEAD = 4096, KINDS = 3, ENDING = 16 };

static void see_text(char *text, size_t size, char seen[AD_SEEN_SIZE])
{
    ad_row_walk w = ad_row_walk_begin(text, text + size, 0);
    const char *row = ad_row_next(&w);

    if (!row) {
        snprintf(seen, AD_SEEN_SIZE, "it is a text of blank lines");
        return;
    }
    *w.stop = 0;
    const bool cut = strpbrk(row, ",;\t|") != NULL;
    snprintf(seen, AD_SEEN_SIZE, "it is a text whose first line, '%s', %s", AD_SHOWN(row),
             cut ? "has separators, but neither it nor the next has a number"
                 : "has no commas, semicolons, tabs or '|' between columns");
}

static adrop_status see_file(ad_source *source, char seen[AD_SEEN_SIZE])
{
    ad_text_head head;
    const adrop_status status = ad_text_head_read(source, 0, HEAD, &head);
    char *text = head.text.data;

    bool control = false;

    for (size_t i = 0; !status && i < head.text.size; i++)
        control |= (unsigned char)text[i] < ' ' && text[i] != '\t' && text[i] != '\n';
    if (!status && !head.is_text)
        snprintf(seen, AD_SEEN_SIZE,
                 "it is no text, for it holds a zero byte, unless `encoding` is one of utf-16");
    else if (!status && control)
        snprintf(seen, AD_SEEN_SIZE, "it is no text, for it holds control characters");
    else if (!status && head.is_odd)
        snprintf(seen, AD_SEEN_SIZE, "its characters are in no encoding that was recognised");
    else if (!status)
        see_text(text, head.text.size, seen);
    ad_text_head_release(source->ctx, &head);
    return status;
}

/* The extension of a name, or "". */
static const char *ending_of(const char *name)
{
    const char *dot = strrchr(ad_base_name(name), '.');

    return dot && strlen(dot) < ENDING ? dot : "";
}

/* "600 .eml files" and the like, for the first kinds found. */
static void see_files(const ad_source *source, char seen[AD_SEEN_SIZE])
{
    char kinds[KINDS][ENDING] = { "" };
    size_t counts[KINDS] = { 0 }, n = 0, others = 0;

    for (size_t i = 0; i < source->n_entries; i++) {
        const char *ending = ending_of(source->entries[i].name);
        size_t k = 0;
        while (k < n && strcmp(kinds[k], ending) != 0)
            k++;
        if (k == n && n < KINDS)
            snprintf(kinds[n++], ENDING, "%s", ending);
        if (k < KINDS)
            counts[k]++;
        else
            others++;
    }
    size_t done = (size_t)snprintf(seen, AD_SEEN_SIZE, "it holds ");
    for (size_t k = 0; k < n; k++)
        done += (size_t)snprintf(seen + done, AD_SEEN_SIZE - done, "%s%zu %s%s%s", k ? ", " : "",
                                 counts[k], AD_SHOWN(kinds[k]), *kinds[k] ? " " : "",
                                 counts[k] == 1 ? "file" : "files");
    if (others)
        snprintf(seen + done, AD_SEEN_SIZE - done, " and %zu other%s", others,
                 others == 1 ? "" : "s");
}

adrop_status ad_source_seen(ad_source *source, char seen[AD_SEEN_SIZE])
{
    seen[0] = 0;
    if (source->kind == AD_FILE)
        return see_file(source, seen);
    if (!source->n_entries)
        snprintf(seen, AD_SEEN_SIZE, "it holds no files");
    else
        see_files(source, seen);
    return ADROP_OK;
}
