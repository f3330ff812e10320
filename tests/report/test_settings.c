/* Every field of every struct of settings is set to invalid and to valid values. A value outside
 * its row's range is refused with a sentence that names struct and setting, before a file is made;
 * a value within it never crashes, and a run trained with it can be opened. Every byte of a struct
 * belongs to a row, or to a member listed here as having none.
 *
 *     ADROP_CASES=N   random pairs of fields; 300
 *     ADROP_SEED=S    their seed; 1 */
#include <limits.h>
#include <stdint.h>

#include "base/context.h"
#include "settings_scene.h"

#define MEMBER(name) #name " "
typedef adrop_status try_fn(const void *opts);
typedef void init_fn(void *opts);

/* The same functions for pointers to void. */
#define SETTINGS(x, members)                                                                       \
  static adrop_status call_##x(const void *o)                                                      \
  {                                                                                                \
    return try_##x(o);                                                                             \
  }
#include "settings_list.h"
#undef SETTINGS

#define adrop_text_opts_init(o) usual_text(o)
#define SETTINGS(x, members)                                                                       \
  static void init_##x(void *o)                                                                    \
  {                                                                                                \
    adrop_##x##_opts *mine = o;                                                                    \
    adrop_##x##_opts_init(mine);                                                                   \
  }
#include "settings_list.h"
#undef SETTINGS

static const struct settings {
    const char *name;
    const adrop_option *(*table)(void);
    size_t size;
    init_fn *init;
    try_fn *call;
    const char *members;
} all[] = {
#define SETTINGS(x, members)                                                                       \
  { "adrop_" #x "_opts", adrop_##x##_options, sizeof(adrop_##x##_opts), init_##x, call_##x,        \
    "" members },
#include "settings_list.h"
#undef SETTINGS
};

enum { N_ALL = sizeof all / sizeof *all };

static union {
    max_align_t align;
    unsigned char bytes[1 << 16];
} room;

static void begin_with(const struct settings *s)
{
    CHECK(s->size <= sizeof room.bytes);
    memset(room.bytes, 0, s->size);
    s->init(room.bytes);
    if (!strcmp(s->name, "adrop_train_opts"))
        usual_training((adrop_train_opts *)(void *)room.bytes);
    if (!strcmp(s->name, "adrop_launch_opts"))
        ((adrop_launch_opts *)(void *)room.bytes)->jobs = 2;
    if (!strcmp(s->name, "adrop_prune_opts")) {
        ((adrop_prune_opts *)(void *)room.bytes)->rounds = 1;
        ((adrop_prune_opts *)(void *)room.bytes)->criterion = "magnitude";
    }
}

/* -- Values ------------------------------------------------------------------------- */

static const double reals[] = { NAN, -INFINITY, INFINITY, -1, 1e300, -1e-300, 0, 0.5, 1, 2 };
static const size_t counts[] = {
    SIZE_MAX, SIZE_MAX - 1, (size_t)1 << 62, ((size_t)1 << 53) + 2, 0, 1, 2, 7
};
static const int ints[] = {
    INT_MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 4096, 4097, 100000, INT_MAX
};
enum { N_REALS = 10, N_COUNTS = 8, N_INTS = 16, N_TEXTS = 5 };

static size_t n_values(const adrop_option *row)
{
    switch (row->kind) {
    case ADROP_OPT_REAL:
        return N_REALS + 2;
    case ADROP_OPT_COUNT:
        return N_COUNTS + 2;
    case ADROP_OPT_TEXT:
        return 4;
    case ADROP_OPT_LIST:
        return N_REALS + 2;
    case ADROP_OPT_TEXTS:
        return N_TEXTS;
    default:
        return N_INTS;
    }
}

static int is_between(const adrop_option *row, double x)
{
    if (!isfinite(x))
        return 0;
    if (row->min == 0 && row->max == 0)
        return 1;
    return (row->open & ADROP_OPEN_MIN ? x > row->min : x >= row->min) &&
           (row->open & ADROP_OPEN_MAX ? x < row->max : x <= row->max);
}

/* Long ones are not tried where they are allowed: they would be done. */
static int is_short(const adrop_option *row, size_t n)
{
    return n <= 8 || n == (size_t)row->fallback;
}

static int set_count(const adrop_option *row, size_t v, size_t *at)
{
    const size_t n = v < N_COUNTS    ? counts[v]
                     : v == N_COUNTS ? (size_t)row->min
                                     : (row->max > 0 && row->max < 1e18 ? (size_t)row->max + 1 : 0);
    const int ok = n <= (size_t)1 << 53 && is_between(row, (double)n);

    if (!ok || is_short(row, n))
        *at = n;
    return ok;
}

static int set_list(const adrop_option *row, size_t v, adrop_list *at)
{
    *at = (adrop_list){ .n = 1, .value = { v < N_REALS ? reals[v] : 1 } };
    if (v == N_REALS)
        at->n = ADROP_LIST_MAX + 1;
    if (v > N_REALS)
        at->n = SIZE_MAX;
    return v < N_REALS && is_between(row, reals[v]);
}

