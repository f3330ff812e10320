/* Parses the text of a network into statements (network.h), split into words; network_names.c
 * resolves the names. Nothing is built here, and nothing is trusted: texts come from
 * files. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"
#include "model/network.h"

int ad_span_is(ad_span s, const char *word)
{
    return strlen(word) == s.n && !memcmp(s.at, word, s.n);
}

int ad_span_copy(ad_span s, char *text, size_t size)
{
    if (s.n >= size)
        return 0;
    memcpy(text, s.at, s.n);
    text[s.n] = 0;
    return 1;
}

/* As in the C locale, whatever the program's. */
static int is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static ad_span trim(ad_span s)
{
    while (s.n && is_space(*s.at)) {
        s.at++;
        s.n--;
    }
    while (s.n && is_space(s.at[s.n - 1]))
        s.n--;
    return s;
}

/* The part before the first `separator`; *rest becomes the part after it, or NULL. */
static ad_span network_read_cut(ad_span s, char separator, ad_span *rest)
{
    const char *end = s.n ? memchr(s.at, separator, s.n) : NULL;

    *rest = end ? (ad_span){ end + 1, s.n - (size_t)(end + 1 - s.at) } : (ad_span){ 0 };
    return trim(end ? (ad_span){ s.at, (size_t)(end - s.at) } : s);
}

static ad_span next_word(ad_span *rest)
{
    ad_span word = *rest = trim(*rest);

    word.n = 0;
    while (word.n < rest->n && !is_space(rest->at[word.n]))
        word.n++;
    *rest = (ad_span){ rest->at + word.n, rest->n - word.n };
    return word;
}

adrop_status ad_network_fail(adrop_ctx *ctx, adrop_status status, const ad_statement *s,
                             const char *reason, ...)
{
    char text[AD_SHOWN_SIZE * 2] = "", why[512];
    const ad_span shown = { s->whole.at, s->whole.n < AD_SHOWN_SIZE ? s->whole.n : AD_SHOWN_SIZE };
    va_list args;

    va_start(args, reason);
    ad_print_list(why, sizeof why, reason, args);
    va_end(args);
    ad_span_copy(shown, text, sizeof text);
    if (!s->file)
        return ad_fail(ctx, status, "layer %zu, '%s': %s", s->number, AD_SHOWN(text), why);
    if (status == ADROP_EINVAL || status == ADROP_ENOENT)
        status = ADROP_EFORMAT;
    return ad_fail(ctx, status, "'%.200s' line %zu, layer %zu, '%s': %s", s->file, s->line,
                   s->number, AD_SHOWN(text), why);
}

static int is_name(ad_span s)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    for (size_t i = 0; i < s.n; i++)
        if (!memchr(allowed, s.at[i], sizeof allowed - 1))
            return 0;
    return s.n > 0 && s.n < AD_NAME_SIZE;
}

/* "NAME = KIND" at the start of a statement; the remainder is left in *rest. Spaces around the
 * '=' are ignored. */
static adrop_status read_head(adrop_ctx *ctx, ad_statement *s, ad_span *rest)
{
    ad_span word = next_word(rest);
    ad_span after = { 0 };
    const ad_span before = network_read_cut(word, '=', &after);
    ad_span look = trim(*rest);
    const int equals_follows = before.n == word.n && look.n && *look.at == '=';

    s->kind = word;
    if (equals_follows)
        *rest = (ad_span){ look.at + 1, look.n - 1 };
    if (after.at || equals_follows) {
        s->name = before;
        s->kind = after.n ? after : next_word(rest);
        if (!is_name(s->name))
            return ad_network_fail(ctx, ADROP_EINVAL, s,
                                   "a name has 1 to %d letters, digits, '.', '_' or '-'",
                                   AD_NAME_SIZE - 1);
    }
    return is_name(s->kind) ? ADROP_OK
                            : ad_network_fail(ctx, ADROP_EINVAL, s,
                                              "there is no kind of layer: write conv, dense, ..");
}

static adrop_status read_inputs(adrop_ctx *ctx, ad_statement *s, ad_span list)
{
    while (list.at) {
        const ad_span name = network_read_cut(list, ',', &list);
        if (!is_name(name))
            return ad_network_fail(ctx, ADROP_EINVAL, s,
                                   "the names behind '<' cannot be read: "
                                   "write them as in '< a, b'");
        if (s->n_in == AD_MAX_INPUTS)
            return ad_network_fail(ctx, ADROP_EINVAL, s, "a layer reads at most %d others",
                                   AD_MAX_INPUTS);
        s->from[s->n_in++] = name;
    }
    return ADROP_OK;
}

