/* Scores against their definitions (adrop/measure.h) in the plainest form, on many random sets of
 * few rows with ties; properties of temperatures and selective curves; refusals. */
#include "adrop/measure.h"
#include "check.h"

enum { MOST = 60, CLASSES = 4, BINS = 5 };

static adrop_ctx *ctx;
static size_t n;
static double p[MOST * CLASSES], log_p[MOST * CLASSES];
static uint32_t truth[MOST], predicted[MOST];
static uint8_t members[MOST * CLASSES];

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
}

static void end(void)
{
    adrop_ctx_free(ctx);
}

/* A number in 0, .. below - 1 without a generator's state. */
static uint32_t number(size_t draw, size_t i, uint32_t below)
{
    uint64_t x = (draw * 1000003 + i + 1) * 0x9E3779B97F4A7C15;

    x ^= x >> 29, x *= 0xBF58476D1CE4E5B9, x ^= x >> 32;
    return (uint32_t)(x % below);
}

/* Probabilities of few values, so that many are equal. */
static void draw_rows(size_t draw)
{
    n = 1 + number(draw, 9999, MOST);
    CHECK_WHERE("draw %zu, %zu rows", draw, n);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < CLASSES; k++)
            sum += p[i * CLASSES + k] = 1 + number(draw, i * CLASSES + k, 6);
        predicted[i] = 0;
        for (size_t k = 0; k < CLASSES; k++) {
            p[i * CLASSES + k] /= sum;
            log_p[i * CLASSES + k] = log(p[i * CLASSES + k]);
            members[i * CLASSES + k] = number(draw, 5000 + i * CLASSES + k, 3) == 0;
            if (p[i * CLASSES + k] > p[i * CLASSES + predicted[i]])
                predicted[i] = (uint32_t)k;
        }
        truth[i] = number(draw, 8000 + i, CLASSES);
    }
}

static double f1_of(double tp, double fp, double fn)
{
    return 2 * tp / (2 * tp + fp + fn);
}

static void counts_of_classes(void)
{
    for (size_t draw = 0; draw < 200; draw++) {
        size_t counts[CLASSES * CLASSES];
        double precision[CLASSES], recall[CLASSES], f1[CLASSES];
        draw_rows(draw);
        CHECK_EQ(adrop_confusion(ctx, n, CLASSES, truth, predicted, counts), ADROP_OK);
        adrop_class_scores(CLASSES, counts, precision, recall, f1);
        for (uint32_t k = 0; k < CLASSES; k++) {
            double tp = 0, fp = 0, fn = 0;
            for (uint32_t other = 0; other < CLASSES; other++) {
                size_t there = 0;
                for (size_t i = 0; i < n; i++)
                    there += truth[i] == k && predicted[i] == other;
                CHECK_EQ(counts[k * CLASSES + other], there);
            }
            for (size_t i = 0; i < n; i++) {
                tp += truth[i] == k && predicted[i] == k;
                fp += truth[i] != k && predicted[i] == k;
                fn += truth[i] == k && predicted[i] != k;
            }
            CHECK(tp + fp > 0 ? fabs(precision[k] - tp / (tp + fp)) < 1e-12 : isnan(precision[k]));
            CHECK(tp + fn > 0 ? fabs(recall[k] - tp / (tp + fn)) < 1e-12 : isnan(recall[k]));
            CHECK(tp + fp + fn > 0 ? fabs(f1[k] - f1_of(tp, fp, fn)) < 1e-12 : isnan(f1[k]));
        }
        adrop_class_scores(CLASSES, counts, NULL, NULL, NULL);
    }
}

