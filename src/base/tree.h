/* Which shards a rank computes, and which nodes of the sum it can add by itself.
 *
 * Shards are added along the fixed tree of base/fold.h, whoever computes them. Rank r of R has the
 * shards [S r / R, S (r + 1) / R). It can compute the tree nodes within that range; it sends the
 * largest of them, from left to right (at most 2 log2 S):
 *
 *     S = 8, R = 3:   rank 0: [0,2)    rank 1: [2,4) [4,5)    rank 2: [5,6) [6,8)
 *
 * The nodes of all ranks, in order, are the leaves of the remaining tree. */
#ifndef AD_BASE_TREE_H
#define AD_BASE_TREE_H

#include <stddef.h>

enum { AD_TREE_NODES = 64 }; /* maximum per rank, for up to 2^31 shards */

typedef struct ad_span {
    size_t lo, hi;
} ad_span;

/* The shards of a rank; none if lo == hi. */
ad_span ad_tree_share(size_t shards, size_t rank, size_t ranks);

/* The largest nodes of the tree over `shards` within a range, from left to right; returns their
 * number. */
size_t ad_tree_nodes(size_t shards, ad_span range, ad_span nodes[AD_TREE_NODES]);

/* Where the node [lo, hi) is split. */
size_t ad_tree_middle(size_t lo, size_t hi);

/* Blocks that a rank needs to add its nodes one after another, for any number of shards up to
 * `shards`: each node's sum has its own block. */
size_t ad_tree_blocks(size_t shards, size_t rank, size_t ranks);

/* The first row of shard s when rows are split into shards whose sizes differ by at most one, the
 * larger ones first; s == shards gives the end. */
size_t ad_shard_start(size_t rows, size_t shards, size_t s);

#endif
