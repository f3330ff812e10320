/* The products for the singular value decomposition (text_svd.c), in double in every kernel set;
 * sums have one order, so that the sets give the same bits. Dense matrices have rows of k doubles,
 * where k is a multiple of AD_PRODUCT_LANES. */
#ifndef AD_TRANSFORM_TEXT_PRODUCTS_H
#define AD_TRANSFORM_TEXT_PRODUCTS_H

#include "base/kernel.h"
#include "base/sparse.h"

enum {
    AD_PRODUCT_LANES = 8,
    AD_PRODUCT_MOST = 528 /* limit of k */
};

typedef struct ad_text_products {
    /* Rows [first, end) of y (a->rows, k) = a x (a->columns, k). */
    void (*multiply)(const ad_sparse *a, size_t first, size_t end, const double *x, size_t k,
                     double *y);
    /* sum (k, k) = y' y over the rows [first, end) of y; only above the diagonal, and the tiles on
     * it. */
    void (*gram)(const double *y, size_t first, size_t end, size_t k, double *sum);
    /* Rows [first, end) of y become y m, m (k, k); upper: m is zero below its diagonal. */
    void (*times)(double *y, size_t first, size_t end, size_t k, const double *m, int upper);
} ad_text_products;

AD_DECLARE_EACH_SET(ad_text_products, ad_text_products);

#endif
