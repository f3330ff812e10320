#define _DEFAULT_SOURCE /* mkstemps */
/* Networks from YAML files: each built-in architecture, printed and read again, is the same network
 * bit for bit, for inputs of other sizes too; a residual block in a file is the block built in C;
 * what is wrong is said with its line; hostile files are refused in one sentence. */
#include <unistd.h>

#include "adrop/graph.h"
#include "layer/fixture.h"
#include "model/model.h"
#include "model/network.h"

enum { MOST = 1 << 17, SIDE = 40 };

static adrop_ctx *ctx;
static char path[64] = "/tmp/adrop-network-XXXXXX.yaml";
static float images[BED_ROWS * 2 * SIDE * SIDE];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    bed_fill();
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        images[i] = (float)((i * 2654435761u) % 1000) / 500.0f - 1;
    const int fd = mkstemps(path, 5);
    CHECK(fd >= 0);
    close(fd);
}

static void write_file(const char *text, size_t size)
{
    FILE *file = fopen(path, "w");

    CHECK(file && fwrite(text, 1, size, file) == size);
    if (file)
        fclose(file);
}

static adrop_model_opts options(const char *model, const char *dropout, size_t side)
{
    adrop_model_opts o;

    adrop_model_opts_init(&o);
    o.model = model;
    o.dropout = dropout;
    o.channels = 2, o.height = o.width = side;
    o.outputs = BED_OUTPUTS;
    o.batch = BED_ROWS;
    o.n_train = 50;
    o.seed = 7;
    return o;
}

static void compare_values(adrop_model *a, adrop_model *b)
{
    static float x[MOST], y[MOST];

    CHECK_EQ(adrop_model_n_tensors(a), adrop_model_n_tensors(b));
    for (size_t i = 0; i < adrop_model_n_tensors(a); i++) {
        adrop_tensor_info s, t;
        CHECK(adrop_model_tensor(a, i, &s) && adrop_model_tensor(b, i, &t));
        CHECK(!strcmp(s.name, t.name) && s.n == t.n && s.n <= MOST);
        if (s.n != t.n || s.n > MOST)
            continue;
        CHECK_EQ(adrop_model_get(a, i, x), ADROP_OK);
        CHECK_EQ(adrop_model_get(b, i, y), ADROP_OK);
        CHECK(!memcmp(x, y, s.n * sizeof *x));
    }
}

/* Initial values, two steps of training, and what they lead to, equal in every bit. */
static void compare(adrop_model *a, adrop_model *b)
{
    adrop_rates rates;

    adrop_rates_init(&rates);
    compare_values(a, b);
    CHECK_EQ(adrop_model_optimizer(a, "sgd"), ADROP_OK);
    CHECK_EQ(adrop_model_optimizer(b, "sgd"), ADROP_OK);
    for (uint32_t step = 0; step < 2; step++) {
        adrop_losses of_a, of_b;
        adrop_batch batch;
        adrop_batch_train(&batch, step, BED_ROWS, images, bed_labels);
        CHECK_EQ(adrop_model_gradients(a, &batch, &of_a), ADROP_OK);
        CHECK_EQ(adrop_model_gradients(b, &batch, &of_b), ADROP_OK);
        CHECK(!memcmp(&of_a, &of_b, sizeof of_a));
        CHECK_EQ(adrop_model_step(a, &rates, NULL), ADROP_OK);
        CHECK_EQ(adrop_model_step(b, &rates, NULL), ADROP_OK);
    }
    compare_values(a, b);
}

static void compare_texts(const char *one, const char *other, const char *dropout, size_t side)
{
    adrop_model_opts o = options(one, dropout, side);
    adrop_model *a, *b;

    CHECK_EQ(adrop_model_create(ctx, &o, &a), ADROP_OK);
    o.model = other;
    CHECK_EQ(adrop_model_create(ctx, &o, &b), ADROP_OK);
    CHECK_WHERE("%s, %s, %zu: %s", one, dropout, side, b ? "" : adrop_ctx_message(ctx));
    if (a && b)
        compare(a, b);
    if (b) /* the model carries the network, not the file */
        CHECK(!strncmp(b->options.model, "net:", 4));
    adrop_model_free(a);
    adrop_model_free(b);
}

