/* The extra loss of variational dropout, for one Gaussian factor. */
#ifndef AD_TECHNIQUE_VARIATIONAL_KL_H
#define AD_TECHNIQUE_VARIATIONAL_KL_H

typedef enum ad_kl_kind {
    AD_KL_KINGMA,
    AD_KL_MOLCHANOV,
    AD_KL_EXACT,
    AD_KL_NONE,
    AD_KL_HIERARCHICAL /* to a Gaussian prior of the best variance; the others to log-uniform */
} ad_kl_kind;

/* KL to the prior of a factor with ln alpha = la, and its slope in la.
 * kingma omits the prior's constant; molchanov and exact are normalised
 * so that KL -> 0 as alpha grows. */
double ad_variational_kl(ad_kl_kind kind, double la, double *slope);

#endif
