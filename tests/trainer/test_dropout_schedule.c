/* Schedules of dropout's strength (trainer/strength.h): their values, equivalent trainings, and
 * what the model's file keeps. */
#include "trainer/strength.h"

#include "adrop/adrop.h"
#include "fixture.h"

static adrop_ctx *ctx;
static char path[] = "/tmp/adrop_strength_XXXXXX";

static void begin(void)
{
    ctx = bed_context(1);
    CHECK(mkdtemp(path) != NULL);
}

static double at(const char *text, size_t step)
{
    ad_strength s;

    CHECK_EQ(ad_strength_read(ctx, text, 10, &s), ADROP_OK);
    return ad_strength_at(&s, step, 5, 10); /* 50 steps */
}

static void values(void)
{
    CHECK_EQ(at("", 0), 1);
    CHECK_EQ(at("early:4", 0), 1);
    CHECK_EQ(at("early:4", 5), 0.75);
    CHECK_NEAR(at("early:4", 7), 1 - 1.4 / 4, 1e-15);
    CHECK_EQ(at("early:4", 20), 0);
    CHECK_EQ(at("early:4", 49), 0);
    CHECK_EQ(at("late:4", 19), 0);
    CHECK_EQ(at("late:4", 20), 1);
    CHECK_EQ(at("linear:0.2..0.9", 0), 0.2);
    CHECK_EQ(at("linear:0.2..0.9", 49), 0.9);
    CHECK_NEAR(at("linear:1..0", 7), 1 - 7.0 / 49, 1e-15);
}

static void refusals(void)
{
    static const char *const bad[] = { "early",        "early:",      "early:0",    "early:1.5",
                                       "early:x",      "late:-1",     "linear:0.5", "linear:0..2",
                                       "linear:..1",   "linear:a..b", "sometimes",  "late:2 ",
                                       "linear:nan..1" };
    ad_strength s;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_WHERE("%s", bad[i]);
        CHECK_EQ(ad_strength_read(ctx, bad[i], 10, &s), ADROP_EINVAL);
        CHECK_HAS(adrop_ctx_message(ctx), "`dropout-schedule`");
    }
    CHECK_EQ(ad_strength_read(ctx, "late:10", 10, &s), ADROP_EINVAL);
    CHECK_HAS(adrop_ctx_message(ctx), "never has dropout");
}

/* The model after a training with a schedule. */
static adrop_trainer *trained(const adrop_data *data, const char *dropout, const char *schedule)
{
    const adrop_model_opts m = bed_model(dropout);
    adrop_trainer_opts o = bed_opts();
    adrop_trainer *t;

    o.dropout_schedule = schedule;
    CHECK_EQ(adrop_trainer_create(ctx, data, &m, &o, &t), ADROP_OK);
    CHECK_EQ(adrop_trainer_run(t), ADROP_OK);
    return t;
}

/* Are all weights (of the layers, not of techniques) the same? */
static int same_weights(const adrop_model *a, const adrop_model *b)
{
    float v[256], w[256];
    adrop_tensor_info t, u;
    size_t same = 0;

    for (size_t i = 0; adrop_model_tensor(a, i, &t); i++)
        for (size_t k = 0; t.group == ADROP_TENSOR_WEIGHTS && adrop_model_tensor(b, k, &u); k++)
            if (!strcmp(t.name, u.name)) {
                CHECK(t.n <= 256);
                CHECK_EQ(adrop_model_get(a, i, v), ADROP_OK);
                CHECK_EQ(adrop_model_get(b, k, w), ADROP_OK);
                if (memcmp(v, w, t.n * sizeof *v) != 0)
                    return 0;
                same++;
            }
    return same >= 6;
}

