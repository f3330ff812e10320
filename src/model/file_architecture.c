/* The architecture `file`: the network of a model file or a checkpoint, from its metadata
 * (file.h). Only the network is taken; for weights see warm.h. */
#include <string.h>

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/architecture.h"
#include "model/file.h"

typedef struct {
    char *text; /* of the network in the file, owned */
    const ad_architecture *type;
    void *settings; /* of that network, owned */
} settings;

adrop_status ad_model_file_network(adrop_ctx *ctx, const char *path, char **text)
{
    ad_tensorfile file;
    adrop_status status = ad_tensorfile_read(ctx, path, AD_MODEL_FILE_LIMIT, &file);

    *text = NULL;
    if (status)
        return status;
    const char *said = ad_tensorfile_text(&file, "model");
    if (said && !ad_model_text_is_trusted(said))
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' names another file instead of a network",
                         AD_SHOWN(path));
    else if (said)
        status = ad_copy_text(ctx, said, text);
    ad_tensorfile_release(&file);
    return status;
}

static void file_architecture_release(adrop_ctx *ctx, void *src)
{
    settings *s = src;

    if (s->type)
        ad_architecture_release(ctx, s->type, s->settings);
    ad_free(ctx, s->text);
}

static adrop_status file_architecture_read(adrop_ctx *ctx, const char *path, void *dst)
{
    settings *s = dst;

    if (!*path)
        return ad_fail(ctx, ADROP_EINVAL, "give the file, as in file:runs/a/model.safetensors");
    adrop_status status = ad_model_file_network(ctx, path, &s->text);
    if (!status && !s->text)
        status = ad_fail(ctx, ADROP_EFORMAT, "'%s' does not say which network it holds",
                         AD_SHOWN(path));
    if (!status)
        status = ad_architecture_read(ctx, s->text, &s->type, &s->settings);
    if (status) {
        s->type = NULL;
        file_architecture_release(ctx, s);
        s->text = NULL;
    }
    return status;
}

static const char *text(const void *src)
{
    return ((const settings *)src)->text;
}

static ad_layer *file_architecture_build(ad_build *b, ad_layer *x, const void *src)
{
    const settings *s = src;

    return s->type->build(b, x, s->settings);
}

static const adrop_option options[] = { { 0 } };

const ad_architecture ad_architecture_file = {
    .name = "file",
    .summary = "the network of a model file: file:runs/a/model.safetensors",
    .reference = "docs/networks.md",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ NULL },
    .read = file_architecture_read,
    .release = file_architecture_release,
    .text = text,
    .build = file_architecture_build,
};
