/* What the files of the playground share and the page does not see. */
#ifndef ADROP_PLAYGROUND_INSIDE_H
#define ADROP_PLAYGROUND_INSIDE_H

#include "adrop/context.h"
#include "adrop/dropout.h"
#include "module.h"

/* The one context; NULL if there is no memory for it. */
adrop_ctx *play_context(void);

/* ---- toys.c ---- */

/* n points (n, 2) of a set, about within [-1, 1]^2, with Gaussian noise of that standard
 * deviation, and their classes (n). Another part has other points. */
void play_toy_fill(size_t toy, uint32_t seed, uint32_t part, double noise, size_t n, float *points,
                   uint8_t *classes);

/* ---- network.c ---- */

enum { PLAY_INPUTS = 2, PLAY_SITES = 2, PLAY_DENSE = 3, PLAY_ROWS = 256, PLAY_MOST_HIDDEN = 64 };

/* Three dense layers; between them ReLU and a dropout layer. Arrays are owned. */
typedef struct play_layers {
    size_t width[PLAY_DENSE + 1];                          /* 2, hidden, hidden, 1 */
    size_t n_params, weight[PLAY_DENSE], bias[PLAY_DENSE]; /* offsets; a weight is (out, in) */
    float *params, *grads;                                 /* (n_params) */
    adrop_dropout *drop[PLAY_SITES];
    float *pre[PLAY_DENSE];                       /* (PLAY_ROWS, width[l + 1]) */
    float *active[PLAY_SITES], *kept[PLAY_SITES]; /* (PLAY_ROWS, hidden): ReLU; after dropout */
    float *delta, *delta_kept;                    /* (PLAY_ROWS, hidden): room */
    adrop_pass pass[PLAY_SITES];                  /* of the last forward */
} play_layers;

/* Where a pass through the network stands. */
typedef struct play_where {
    adrop_phase phase;
    uint32_t seed, step;
    const uint32_t *row_numbers; /* (rows), or NULL */
} play_where;

adrop_status play_layers_create(adrop_ctx *ctx, const char *technique, size_t hidden,
                                size_t n_train, uint32_t seed, play_layers *out);
void play_layers_free(play_layers *net);

/* Logits of rows points, at most PLAY_ROWS; they are left in pre[2]. */
adrop_status play_forward(play_layers *net, const play_where *where, size_t rows,
                          const float *points);

/* After a forward of phase train: the loss, with its gradients written to grads and to those of the
 * dropout layers. */
adrop_status play_backward(play_layers *net, size_t rows, const float *points,
                           const uint8_t *classes, double *loss);

/* P(class 1) of a logit. */
float play_probability(float logit);

/* ---- response.c ---- */

/* What a technique that learns by response needs; all owned. */
typedef struct play_response {
    size_t n;          /* its parameters in all sites; 0: it does not learn by response */
    uint32_t *numbers; /* (PLAY_ROWS): 0, 1, .. */
    float *kept;       /* the weights while others are tried */
    double *room;      /* (5, n): slopes, costs, g+; averages of slopes and of their squares */
    double count;      /* responses so far */
} play_response;

int play_learns_by_response(adrop_ctx *ctx, const char *technique);
adrop_status play_response_create(adrop_ctx *ctx, const play_layers *net, play_response *r);
void play_response_free(play_response *r);

/* If one is due before the next step, it. */
adrop_status play_respond(play_net *net);

/* ---- training.c ---- */

struct play_net {
    play_layers layers;
    struct ad_optimizer *optimizer, *drop_optimizer[PLAY_SITES]; /* the latter: NULL if it learns
                                                                    nothing, or by response */
    play_response response;
    double lr;
    uint32_t seed, step;
    size_t rows[2];      /* of training, of test */
    float *points[2];    /* (rows, 2) */
    uint8_t *classes[2]; /* (rows) */
};

#endif
