/* MD5 and SHA-256 by their published vectors, and verdicts on files. */
#include "data/digest.h"

#include "data/scene.h"

static void hex(const uint8_t *sum, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++)
        snprintf(text + 2 * i, 3, "%02x", sum[i]);
}

/* The text in pieces of `piece` bytes, since cuts must not matter. */
static void sums(const char *text, size_t piece, const char *md5, const char *sha256)
{
    ad_digest a, b;
    uint8_t sum[AD_SHA256_SIZE];
    char shown[2 * AD_SHA256_SIZE + 1];

    ad_md5_init(&a);
    ad_sha256_init(&b);
    for (size_t at = 0, n = strlen(text); at < n; at += piece) {
        ad_md5_add(&a, text + at, n - at < piece ? n - at : piece);
        ad_sha256_add(&b, text + at, n - at < piece ? n - at : piece);
    }
    ad_md5_end(&a, sum);
    hex(sum, AD_MD5_SIZE, shown);
    CHECK_TEXT(shown, md5);
    ad_sha256_end(&b, sum);
    hex(sum, AD_SHA256_SIZE, shown);
    CHECK_TEXT(shown, sha256);
}

/* MD5: RFC 1321, A.5. SHA-256: FIPS 180-2, appendix B, and the empty message. */
static void vectors(void)
{
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

    for (size_t piece = 1; piece <= 64; piece += 21) {
        sums("", piece, "d41d8cd98f00b204e9800998ecf8427e",
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        sums("abc", piece, "900150983cd24fb0d6963f7d28e17f72",
             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        sums(two_blocks, piece, "8215ef0796a20bcaaae116d3876c664a",
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}

static void million(void)
{
    char *text = malloc(1000001);

    memset(text, 'a', 1000000);
    text[1000000] = 0;
    sums(text, 1000, "7707d6ae4e027c70eea2a935c2296f21",
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(text);
}

static void verdicts(void)
{
    adrop_verdict verdict;

    CHECK_EQ(
        adrop_data_verify(ctx, "mnist", scene_text("t10k-labels-idx1-ubyte.gz", "x"), &verdict),
        ADROP_OK);
    CHECK_EQ(verdict, ADROP_NOT_PUBLISHED);
    CHECK_EQ(adrop_data_verify(ctx, "mnist", scene_text("notes.txt", "x"), &verdict), ADROP_OK);
    CHECK_EQ(verdict, ADROP_NO_SUM);
    CHECK_EQ(adrop_data_verify(ctx, "nist", scene_path("notes.txt"), &verdict), ADROP_ENOENT);
    CHECK_EQ(
        adrop_data_verify(ctx, "mnist", scene_path("none/t10k-labels-idx1-ubyte.gz"), &verdict),
        ADROP_EIO);
}

static void real(void)
{
    static const struct {
        const char *set, *file;
    } files[] = { { "mnist", "mnist/t10k-labels-idx1-ubyte.gz" },
                  { "mnist", "mnist/t10k-images-idx3-ubyte.gz" },
                  { "boston", "uci/bostonHousing/data.txt" },
                  { "concrete", "uci/concrete/data.txt" },
                  { "wine-red", "uci/wine-quality-red/data.txt" },
                  { "yacht", "uci/yacht/data.txt" },
                  { "digits", "digits/digits.csv.gz" } };
    const char *folder = scene_real("published sums of mnist and digits");
    adrop_verdict verdict;
    char path[512];

    for (size_t i = 0; folder && i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i].file);
        if (access(path, R_OK)) {
            printf("skipped: %s is not there\n", path);
            continue;
        }
        CHECK_WHERE("%s", path);
        CHECK_EQ(adrop_data_verify(ctx, files[i].set, path, &verdict), ADROP_OK);
        CHECK_EQ(verdict, ADROP_AS_PUBLISHED);
    }
}

CHECK_MAIN(scene_begin, vectors, million, verdicts, real, scene_end)