/* Settings must be visible ASCII, so that any file can hold them. */
static int is_visible(ad_span word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.at[i] <= ' ' || word.at[i] > '~')
            return 0;
    return 1;
}

static adrop_status read_statement(adrop_ctx *ctx, ad_statement *s)
{
    ad_span inputs, rest = network_read_cut(s->whole, '<', &inputs);
    adrop_status status = read_head(ctx, s, &rest);

    while (!status && (rest = trim(rest)).n) {
        if (s->n_words == AD_STATEMENT_WORDS)
            return ad_network_fail(ctx, ADROP_EINVAL, s, "it has more than %d settings",
                                   AD_STATEMENT_WORDS);
        s->word[s->n_words] = next_word(&rest);
        if (!is_visible(s->word[s->n_words++]))
            return ad_network_fail(ctx, ADROP_EINVAL, s,
                                   "setting %zu has a control character or one that is not "
                                   "ASCII: write it as in 'pad=1'",
                                   s->n_words);
    }
    return status ? status : read_inputs(ctx, s, inputs);
}

/* -- The network ----------------------------------------------------------------------- */

static size_t network_read_count(ad_span text)
{
    size_t n = 0;

    while (text.at)
        n += network_read_cut(text, ';', &text).n > 0;
    return n;
}

/* "maps channels-last" is not a layer. */
static adrop_status read_maps(adrop_ctx *ctx, ad_net_text *net, const ad_statement *s)
{
    if (s->number != 1 || s->n_words != 1 || !ad_span_is(s->word[0], "channels-last"))
        return ad_network_fail(ctx, ADROP_EINVAL, s,
                               "'maps channels-last' stands once, before the first layer");
    net->channels_last = 1;
    return ADROP_OK;
}

adrop_status ad_network_begin(adrop_ctx *ctx, size_t room, ad_net_text *net)
{
    *net = (ad_net_text){ .room = room };
    adrop_status status = AD_NEW(ctx, room + 1, "the network's text", &net->statement);
    if (!status)
        net->statement[0].name = (ad_span){ "input", 5 };
    return status;
}

adrop_status ad_network_add(adrop_ctx *ctx, ad_net_text *net, ad_span whole, const char *file,
                            size_t line)
{
    if (net->n == net->room)
        return ad_fail(ctx, ADROP_EINVAL, "a network has at most %d layers", AD_MAX_LAYERS);
    ad_statement *s = &net->statement[net->n + 1];
    *s = (ad_statement){ .number = net->n + 1, .whole = trim(whole), .file = file, .line = line };
    adrop_status status = read_statement(ctx, s);
    if (!status && ad_span_is(s->kind, "maps"))
        return net->channels_last ? ad_network_fail(ctx, ADROP_EINVAL, s, "it stands twice")
                                  : read_maps(ctx, net, s);
    if (!status)
        status = ad_network_resolve(ctx, net, s);
    if (!status)
        net->n++;
    return status;
}

static adrop_status read_all(adrop_ctx *ctx, const ad_network_source *source, ad_net_text *net)
{
    ad_span text = { source->text, strlen(source->text) };
    adrop_status status = ADROP_OK;
    size_t i = 0;

    while (text.at && !status) {
        const ad_span whole = network_read_cut(text, ';', &text);
        if (!whole.n)
            continue;
        status = ad_network_add(ctx, net, whole, source->file, source->file ? source->line[i] : 0);
        i++;
    }
    return status;
}

adrop_status ad_network_read(adrop_ctx *ctx, const ad_network_source *source, ad_net_text *net)
{
    const size_t n = network_read_count((ad_span){ source->text, strlen(source->text) });

    *net = (ad_net_text){ 0 };
    if (!n)
        return ad_fail(ctx, ADROP_EINVAL,
                       "it has no layers: write them as in 'net:dense 100; relu; dropout; dense'");
    if (n > AD_MAX_LAYERS)
        return ad_fail(ctx, ADROP_EINVAL, "it has %zu layers, and at most %d can be had", n,
                       AD_MAX_LAYERS);
    adrop_status status = ad_network_begin(ctx, n, net);
    if (!status)
        status = read_all(ctx, source, net);
    if (!status && !net->n)
        status = ad_fail(ctx, ADROP_EINVAL, "it has no layers");
    if (status)
        ad_network_release(ctx, net);
    return status;
}

void ad_network_release(adrop_ctx *ctx, ad_net_text *net)
{
    ad_free(ctx, net->statement);
    *net = (ad_net_text){ 0 };
}
