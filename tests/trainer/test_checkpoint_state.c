/* The state of training as texts of a checkpoint: a round trip is exact to the bit, and any other
 * text is refused as a whole. */
#include "check.h"
#include "trainer/checkpoint_impl.h"

enum { STEPS = 7, BATCH = 10, ROWS = 65 };

static adrop_trainer trainer; /* as far as states need one */
static char text[AD_STATE_FIELDS][AD_BITS_SIZE];
static ad_file_text texts[AD_STATE_FIELDS];

/* In the middle of the third epoch. */
static ad_trainer_state middle(void)
{
    return (ad_trainer_state){
        .step = 2 * STEPS + 3,
        .epoch = 2,
        .batch = 3,
        .since_best = 1,
        .score = { .n = 3 * BATCH, .loss = 0.1, .right = 17, .top5 = 29, .square = 1e-300 },
        .extra = -0.3,
        .best = 0.9,
        .best_val = NAN,
        .last = 1.0 / 3,
        .epoch_seconds = 0.25,
        .seconds = 12,
        .responses = 5
    };
}

static adrop_status reads(ad_trainer_state *s)
{
    const ad_tensorfile file = { .texts = texts, .n_texts = AD_STATE_FIELDS };

    return ad_state_read(&trainer, &file, "a file", s);
}

static void begin(void)
{
    CHECK_EQ(adrop_ctx_create(NULL, &trainer.ctx), ADROP_OK);
    trainer.schedule.steps_per_epoch = STEPS;
    trainer.info.n_train = ROWS;
    trainer.opts.batch = BATCH;
}

/* Only the sixteen digits themselves are read as the number. */
static void bits(void)
{
    static const uint64_t numbers[] = { 0, 1, 0x8000000000000000, 0x0123456789abcdef, UINT64_MAX };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char shown[AD_BITS_SIZE], other[AD_BITS_SIZE + 1];
        uint64_t read = ~numbers[i];
        ad_bits_show(numbers[i], shown);
        CHECK_EQ(strlen(shown), 16);
        CHECK(ad_bits_read(shown, &read) && read == numbers[i]);
        for (size_t n = 0; n < 16; n++) {
            snprintf(other, sizeof other, "%.*s", (int)n, shown);
            CHECK(!ad_bits_read(other, &read)); /* too short */
            snprintf(other, sizeof other, "%s", shown);
            other[n] = "gF -x:/`"[n % 8];
            CHECK(!ad_bits_read(other, &read)); /* no digit */
        }
        snprintf(other, sizeof other, "%s0", shown);
        CHECK(!ad_bits_read(other, &read)); /* too long */
    }
    CHECK(!ad_bits_read(NULL, &(uint64_t){ 0 }));
}

/* Every field is written and comes back: each changed alone changes exactly one text. */
static void states_come_back(void)
{
    ad_trainer_state from = middle(), to;

    memset(&to, 0xff, sizeof to);
    ad_state_show(&from, text, texts);
    CHECK_EQ(reads(&to), ADROP_OK);
    CHECK_EQ(to.step, from.step);
    CHECK_EQ(to.epoch, from.epoch);
    CHECK_EQ(to.batch, from.batch);
    CHECK_EQ(to.since_best, from.since_best);
    CHECK_EQ(to.score.n, from.score.n);
    CHECK_EQ(to.responses, from.responses);
    CHECK(to.score.loss == from.score.loss && to.score.right == from.score.right);
    CHECK(to.score.top5 == from.score.top5 && to.score.square == from.score.square);
    CHECK(to.extra == from.extra && to.best == from.best && isnan(to.best_val));
    CHECK(to.last == from.last && to.seconds == from.seconds);
    CHECK(to.epoch_seconds == from.epoch_seconds);
}

static void is_wrong(ad_trainer_state s, const char *field)
{
    char part[64];

    CHECK_WHERE("%s", field);
    snprintf(part, sizeof part, "field '%s' is not what", field);
    ad_state_show(&s, text, texts);
    CHECK_EQ(reads(&s), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(trainer.ctx), part);
}

static void is_right(ad_trainer_state s, const char *what)
{
    CHECK_WHERE("%s", what);
    ad_state_show(&s, text, texts);
    CHECK_EQ(reads(&s), ADROP_OK);
}

/* Counters that cannot be together, and the last that can. */
static void counters_fit_together(void)
{
    ad_trainer_state s;

    s = middle(), s.epoch = 1000001, s.step = s.epoch * STEPS + s.batch;
    is_wrong(s, "epoch");
    s = middle(), s.epoch = 1000000, s.step = s.epoch * STEPS + s.batch;
    is_right(s, "most epochs");
    s = middle(), s.batch = STEPS + 1, s.step = 2 * STEPS + s.batch;
    is_wrong(s, "batch");
    s = middle(), s.batch = STEPS, s.step = 3 * STEPS, s.score.n = ROWS;
    is_right(s, "a whole epoch");
    s = middle(), s.batch = STEPS, s.step = 3 * STEPS, s.score.n = STEPS * BATCH;
    is_wrong(s, "score.n");
    s = middle(), s.step++;
    is_wrong(s, "step");
    s = middle(), s.step--;
    is_wrong(s, "step");
    s = middle(), s.since_best = 3;
    is_wrong(s, "since_best");
    s = middle(), s.since_best = 2;
    is_right(s, "never better");
    s = middle(), s.score.n++;
    is_wrong(s, "score.n");
    s = middle(), s.responses = s.step + 1;
    is_wrong(s, "responses");
    s = middle(), s.responses = s.step;
    is_right(s, "a response at each step");
    s = middle(), s.has_best = 1;
    is_wrong(s, "has_best"); /* of a trainer that keeps none */
    s = middle(), s.seconds = -1;
    is_wrong(s, "seconds");
    s = middle(), s.seconds = NAN;
    is_wrong(s, "seconds");
    s = middle(), s.epoch_seconds = -1e-9;
    is_wrong(s, "seconds");
    s = middle(), s.seconds = s.epoch_seconds = 0;
    is_right(s, "no time");
}

/* Each text is needed and must be a number; but older files have no last result, no
 * responses and no best weights. */
static void fields_are_needed(void)
{
    for (size_t i = 0; i < AD_STATE_FIELDS; i++) {
        ad_trainer_state s = middle();
        ad_state_show(&s, text, texts);
        const char *key = texts[i].key;
        const int is_new = !strcmp(key, "last") || !strcmp(key, "responses") ||
                           !strcmp(key, "has_best");
        char part[64];
        CHECK_WHERE("%s", key);
        snprintf(part, sizeof part, "field '%s' is not sixteen digits", key);
        texts[i].value = "12";
        CHECK_EQ(reads(&s), ADROP_EFORMAT);
        CHECK_HAS(adrop_ctx_message(trainer.ctx), part);
        texts[i].key = "another";
        CHECK_EQ(reads(&s), is_new ? ADROP_OK : ADROP_EFORMAT);
        if (!strcmp(key, "last"))
            CHECK(isnan(s.last));
        if (!strcmp(key, "responses"))
            CHECK_EQ(s.responses, 0);
    }
    adrop_ctx_free(trainer.ctx);
}

CHECK_MAIN(begin, bits, states_come_back, counters_fit_together, fields_are_needed)
