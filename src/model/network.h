/* Networks as texts: what follows `net:` in a model's text.
 *
 *     net:conv 32 3 pad=1; norm; relu; pool 2; flatten; dropout; dense
 *     net:a=conv 16; norm; relu; b=conv 16 3 1 1; add < a, b; relu; flatten; dense
 *
 * A network is a list of layers, separated by ';', in the order of the pass:
 *
 *     [NAME =] KIND [VALUE ..] [KEY=VALUE ..] [< NAME, NAME ..]
 *
 * KIND is a kind of layer (layer_list.h) or a short word for one: pool. Values without a key are
 * those of the kind's options in their order. A layer reads the one before it unless it says
 * which, by the names that layers were given; `input` is the network's input. `dense` without a
 * number has the network's outputs, `dropout` without a technique has the model's. `maps
 * channels-last`, first, chooses the format of all maps. White space is free. */
#ifndef AD_MODEL_NETWORK_H
#define AD_MODEL_NETWORK_H

#include "model/build.h"

/* A piece of the text. */
typedef struct ad_span {
    const char *at;
    size_t n;
} ad_span;

enum { AD_STATEMENT_WORDS = 12 };

/* One layer as it is written. */
typedef struct ad_statement {
    size_t number; /* from 1; 0 is the network's input */
    ad_span whole, name, kind;
    ad_span word[AD_STATEMENT_WORDS]; /* (n_words): values and settings */
    size_t n_words;
    ad_span from[AD_MAX_INPUTS]; /* (n_in): names, as written; resolved: */
    size_t in[AD_MAX_INPUTS];    /* numbers of earlier statements */
    size_t n_in;
    size_t n_readers, reader; /* how many read it, and the last that does */
} ad_statement;

typedef struct ad_network {
    ad_statement *statement; /* (n + 1), owned; the first stands for the input */
    size_t n;
    int channels_last;
} ad_network;

/* Split a text and resolve its names. ADROP_EINVAL says which layer is wrong, and why. */
adrop_status ad_network_read(adrop_ctx *ctx, const char *text, ad_network *out);
void ad_network_release(adrop_ctx *ctx, ad_network *n);

/* ADROP_EINVAL or another status, with the statement before the reason. */
__attribute__((format(printf, 4, 5))) adrop_status ad_network_fail(adrop_ctx *ctx,
                                                                   adrop_status status,
                                                                   const ad_statement *s,
                                                                   const char *reason, ...);

int ad_span_is(ad_span s, const char *word);

/* Copy into a buffer of size bytes; 0 if it does not fit. */
int ad_span_copy(ad_span s, char *text, size_t size);

/* The settings of a statement, a struct of its kind, to be freed with ad_free; a technique that is
 * not given is left empty. */
adrop_status ad_network_settings(adrop_ctx *ctx, const ad_statement *s, const ad_layer_type *t,
                                 void **out);

/* What a text says otherwise than the graph, layer by layer. */
typedef struct ad_network_change {
    size_t channels;                 /* of the output */
    char technique[ADROP_TEXT_SIZE]; /* of a layer that holds one */
} ad_network_change;

/* The text of a graph, "net:..", that builds the same graph again where the model's
 * technique is `dropout` and it has so many outputs; freed with ad_free. change: (g->n), or
 * NULL. */
adrop_status ad_network_write(adrop_ctx *ctx, const ad_graph *g, const char *dropout,
                              size_t outputs, const ad_network_change *change, char **out);

#endif
