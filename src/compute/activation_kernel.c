/* The loops of the activations (activation.h), over the whole buffer, padding included.
 *
 * For each row of activation_list.h, `<id>_of(x)` is f(x), and `<id>_back(v, dy)` is dy f', with v
 * the x or y that the row names. They have no branches, so the loops vectorise. The functions of
 * real.h need finite numbers: infinities are clamped to a range beyond which f and f' are constant,
 * and NaN is restored where it would be lost. */
#include "base/loop.h"
#include "base/parallel.h"
#include "base/real.h"
#include "compute/activation_impl.h"
#include "compute/load.h"

enum { BLOCK = 16384 }; /* elements per block of a thread */

/* Beyond these, Phi(x) and e^x are 0 in the set's numbers, but not denormal, which would be
 * slow. */
#if defined AD_KERNEL_DOUBLE
static const real normal_end = 40, exp_end = 800;
#else
static const real normal_end = 12.5f, exp_end = 87;
#endif

/* x clamped to [-end, end], or only from below; NaN stays, because every comparison with it is
 * false. */
static inline real not_below(real x, real end)
{
    return r_max(-end, x);
}

static inline real activation_within(real x, real end)
{
    return r_min(end, not_below(x, end));
}

static inline real unless_nan(real x, real y)
{
    return x == x ? y : x;
}

static inline real relu_of(real x)
{
    return x < 0 ? 0 : x;
}

static inline real relu_back(real y, real dy)
{
    return y > 0 ? dy : 0;
}

static inline real leaky_relu_of(real x)
{
    return x > 0 ? x : (real)0.01 * x;
}

static inline real leaky_relu_back(real y, real dy)
{
    return y > 0 ? dy : (real)0.01 * dy;
}

static inline real gelu_of(real x)
{
    const real a = not_below(x, normal_end);

    return a * r_normal_cdf(a);
}

static inline real gelu_back(real x, real dy)
{
    const real a = activation_within(x, normal_end);
    const real density = (real)0.39894228040143267794 * r_exp_minus((real)0.5 * a * a);

    return dy * (r_normal_cdf(a) + a * density);
}

static inline real silu_of(real x)
{
    const real a = not_below(x, exp_end);

    return a * r_sigmoid(a);
}

/* s and 1 - s from t = e^-|x|, without a subtraction. */
static inline real silu_back(real x, real dy)
{
    const real a = activation_within(x, exp_end), t = r_exp_minus(a), d = 1 / (1 + t);
    const real s = a < 0 ? t * d : d, rest = a < 0 ? d : t * d;

    return dy * (s * (1 + a * rest));
}

static inline real tanh_of(real x)
{
    return unless_nan(x, r_tanh(x));
}

static inline real tanh_back(real y, real dy)
{
    return dy * ((1 - y) * (1 + y));
}

static inline real sigmoid_of(real x)
{
    return unless_nan(x, r_sigmoid(x));
}

static inline real sigmoid_back(real y, real dy)
{
    return dy * (y * (1 - y));
}

static inline real softplus_of(real x)
{
    return r_max(0, x) + r_log1p(r_exp_minus(x));
}

static inline real softplus_back(real x, real dy)
{
    return dy * unless_nan(x, r_sigmoid(x));
}

typedef struct {
    size_t n;
    const void *from, *dy; /* (n); from is x in forward, x or y in backward */
    void *out;             /* (n), may be either of them */
} job;

static size_t activation_end_of(const job *j, size_t block)
{
    const size_t end = (block + 1) * BLOCK;

    return end < j->n ? end : j->n;
}

/* The same for reals and for bf16: a thread's work on a block, and the passes. */
#define LOOPS(id, type, bf16)                                                                      \
  static void id##_of_##type(void *arg, size_t block)                                              \
  {                                                                                                \
    const job *j = arg;                                                                            \
    const size_t end = activation_end_of(j, block);                                                \
                                                                                                   \
    AD_INDEPENDENT for (size_t i = block * BLOCK; i < end; i++)                                    \
        ad_store(j->out, i, id##_of(ad_load(j->from, i, bf16)), bf16);                             \
  }                                                                                                \
                                                                                                   \
  static void id##_back_##type(void *arg, size_t block)                                            \
  {                                                                                                \
    const job *j = arg;                                                                            \
    const size_t end = activation_end_of(j, block);                                                \
                                                                                                   \
    AD_INDEPENDENT for (size_t i = block * BLOCK; i < end; i++)                                    \
        ad_store(j->out, i, id##_back(ad_load(j->from, i, bf16), ad_load(j->dy, i, bf16)), bf16);  \
  }

#define PASSES(id)                                                                                 \
  static void id##_forward(int threads, size_t n, int bf16, const void *x, void *y)                \
  {                                                                                                \
    job j = { .n = n, .from = x, .out = y };                                                       \
                                                                                                   \
    ad_parallel(threads, (n + BLOCK - 1) / BLOCK, bf16 ? id##_of_bf16 : id##_of_real, &j);         \
  }                                                                                                \
                                                                                                   \
  static void id##_backward(int threads, size_t n, int bf16, const void *from, const void *dy,     \
                            void *dx)                                                              \
  {                                                                                                \
    job j = { .n = n, .from = from, .dy = dy, .out = dx };                                         \
                                                                                                   \
    ad_parallel(threads, (n + BLOCK - 1) / BLOCK, bf16 ? id##_back_bf16 : id##_back_real, &j);     \
  }

#define ACTIVATION(id, name, reads, at_zero, summary)                                              \
  LOOPS(id, real, 0)                                                                               \
  LOOPS(id, bf16, 1)                                                                               \
  PASSES(id)
#include "compute/activation_list.h"
#undef ACTIVATION

const ad_activation_loops AD_KERNEL(ad_activation_loops)[] = {
#define ACTIVATION(id, name, reads, at_zero, summary) { id##_forward, id##_backward },
#include "compute/activation_list.h"
#undef ACTIVATION
};
