/* Which tensors of a file belong to a model (file.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "model/file.h"

enum { NAME_SIZE = sizeof AD_CHECKPOINT_PREFIX + AD_TENSOR_NAME_SIZE };

const ad_file_tensor *ad_model_file_find(const ad_model_file *f, const ad_param *p)
{
    char name[NAME_SIZE];

    snprintf(name, sizeof name, "%s%s", f->prefix, p->name);
    return ad_tensorfile_tensor(f->file, name);
}

void ad_name_list_add(ad_name_list *list, const char *format, ...)
{
    enum { LONGEST = 256, REST = sizeof ", .." };
    const size_t used = strlen(list->text);
    char one[LONGEST];
    va_list args;

    va_start(args, format);
    ad_print_list(one, sizeof one, format, args);
    va_end(args);
    list->n++;
    if (used + strlen(one) + 2 * REST < sizeof list->text)
        snprintf(list->text + used, sizeof list->text - used, "%s%s", used ? ", " : "", one);
    else if (used > 2 && strcmp(list->text + used - 2, "..") != 0)
        snprintf(list->text + used, sizeof list->text - used, ", ..");
}

/* "bn1.num_batches_tracked": PyTorch's count of batches in batch norm. */
static int is_counter(const char *name)
{
    static const char end[] = "num_batches_tracked";
    const size_t n = strlen(name), k = sizeof end - 1;

    return n >= k && !strcmp(name + n - k, end) && (n == k || name[n - k - 1] == '.');
}

static int is_param(const ad_graph *g, const char *name)
{
    for (size_t i = 0; i < g->n; i++)
        for (size_t k = 0; k < g->layer[i]->n_params; k++)
            if (!strcmp(g->layer[i]->param[k].name, name))
                return 1;
    return 0;
}

const char *ad_model_file_unknown(const ad_model_file *f, const ad_graph *g, size_t *at)
{
    const size_t skip = strlen(f->prefix);

    while (*at < f->file->n_tensors) {
        const char *name = f->file->tensors[(*at)++].name;
        if (!strncmp(name, f->prefix, skip) && !is_counter(name) && !is_param(g, name + skip))
            return name + skip;
    }
    return NULL;
}