static void probabilities(void)
{
    for (size_t draw = 0; draw < 200; draw++) {
        adrop_probability_scores s;
        double right = 0, nll = 0, brier = 0, share;
        draw_rows(draw);
        CHECK_EQ(adrop_score_probabilities(ctx, n, CLASSES, p, truth, &s), ADROP_OK);
        for (size_t i = 0; i < n; i++) {
            right += predicted[i] == truth[i];
            nll -= log_p[i * CLASSES + truth[i]];
            for (uint32_t k = 0; k < CLASSES; k++)
                brier += pow(p[i * CLASSES + k] - (k == truth[i]), 2);
        }
        CHECK_NEAR(s.accuracy, right / (double)n, 1e-12);
        CHECK_NEAR(s.nll, nll / (double)n, 1e-12);
        CHECK_NEAR(s.brier, brier / (double)n, 1e-12);
        for (size_t k = 1; k <= CLASSES + 1; k++) {
            double within = 0;
            for (size_t i = 0; i < n; i++) {
                const double own = p[i * CLASSES + truth[i]];
                size_t before = 0;
                for (uint32_t c = 0; c < CLASSES; c++)
                    before += p[i * CLASSES + c] > own ||
                              (p[i * CLASSES + c] >= own && c < truth[i]);
                within += before < k;
            }
            CHECK_EQ(adrop_top_k(ctx, n, CLASSES, p, truth, k, &share), ADROP_OK);
            CHECK_NEAR(share, within / (double)n, 1e-12);
        }
    }
}

/* Rows with several classes, each with a probability of its own. */
static void sets_of_classes(void)
{
    for (size_t draw = 0; draw < 200; draw++) {
        size_t counts[3 * CLASSES];
        double all[3] = { 0, 0, 0 }, macro = 0, nll = 0, exact = 0;
        adrop_set_scores s;
        draw_rows(draw);
        for (size_t i = 0; i < n * CLASSES; i++)
            p[i] = 0.1 * (1 + number(draw, i, 9)); /* 0.5 is not above one half */
        CHECK_EQ(adrop_score_sets(ctx, n, CLASSES, p, members, counts, &s), ADROP_OK);
        for (size_t k = 0; k < CLASSES; k++) {
            double of[3] = { 0, 0, 0 };
            for (size_t i = 0; i < n; i++) {
                const int says = p[i * CLASSES + k] > 0.5, is = members[i * CLASSES + k];
                of[0] += says && is, of[1] += says && !is, of[2] += !says && is;
                nll -= log(is ? p[i * CLASSES + k] : 1 - p[i * CLASSES + k]);
            }
            for (size_t j = 0; j < 3; j++) {
                CHECK_EQ(counts[j * CLASSES + k], of[j]);
                all[j] += of[j];
            }
            macro += of[0] > 0 ? f1_of(of[0], of[1], of[2]) / CLASSES : 0;
        }
        for (size_t i = 0; i < n; i++) {
            int same = 1;
            for (size_t k = 0; k < CLASSES; k++)
                same &= (p[i * CLASSES + k] > 0.5) == members[i * CLASSES + k];
            exact += same;
        }
        if (all[0] + all[1] + all[2] > 0)
            CHECK_NEAR(s.micro_f1, f1_of(all[0], all[1], all[2]), 1e-12);
        CHECK_NEAR(s.macro_f1, macro, 1e-12);
        CHECK_NEAR(s.subset_accuracy, exact / (double)n, 1e-12);
        CHECK_NEAR(s.nll, nll / (double)(n * CLASSES), 1e-12);
    }
}

/* The bin of a confidence, by the words of the header. */
static size_t bin_of(adrop_bin_kind kind, const double *q, size_t i)
{
    size_t below = 0;

    if (kind == ADROP_EQUAL_WIDTH)
        for (size_t b = 1; b <= BINS; b++)
            if (q[i] * BINS <= (double)b)
                return b - 1;
    for (size_t k = 0; k < n; k++)
        below += q[k] < q[i];
    return below * BINS / n;
}