static int set_texts(size_t v, adrop_texts *at)
{
    static const char *const lists[][3] = { { NULL }, { "a", NULL, "b" }, { "a", "", "b" } };

    if (v == 0) /* they are not there */
        *at = (adrop_texts){ .n = 3 };
    else if (v == 3) /* a number that was never set */
        *at = (adrop_texts){ SIZE_MAX, lists[2] };
    else if (v == 4)
        *at = (adrop_texts){ 0 };
    else
        *at = (adrop_texts){ 3, lists[v] };
    return v == 4;
}

/* Nothing, "", and what no setting is, which the call itself has to see. */
static int set_text(size_t v, const char **at)
{
    static char much[1 << 16];

    memset(much, 'a', sizeof much - 1);
    if (v == 0)
        *at = NULL;
    else if (v == 1)
        *at = "";
    else if (v == 2)
        *at = much;
    return 1;
}

/* Set the field to its value v; is it one that the row allows? */
static int set(const adrop_option *row, size_t v)
{
    static const char *const no_yes[] = { "no", "yes", NULL };
    void *at = room.bytes + row->offset;
    double x;
    int n = 0;

    switch (row->kind) {
    case ADROP_OPT_REAL:
        x = v < N_REALS ? reals[v] : v == N_REALS ? row->min : row->max;
        *(double *)at = x;
        return is_between(row, x);
    case ADROP_OPT_COUNT:
        return set_count(row, v, at);
    case ADROP_OPT_TEXT:
        return set_text(v, at);
    case ADROP_OPT_LIST:
        return set_list(row, v, at);
    case ADROP_OPT_TEXTS:
        return set_texts(v, at);
    case ADROP_OPT_INT:
        *(int *)at = ints[v];
        return is_between(row, ints[v]);
    default:
        *(int *)at = ints[v];
        while ((row->kind == ADROP_OPT_FLAG ? no_yes : row->words)[n])
            n++;
        return ints[v] >= 0 && ints[v] < n;
    }
}

/* -- The walk ------------------------------------------------------------------------ */

static size_t refused, accepted;

/* Fields were set; first is the first of the table that may not be as it is, or NULL. */
static void check_call(const struct settings *s, const adrop_option *first)
{
    char quoted[80], shown[64];

    ctx->message[0] = 0;
    const adrop_status status = s->call(room.bytes);
    if (!first) {
        CHECK(status == ADROP_OK || *adrop_ctx_message(ctx) || !strcmp(s->name, "adrop_ctx_opts"));
        CHECK(!strstr(adrop_ctx_message(ctx), "_opts: ")); /* what a refused field would say */
        accepted += status == ADROP_OK;
        return;
    }
    refused++;
    CHECK_EQ(status, ADROP_EINVAL);
    if (!strcmp(s->name, "adrop_ctx_opts"))
        return; /* there is no context to keep a sentence */
    snprintf(quoted, sizeof quoted, "'%s'", first->name);
    CHECK_HAS(adrop_ctx_message(ctx), quoted);
    snprintf(shown, sizeof shown,
             "%s: ", strcmp(s->name, "adrop_text_opts") ? s->name : "adrop_split_opts");
    CHECK_HAS(adrop_ctx_message(ctx), shown);
}

static void sets_one_field(void)
{
    for (const struct settings *s = all; s < all + N_ALL; s++) {
        CHECK_WHERE("%s", s->name);
        begin_with(s);
        const adrop_status usual = s->call(room.bytes);
        CHECK(usual == ADROP_OK || usual == ADROP_ENOENT);
        for (const adrop_option *row = s->table(); row->name; row++)
            for (size_t v = 0; v < n_values(row); v++) {
                begin_with(s);
                const int ok = set(row, v);
                CHECK_WHERE("%s, %s, value %zu", s->name, row->name, v);
                if (ok || row->kind != ADROP_OPT_TEXTS)
                    CHECK(adrop_option_show(ctx, row, room.bytes)); /* whatever it is */
                check_call(s, ok ? NULL : row);
            }
    }
    printf("%zu refused, %zu did well, %zu runs opened\n", refused, accepted, opened);
    CHECK(refused > 500 && accepted > 300 && opened > 50);
}

/* -- Pairs ---------------------------------------------------------------------------- */

static uint64_t seed;

static size_t draw(size_t n)
{
    seed += 0x9e3779b97f4a7c15u; /* splitmix64 */
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % n);
}

