/* What the playground's page calls: the library compiled to WebAssembly, behind a few functions
 * that take and give numbers, texts and arrays in the module's memory.
 *
 *     masks.c      a member of the model-free family: its numbers, its density, masks drawn
 *     listing.c    names of seeds, mappings, techniques and sets of points; numbers as text
 *     toys.c       sets of points in the plane, two classes
 *     network.c    a network 2 - hidden - hidden - 1 around two dropout layers of the library
 *     training.c   such a network in training on a set of points
 *     surface.c    what it says of every place, and how sure it is
 *
 * Nothing here is part of the library. It also compiles for the machine that builds it, where
 * tests/playground checks it. */
#ifndef ADROP_PLAYGROUND_MODULE_H
#define ADROP_PLAYGROUND_MODULE_H

#include <stddef.h>
#include <stdint.h>

#if defined __wasm__
#  define PLAY(name) __attribute__((export_name(#  name))) name
#else
#  define PLAY(name) name
#endif

/* ---- memory for the page's texts and arrays ---- */
void *PLAY(play_allocate)(size_t bytes);
void PLAY(play_free)(void *memory);

/* ---- listings; NULL past the last ---- */
const char *PLAY(play_seed)(size_t i);
const char *PLAY(play_map)(size_t i);
const char *PLAY(play_seed_summary)(size_t i);
const char *PLAY(play_map_summary)(size_t i);
const char *PLAY(play_technique)(size_t i);
const char *PLAY(play_technique_summary)(size_t i);
const char *PLAY(play_toy)(size_t i);
const char *PLAY(play_version)(void);

/* x as `adrop` prints it with so many digits, into text[32]. */
void PLAY(play_number)(double x, int digits, char *text);

/* What is wrong, after a call that returned NULL or not 0. */
const char *PLAY(play_message)(void);

/* ---- a member of the family ---- */
typedef struct adrop_dist play_member;
play_member *PLAY(play_member_create)(const char *seed, const char *map, double mu, double sigma);
void PLAY(play_member_free)(play_member *m);

/* Where play_member_numbers puts what. */
enum {
    PLAY_MEAN,
    PLAY_MEAN_APPROX, /* NaN unless gaussian x sigmoid */
    PLAY_VARIANCE,
    PLAY_DEVIATION,
    PLAY_RATE,
    PLAY_LEVEL,
    PLAY_QUARTILES, /* three */
    PLAY_ATOM_ZERO = PLAY_QUARTILES + 3,
    PLAY_ATOM_ONE,
    PLAY_N_NUMBERS
};
void PLAY(play_member_numbers)(const play_member *m, double out[PLAY_N_NUMBERS]);

/* Where play_member_nearest puts what; it takes some hundredths of a second. */
enum { PLAY_P, PLAY_P_DISTANCE, PLAY_A, PLAY_B, PLAY_AB_DISTANCE, PLAY_AB_LIMIT, PLAY_N_NEAREST };
void PLAY(play_member_nearest)(const play_member *m, double out[PLAY_N_NEAREST]);

/* Density and distribution function at n masks (i + 1/2) / n. */
void PLAY(play_member_curve)(const play_member *m, size_t n, double *pdf, double *cdf);

/* The density of Beta(a, b) at the same masks. */
void PLAY(play_beta_curve)(double a, double b, size_t n, double *pdf);

/* n masks, as `adrop dist --samples` draws them. */
void PLAY(play_member_sample)(const play_member *m, uint32_t seed, size_t n, float *out);

/* ---- a network in training ---- */
typedef struct play_net play_net;

/* The technique's text is as after --dropout. toy: its number. rows: of training, up to 256. NULL,
 * with a message, for a technique that does not exist, settings it refuses, or a site that it
 * cannot have. */
play_net *PLAY(play_net_create)(const char *technique, size_t toy, size_t rows, double noise,
                                size_t hidden, double lr, uint32_t seed);
void PLAY(play_net_free)(play_net *net);

/* Train for so many steps; returns the loss of the last one, or NaN with a message. */
double PLAY(play_net_train)(play_net *net, uint32_t steps);
uint32_t PLAY(play_net_step)(const play_net *net);

/* Share of right answers without noise, of the training rows or of test rows. */
double PLAY(play_net_accuracy)(play_net *net, int test);

/* The average dropout rate of a layer, 0 or 1; and one parameter pair where the technique has mu
 * and sigma, else NaN. */
double PLAY(play_net_rate)(const play_net *net, size_t layer);
double PLAY(play_net_mu)(const play_net *net, size_t layer);
double PLAY(play_net_sigma)(const play_net *net, size_t layer);

/* The points: rows of (x, y), and their classes 0 and 1. */
size_t PLAY(play_net_rows)(const play_net *net, int test);
const float *PLAY(play_net_points)(const play_net *net, int test);
const uint8_t *PLAY(play_net_classes)(const play_net *net, int test);

/* On a grid of n x n places over [-extent, extent]^2, row by row from the top: the mean over
 * passes of P(class 1), its standard deviation, and the mutual information between the class and
 * the mask, in bits. passes 0: one pass without noise. Returns 0, or 1 with a message. */
int PLAY(play_net_surface)(play_net *net, size_t n, double extent, uint32_t passes, float *mean,
                           float *deviation, float *information);

#endif
