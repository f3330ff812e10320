/* The parts of information dropout: the noise level alpha = 0.001 + A sigmoid(V2 V1 x +
 * d) and the KL to its prior. For kernel files. */
#ifndef AD_TECHNIQUE_INFORMATION_H
#define AD_TECHNIQUE_INFORMATION_H

#include "random/words.h"
#include "technique/technique.h"

#define AD_INFORMATION_LEAST 0.001

enum { AD_INFORMATION_RELU, AD_INFORMATION_SOFTPLUS };
enum { AD_INFORMATION_DATASET, AD_INFORMATION_BATCH };
enum { AD_INFORMATION_ALL, AD_INFORMATION_ACTIVE };

typedef struct ad_information {
    double beta, max_alpha;
    int prior, scaling, count;
    size_t hidden;
} ad_information;

/* Layout: offsets in reals of the tensors among the parameters, offsets in bytes of the arrays in
 * saved and scratch. */
typedef struct ad_information_layout {
    size_t n, hidden;
    size_t down, up, bias, prior;          /* V1 (H, n), V2 (n, H), d (n), (mu1, s1) */
    size_t code_at, alpha_at, averages_at; /* saved: V1 x (rows, H), alpha (rows, n), x */
    size_t dz_at, dcode_at, daverages_at;  /* scratch */
    size_t saved_size, scratch_size;
} ad_information_layout;

/* Adds the tensors to params unless that is NULL. */
ad_information_layout AD_KERNEL(ad_information_layout)(const ad_information *s, const ad_site *site,
                                                       ad_tensor_list *params);

/* z (rows, n) from call->x, at alpha_at of saved. */
void AD_KERNEL(ad_information_z)(const ad_information_layout *l, const ad_call *call);

/* From dL/dz at dz_at of scratch: adds to call->dx and call->dparams. */
void AD_KERNEL(ad_information_z_back)(const ad_information_layout *l, const ad_call *call);

/* For one row: z (n) becomes alpha; dL/dalpha (n) becomes dL/dz. */
void AD_KERNEL(ad_information_level)(const ad_information *s, size_t n, real *alpha);
void AD_KERNEL(ad_information_level_back)(const ad_information *s, size_t n, const real *alpha,
                                          real *dz);

/* The prior of a pass: the settings, and for softplus its learned mean and standard deviation. */
typedef struct ad_information_prior {
    const ad_information *settings;
    double mu1, s1;
} ad_information_prior;

/* Sum of the KL over elements with noise level alpha (n) and value x (n), n <= AD_CHUNK. */
double AD_KERNEL(ad_information_kl)(const ad_information_prior *prior, size_t n, const real *alpha,
                                    const real *x);

/* Gradients of the KL times weight: those in alpha and x are added to dalpha (n) and dx (n), the
 * sums of those in mu1 and s1 to dprior. */
void AD_KERNEL(ad_information_kl_slopes)(const ad_information_prior *prior, real weight, size_t n,
                                         const real *alpha, const real *x, real *dalpha, real *dx,
                                         double dprior[2]);

/* information_pass_kernel.c: the technique's passes. */
void AD_KERNEL(ad_information_forward)(const ad_call *call);
void AD_KERNEL(ad_information_backward)(const ad_call *call);

#endif