static double calibration_error(adrop_bin_kind kind, const double *q, const uint8_t *hit,
                                double mean[BINS], double share[BINS], size_t rows[BINS],
                                double *largest)
{
    double error = 0;

    *largest = 0;
    for (size_t b = 0; b < BINS; b++) {
        double sum = 0, hits = 0;
        rows[b] = 0;
        for (size_t i = 0; i < n; i++)
            if (bin_of(kind, q, i) == b)
                sum += q[i], hits += hit[i], rows[b]++;
        mean[b] = sum / (double)rows[b], share[b] = hits / (double)rows[b];
        if (rows[b]) {
            error += fabs(hits - sum) / (double)n;
            *largest = fmax(*largest, fabs(share[b] - mean[b]));
        }
    }
    return error;
}

static void calibration(void)
{
    for (size_t draw = 0; draw < 200; draw++)
        for (int kind = ADROP_EQUAL_WIDTH; kind <= ADROP_EQUAL_MASS; kind++) {
            double q[MOST], mean[BINS], share[BINS], ece, largest, own[CLASSES], all, sum = 0;
            double mean_[BINS], share_[BINS], largest_;
            size_t rows[BINS], rows_[BINS];
            uint8_t hit[MOST];
            draw_rows(draw);
            for (size_t i = 0; i < n; i++)
                q[i] = number(draw, i, 11) / 10.0, hit[i] = (uint8_t)number(draw, 100 + i, 2);
            CHECK_EQ(adrop_reliability(ctx, (adrop_bin_kind)kind, BINS, n, q, hit, mean, share,
                                       rows, &ece, &largest),
                     ADROP_OK);
            CHECK_NEAR(
                ece,
                calibration_error((adrop_bin_kind)kind, q, hit, mean_, share_, rows_, &largest_),
                1e-12);
            CHECK_NEAR(largest, largest_, 1e-12);
            for (size_t b = 0; b < BINS; b++) {
                CHECK_EQ(rows[b], rows_[b]);
                CHECK(rows[b] ? fabs(mean[b] - mean_[b]) < 1e-12 : isnan(mean[b]));
                CHECK(rows[b] ? fabs(share[b] - share_[b]) < 1e-12 : isnan(share[b]));
            }
            CHECK_EQ(adrop_class_calibration(ctx, (adrop_bin_kind)kind, BINS, n, CLASSES, p, truth,
                                             own, &all),
                     ADROP_OK);
            for (uint32_t k = 0; k < CLASSES; k++) {
                for (size_t i = 0; i < n; i++)
                    q[i] = p[i * CLASSES + k], hit[i] = truth[i] == k;
                CHECK_NEAR(own[k],
                           calibration_error((adrop_bin_kind)kind, q, hit, mean_, share_, rows_,
                                             &largest_),
                           1e-12);
                sum += own[k];
            }
            CHECK_NEAR(all, sum / CLASSES, 1e-12);
        }
}

/* p' = softmax(log p / T); logits that are a times as large need a times the temperature; and no
 * other temperature has a smaller loss. */
static double loss_at(double temperature, const double *logits)
{
    double q[MOST * CLASSES], loss = 0;

    adrop_temperature_apply(n, CLASSES, logits, temperature, q);
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t k = 0; k < CLASSES; k++)
            sum += exp(logits[i * CLASSES + k] / temperature);
        for (size_t k = 0; k < CLASSES; k++)
            CHECK_NEAR(q[i * CLASSES + k], exp(logits[i * CLASSES + k] / temperature) / sum, 1e-12);
        loss -= log(q[i * CLASSES + truth[i]]) / (double)n;
    }
    return loss;
}

static void temperatures(void)
{
    for (size_t draw = 0; draw < 100; draw++) {
        double t, twice, other[MOST * CLASSES];
        draw_rows(draw);
        for (size_t i = 0; i < n; i++) /* better than chance, so that T is not at its end */
            truth[i] = number(draw, i, 3) ? predicted[i] : truth[i];
        CHECK_EQ(adrop_temperature_fit(ctx, n, CLASSES, log_p, truth, &t), ADROP_OK);
        CHECK(t > 0.01 - 1e-12 && t < 100 + 1e-12);
        for (double by = 0.9; by < 1.2; by += 0.2)
            if (t * by > 0.01 && t * by < 100)
                CHECK(loss_at(t, log_p) <= loss_at(t * by, log_p) + 1e-12);
        for (size_t i = 0; i < n * CLASSES; i++)
            other[i] = 2 * log_p[i];
        CHECK_EQ(adrop_temperature_fit(ctx, n, CLASSES, other, truth, &twice), ADROP_OK);
        if (t > 0.1 && t < 40)
            CHECK_CLOSE(twice / t, 2, 1e-3);
    }
}

