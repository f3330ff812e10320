/* Singular vectors of sparse matrices, against all eigenvalues of A'A; sparse matrices
 * themselves. */
#include "transform/text_svd.h"

#include "base/base64.h"
#include "base/memory.h"
#include "check.h"
#include "transform/text_eigen.h"

enum { ROWS = 80, COLUMNS = 60, RANK = 6 };

static adrop_ctx *ctx;
static double dense[ROWS][COLUMNS];

static ad_sparse make(void)
{
    ad_sparse a;
    size_t n = 0;

    CHECK_EQ(ad_sparse_create(ctx, ROWS, COLUMNS, ROWS * COLUMNS, &a), ADROP_OK);
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t c = 0; c < COLUMNS; c++) {
            const float x = (r * 31 + c * 17) % 7 == 0
                                ? (float)(sin((double)(r * c)) + 2 * cos((double)c))
                                : 0;
            dense[r][c] = (double)x;
            if (x != 0) {
                a.column[n] = (uint32_t)c;
                a.value[n++] = x;
            }
        }
        a.start[r + 1] = n;
    }
    return a;
}

static void finds_the_first_vectors(void)
{
    static double gram[COLUMNS * COLUMNS], values[COLUMNS], all[COLUMNS * COLUMNS];
    float vectors[COLUMNS * RANK];
    double singular[RANK];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_sparse a = make();
    CHECK_EQ(ad_svd_fit(ctx, &a, RANK, vectors, singular), ADROP_OK);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < COLUMNS; j++) {
            gram[i * COLUMNS + j] = 0;
            for (size_t r = 0; r < ROWS; r++)
                gram[i * COLUMNS + j] += dense[r][i] * dense[r][j];
        }
    ad_eigen(gram, COLUMNS, values, all);
    for (size_t c = 0; c < RANK; c++) {
        double dot = 0, most = 0;
        CHECK_NEAR(singular[c] / sqrt(values[c]), 1, 1e-9);
        for (size_t i = 0; i < COLUMNS; i++) {
            const double v = (double)vectors[i * RANK + c];
            dot += v * all[i * COLUMNS + c];
            most = fabs(v) > fabs(most) ? v : most;
        }
        CHECK_NEAR(fabs(dot), 1, 1e-6);
        CHECK(most > 0); /* the sign is fixed */
    }
    ad_sparse_release(ctx, &a);
    adrop_ctx_free(ctx);
}

static void turns_round(void)
{
    float row[COLUMNS];

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    ad_sparse a = make(), b, c, some;
    const uint32_t rows[] = { 7, 3 };
    CHECK_EQ(ad_sparse_transpose(ctx, &a, &b), ADROP_OK);
    CHECK_EQ(ad_sparse_transpose(ctx, &b, &c), ADROP_OK);
    CHECK(!memcmp(a.start, c.start, (ROWS + 1) * sizeof *a.start));
    CHECK(!memcmp(a.value, c.value, ad_sparse_count(&a) * sizeof *a.value));
    CHECK_EQ(ad_sparse_take(ctx, &a, rows, 2, &some), ADROP_OK);
    ad_sparse_spread(&some, 1, row);
    for (size_t i = 0; i < COLUMNS; i++)
        CHECK_NEAR(row[i], dense[3][i], 0);
    ad_sparse_release(ctx, &a);
    ad_sparse_release(ctx, &b);
    ad_sparse_release(ctx, &c);
    ad_sparse_release(ctx, &some);
    adrop_ctx_free(ctx);
}

static void writes_bytes_as_text(void)
{
    const char bytes[] = "any carnal pleasure";
    char back[32], *text;

    CHECK_EQ(adrop_ctx_create(NULL, &ctx), ADROP_OK);
    for (size_t n = 0; n < sizeof bytes; n++) {
        CHECK_EQ(ad_base64_write(ctx, bytes, n, &text), ADROP_OK);
        CHECK(ad_base64_read(text, back, n) && !memcmp(back, bytes, n));
        CHECK(!ad_base64_read(text, back, n + 3));
        ad_free(ctx, text);
    }
    CHECK_EQ(ad_base64_write(ctx, bytes, 5, &text), ADROP_OK);
    CHECK_TEXT(text, "YW55IGM=");
    CHECK(!ad_base64_read("YW55IGN=", back, 5)); /* bits behind the last byte */
    CHECK(!ad_base64_read("YW5?IGM=", back, 5));
    ad_free(ctx, text);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(finds_the_first_vectors, turns_round, writes_bytes_as_text)
