/* Frozen tensors keep their bits while the others train, and a warm start takes exactly the tensors
 * whose names and shapes match. */
#include "model/warm.h"

#include <unistd.h>

#include "layer/fixture.h"

static adrop_model *made(adrop_ctx *ctx, const char *net, uint64_t seed)
{
    adrop_model_opts o;
    adrop_model *m;

    adrop_model_opts_init(&o);
    o.model = net, o.dropout = "none";
    o.channels = 3, o.height = o.width = 4;
    o.outputs = BED_OUTPUTS, o.batch = BED_ROWS, o.n_train = 50, o.seed = seed;
    CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
    return m;
}

static const char net[] =
    "net:c=conv 4 pad=1; n=norm; average_pool 0; flatten; d=dense 6; relu; e=dense";

/* Which tensors two models do not have alike, as a text with a letter for each. */
static const char *changed(const adrop_model *a, const adrop_model *b, char text[64])
{
    static float x[BED_MOST], y[BED_MOST];
    size_t n = 0;

    for (size_t i = 0; i < a->n_tensors && i < 63; i++) {
        if (a->tensor[i]->group == ADROP_TENSOR_BUFFERS)
            continue;
        adrop_model_get(a, i, x);
        adrop_model_get(b, i, y);
        text[n++] = memcmp(x, y, a->tensor[i]->n * sizeof *x) ? '1' : '0';
    }
    text[n] = 0;
    return text;
}

static const struct {
    const char *patterns,
        *changed; /* c.weight, n.weight, n.bias, d.weight, d.bias, e.weight, e.bias */
} freezes[] = {
    { "", "1111111" },
    { "c", "0111111" },
    { "n", "1001111" },
    { "backbone", "0001111" },
    { "backbone,d.bias", "0001011" },
    { "n.bias", "1101111" },
    { "*.weight", "0010101" },
    { "d,e", "1110000" },
    { "d,e.bias", "1110010" },
    { "[cn]*,d", "0000011" },
    { "c,n,d,e.weight", "0000001" },
};

static void frozen_tensors_stay(void)
{
    char text[64];

    bed_fill();
    for (size_t i = 0; i < sizeof freezes / sizeof *freezes; i++) {
        adrop_ctx *ctx = bed_context(1);
        adrop_model *m = made(ctx, net, 1), *as_begun = made(ctx, net, 1);
        adrop_rates rates;
        const adrop_batch b = bed_batch(BED_ROWS);
        CHECK_WHERE("freeze '%s'", freezes[i].patterns);
        CHECK_EQ(ad_model_freeze(m, "c"), ADROP_OK); /* forgotten by the next */
        CHECK_EQ(ad_model_freeze(m, freezes[i].patterns), ADROP_OK);
        CHECK_EQ(adrop_model_optimizer(m, "adam"), ADROP_OK);
        adrop_rates_init(&rates);
        for (int step = 0; step < 3; step++) {
            bed_loss(m, &b);
            CHECK_EQ(adrop_model_step(m, &rates, NULL), ADROP_OK);
        }
        CHECK_TEXT(changed(m, as_begun, text), freezes[i].changed);
        adrop_model_free(m);
        adrop_model_free(as_begun);
        adrop_ctx_free(ctx);
    }
}

/* Without maps the head is the last dense layer; behind a norm it is what follows; techniques learn
 * on; a layer's own name comes first. */
static void heads(void)
{
    static const struct {
        const char *net, *frozen;
    } nets[] = {
        { "net:flatten; a=dense 6; relu; dropout; b=dense", "a.weight a.bias " },
        { "net:flatten; a=dense 6; n=norm relu=yes; b=dense 5; relu; c=dense",
          "a.weight a.bias n.weight n.bias " },
        { "net:flatten; a=dense 6; relu; backbone=dense 5; relu; c=dense",
          "backbone.weight backbone.bias " },
    };

    for (size_t i = 0; i < sizeof nets / sizeof *nets; i++) {
        adrop_ctx *ctx = bed_context(1);
        char text[256] = "";
        adrop_model_opts o;
        adrop_model *m;
        adrop_model_opts_init(&o);
        o.model = nets[i].net, o.dropout = "advanced";
        o.channels = 3, o.height = o.width = 4, o.outputs = BED_OUTPUTS, o.n_train = 50;
        CHECK_WHERE("%s", nets[i].net);
        CHECK_EQ(adrop_model_create(ctx, &o, &m), ADROP_OK);
        CHECK_EQ(ad_model_freeze(m, "backbone"), ADROP_OK);
        for (size_t k = 0; k < m->n_tensors; k++)
            if (m->tensor[k]->frozen)
                snprintf(text + strlen(text), sizeof text - strlen(text), "%s ",
                         m->tensor[k]->name);
        CHECK_TEXT(text, nets[i].frozen);
        adrop_model_free(m);
        adrop_ctx_free(ctx);
    }
}

