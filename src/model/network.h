/* Networks as texts: the part of a model's text after `net:`.
 *
 *     net:conv 32 3 pad=1; norm; relu; pool 2; flatten; dropout; dense
 *     net:a=conv 16; norm; relu; b=conv 16 3 1 1; add < a, b; relu; flatten; dense
 *
 * A network is a list of layers, separated by ';', in the order of the pass:
 *
 *     [NAME =] KIND [VALUE ..] [KEY=VALUE ..] [< NAME, NAME ..]
 *
 * KIND is a kind of layer (layer_list.h), an abbreviation (pool), or `fit`, which becomes the
 * layers that bring a map to a size (network_fit.c). Values without a key
 * follow the order of the kind's options. A layer reads the one before it unless it lists
 * other layers by their names; `input` is the network's input. `dense` without a
 * number has the network's outputs, `dropout` without a technique has the model's. `maps
 * channels-last`, first, chooses the format of all maps. White space is ignored.
 *
 * A YAML file (network_yaml.c) and a program (adrop/graph.h) give the same statements, so that all
 * networks go through one builder (network_build.c). */
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
    size_t number;    /* from 1; 0: the network's input */
    const char *file; /* its file, for messages; NULL: in a text */
    size_t line;      /* of that file, from 1 */
    ad_span whole, name, kind;
    ad_span word[AD_STATEMENT_WORDS]; /* (n_words): values and settings */
    size_t n_words;
    ad_span from[AD_MAX_INPUTS]; /* (n_in): names, as written; resolved: */
    size_t in[AD_MAX_INPUTS];    /* numbers of earlier statements */
    size_t n_in;
    size_t n_readers, reader; /* the number of its readers, and the last of them */
} ad_statement;

typedef struct ad_net_text {
    ad_statement *statement; /* (n + 1) allocated, owned; the first is the input */
    size_t n, room;
    int channels_last;
} ad_net_text;

/* A text of statements separated by ';', and its origin. */
typedef struct ad_network_source {
    const char *text;
    const char *file;   /* NULL: not from a file */
    const size_t *line; /* of each non-empty statement, in that file */
} ad_network_source;

/* Split a text and resolve its names. ADROP_EINVAL (ADROP_EFORMAT for a file) names the wrong layer
 * and the reason. */
adrop_status ad_network_read(adrop_ctx *ctx, const ad_network_source *source, ad_net_text *out);
void ad_network_release(adrop_ctx *ctx, ad_net_text *n);

/* Make an empty network with space for `room` layers; and add one statement, whose text must
 * outlive the network. */
adrop_status ad_network_begin(adrop_ctx *ctx, size_t room, ad_net_text *out);
adrop_status ad_network_add(adrop_ctx *ctx, ad_net_text *net, ad_span whole, const char *file,
                            size_t line);

/* Replace the names in a statement by numbers (network_names.c). */
adrop_status ad_network_resolve(adrop_ctx *ctx, ad_net_text *net, ad_statement *s);

/* Build the network of the source. */
ad_layer *ad_network_build(ad_build *b, ad_layer *x, const ad_network_source *source);

/* The kind of a statement, abbreviations resolved: `pool` is max_pool. */
const char *ad_network_kind(const ad_statement *s, char kind[AD_NAME_SIZE]);

/* `fit`: the layers that bring a map to a size; x itself if it has that size. */
ad_layer *ad_network_fit(ad_build *b, const ad_statement *s, const char *name, ad_layer *x);
extern const ad_layer_type ad_network_fit_type; /* only its settings; it is not a layer */

/* Is the text the name of a file with a network, *.yaml or *.yml? */
int ad_network_is_file(const char *text);

/* The statements of a YAML file, joined, and the line of each; both freed with
 * ad_free. ADROP_EFORMAT names file, line and reason. */
adrop_status ad_network_yaml_read(adrop_ctx *ctx, const char *path, char **text, size_t **line);
/* The same for the bytes of a file; path is for messages. */
adrop_status ad_network_yaml_parse(adrop_ctx *ctx, const char *path, const char *data, size_t size,
                                   char **text, size_t **line);

/* The network as such a file; freed with ad_free. */
adrop_status ad_network_yaml_write(adrop_ctx *ctx, const ad_net_text *net, char **yaml);

/* Fail with a status, naming file, line and statement before the reason. For a file ADROP_EINVAL
 * and ADROP_ENOENT become ADROP_EFORMAT. */
__attribute__((format(printf, 4, 5))) adrop_status ad_network_fail(adrop_ctx *ctx,
                                                                   adrop_status status,
                                                                   const ad_statement *s,
                                                                   const char *reason, ...);

int ad_span_is(ad_span s, const char *word);

/* Copy into a buffer of size bytes; 0 if it does not fit. */
int ad_span_copy(ad_span s, char *text, size_t size);

/* The settings of a statement, a struct of its kind, freed with ad_free. A technique that
 * is not given stays empty. */
adrop_status ad_network_settings(adrop_ctx *ctx, const ad_statement *s, const ad_layer_type *t,
                                 void **out);

/* Changes against a graph's layer, for writing its text. */
typedef struct ad_network_change {
    size_t channels;       /* of the output */
    const char *technique; /* of a dropout layer */
} ad_network_change;

/* The text of a graph, "net:..", that builds the same graph again if the model's
 * technique is `dropout` and it has `outputs` outputs; freed with ad_free. change: (g->n), or
 * NULL. */
adrop_status ad_network_write(adrop_ctx *ctx, const ad_graph *g, const char *dropout,
                              size_t outputs, const ad_network_change *change, char **out);

/* The same for inputs of any size: `fit` replaces `pad`, which fits only one size. */
adrop_status ad_network_write_any_size(adrop_ctx *ctx, const ad_graph *g, const char *dropout,
                                       size_t outputs, char **out);

#endif