/* No strength at all is no dropout, to the bit; all of it is the technique; and a part neither. */
static void ends(void)
{
    static const char *const techniques[] = { "bernoulli", "gaussian",      "advanced",
                                              "concrete",  "variational",   "information",
                                              "standout",  "soft-gaussian", "masksembles",
                                              "jumpout" };
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer *none = trained(data, "none", "");

    for (size_t i = 0; i < sizeof techniques / sizeof *techniques; i++) {
        CHECK_WHERE("%s", techniques[i]);
        adrop_trainer *off = trained(data, techniques[i], "linear:0..0");
        adrop_trainer *whole = trained(data, techniques[i], "linear:1..1");
        adrop_trainer *plain = trained(data, techniques[i], "");
        adrop_trainer *part = trained(data, techniques[i], "linear:0.5..0.5");
        CHECK(same_weights(adrop_trainer_model(off), adrop_trainer_model(none)));
        CHECK(same_weights(adrop_trainer_model(whole), adrop_trainer_model(plain)));
        CHECK(!same_weights(adrop_trainer_model(part), adrop_trainer_model(plain)));
        CHECK(!same_weights(adrop_trainer_model(part), adrop_trainer_model(none)));
        adrop_trainer_free(off), adrop_trainer_free(whole);
        adrop_trainer_free(plain), adrop_trainer_free(part);
    }
    adrop_trainer_free(none);
    adrop_data_free(data);
}

/* The file keeps the strength: a model made from it computes the same, where phase mean depends on
 * the strength, and samples the same. Without a schedule the file says nothing of it. */
static void files(void)
{
    char file[64];
    adrop_data *data = bed_data(ctx, 0);
    adrop_trainer *t = trained(data, "standout", "linear:1..0.25");
    adrop_model *m, *model = adrop_trainer_model(t);
    void *bytes;
    size_t size;

    CHECK_EQ(adrop_model_dropout_strength(model), 0.25);
    snprintf(file, sizeof file, "%s/m.safetensors", path);
    CHECK_EQ(adrop_model_save(model, file), ADROP_OK);
    CHECK_EQ(adrop_model_open_file(ctx, file, NULL, &m), ADROP_OK);
    CHECK_EQ(adrop_model_dropout_strength(m), 0.25);
    adrop_batch b;
    adrop_batch_train(&b, 3, 1, bed_x, bed_labels);
    for (int sampled = 0; sampled < 2; sampled++) {
        const adrop_phase phase = sampled ? ADROP_PHASE_SAMPLE : ADROP_PHASE_MEAN;
        float a[BED_CLASSES];
        CHECK_EQ(adrop_model_forward(model, phase, &b), ADROP_OK);
        memcpy(a, adrop_model_outputs(model), sizeof a);
        CHECK_EQ(adrop_model_forward(m, phase, &b), ADROP_OK);
        CHECK(!memcmp(a, adrop_model_outputs(m), sizeof a));
        CHECK_EQ(adrop_model_set_dropout_strength(m, 1), ADROP_OK);
        CHECK_EQ(adrop_model_forward(m, phase, &b), ADROP_OK);
        CHECK(memcmp(a, adrop_model_outputs(m), sizeof a) != 0);
        CHECK_EQ(adrop_model_load(m, file), ADROP_OK);
        CHECK_EQ(adrop_model_dropout_strength(m), 0.25);
    }
    adrop_model_free(m);
    adrop_trainer_free(t);
    t = trained(data, "standout", "");
    CHECK_EQ(adrop_model_write(adrop_trainer_model(t), &bytes, &size), ADROP_OK);
    size_t said = 0;
    for (size_t i = 0; i + 16 <= size; i++)
        said += !memcmp((char *)bytes + i, "dropout_strength", 16);
    CHECK_EQ(said, 0);
    adrop_free(ctx, bytes);
    adrop_trainer_free(t);
    adrop_data_free(data);
    remove(file);
}

static void end(void)
{
    rmdir(path);
    adrop_ctx_free(ctx);
}

CHECK_MAIN(begin, values, refusals, ends, files, end)
