/* A network as a YAML file (docs/networks.md): one line per layer, `- NAME: LAYER` or `- LAYER`,
 * which network_yaml.c reads back into the same statements. A layer with a character that may be
 * special in YAML is quoted. */
#include <string.h>

#include "base/bytes.h"
#include "base/context.h"
#include "base/memory.h"
#include "model/network.h"

typedef struct {
    adrop_ctx *ctx;
    ad_bytes text;
    adrop_status status;
} writer;

static void add_span(writer *w, ad_span s)
{
    if (!w->status)
        w->status = ad_bytes_append(w->ctx, &w->text, s.at, s.n, "the network's file");
}

static void network_yaml_write_add(writer *w, const char *text)
{
    add_span(w, (ad_span){ text, strlen(text) });
}

/* A name that is a plain YAML key and not one of the form's own keys. */
static int is_plain_key(ad_span name)
{
    static const char *const own[] = { "layer", "name", "from" };

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (ad_span_is(name, own[i]))
            return 0;
    return (*name.at >= 'a' && *name.at <= 'z') || (*name.at >= 'A' && *name.at <= 'Z');
}

/* A word that YAML reads literally anywhere in a text. */
static int is_plain_word(ad_span word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-=,:/+*()";

    for (size_t i = 0; i < word.n; i++)
        if (!memchr(plain, word.at[i], sizeof plain - 1))
            return 0;
    return word.at[word.n - 1] != ':';
}

static int is_plain(const ad_statement *s)
{
    if ((s->name.n && !is_plain_key(s->name)) || *s->kind.at == '-' || *s->kind.at == '.')
        return 0;
    for (size_t i = 0; i < s->n_words; i++)
        if (!is_plain_word(s->word[i]))
            return 0;
    return 1;
}

/* In quotes, escape a quote and a backslash with a backslash. */
static void add_word(writer *w, ad_span word, int quoted)
{
    for (size_t i = 0; i < word.n; i++) {
        if (quoted && (word.at[i] == '"' || word.at[i] == '\\'))
            network_yaml_write_add(w, "\\");
        add_span(w, (ad_span){ word.at + i, 1 });
    }
}

static void write_layer(writer *w, const ad_statement *s)
{
    const int quoted = !is_plain(s);

    network_yaml_write_add(w, quoted ? "  - \"" : "  - ");
    if (s->name.n) {
        add_span(w, s->name);
        network_yaml_write_add(w, quoted ? " = " : ": ");
    }
    add_span(w, s->kind);
    for (size_t i = 0; i < s->n_words; i++) {
        network_yaml_write_add(w, " ");
        add_word(w, s->word[i], quoted);
    }
    for (size_t i = 0; s->from[0].n && i < s->n_in; i++) {
        network_yaml_write_add(w, i ? ", " : " < ");
        add_span(w, s->from[i]);
    }
    network_yaml_write_add(w, quoted ? "\"\n" : "\n");
}

adrop_status ad_network_yaml_write(adrop_ctx *ctx, const ad_net_text *net, char **yaml)
{
    writer w = { .ctx = ctx };

    *yaml = NULL;
    if (net->channels_last)
        network_yaml_write_add(&w, "maps: channels-last\n");
    network_yaml_write_add(&w, "layers:\n");
    for (size_t i = 1; i <= net->n; i++)
        write_layer(&w, &net->statement[i]);
    add_span(&w, (ad_span){ "", 1 });
    if (w.status)
        ad_bytes_release(ctx, &w.text);
    else
        *yaml = ad_bytes_take(&w.text);
    return w.status;
}