/* Rows of equal confidence stand for their mean loss; no order is better than that by loss. */
static void selective_curves(void)
{
    for (size_t draw = 0; draw < 200; draw++) {
        double q[MOST], loss[MOST], risk[MOST], best[MOST], sum = 0, general = 0;
        adrop_selective s, ideal;
        draw_rows(draw);
        for (size_t i = 0; i < n; i++)
            q[i] = number(draw, i, 8), loss[i] = number(draw, 100 + i, 4) / 2.0;
        CHECK_EQ(adrop_select(ctx, n, q, loss, risk, &s), ADROP_OK);
        for (size_t i = 0; i < n; i++) {
            double total = 0; /* of the i + 1 most confident, on average over orders of equals */
            for (size_t k = 0; k < n; k++) {
                size_t above = 0, equal = 0;
                for (size_t j = 0; j < n; j++)
                    above += q[j] > q[k], equal += q[j] >= q[k] && q[j] <= q[k];
                const double taken = (double)(i + 1) - (double)above;
                total += loss[k] * fmax(0, fmin(1, taken / (double)equal));
            }
            CHECK_NEAR(risk[i], total / (double)(i + 1), 1e-12);
            sum += total / (double)(i + 1), general += total / (double)n;
            best[i] = -loss[i];
        }
        CHECK_NEAR(s.aurc, sum / (double)n, 1e-12);
        CHECK_NEAR(s.augrc, general / (double)n, 1e-12);
        CHECK(s.best_aurc <= s.aurc + 1e-12);
        CHECK_EQ(adrop_select(ctx, n, best, loss, NULL, &ideal), ADROP_OK);
        CHECK_NEAR(ideal.aurc, s.best_aurc, 1e-12);
    }
}

static double normal_below(double z)
{
    return erfc(-z / sqrt(2)) / 2;
}

/* The CRPS is the integral of (F - [y <= x])^2, here by the trapezoid rule. */
static double crps_of(double y, double mean, double std)
{
    const double from = fmin(y, mean) - 9 * std, to = fmax(y, mean) + 9 * std;
    const size_t steps = 20000;
    double sum = 0;

    for (size_t i = 0; i <= steps; i++) {
        const double x = from + (to - from) * (double)i / (double)steps;
        const double f = normal_below((x - mean) / std) - (y <= x);
        sum += f * f * (i == 0 || i == steps ? 0.5 : 1);
    }
    return sum * (to - from) / (double)steps;
}

