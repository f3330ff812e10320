/* Bad input: a status and one sentence that names the value and the cure; and the allocator failing
 * at every call in turn, without leak or crash. */
#include "adrop/technique.h"
#include "fixture.h"
#include "scarce.h"

static const ad_site dense = {
    .rows = 4, .channels = 40, .height = 1, .width = 1, .outputs = 3, .n_train = 10, .has_pre = 0
};

static void refused(const char *text, const ad_site *site, adrop_status expected, const char *part)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;

    CHECK_WHERE("%s", text);
    CHECK_EQ(ad_dropout_create(ctx, AD_F32, text, site, 1, &d), expected);
    CHECK(!d);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK(!strchr(adrop_ctx_message(ctx), '\n'));
    adrop_ctx_free(ctx);
}

static void texts(void)
{
    refused("bernouli", &dense, ADROP_ENOENT, "did you mean 'bernoulli'");
    refused("advance", &dense, ADROP_ENOENT, "'advanced'");
    refused("zzz", &dense, ADROP_ENOENT, "there is no technique 'zzz'");
    refused("", &dense, ADROP_ENOENT, "there is no technique ''");
    refused("bernoulli:rat=0.5", &dense, ADROP_ENOENT, "did you mean 'rate'");
    refused("bernoulli:rate=1", &dense, ADROP_EINVAL, "[0, 1)");
    refused("bernoulli:rate=-0.1", &dense, ADROP_EINVAL, "[0, 1)");
    refused("bernoulli:rate=nan", &dense, ADROP_EINVAL, "'nan'");
    refused("bernoulli:rate=0,5", &dense, ADROP_EINVAL, "write key=value");
    refused("bernoulli:rate=0.5x", &dense, ADROP_EINVAL, "'0.5x'");
    refused("bernoulli:rate=0.5,", &dense, ADROP_EINVAL, "comma");
    refused("advanced:sigma=0", &dense, ADROP_EINVAL, "greater than 0");
    refused("advanced:sigma=-1", &dense, ADROP_EINVAL, "greater than 0");
    refused("advanced:sigma=inf", &dense, ADROP_EINVAL, "'inf'");
    refused("advanced:map=sigmoidd", &dense, ADROP_EINVAL, "did you mean 'sigmoid'");
    refused("advanced:map=probit,mean=approx", &dense, ADROP_EINVAL, "use mean=exact");
    refused("advanced:map=clamp,kl=log-uniform", &dense, ADROP_EINVAL, "gaussian with clamp");
    refused("advanced-noprior:map=one-minus-exp,kl=log-uniform", &dense, ADROP_EINVAL,
            "positive probability");
    refused("advanced:kl=log-normal", &dense, ADROP_EINVAL, "log-uniform");
    refused("advanced:kl=gaussian,kl-sigma=0", &dense, ADROP_EINVAL, "1e-06");
    refused("variational:alpha=2", &dense, ADROP_EINVAL, "raise max-alpha");
    refused("variational:max-alpha=2", &dense, ADROP_EINVAL, "kl=molchanov");
    refused("variational:unit=weight", &dense, ADROP_EINVAL, "type=b");
    refused("variational:type=b,unit=node", &dense, ADROP_EINVAL, "unit=weight");
    refused("uniform:low=1,high=1", &dense, ADROP_EINVAL, "not below");
    refused("none:rate=1", &dense, ADROP_ENOENT, "it takes none");
}

/* A list of tensors has an end, and says when one was left out. */
static void many_tensors(void)
{
    ad_tensor_list list = { 0 };

    for (size_t i = 0; i < AD_MAX_TENSORS; i++)
        CHECK_EQ(ad_tensor_add(&list, "t", 2, 3), 6 * i);
    CHECK(!list.overflow);
    CHECK_EQ(ad_tensor_add(&list, "t", 2, 3), 0);
    CHECK(list.overflow);
    CHECK_EQ(list.n, AD_MAX_TENSORS);
    CHECK_EQ(list.n_reals, 6 * AD_MAX_TENSORS);
}

static void phases(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_dropout *d;
    float x[160] = { 0 };
    ad_call c = { .rows = 4, .x = x, .y = x };

    CHECK_EQ(ad_dropout_create(ctx, AD_F32, "bernoulli", &dense, 1, &d), ADROP_OK);
    ad_dropout_init(d, 1);
    CHECK_EQ(ad_dropout_forward(d, 0, &c), ADROP_OK);
    c.where.phase = (adrop_phase)7;
    CHECK_EQ(ad_dropout_forward(d, 0, &c), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "there is no phase 7");
    c.where.phase = ADROP_PHASE_TRAIN;
    c.rows = 5;
    CHECK_EQ(ad_dropout_forward(d, 0, &c), ADROP_ESHAPE);
    ad_dropout_free(d);
    adrop_ctx_free(ctx);
}

