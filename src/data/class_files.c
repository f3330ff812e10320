/* Files in class folders (class_files.h). */
#include "data/class_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/context.h"
#include "base/memory.h"
#include "data/raw.h"

static bool same(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && ad_alike_n(text, word, length);
}

static int class_files_part_of(const char *text, size_t length)
{
    if (same(text, length, "train") || same(text, length, "training"))
        return ADROP_ROW_TRAIN;
    if (same(text, length, "val") || same(text, length, "valid") ||
        same(text, length, "validation"))
        return ADROP_ROW_VAL;
    return same(text, length, "test") || same(text, length, "testing") ? ADROP_ROW_TEST
                                                                       : ADROP_ROW_FREE;
}

/* The folder whose name ends before `end`. */
static const char *folder_before(const char *name, const char *end)
{
    const char *start = end;

    while (start > name && start[-1] != '/')
        start--;
    return start;
}

bool ad_class_file_parse(const ad_source *source, size_t entry, const ad_class_kind *kind,
                         ad_class_file *item)
{
    const char *name = source->entries[entry].name, *slash = strrchr(name, '/');

    *item = (ad_class_file){ .entry = entry, .part = ADROP_ROW_FREE };
    if (!kind->is_mine(name) && source->kind != AD_FILE)
        return false;
    if (!slash)
        return true;
    const char *class_name = folder_before(name, slash);
    *item = (ad_class_file){ entry, class_name, (size_t)(slash - class_name), ADROP_ROW_FREE };
    if (class_name > name) {
        const char *above = folder_before(name, class_name - 1);
        item->part = class_files_part_of(above, (size_t)(class_name - 1 - above));
    }
    return true;
}

static int by_part(const void *a, const void *b)
{
    const ad_class_file *x = a, *y = b;

    if (x->part != y->part)
        return x->part - y->part;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

adrop_status ad_class_files_list(const ad_source *source, const ad_class_kind *kind, bool loose_too,
                                 ad_class_file **items, size_t *n)
{
    size_t parts[ADROP_ROW_UNUSED] = { 0 };
    const adrop_status status = AD_NEW(source->ctx, source->n_entries, kind->what, items);

    *n = 0;
    if (status)
        return status;
    for (size_t i = 0; i < source->n_entries; i++) {
        ad_class_file *item = &(*items)[*n];
        if (ad_class_file_parse(source, i, kind, item) && (item->class_length || loose_too)) {
            parts[item->part]++;
            ++*n;
        }
    }
    if (!*n)
        return ad_fail(source->ctx, ADROP_EFORMAT, "'%s': %s", source->path, kind->none);
    if (parts[ADROP_ROW_FREE] && parts[ADROP_ROW_FREE] < *n && !loose_too)
        return ad_fail(source->ctx, ADROP_EFORMAT,
                       "'%s': some %s are in train, val or test folders and some are not",
                       source->path, kind->what);
    for (size_t i = 0; i < *n && !parts[ADROP_ROW_TEST]; i++)
        if ((*items)[i].part == ADROP_ROW_VAL)
            (*items)[i].part = ADROP_ROW_TEST;
    qsort(*items, *n, sizeof **items, by_part);
    return ADROP_OK;
}