static void sets_two_fields(void)
{
    const char *cases = getenv("ADROP_CASES"), *from = getenv("ADROP_SEED");
    const long n = cases ? strtol(cases, NULL, 10) : 300;
    const unsigned long long first = from ? strtoull(from, NULL, 10) : 1;

    for (long i = 0; i < n; i++) {
        seed = first * 1000003 + (uint64_t)i;
        const struct settings *s = &all[draw(N_ALL)];
        const adrop_option *table = s->table(), *bad = NULL;
        size_t n_rows = 0;
        while (table[n_rows].name)
            n_rows++;
        const size_t one = draw(n_rows), two = draw(n_rows);
        begin_with(s);
        int ok[2];
        ok[0] = set(&table[one], draw(n_values(&table[one])));
        ok[1] = set(&table[two], draw(n_values(&table[two])));
        if (one == two)
            bad = ok[1] ? NULL : &table[two];
        else if (!ok[0] && !ok[1])
            bad = &table[one < two ? one : two];
        else
            bad = !ok[0] ? &table[one] : !ok[1] ? &table[two] : NULL;
        CHECK_WHERE("seed %llu, case %ld: %s, %s and %s", first, i, s->name, table[one].name,
                    table[two].name);
        if (one == two && !ok[0] && ok[1])
            continue; /* which of the two was left where a large count is not set */
        check_call(s, bad);
    }
}

/* -- Nothing is forgotten -------------------------------------------------------------- */

#if defined __has_builtin
#  if __has_builtin(__builtin_clear_padding)
#    define CAN_SEE_PADDING
#  endif
#endif

#ifdef CAN_SEE_PADDING
static const size_t kind_sizes[] = {
    [ADROP_OPT_REAL] = sizeof(double),       [ADROP_OPT_COUNT] = sizeof(size_t),
    [ADROP_OPT_FLAG] = sizeof(int),          [ADROP_OPT_CHOICE] = sizeof(int),
    [ADROP_OPT_TEXT] = sizeof(char *),       [ADROP_OPT_LIST] = sizeof(adrop_list),
    [ADROP_OPT_TEXTS] = sizeof(adrop_texts), [ADROP_OPT_INT] = sizeof(int),
};

/* room.bytes is 0 where padding is; every other byte must be a row's, or of a member that was
 * cleared before. */
static void check_covered(const char *name, const adrop_option *table, size_t size)
{
    for (const adrop_option *row = table; row->name; row++)
        memset(room.bytes + row->offset, 0, kind_sizes[row->kind]);
    for (size_t i = 0; i < size; i++) {
        CHECK_WHERE("%s, byte %zu of %zu", name, i, size);
        CHECK_EQ(room.bytes[i], 0);
    }
}

#  undef MEMBER
#  define MEMBER(name) memset(&mine->name, 0, sizeof mine->name);
#  define SETTINGS(x, members)                                                                     \
    static void cover_##x(void)                                                                    \
    {                                                                                              \
      adrop_##x##_opts *mine = (adrop_##x##_opts *)(void *)room.bytes;                             \
      memset(mine, 0xa5, sizeof *mine);                                                            \
      __builtin_clear_padding(mine);                                                               \
      if (strcmp(#x, "text"))                                                                      \
        memset(mine, 0, sizeof(size_t)); /* size */                                                \
      members check_covered("adrop_" #x "_opts", adrop_##x##_options(), sizeof *mine);             \
    }
#  include "settings_list.h"
#  undef SETTINGS
#endif

/* No word for a setting is the name of another, or a word for another. */
static void check_synonyms(const adrop_option *row, const adrop_option *other)
{
    const adrop_option one[] = { *row, { 0 } };
    char words[256], *rest = words;

    if (!strcmp(row->name, other->name))
        return;
    CHECK(!adrop_option_meant(one, other->name));
    snprintf(words, sizeof words, "%s", other->synonyms ? other->synonyms : "");
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        CHECK(!adrop_option_meant(one, word));
}

/* Settings of one name are in one group, and have one letter, which no other name has; a call may
 * have one of the name to itself. */
static void check_others(const adrop_option *row)
{
    for (const struct settings *s = all; s < all + N_ALL; s++)
        for (const adrop_option *other = s->table(); other->name; other++) {
            const int same = !strcmp(row->name, other->name);
            check_synonyms(row, other);
            const int own = row->group == ADROP_GROUP_OWN || other->group == ADROP_GROUP_OWN;
            CHECK(!same || own || row->group == other->group);
            CHECK(own || !row->letter || same == (row->letter == other->letter));
        }
}

static void every_member_is_a_row_or_named(void)
{
#ifdef CAN_SEE_PADDING
#  define SETTINGS(x, members) cover_##x();
#  include "settings_list.h"
#  undef SETTINGS
#endif
    for (const struct settings *s = all; s < all + N_ALL; s++)
        for (const adrop_option *row = s->table(); row->name; row++) {
            CHECK_WHERE("%s, %s", s->name, row->name);
            CHECK(row->help && *row->help);
            CHECK(row->offset < s->size);
            CHECK(row->group > ADROP_GROUP_NONE && row->group < ADROP_N_GROUPS);
            check_others(row);
        }
}

CHECK_MAIN(scene_begin, every_member_is_a_row_or_named, sets_one_field, sets_two_fields, scene_end)