/* Printed at one size, used at that and at a larger one. */
static void built_in(void)
{
    static const char *const tiny[] = { "mlp:7,5",
                                        "vgg16:width=0.03,head=6-5",
                                        "resnet18:width=0.05",
                                        "densenet40:width=0.17",
                                        "mobilenet:width=0.07",
                                        "wrn16-10:width=0.02,block-dropout=yes" };
    static const char *const dropouts[] = { "advanced", "bernoulli:rate=0.3", "dropconnect",
                                            "none" };

    begin();
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        for (size_t k = 0; k < sizeof dropouts / sizeof *dropouts; k++) {
            adrop_model_opts o = options(tiny[i], dropouts[k], 16);
            adrop_graph *g;
            char *yaml = NULL;
            if (i == 5 && k == 2) /* a product that stands behind no dense layer is refused */
                continue;
            CHECK_EQ(adrop_graph_of(ctx, &o, &g), ADROP_OK);
            if (!g)
                continue;
            CHECK_EQ(adrop_graph_yaml(g, &yaml), ADROP_OK);
            write_file(yaml, strlen(yaml));
            compare_texts(tiny[i], path, dropouts[k], 16);
            if (!k)
                compare_texts(tiny[i], path, dropouts[k], i == 1 ? SIDE : 24);
            adrop_free(ctx, yaml);
            adrop_graph_free(g);
        }
}

/* -- A block in C and in a file --------------------------------------------------------- */

static ad_layer *build_block(ad_build *b, ad_layer *x, const void *settings)
{
    const ad_conv_settings c = { .out = 4, .kernel = 3, .stride = 1, .pad = 1 };
    ad_layer *a = ad_build_conv(b, x, c, "a"), *y;

    (void)settings;
    y = ad_build_norm(b, a, AD_ACTIVATED, "n1");
    y = ad_build_conv(b, y, c, "b");
    y = ad_build_norm(b, y, AD_LINEAR, "n2");
    y = ad_build_activation(b, ad_build_add(b, y, a));
    y = ad_build_flatten(b, ad_build_max_pool(b, y, 2, 2, 0));
    y = ad_build_dropout(b, y, NULL, BED_OUTPUTS);
    return ad_build_layer(b, "dense", "out", 1, &y, "out=3");
}

static void block(void)
{
    static const char text[] = "layers:\n"
                               "  - a: conv 4 3 pad=1\n"
                               "  - {layer: norm, name: n1, relu: yes}\n"
                               "  - layer: conv\n    name: b\n    out: 4\n    pad: 1\n"
                               "  - n2: norm\n"
                               "  - {layer: add, from: [n2, a]}\n"
                               "  - relu\n  - pool 2\n  - flatten\n  - dropout\n  - out: dense\n";
    static const adrop_option none[] = { { 0 } };
    static const ad_architecture type = { .name = "block", .options = none, .build = build_block };
    adrop_model_opts o = options("block", "bernoulli:rate=0.25", 16);
    adrop_graph *g;
    adrop_model *a, *b, *c;
    char *whole;

    write_file(text, sizeof text - 1);
    CHECK_EQ(ad_model_create(ctx, &o, &type, NULL, &(ad_model_create_args){ 0 }, &a), ADROP_OK);
    o.model = path;
    CHECK_EQ(adrop_model_create(ctx, &o, &b), ADROP_OK);
    CHECK_WHERE("%s", adrop_ctx_message(ctx));
    CHECK(a && b);
    compare(a, b);
    adrop_model_free(a);
    adrop_model_free(b);

    CHECK_EQ(adrop_graph_create(ctx, &g), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, "a", "conv 4 3 pad=1", NULL), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, "n1", "norm relu=yes", "a"), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, "b", "conv 4 pad=1", NULL), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, "n2", "norm", NULL), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, NULL, "adds", "n2, a"), ADROP_ENOENT);
    CHECK_HAS(adrop_ctx_message(ctx), "'add'");
    CHECK_EQ(adrop_graph_add(g, NULL, "add", "n2, aa"), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "did you mean 'a'");
    CHECK_EQ(adrop_graph_add(g, NULL, "conv 4; relu", NULL), ADROP_EINVAL);
    CHECK_EQ(adrop_graph_add(g, NULL, "conv kernl=4", NULL), ADROP_ENOENT);
    CHECK_EQ(adrop_graph_add(g, NULL, "add", "n2, a"), ADROP_OK);
    static const char *const rest[] = { "relu", "pool 2", "flatten", "dropout" };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        CHECK_EQ(adrop_graph_add(g, NULL, rest[i], NULL), ADROP_OK);
    CHECK_EQ(adrop_graph_add(g, "out", "dense", NULL), ADROP_OK);
    CHECK_EQ(adrop_graph_count(g), 10);
    adrop_graph_layer_info info;
    CHECK(adrop_graph_layer(g, 5, &info) && info.n_in == 2 && info.in[0] == 4 && info.in[1] == 1);
    CHECK(!adrop_graph_layer(g, 11, &info) && !adrop_graph_layer(g, 0, &info));
    CHECK_EQ(adrop_graph_text(g, &whole), ADROP_OK);
    CHECK_EQ(adrop_model_create(ctx, &o, &b), ADROP_OK);
    o.model = whole;
    CHECK_EQ(adrop_model_create(ctx, &o, &c), ADROP_OK);
    CHECK(b && c);
    compare(b, c);
    adrop_model_free(b);
    adrop_model_free(c);
    adrop_free(ctx, whole);
    adrop_graph_free(g);
}

