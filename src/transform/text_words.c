/* Cutting a document into terms (text_words.h).
 *
 * Characters are folded (Unicode's full case folding) and composed (NFC); ASCII documents take a
 * short cut with the same result. A word is a run of at least two letters, marks, numbers and
 * underscores, which on such texts is scikit-learn's default pattern. */
#include "transform/text_words.h"

#include <libstemmer.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"
#include "base/text.h"

adrop_status ad_cutter_init(ad_cutter *c, adrop_ctx *ctx, const ad_features_settings *settings)
{
    *c = (ad_cutter){ .settings = settings };
    if (!*settings->stem)
        return ADROP_OK;
    const char **known = sb_stemmer_list();
    size_t i = 0;
    while (known[i] && strcmp(known[i], settings->stem))
        i++;
    if (!known[i])
        return ad_fail(ctx, ADROP_EINVAL,
                       "there is no stemmer for '%s': give a language that Snowball has, as in "
                       "english, german or french",
                       AD_SHOWN(settings->stem));
    c->stemmer = sb_stemmer_new(settings->stem, NULL);
    return c->stemmer ? ADROP_OK : ad_fail(ctx, ADROP_ENOMEM, "no memory for a stemmer");
}

void ad_cutter_release(ad_cutter *c, adrop_ctx *ctx)
{
    sb_stemmer_delete(c->stemmer);
    ad_bytes_release(ctx, &c->points);
    ad_bytes_release(ctx, &c->folded);
    ad_bytes_release(ctx, &c->words);
    ad_bytes_release(ctx, &c->starts);
    *c = (ad_cutter){ 0 };
}

