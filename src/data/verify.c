/* Is a file the one its authors published? The table of published sums is compared with
 * the file and with its expanded contents, so that data_batch_1.bin.xz is recognised as
 * data_batch_1.bin.
 *
 * Sources: MNIST, the sums given with its files; the CIFAR archives, their authors' page,
 * and the members as unpacked from them; Fashion-MNIST, the README of its repository; the
 * UCI sets, the files of Gal and Ghahramani's experiments (2016); digits, Debian's
 * python3-sklearn 1.2.1; Reuters-21578, the record of UCI's file in Hugging Face's
 * `datasets`. */
#include "data/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/option_check.h"
#include "data/known.h"
#include "data/source.h"

enum { PIECE = 1 << 18 };

static const struct {
    const char *set, *file, *sum; /* 32 digits: MD5; 64: SHA-256 */
} published[] = {
    { "mnist", "train-images-idx3-ubyte.gz", "f68b3c2dcbeaaa9fbdd348bbdeb94873" },
    { "mnist", "train-labels-idx1-ubyte.gz", "d53e105ee54ea40749a09fcbcd1e9432" },
    { "mnist", "t10k-images-idx3-ubyte.gz", "9fb629c4189551a2d022fa330f9573f3" },
    { "mnist", "t10k-labels-idx1-ubyte.gz", "ec29112dd5afa0611ce80d1b7f02629c" },
    { "fashion-mnist", "train-images-idx3-ubyte.gz", "8d4fb7e6c68d591d4c3dfef9ec88bf0d" },
    { "fashion-mnist", "train-labels-idx1-ubyte.gz", "25c81989df183df01b3e8a0aad5dffbe" },
    { "fashion-mnist", "t10k-images-idx3-ubyte.gz", "bef4ecab320f06d8554ea6380940ec79" },
    { "fashion-mnist", "t10k-labels-idx1-ubyte.gz", "bb300cfdad3c16e7a12a480ee83cd310" },
    { "cifar10", "cifar-10-binary.tar.gz", "c32a1d4ab5d03f1284b67883e8d87530" },
    { "cifar10", "data_batch_1.bin", "5dd7e06a14cb22eb9f671a540d1b7c25" },
    { "cifar10", "data_batch_2.bin", "5ea93a67294ea407fff1d09f752e9692" },
    { "cifar10", "data_batch_3.bin", "942cd6a4bcdd0dd3c604fbe906cb4421" },
    { "cifar10", "data_batch_4.bin", "ae636b3ba5c66a11e91e8cb52e771fcb" },
    { "cifar10", "data_batch_5.bin", "53f37980c15c3d472c316c40844f3f0d" },
    { "cifar10", "test_batch.bin", "803d5f7f4d78ea53de84dbe85f74fb6d" },
    { "cifar100", "cifar-100-binary.tar.gz", "03b5dce01913d631647c71ecec9e9cb8" },
    { "cifar100", "train.bin", "6172c7755cfe09b2fe270c85cebc1b15" },
    { "cifar100", "test.bin", "4499cfba6c016c1be1438163640a0898" },
    { "boston", "data.txt", "baadf72995725d76efe787b664e1f083388c79ba21ef9a7990d87f774184735a" },
    { "concrete", "data.txt", "43d290fd2c2a399ad7e62c45cab5337ba94ece69ebdcf5875aa668cb886243de" },
    { "wine-red", "data.txt", "3ba41eaf4ab562088cf47b5c9dca2b4de2a330c3ee38a7920b4527a09574d5c1" },
    { "yacht", "data.txt", "00dfecc0fc01ddd4c90b558a3ac11b246df8ebcfea130724223475a9a67f0ea1" },
    { "reuters21578", "reuters21578.tar.gz",
      "3bae43c9b14e387f76a61b6d82bf98a4fb5d3ef99ef7e7075ff2ccbcf59f9d30" },
    { "digits", "digits.csv.gz",
      "46abec6b12486ad9e51943373abcf22bbea1b5a51a1619b361570d8893f1464a" },
};

const char *ad_published_sum(const char *set, const char *file)
{
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++)
        if (!strcmp(published[i].set, set) && !strcmp(published[i].file, file))
            return published[i].sum;
    return NULL;
}