static void freezing_is_refused(void)
{
    static const char *const refused[][2] = {
        { "*", "leaves nothing to train" },
        { "c,n,d,e", "leaves nothing to train" },
        { "c,f", "'f' of `freeze` names no parameter" },
        { "e.wei", "'e.wei' of `freeze` names no parameter" },
        { "n.running_mean", "'n.running_mean' of `freeze` names no parameter" },
        { ",", "'' of `freeze` names no parameter" },
    };
    adrop_ctx *ctx = bed_context(1);
    adrop_model *m = made(ctx, net, 1);

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        CHECK_WHERE("freeze '%s'", refused[i][0]);
        CHECK_EQ(ad_model_freeze(m, refused[i][0]), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), refused[i][1]);
    }
    adrop_model_free(m);
    adrop_ctx_free(ctx);
}

/* A text with a letter for each parameter and running average: whether a has the bits of b. */
static const char *same(const adrop_model *a, const adrop_model *b, char text[64])
{
    static float x[BED_MOST], y[BED_MOST];

    memset(text, 0, 64);
    for (size_t i = 0; i < a->n_tensors && i < 63; i++) {
        text[i] = '0';
        for (size_t k = 0; k < b->n_tensors; k++)
            if (!strcmp(a->tensor[i]->name, b->tensor[k]->name) &&
                a->tensor[i]->n == b->tensor[k]->n && !adrop_model_get(a, i, x) &&
                !adrop_model_get(b, k, y) && !memcmp(x, y, a->tensor[i]->n * sizeof *x))
                text[i] = '1';
    }
    return text;
}

static const struct {
    const char *net, *taken; /* of its tensors, in their order */
} warms[] = {
    { "net:c=conv 4 pad=1; n=norm; average_pool 0; flatten; d=dense 6; relu; e=dense",
      "111111111" },
    { "net:c=conv 4 pad=1; n=norm; average_pool 0; flatten; d=dense 5; relu; e=dense",
      "111000111" },
    { "net:c=conv 4 pad=1; average_pool 0; flatten; f=dense 6; relu; e=dense", "10011" },
};

static void what_fits_is_taken(void)
{
    char path[] = "/tmp/adrop-warm-XXXXXX", text[64];
    const int fd = mkstemp(path);
    adrop_ctx *ctx = bed_context(1);
    adrop_model *from = made(ctx, net, 5);

    CHECK(fd >= 0 && !close(fd));
    for (size_t i = 0; i < from->n_tensors; i++) { /* nothing that another seed begins with */
        float x[1024];
        for (size_t k = 0; k < from->tensor[i]->n && k < 1024; k++)
            x[k] = bed_number(100 * i + k) + 2;
        CHECK(from->tensor[i]->n <= 1024);
        CHECK_EQ(adrop_model_set(from, i, x), ADROP_OK);
    }
    CHECK_EQ(adrop_model_save(from, path), ADROP_OK);
    for (size_t i = 0; i < sizeof warms / sizeof *warms; i++) {
        adrop_model *m = made(ctx, warms[i].net, 6), *cold = made(ctx, warms[i].net, 6);
        char cold_text[64];
        CHECK_WHERE("%s", warms[i].net);
        CHECK_EQ(ad_model_warm(m, path), ADROP_OK);
        CHECK_TEXT(same(m, from, text), warms[i].taken);
        for (size_t k = 0; k < m->n_tensors; k++) /* the rest is as it was drawn */
            CHECK(same(m, from, text)[k] != same(m, cold, cold_text)[k]);
        adrop_model_free(m);
        adrop_model_free(cold);
    }
    adrop_model *other = made(ctx, "net:flatten; x=dense 7; relu; y=dense", 6);
    CHECK_WHERE("%s", "nothing fits");
    CHECK_EQ(ad_model_warm(other, path), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "has no tensor with the name and shape");
    CHECK_HAS(adrop_ctx_message(ctx), "it has c.weight, n.weight");
    CHECK_WHERE("%s", "a strict load lists both sides");
    CHECK_EQ(adrop_model_load(other, path), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "lacks x.weight, x.bias, y.weight, y.bias, and has tensors");
    CHECK_HAS(adrop_ctx_message(ctx), "the model lacks: c.weight, n.weight");
    adrop_model_free(other);
    adrop_model_free(from);
    CHECK_EQ(unlink(path), 0);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(frozen_tensors_stay, heads, freezing_is_refused, what_fits_is_taken)
