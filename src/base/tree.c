/* Shards of ranks and nodes of the tree (tree.h). */
#include "base/tree.h"

#include <assert.h>

#include "base/fold.h"

ad_span ad_tree_share(size_t shards, size_t rank, size_t ranks)
{
    return (ad_span){ shards * rank / ranks, shards * (rank + 1) / ranks };
}

size_t ad_tree_middle(size_t lo, size_t hi)
{
    size_t width = 1;

    while (2 * width < hi - lo)
        width *= 2;
    return lo + width;
}

/* Append the largest nodes of the subtree of `node` that lie in range. */
static size_t add_nodes(ad_span node, ad_span range, ad_span *nodes, size_t n)
{
    if (node.lo >= range.hi || node.hi <= range.lo)
        return n;
    if (node.lo >= range.lo && node.hi <= range.hi) {
        assert(n < AD_TREE_NODES);
        nodes[n] = node;
        return n + 1;
    }
    const size_t middle = ad_tree_middle(node.lo, node.hi);
    n = add_nodes((ad_span){ node.lo, middle }, range, nodes, n);
    return add_nodes((ad_span){ middle, node.hi }, range, nodes, n);
}

size_t ad_tree_nodes(size_t shards, ad_span range, ad_span nodes[AD_TREE_NODES])
{
    return range.lo < range.hi ? add_nodes((ad_span){ 0, shards }, range, nodes, 0) : 0;
}

size_t ad_tree_blocks(size_t shards, size_t rank, size_t ranks)
{
    ad_span nodes[AD_TREE_NODES];
    size_t most = 1;

    for (size_t s = 1; s <= shards; s++) {
        const size_t n = ad_tree_nodes(s, ad_tree_share(s, rank, ranks), nodes);
        for (size_t i = 0; i < n; i++) {
            const size_t blocks = i + ad_fold_slots(nodes[i].hi - nodes[i].lo);
            most = blocks > most ? blocks : most;
        }
    }
    return most;
}

size_t ad_shard_start(size_t rows, size_t shards, size_t s)
{
    const size_t small = rows / shards, larger = rows % shards;

    return s * small + (s < larger ? s : larger);
}
