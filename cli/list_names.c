/* Lists of names, in a table and as JSON (list_names.h). */
#include "list_names.h"

#include <string.h>

#include "adrop/option.h"
#include "out.h"

void list_open(json *j, const char *name)
{
    json_open(j, '{');
    json_key(j, name);
    json_open(j, '[');
}

void list_close(json *j)
{
    json_close(j);
    json_close(j);
}

void list_names_add(list_names *list, const char *name, const char *summary)
{
    if (list->n == MOST_NAMES)
        return;
    list->names[list->n] = name;
    list->summaries[list->n++] = summary;
}

int list_names_unknown(const list_names *list, const char *word)
{
    const char *near = adrop_nearest(word, list->names);

    if (near)
        out_complain("list", "there is no %s '%s': did you mean '%s'?", list->one, word, near);
    else
        out_complain("list", "there is no %s '%s': see 'adrop list %s'", list->one, word,
                     list->many);
    return OUT_USAGE;
}

static void names_json(const list_names *list, const char *only)
{
    json j = { .file = stdout };

    list_open(&j, list->many);
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        json_open(&j, '{');
        json_key_text(&j, "name", list->names[i]);
        json_key_text(&j, "summary", list->summaries[i]);
        json_close(&j);
    }
    list_close(&j);
}

void list_names_print(const list_names *list, const char *only)
{
    out_table table = { .align = "ll" };

    out_cell(&table, 1, "%s", list->one);
    out_cell(&table, 1, "summary");
    for (size_t i = 0; i < list->n; i++) {
        if (only && strcmp(only, list->names[i]))
            continue;
        out_cell(&table, 0, "%s", list->names[i]);
        out_cell(&table, 0, "%s", list->summaries[i]);
    }
    out_table_print(&table, stdout, 0);
}

int list_names_show(const list_names *list, const char *only, int as_json)
{
    size_t i = 0;

    while (only && i < list->n && strcmp(list->names[i], only))
        i++;
    if (only && i == list->n)
        return list_names_unknown(list, only);
    if (as_json)
        names_json(list, only);
    else
        list_names_print(list, only);
    return OUT_OK;
}
