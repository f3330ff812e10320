/* The position in training, as texts of a checkpoint, and its check (checkpoint_impl.h).
 *
 * Numbers are written as their bits in hexadecimal, so that they are read back exactly; counters
 * that contradict each other (more batches than an epoch has) are refused. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "trainer/checkpoint_impl.h"

/* The last two: a real or a count that older files lack. */
enum { IS_REAL, IS_COUNT, IS_NEW, IS_NEW_COUNT };

#define COUNT(field)                                                                               \
  {                                                                                                \
#    field, offsetof(ad_trainer_state, field), IS_COUNT                                            \
  }
#define REAL(field)                                                                                \
  {                                                                                                \
#    field, offsetof(ad_trainer_state, field), IS_REAL                                             \
  }

static const struct {
    const char *key;
    size_t offset;
    int kind;
} fields[AD_STATE_FIELDS] = {
    COUNT(step),
    COUNT(epoch),
    COUNT(batch),
    COUNT(since_best),
    COUNT(score.n),
    REAL(score.loss),
    REAL(score.right),
    REAL(score.top5),
    REAL(score.square),
    REAL(extra),
    REAL(best),
    REAL(best_val),
    REAL(epoch_seconds),
    REAL(seconds),
    { "last", offsetof(ad_trainer_state, last), IS_NEW },
    { "responses", offsetof(ad_trainer_state, responses), IS_NEW_COUNT },
    { "has_best", offsetof(ad_trainer_state, has_best), IS_NEW_COUNT },
};

static int is_count(int kind)
{
    return kind == IS_COUNT || kind == IS_NEW_COUNT;
}

void ad_bits_show(uint64_t bits, char text[AD_BITS_SIZE])
{
    snprintf(text, AD_BITS_SIZE, "%016" PRIx64, bits);
}

int ad_bits_read(const char *text, uint64_t *bits)
{
    static const char digits[] = "0123456789abcdef";

    if (!text || strlen(text) != AD_BITS_SIZE - 1)
        return 0;
    *bits = 0;
    for (; *text; text++) {
        const char *digit = strchr(digits, *text);
        if (!digit)
            return 0;
        *bits = *bits << 4 | (uint64_t)(digit - digits);
    }
    return 1;
}

void ad_state_show(const ad_trainer_state *s, char text[AD_STATE_FIELDS][AD_BITS_SIZE],
                   ad_file_text *out)
{
    for (size_t i = 0; i < AD_STATE_FIELDS; i++) {
        const char *at = (const char *)s + fields[i].offset;
        uint64_t bits = 0;
        if (is_count(fields[i].kind))
            bits = *(const size_t *)at;
        else
            memcpy(&bits, at, sizeof bits);
        ad_bits_show(bits, text[i]);
        out[i] = (ad_file_text){ fields[i].key, text[i] };
    }
}

/* The first impossible field, or NULL: steps, epochs and rows depend on one another. */
static const char *first_wrong(const adrop_trainer *t, const ad_trainer_state *s)
{
    const size_t steps = t->schedule.steps_per_epoch;
    const size_t rows = s->batch == steps ? t->info.n_train : s->batch * t->opts.batch;
    const size_t most_epochs = 1000000; /* the option's limit */

    if (s->epoch > most_epochs)
        return "epoch";
    if (s->batch > steps)
        return "batch";
    if (s->step != s->epoch * steps + s->batch)
        return "step";
    if (s->since_best > s->epoch)
        return "since_best";
    if (s->score.n != rows)
        return "score.n";
    if (s->responses > s->step)
        return "responses";
    if (s->has_best && (!t->best.params || s->has_best > 1))
        return "has_best";
    return !(s->seconds >= 0) || !(s->epoch_seconds >= 0) ? "seconds" : NULL;
}

adrop_status ad_state_read(const adrop_trainer *t, const ad_tensorfile *file, const char *path,
                           ad_trainer_state *s)
{
    for (size_t i = 0; i < AD_STATE_FIELDS; i++) {
        const char *text = ad_tensorfile_text(file, fields[i].key);
        char *at = (char *)s + fields[i].offset;
        uint64_t bits;
        if (!text && fields[i].kind == IS_NEW) {
            *(double *)at = NAN;
            continue;
        }
        if (!text && fields[i].kind == IS_NEW_COUNT) {
            *(size_t *)at = 0;
            continue;
        }
        if (!ad_bits_read(text, &bits))
            return ad_fail(t->ctx, ADROP_EFORMAT, "'%s': field '%s' is not sixteen digits", path,
                           fields[i].key);
        if (is_count(fields[i].kind))
            *(size_t *)at = (size_t)bits;
        else
            memcpy(at, &bits, sizeof bits);
    }
    const char *wrong = first_wrong(t, s);
    return wrong ? ad_fail(t->ctx, ADROP_EFORMAT,
                           "'%s': field '%s' is not what a training of %zu rows in batches of %zu "
                           "can have: the file is damaged or of other data",
                           path, wrong, t->info.n_train, t->opts.batch)
                 : ADROP_OK;
}