typedef struct {
    ad_digest md5, sha256;
    char *piece; /* (PIECE), owned */
} sums;

static void verify_begin(sums *s)
{
    ad_md5_init(&s->md5);
    ad_sha256_init(&s->sha256);
}

static void verify_add(sums *s, size_t n)
{
    ad_md5_add(&s->md5, s->piece, n);
    ad_sha256_add(&s->sha256, s->piece, n);
}

/* The computed sum, of the same kind as the published one. */
static char *verify_show(sums *s, const char *sum, char hex[AD_SUM_SIZE])
{
    uint8_t bytes[AD_SHA256_SIZE];
    const size_t n = strlen(sum) / 2;

    if (n == AD_MD5_SIZE)
        ad_md5_end(&s->md5, bytes);
    else
        ad_sha256_end(&s->sha256, bytes);
    for (size_t i = 0; i < n; i++)
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    return hex;
}

/* Sum the bytes on disk. */
static adrop_status sum_disk(adrop_ctx *ctx, const char *path, sums *s)
{
    const int fd = ad_file_open(path, O_RDONLY);
    ssize_t got;

    verify_begin(s);
    if (fd < 0)
        return ad_file_fail_read(ctx, "open", path);
    do {
        got = read(fd, s->piece, PIECE);
        if (got > 0)
            verify_add(s, (size_t)got);
    } while (got > 0 || (got < 0 && errno == EINTR));
    const adrop_status status = got < 0 ? ad_file_fail_read(ctx, "read", path) : ADROP_OK;
    close(fd);
    return status;
}

adrop_status ad_sum_file(adrop_ctx *ctx, const char *path, const char *like, char sum[AD_SUM_SIZE])
{
    sums s;
    adrop_status status = AD_NEW(ctx, PIECE, "a buffer", &s.piece);

    *sum = 0;
    if (status)
        return status;
    if (!(status = sum_disk(ctx, path, &s)))
        verify_show(&s, like, sum);
    ad_free(ctx, s.piece);
    return status;
}

static adrop_status visit(void *arg, size_t entry, ad_stream *stream)
{
    sums *s = arg;
    size_t got = PIECE;
    adrop_status status = ADROP_OK;

    (void)entry;
    while (!status && got == PIECE && !(status = ad_stream_read(stream, s->piece, PIECE, &got)))
        verify_add(s, got);
    return status;
}

/* Sum the expanded bytes, if the file is compressed. */
static adrop_status sum_expanded(adrop_ctx *ctx, const char *path, sums *s)
{
    ad_source *source;
    adrop_status status = ad_source_open(ctx, path, UINT64_MAX, &source);

    verify_begin(s);
    if (!status && source->kind == AD_FILE)
        status = ad_source_visit(source, 0, visit, s);
    ad_source_free(source);
    return status;
}

adrop_status adrop_data_verify(adrop_ctx *ctx, const char *set, const char *path,
                               adrop_verdict *verdict)
{
    if (ad_check_given(ctx, "set", set) || ad_check_given(ctx, "path", path) ||
        ad_check_given(ctx, "verdict", verdict))
        return ADROP_EINVAL;

    const char *base = ad_base_name(path);
    char plain[256] = "", made[AD_SUM_SIZE];
    sums s;
    adrop_status status;

    *verdict = ADROP_NO_SUM;
    if (!ad_known_find(set))
        return ad_known_refuse(ctx, set);
    if (ad_plain_length(base) < sizeof plain)
        snprintf(plain, sizeof plain, "%.*s", (int)ad_plain_length(base), base);
    const char *as_is = ad_published_sum(set, base),
               *expanded = strcmp(plain, base) ? ad_published_sum(set, plain) : NULL;
    if ((!as_is && !expanded) || (status = AD_NEW(ctx, PIECE, "a buffer", &s.piece)))
        return as_is || expanded ? status : ADROP_OK;
    status = as_is ? sum_disk(ctx, path, &s) : sum_expanded(ctx, path, &s);
    const char *sum = as_is ? as_is : expanded;
    if (!status)
        *verdict = strcmp(verify_show(&s, sum, made), sum) ? ADROP_NOT_PUBLISHED
                                                           : ADROP_AS_PUBLISHED;
    ad_free(ctx, s.piece);
    return status;
}
