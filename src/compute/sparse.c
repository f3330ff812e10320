/* Products with sparse rows (sparse.h): selects the loops of a kernel set. */
#include "compute/sparse.h"

const ad_sparse_loops *ad_sparse_loops_of(ad_kernel_set set)
{
#define ROW(set) &ad_sparse_loops_##set,
    static const ad_sparse_loops *const loops[] = { AD_EACH_KERNEL_SET(ROW) };
#undef ROW

    return loops[set];
}
