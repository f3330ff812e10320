/* What a network says of every place of the plane (module.h), over passes with noise.
 *
 * In one pass all places share the masks (their rows have one number), so that a pass is one
 * network drawn from the distribution that the technique stands for, and its border is smooth.
 * With p the probability of class 1 in a pass, over passes:
 *
 *     mean E[p], standard deviation of p, and the mutual information H(E[p]) - E[H(p)] in bits,
 *
 * H the entropy of a coin: what is uncertain because the network is, not because the classes mix.
 */
#include <math.h>
#include <string.h>

#include "inside.h"

static double entropy(double p)
{
    return p > 0 && p < 1 ? -(p * log2(p) + (1 - p) * log2(1 - p)) : 0;
}

static void place(size_t i, size_t n, double extent, float point[PLAY_INPUTS])
{
    const double step = 2 * extent / (double)n;

    point[0] = (float)(-extent + step * ((double)(i % n) + 0.5));
    point[1] = (float)(extent - step * ((double)(i / n) + 0.5));
}

/* Sums over passes, in the arrays: of p, of its square, of H(p). */
static adrop_status add_pass(play_net *net, const play_where *where, size_t n, double extent,
                             float *p_sum, float *square_sum, float *entropy_sum)
{
    float points[PLAY_ROWS * PLAY_INPUTS];

    for (size_t first = 0; first < n * n; first += PLAY_ROWS) {
        const size_t left = n * n - first, rows = left < PLAY_ROWS ? left : PLAY_ROWS;
        for (size_t i = 0; i < rows; i++)
            place(first + i, n, extent, points + PLAY_INPUTS * i);
        const adrop_status status = play_forward(&net->layers, where, rows, points);
        if (status)
            return status;
        for (size_t i = 0; i < rows; i++) {
            const float p = play_probability(net->layers.pre[PLAY_DENSE - 1][i]);
            p_sum[first + i] += p;
            square_sum[first + i] += p * p;
            entropy_sum[first + i] += (float)entropy((double)p);
        }
    }
    return ADROP_OK;
}

int play_net_surface(play_net *net, size_t n, double extent, uint32_t passes, float *mean,
                     float *deviation, float *information)
{
    static const uint32_t same[PLAY_ROWS]; /* all rows have the number 0 */
    const uint32_t count = passes ? passes : 1;

    memset(mean, 0, n * n * sizeof *mean);
    memset(deviation, 0, n * n * sizeof *deviation);
    memset(information, 0, n * n * sizeof *information);
    for (uint32_t t = 0; t < count; t++) {
        const play_where where = { passes ? ADROP_PHASE_SAMPLE : ADROP_PHASE_MEAN, net->seed, t,
                                   same };
        if (add_pass(net, &where, n, extent, mean, deviation, information))
            return 1;
    }
    for (size_t i = 0; i < n * n; i++) {
        const double p = (double)mean[i] / count, h = (double)information[i] / count;
        mean[i] = (float)p;
        deviation[i] = (float)sqrt(fmax((double)deviation[i] / count - p * p, 0));
        information[i] = (float)fmax(entropy(p) - h, 0);
    }
    return 0;
}
