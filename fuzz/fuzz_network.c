/* Fuzz: networks from YAML files and texts. The input is a file or, after a first line "text", the
 * text form used in models and records. The network is built for small images, which infers shapes
 * without allocating weights. Accepted networks are written as a file and must be accepted again;
 * refused ones must give a message. */
#include "adrop/graph.h"
#include "base/memory.h"
#include "model/network.h"
#include "scene.h"

static void build(adrop_ctx *ctx, const ad_network_source *source)
{
    ad_graph *graph;
    ad_build b = {
        .ctx = ctx, .dropout = "bernoulli", .outputs = 3, .width = 1, .activation = "relu"
    };

    if (ad_graph_create(ctx, &graph))
        return;
    b.graph = graph;
    graph->facts = (ad_net_facts){ .kernels = AD_F64, .rows = 1, .n_shards = 1, .n_train = 1 };
    if (!ad_build_start(&b))
        ad_network_build(&b, ad_build_input(&b, 2, 9, 7), source);
    ad_graph_free(graph);
}

/* Write and read again. */
static void round_trip(adrop_ctx *ctx, const ad_network_source *source)
{
    ad_net_text net, again;
    char *yaml, *text;
    size_t *line;

    if (ad_network_read(ctx, source, &net))
        return;
    if (!ad_network_yaml_write(ctx, &net, &yaml)) {
        if (ad_network_yaml_parse(ctx, "again", yaml, strlen(yaml), &text, &line) ||
            ad_network_read(ctx, &(ad_network_source){ text, "again", line }, &again) ||
            again.n != net.n)
            abort();
        ad_network_release(ctx, &again);
        ad_free(ctx, text);
        ad_free(ctx, line);
        ad_free(ctx, yaml);
    }
    ad_network_release(ctx, &net);
}

static void try_text(adrop_ctx *ctx, const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);

    if (!text)
        abort();
    memcpy(text, data, size);
    const ad_network_source source = { text, NULL, NULL };
    build(ctx, &source);
    round_trip(ctx, &source);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "text\n";
    const size_t skip = sizeof head - 1;
    adrop_ctx *ctx = scene_ctx();
    char *text;
    size_t *line;

    if (size >= skip && !memcmp(data, head, skip)) {
        try_text(ctx, data + skip, size - skip);
    } else if (!ad_network_yaml_parse(ctx, "net.yaml", (const char *)data, size, &text, &line)) {
        const ad_network_source source = { text, "net.yaml", line };
        build(ctx, &source);
        round_trip(ctx, &source);
        ad_free(ctx, text);
        ad_free(ctx, line);
    } else if (!*adrop_ctx_message(ctx)) {
        abort(); /* refused without a message */
    }
    return 0;
}