/* Set c->folded to the folded document, with a zero after it. */
static adrop_status text_words_fold(ad_cutter *c, adrop_ctx *ctx, const char *text, size_t length)
{
    const utf8proc_option_t how = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD;
    unsigned char most = 0;
    adrop_status status;

    c->folded.size = 0;
    for (size_t i = 0; i < length; i++)
        most |= (unsigned char)text[i];
    if (most < 128) {
        if ((status = ad_bytes_reserve(ctx, &c->folded, length + 1, "a document")))
            return status;
        char *to = c->folded.data;
        for (size_t i = 0; i < length; i++)
            to[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
        to[length] = 0;
        c->folded.size = length;
        return ADROP_OK;
    }
    const utf8proc_uint8_t *from = (const utf8proc_uint8_t *)text;
    utf8proc_ssize_t n = utf8proc_decompose(from, (utf8proc_ssize_t)length, NULL, 0, how);
    if (n < 0)
        return ad_fail(ctx, ADROP_EFORMAT, "a document is not UTF-8");
    /* utf8proc needs room for a zero after the characters */
    if ((status = ad_bytes_reserve(ctx, &c->points, ((size_t)n + 1) * sizeof(utf8proc_int32_t),
                                   "a document")))
        return status;
    utf8proc_decompose(from, (utf8proc_ssize_t)length, c->points.data, n, how);
    n = utf8proc_reencode(c->points.data, n, how);
    if (n < 0)
        return ad_fail(ctx, ADROP_EFORMAT, "a document is not UTF-8");
    return ad_bytes_append(ctx, &c->folded, c->points.data, (size_t)n + 1, "a document");
}

static int is_word_character(utf8proc_int32_t point)
{
    const utf8proc_category_t k = utf8proc_category(point);

    return k >= UTF8PROC_CATEGORY_LU && k <= UTF8PROC_CATEGORY_NO;
}

/* Is a folded ASCII character part of a word? */
static const unsigned char is_word[128] = {
    ['_'] = 1, ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1,
    ['7'] = 1, ['8'] = 1, ['9'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1, ['e'] = 1,
    ['f'] = 1, ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1, ['l'] = 1, ['m'] = 1,
    ['n'] = 1, ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['u'] = 1,
    ['v'] = 1, ['w'] = 1, ['x'] = 1, ['y'] = 1, ['z'] = 1,
};

/* The end of the run of word characters at p, and their number. */
static const char *run_end(const char *p, const char *end, size_t *characters)
{
    const char *start = p;

    while (p < end && (unsigned char)*p < 128 && is_word[(unsigned char)*p])
        p++;
    *characters = (size_t)(p - start);
    while (p < end) {
        utf8proc_int32_t point;
        utf8proc_ssize_t n = 1;
        if ((unsigned char)*p < 128
                ? !is_word[(unsigned char)*p]
                : (n = utf8proc_iterate((const utf8proc_uint8_t *)p, end - p, &point)) < 1 ||
                      !is_word_character(point))
            break;
        p += n;
        ++*characters;
    }
    return p;
}

/* The next word at or after *p; *p moves past it. NULL: none. */
static const char *next_word(const ad_cutter *c, const char **p, const char *end, size_t *length)
{
    while (*p < end) {
        size_t characters;
        const char *word = *p, *stop = run_end(word, end, &characters);
        *length = (size_t)(stop - word);
        *p = *length ? stop : word + 1; /* between words, byte by byte */
        if (characters > 1 && *length <= AD_MOST_WORD &&
            !(c->settings->stop_words && ad_is_stop_word(word, *length)))
            return word;
    }
    return NULL;
}

static adrop_status add_word(ad_cutter *c, adrop_ctx *ctx, const char *word, size_t length)
{
    const size_t start = c->words.size;
    adrop_status status;

    if (c->stemmer) {
        const sb_symbol *stem = sb_stemmer_stem(c->stemmer, (const sb_symbol *)word, (int)length);
        if (!stem)
            return ad_fail(ctx, ADROP_ENOMEM, "no memory to stem a word");
        word = (const char *)stem;
        length = (size_t)sb_stemmer_length(c->stemmer);
    }
    if ((status = ad_bytes_append(ctx, &c->words, word, length, "words")) ||
        (status = ad_bytes_append(ctx, &c->words, " ", 1, "words")))
        return status;
    return ad_bytes_append(ctx, &c->starts, &start, sizeof start, "words");
}

/* Set c->words and c->starts. */
static adrop_status find_words(ad_cutter *c, adrop_ctx *ctx)
{
    const char *p = c->folded.data, *end = p + c->folded.size, *word;
    size_t length;
    adrop_status status;

    c->words.size = c->starts.size = 0;
    if ((status = ad_bytes_append(ctx, &c->words, " ", 1, "words")))
        return status;
    while (!status && (word = next_word(c, &p, end, &length)))
        status = add_word(c, ctx, word, length);
    if (status ||
        (status = ad_bytes_append(ctx, &c->starts, &c->words.size, sizeof c->words.size,
                                  "words")) ||
        (status = ad_bytes_reserve(ctx, &c->words, 1, "words")))
        return status;
    ((char *)c->words.data)[c->words.size] = 0; /* next_character stops here */
    return ADROP_OK;
}

/* Runs of up to `ngrams` words. */
static adrop_status give_words(const ad_cutter *c, adrop_ctx *ctx, ad_term_fn *fn, void *arg)
{
    const char *words = c->words.data;
    const size_t *start = c->starts.data, n = c->starts.size / sizeof *start - 1;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 1; k <= c->settings->ngrams && i + k <= n && !status; k++)
            status = fn(arg, ctx, words + start[i], start[i + k] - 1 - start[i]);
    return status;
}

/* The byte after the character at p. */
static const char *next_character(const char *p)
{
    do
        p++;
    while (((unsigned char)*p & 0xC0) == 0x80);
    return p;
}

/* Runs of char_from to char_to characters of " word ". */
static adrop_status give_characters(const ad_cutter *c, adrop_ctx *ctx, ad_term_fn *fn, void *arg)
{
    const char *words = c->words.data;
    const size_t *start = c->starts.data, n = c->starts.size / sizeof *start - 1;
    adrop_status status = ADROP_OK;

    for (size_t i = 0; i < n && !status; i++) {
        const char *end = words + start[i + 1]; /* after the blank */
        for (const char *p = words + start[i] - 1; p < end && !status; p = next_character(p)) {
            const char *q = p;
            for (size_t k = 1; k <= c->settings->char_to && q < end && !status; k++) {
                q = next_character(q);
                if (k >= c->settings->char_from)
                    status = fn(arg, ctx, p, (size_t)(q - p));
            }
        }
    }
    return status;
}

/* The words of the folded document, unchanged. */
static adrop_status give_plain(const ad_cutter *c, adrop_ctx *ctx, ad_term_fn *fn, void *arg)
{
    const char *p = c->folded.data, *end = p + c->folded.size, *word;
    size_t length;
    adrop_status status = ADROP_OK;

    while (!status && (word = next_word(c, &p, end, &length)))
        status = fn(arg, ctx, word, length);
    return status;
}

adrop_status ad_cutter_run(ad_cutter *c, adrop_ctx *ctx, const char *text, size_t length,
                           ad_term_fn *fn, void *arg)
{
    adrop_status status = text_words_fold(c, ctx, text, length);

    if (status)
        return status;
    if (!c->stemmer && c->settings->ngrams == 1 && !c->settings->char_to)
        return give_plain(c, ctx, fn, arg);
    if ((status = find_words(c, ctx)))
        return status;
    return c->settings->char_to ? give_characters(c, ctx, fn, arg) : give_words(c, ctx, fn, arg);
}
