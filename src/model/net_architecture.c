/* The architectures `net` and `yaml`: networks whose layers are written in the model's text, or in
 * a file (network.h). A model stores the text, not the file, so that it can be made again
 * without it. */
#include <string.h>

#include "base/bytes.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/architecture.h"
#include "model/network.h"

typedef struct {
    ad_network_source source;
    char *file, *whole; /* owned: the file's name, "net:" and its statements; NULL for `net` */
    size_t *line;       /* owned */
} settings;

static const char prefix[] = "net:";

static adrop_status net_architecture_check(adrop_ctx *ctx, const settings *s)
{
    ad_net_text net;
    const adrop_status status = ad_network_read(ctx, &s->source, &net);

    ad_network_release(ctx, &net);
    return status;
}

static adrop_status net_architecture_read_text(adrop_ctx *ctx, const char *text, void *dst)
{
    settings *s = dst;

    s->source = (ad_network_source){ .text = text };
    return net_architecture_check(ctx, s);
}

static ad_layer *net_architecture_build(ad_build *b, ad_layer *x, const void *src)
{
    return ad_network_build(b, x, &((const settings *)src)->source);
}

static const adrop_option options[] = { { 0 } };

const ad_architecture ad_architecture_net = {
    .name = "net",
    .summary = "the layers that follow the colon, as in 'dense 100; relu; dropout; dense'",
    .reference = "docs/networks.md",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ "net:flatten; dense 100; relu; dropout; dense", NULL },
    .read = net_architecture_read_text,
    .build = net_architecture_build,
};

/* -- Files ----------------------------------------------------------------------------- */

int ad_network_is_file(const char *text)
{
    const size_t n = strlen(text);
    const char *colon = strchr(text, ':');
    const int ends = (n > 5 && !strcmp(text + n - 5, ".yaml")) ||
                     (n > 4 && !strcmp(text + n - 4, ".yml"));

    return ends && !(colon && ad_architecture_is_name(text, (size_t)(colon - text)));
}

static void net_architecture_release(adrop_ctx *ctx, void *src)
{
    settings *s = src;

    ad_free(ctx, s->file);
    ad_free(ctx, s->whole);
    ad_free(ctx, s->line);
    *s = (settings){ 0 };
}

static adrop_status net_architecture_join(adrop_ctx *ctx, const char *text, char **out)
{
    ad_bytes b = { 0 };
    adrop_status status = ad_bytes_append(ctx, &b, prefix, sizeof prefix - 1, "the network");

    if (!status)
        status = ad_bytes_append(ctx, &b, text, strlen(text) + 1, "the network");
    if (status)
        ad_bytes_release(ctx, &b);
    else
        *out = ad_bytes_take(&b);
    return status;
}

static adrop_status read_file(adrop_ctx *ctx, const char *path, void *dst)
{
    settings *s = dst;
    char *text = NULL;
    adrop_status status;

    if (!*path)
        return ad_fail(ctx, ADROP_EINVAL, "give the file, as in yaml:net.yaml");
    if (!(status = ad_copy_text(ctx, path, &s->file)) &&
        !(status = ad_network_yaml_read(ctx, path, &text, &s->line)) &&
        !(status = net_architecture_join(ctx, text, &s->whole))) {
        s->source = (ad_network_source){ s->whole + sizeof prefix - 1, s->file, s->line };
        status = net_architecture_check(ctx, s);
    }
    ad_free(ctx, text);
    if (status)
        net_architecture_release(ctx, s);
    return status;
}

static const char *text_of(const void *src)
{
    return ((const settings *)src)->whole;
}

const ad_architecture ad_architecture_yaml = {
    .name = "yaml",
    .summary = "the layers of a YAML file: net.yaml, or yaml:PATH",
    .reference = "docs/networks.md",
    .options = options,
    .settings_size = sizeof(settings),
    .examples = (const char *const[]){ NULL },
    .read = read_file,
    .release = net_architecture_release,
    .text = text_of,
    .build = net_architecture_build,
};