/* `fit` gives one size, whatever comes in. */
static void fits(void)
{
    static const size_t sides[][2] = { { 5, 5 }, { 8, 8 }, { 9, 9 }, { 40, 31 }, { 3, 20 } };

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        adrop_model_opts o = options("net:fit 8; c=conv 2 3; flatten; dense", "none", 1);
        adrop_layer_info l = { 0 };
        adrop_model *m;
        o.height = sides[i][0], o.width = sides[i][1];
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
        CHECK_WHERE("%zu x %zu: %s", sides[i][0], sides[i][1], m ? "" : adrop_ctx_message(ctx));
        for (size_t k = 0; m && adrop_model_layer(m, k, &l); k++)
            if (!strcmp(l.name, "c"))
                CHECK(l.height == 6 && l.width == 6);
        adrop_model_free(m);
    }
}

/* What YAML would take for something else is written in quotes, and read again as it was. */
static void quoted(void)
{
    static const char *const texts[] = {
        "a 02:",         "a #b",      "- relu",       "x = - relu", "a b: c",
        "a \"b\" \\c\\", "a 'b' {c}", "--- a [b] !c", "1 = a \"#",  "a\nb\tc #d < input",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ad_net_text net, again;
        char *yaml = NULL, *text = NULL;
        size_t *line = NULL;
        CHECK_EQ(ad_network_read(ctx, &(ad_network_source){ texts[i], NULL, NULL }, &net),
                 ADROP_OK);
        CHECK_EQ(ad_network_yaml_write(ctx, &net, &yaml), ADROP_OK);
        CHECK_EQ(ad_network_yaml_parse(ctx, "again", yaml, strlen(yaml), &text, &line), ADROP_OK);
        CHECK_WHERE("%s: %s", texts[i], text ? yaml : adrop_ctx_message(ctx));
        const int is_read = text && !ad_network_read(
                                        ctx, &(ad_network_source){ text, "again", line }, &again);
        CHECK(is_read);
        if (is_read) {
            const ad_statement *s = &net.statement[1], *t = &again.statement[1];
            CHECK(again.n == 1 && s->n_words == t->n_words && s->name.n == t->name.n);
            for (size_t k = 0; k < s->n_words && k < t->n_words; k++)
                CHECK(s->word[k].n == t->word[k].n &&
                      !memcmp(s->word[k].at, t->word[k].at, s->word[k].n));
            ad_network_release(ctx, &again);
        }
        adrop_free(ctx, yaml);
        adrop_free(ctx, text);
        adrop_free(ctx, line);
        ad_network_release(ctx, &net);
    }
}

/* -- What is wrong ---------------------------------------------------------------------- */