static void values(void)
{
    static const double levels[] = { 0.05, 0.5, 0.9 };

    for (size_t draw = 0; draw < 20; draw++) {
        double y[MOST], mean[MOST], std[MOST], inside[3], below[3], average = 0, nll = 0, crps = 0;
        double square = 0, absolute = 0, distance = 0, variance = 0;
        adrop_value_scores v;
        adrop_gaussian_scores g;
        draw_rows(draw);
        n = n < 3 ? 3 : n;
        for (size_t i = 0; i < n; i++) {
            y[i] = number(draw, i, 1000) / 100.0,
            mean[i] = y[i] + number(draw, 100 + i, 400) / 100.0 - 2;
            std[i] = 0.3 + number(draw, 200 + i, 200) / 100.0;
            average += y[i] / (double)n;
        }
        for (size_t i = 0; i < n; i++) {
            const double off = y[i] - mean[i];
            square += off * off, absolute += fabs(off), variance += std[i] * std[i];
            distance += (y[i] - average) * (y[i] - average);
            nll += log(std[i]) + 0.5 * log(2 * acos(-1)) + off * off / (2 * std[i] * std[i]);
            crps += crps_of(y[i], mean[i], std[i]);
        }
        CHECK_EQ(adrop_score_values(ctx, n, y, mean, &v), ADROP_OK);
        CHECK_NEAR(v.rmse, sqrt(square / (double)n), 1e-12);
        CHECK_NEAR(v.mae, absolute / (double)n, 1e-12);
        CHECK_NEAR(v.r2, 1 - square / distance, 1e-9);
        CHECK_EQ(adrop_score_gaussian(ctx, n, y, mean, std, &g), ADROP_OK);
        CHECK_NEAR(g.nll, nll / (double)n, 1e-12);
        CHECK_NEAR(g.crps, crps / (double)n, 1e-3);
        CHECK_NEAR(g.sharpness, sqrt(variance / (double)n), 1e-12);
        CHECK_EQ(adrop_interval_coverage(ctx, n, y, mean, std, 3, levels, inside), ADROP_OK);
        CHECK_EQ(adrop_quantile_coverage(ctx, n, y, mean, std, 3, levels, below), ADROP_OK);
        for (size_t j = 0; j < 3; j++) {
            double in = 0, under = 0;
            for (size_t i = 0; i < n; i++) {
                const double z = (y[i] - mean[i]) / std[i];
                in += normal_below(fabs(z)) - normal_below(-fabs(z)) <= levels[j];
                under += normal_below(z) <= levels[j];
            }
            CHECK_NEAR(inside[j], in / (double)n, 1e-12);
            CHECK_NEAR(below[j], under / (double)n, 1e-12);
        }
    }
}

/* A distribution that is a point. */
static void points(void)
{
    const double y[] = { 1, 2 }, mean[] = { 1.5, 2 }, std[] = { 0, 0 };
    adrop_gaussian_scores g;

    CHECK_EQ(adrop_score_gaussian(ctx, 2, y, mean, std, &g), ADROP_OK);
    CHECK_NEAR(g.crps, 0.25, 1e-15);
    CHECK(isnan(g.nll) && g.sharpness == 0);
}

static void refusals(void)
{
    const double bad[] = { 0.5, NAN }, out[] = { 0.5, 1.5 }, low[] = { -0.25, 0.5 },
                 ok[] = { 0, 1 };
    const uint32_t classes[] = { 0, 2 };
    const uint8_t hit[] = { 1, 0 };
    double share;
    adrop_selective s;
    size_t counts[4];

    CHECK_EQ(adrop_confusion(ctx, 2, 2, classes, classes, counts), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "[1] is class 2 of 2");
    CHECK_EQ(adrop_confusion(ctx, 0, 2, classes, classes, counts), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "no rows");
#define RELIABILITY(kind, bins, q)                                                                 \
  adrop_reliability(ctx, (adrop_bin_kind)(kind), bins, 2, q, hit, NULL, NULL, NULL, &share, NULL)
    CHECK_EQ(RELIABILITY(ADROP_EQUAL_WIDTH, 1, ok), ADROP_OK);
    CHECK_EQ(RELIABILITY(ADROP_EQUAL_WIDTH, 0, ok), ADROP_EINVAL);
    CHECK_EQ(RELIABILITY(7, 5, ok), ADROP_EINVAL);
    CHECK_EQ(RELIABILITY(ADROP_EQUAL_MASS, 5, bad), ADROP_EINVAL);
    CHECK_EQ(RELIABILITY(ADROP_EQUAL_MASS, 5, out), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "p[1] is 1.5, which is no probability");
    CHECK_EQ(RELIABILITY(ADROP_EQUAL_MASS, 5, low), ADROP_EINVAL);
    CHECK_EQ(adrop_select(ctx, 2, ok, low, NULL, &s), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "loss[0] is -0.25");
    CHECK_EQ(adrop_select(ctx, 2, bad, ok, NULL, &s), ADROP_EINVAL);
}

CHECK_MAIN(begin, counts_of_classes, probabilities, sets_of_classes, calibration, temperatures,
           selective_curves, values, points, refusals, end)