static void sites(void)
{
    ad_site site = dense;

    refused("standout", &dense, ADROP_EINVAL, "raw input");
    refused("dropblock", &dense, ADROP_ESHAPE, "feature map");
    refused("drop-path", &dense, ADROP_ESHAPE, "resnet18 and wrn16-10 alone");
    refused("spatial", &dense, ADROP_ESHAPE, "use bernoulli");
    site.outputs = 0;
    refused("variational:type=b", &site, ADROP_ESHAPE, "dense layer");
    refused("dropconnect", &site, ADROP_ESHAPE, "dense layer");
    refused("fast", &site, ADROP_ESHAPE, "dense layer");
    refused("concrete:lengthscale=1", &site, ADROP_ESHAPE, "lengthscale=0");
    site = dense;
    site.height = site.width = 3;
    refused("dropconnect", &site, ADROP_ESHAPE, "on a map");
    refused("fast", &site, ADROP_ESHAPE, "dense layer");
    refused("variational:type=b", &site, ADROP_ESHAPE, "dense layer");
    refused("concrete:lengthscale=1", &site, ADROP_ESHAPE, "dense layer");
    site = dense;
    site.n_train = 0;
    refused("variational", &site, ADROP_EINVAL, "n_train");
    refused("concrete", &site, ADROP_EINVAL, "n_train");
    refused("information", &site, ADROP_EINVAL, "n_train");
    site = dense;
    site.channels = 0;
    refused("bernoulli", &site, ADROP_ESHAPE, "is empty");
    site = dense;
    site.rows = 0;
    refused("bernoulli", &site, ADROP_ESHAPE, "is empty");
    site.rows = site.channels = site.height = (size_t)1 << 31;
    refused("bernoulli", &site, ADROP_ESHAPE, "too large");
}

/* Every option of every technique refuses what is out of its range, and says the range. */
static void every_option(void)
{
    adrop_ctx *ctx = bed_context(1);
    size_t tried = 0;

    for (size_t t = 0; t < adrop_technique_count(); t++) {
        adrop_technique_info info;
        adrop_technique_at(t, &info);
        for (const adrop_option *row = info.options; row->name; row++) {
            static const char *const wrong[] = {
                "nan", "-1e300", "1e301", "", "no such word", "2.5"
            };
            char range[300];
            adrop_option_range(row, range, sizeof range);
            for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
                char text[400];
                const int number = row->kind == ADROP_OPT_REAL || row->kind == ADROP_OPT_COUNT;
                if (row->kind == ADROP_OPT_REAL && w > 0 && w != 3 && w != 4 &&
                    (row->min >= row->max || (w == 5 && row->max > 2.5) ||
                     (w == 2 && isinf(row->max))))
                    continue; /* that is in range */
                snprintf(text, sizeof text, "%s:%s=%s", info.name, row->name, wrong[w]);
                CHECK_WHERE("%s", text);
                CHECK_EQ(adrop_technique_check(ctx, text, NULL, NULL), ADROP_EINVAL);
                CHECK_HAS(adrop_ctx_message(ctx), row->name);
                if (number)
                    CHECK_HAS(adrop_ctx_message(ctx), range);
                tried++;
            }
        }
    }
    CHECK(tried > 300);
    adrop_ctx_free(ctx);
}

static void calls(void)
{
    adrop_ctx *ctx = bed_context(1);
    ad_fixture b;

    CHECK(bed_make(ctx, AD_F32, "bernoulli", &dense, 1, &b));
    b.a.rows = 5;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_ESHAPE);
    b.a.rows = 0;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_ESHAPE);
    b.a.rows = 4;
    CHECK_EQ(ad_dropout_forward(b.d, 1, &b.a), ADROP_ESHAPE);
    const void *x = b.a.x;
    b.a.x = NULL;
    CHECK_EQ(ad_dropout_forward(b.d, 0, &b.a), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "'x' is missing");
    b.a.x = x;
    ad_fixture_free(&b);
    adrop_ctx_free(ctx);
}

/* Make, use and free everything once. */
static adrop_status everything(adrop_ctx *ctx, const void *text)
{
    ad_dropout *d = NULL;
    adrop_status status = adrop_technique_check(ctx, text, NULL, NULL);

    if (!status && !(status = ad_dropout_create(ctx, AD_F32, text, &dense, 2, &d)))
        ad_dropout_init(d, 1);
    CHECK(status != ADROP_ENOMEM || strstr(adrop_ctx_message(ctx), "no memory for"));
    ad_dropout_free(d);
    return status;
}

static void failing_allocations(void)
{
    static const char *const texts_[] = { "none", "bernoulli", "advanced:unit=node",
                                          "variational:type=b" };

    for (size_t t = 0; t < sizeof texts_ / sizeof texts_[0]; t++)
        for (int for_good = 0; for_good < 2; for_good++) {
            const long n = scarce_each(texts_[t], for_good, everything, texts_[t]);
            CHECK(n > 3 && n < 998);
        }
}

static void public_names(void)
{
    adrop_ctx *ctx = bed_context(1);
    const char *resolved;
    size_t index;

    CHECK(adrop_technique_count() >= 6);
    for (size_t i = 0; i < adrop_technique_count(); i++) {
        adrop_technique_info info;
        adrop_technique_at(i, &info);
        CHECK_EQ(adrop_technique_check(ctx, info.name, &index, &resolved), ADROP_OK);
        CHECK_EQ(index, i);
        /* the full text chooses the same technique with the same settings */
        const char *again;
        CHECK_EQ(adrop_technique_check(ctx, resolved, NULL, &again), ADROP_OK);
        CHECK_TEXT(again, resolved);
        CHECK(info.summary[0] && info.reference[0] && info.examples[0]);
    }
    adrop_ctx_free(ctx);
}

CHECK_MAIN(texts, many_tensors, phases, sites, every_option, calls, failing_allocations,
           public_names)