static void refusals(void)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        { "", "begins with 'layers:'" },
        { "layers:\n", "is a list" },
        { "layers: []\n", "has no layers" },
        { "layer:\n  - dense\n", "line 1: there is no key 'layer': did you mean 'layers'?" },
        { "layers:\n  - flatten\n  - dens 5\n",
          "line 3, layer 2, 'dens 5': there is no layer 'dens'" },
        { "layers:\n  - flatten\n  - dens 5\n", "did you mean 'dense'?" },
        { "layers:\n  - {layer: conv, ouy: 5}\n", "did you mean 'out'?" },
        { "layers:\n  - a: conv 4\n  - add < a, b\n  - b: conv 4\n",
          "no earlier layer is called 'b'" },
        { "layers:\n  - a: conv 4\n  - {layer: add, from: [a, aa]}\n", "did you mean 'a'?" },
        { "layers:\n  - a: relu < a\n", "line 2, layer 1" },
        { "layers:\n  - conv 4; relu\n", "line 2: a ';'" },
        { "layers:\n  - [conv, 4]\n", "line 2: a list" },
        { "layers:\n  - {a: {b: c}}\n", "line 2: a list, mapping" },
        { "layers:\n  - {layer: conv, layer: conv}\n", "given twice" },
        { "layers:\n  - {layer: add, from: []}\n", "empty list" },
        { "layers:\n  - {a: conv 4, b: relu}\n", "'NAME: LAYER'" },
        { "layers:\n  - &x relu\n  - *x\n", "line 3: a list, mapping or alias" },
        { "layers:\n  - relu\n---\nlayers:\n  - relu\n", "second document" },
        { "layers:\n  - \"re\\0lu\"\n", "zero byte" },
        { "layers:\n  - \"\\e[31m\"\n", "control character" },
        { "layers:\n  - relu\nlayers:\n  - relu\n", "given twice" },
        { "maps: last\nlayers:\n  - relu\n", "channels-last" },
        { "layers:\n  - conv 99999999999\n", "line 2, layer 1" },
        { "layers:\n  - conv 16777216 4096 pad=4095\n  - flatten\n  - dense\n", "too large" },
        { "layers:\n  - conv1: conv 2\n  - conv2: relu < conv1\n  - conv1: relu\n", "same name" },
        { "layers:\n  - conv 2\n  - conv1: conv 2\n  - flatten\n  - dense\n",
          "both called 'conv1'" },
        { "layers:\n  - [[[[[[[[\n", "line 2" },
        { "layers:\n  - fit 0\n", "'size'" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adrop_model_opts o = options(path, "none", 16);
        adrop_model *m;
        write_file(cases[i].text, strlen(cases[i].text));
        const adrop_status status = adrop_model_create(ctx, &o, &m);
        CHECK_WHERE("%s: %s", cases[i].text, adrop_ctx_message(ctx));
        CHECK(status && !m);
        CHECK_HAS(adrop_ctx_message(ctx), cases[i].part);
        CHECK(!strchr(adrop_ctx_message(ctx), '\n') && !strchr(adrop_ctx_message(ctx), '\x1b'));
    }
}

static void refuse_large(const char *text, size_t size, const char *part)
{
    adrop_model_opts o = options(path, "none", 16);
    adrop_model *m;

    write_file(text, size);
    CHECK(adrop_model_create(ctx, &o, &m) != ADROP_OK);
    CHECK_WHERE("%.40s: %s", text, adrop_ctx_message(ctx));
    CHECK_HAS(adrop_ctx_message(ctx), part);
}

/* Many layers, deep nesting, one long line. */
static void hostile(void)
{
    enum { SIZE = 9 << 20 };
    char *text = malloc(SIZE);
    size_t n;

    CHECK(text != NULL);
    strcpy(text, "layers:\n");
    for (n = 8; n + 9 < SIZE; n += 9)
        memcpy(text + n, "  - relu\n", 9);
    refuse_large(text, n, "at most 1048576"); /* a million */
    refuse_large(text, 1 << 20, "at most 1024 layers");
    memset(text + 8, '[', SIZE - 8);
    refuse_large(text, 1 << 20, "line 2");
    for (n = 8; n + 2 < 1 << 20; n += 2)
        memcpy(text + n, "- ", 2);
    refuse_large(text, n, "line 2");
    memset(text + 8, 'a', SIZE - 8);
    memcpy(text + 8, "- ", 2);
    refuse_large(text, 1 << 20, "line 2, layer 1");
    free(text);
    unlink(path);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(built_in, block, fits, quoted, refusals, hostile)
