/* The promises of every reader in the list: a name, a summary, and a message for input it cannot
 * read. New readers are tested at once. */
#include "asked.h"
#include "data/opening.h"
#include "data/reader.h"

#include "data/scene.h"

static const char *const odd_names[] = { "train-images",
                                         "t10k-labels",
                                         "data_batch_1.bin",
                                         "train.bin",
                                         "a/1.jpg",
                                         "a/1.png",
                                         "x.npy",
                                         "y.npy",
                                         "val_data.npz",
                                         "train.csv",
                                         "test.csv",
                                         "data.txt",
                                         "index_features.txt",
                                         "index_target.txt",
                                         "index_train_0.txt",
                                         "index_test_0.txt" };

enum { N_NAMES = sizeof odd_names / sizeof odd_names[0] };

/* With each format forced, the source at path is refused and named. */
static void all_refuse(const char *path)
{
    for (int i = 0; asked_format((size_t)i).name; i++) {
        adrop_data_opts opts = scene_opts(path);
        adrop_data *data;
        opts.format = i + 1;
        CHECK_WHERE("%s as %s", path, asked_format((size_t)i).name);
        const adrop_status status = adrop_data_open(ctx, &opts, &data);
        CHECK(status == ADROP_EFORMAT || status == ADROP_EINVAL);
        CHECK(data == NULL);
        CHECK_HAS(adrop_ctx_message(ctx), scene_folder);
        adrop_data_free(data);
    }
    check_where[0] = 0;
}

static void names(void)
{
    size_t n = 0;

    for (; ad_data_reader_at(n); n++) {
        CHECK_TEXT(asked_format(n).name, ad_data_reader_at(n)->name);
        CHECK(strlen(asked_format(n).summary) > 10);
        CHECK(ad_data_reader_at(n)->probe && ad_data_reader_at(n)->read);
        adrop_data_opts opts;
        adrop_data_opts_init(&opts); /* the option's words are the names */
        CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, "format", asked_format(n).name),
                 ADROP_OK);
        CHECK_EQ(opts.format, n + 1);
    }
    CHECK(n >= 7);
    CHECK(asked_format(n).name == NULL);
}

static void junk(void)
{
    unsigned char bytes[5000];

    all_refuse(scene_folder); /* nothing there */
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * i * 2654435761u >> 11);
    for (size_t size = 0; size <= sizeof bytes; size += 2500) {
        scene_clear();
        for (int k = 0; k < N_NAMES; k++)
            scene_file(odd_names[k], bytes, size);
        all_refuse(scene_folder);
        all_refuse(scene_file("alone", bytes, size));
    }
    scene_clear();
}

/* Two formats at once are not guessed between. */
static void ambiguous(void)
{
    scene_file("t10k-images", "\0\0\x8\3\0\0\0\1\0\0\0\1\0\0\0\1a", 17);
    scene_file("t10k-labels", "\0\0\x8\1\0\0\0\1\0", 9);
    scene_text("train.csv", "1,2,a\n3,4,b\n");
    scene_refuses_path(scene_folder, ADROP_EFORMAT, "could be read as 'idx' or as 'table'");
    adrop_data_opts opts = scene_opts(scene_folder);
    opts.format = 1;
    adrop_data *data = scene_open(&opts);
    CHECK_TEXT(asked_data(data).format, "idx");
    adrop_data_free(data);
}

/* -- Settings that do nothing to a format ------------------------------------------------ */

/* Which formats take what, told here once more. */
static const struct {
    const char *setting, *value, *formats;
} takes[] = {
    { "target", "y", " table jsonl " },
    { "text", "y", " table jsonl " },
    { "keep", "y", " table jsonl " },
    { "decimal", "comma", " table jsonl " },
    { "date-order", "dmy", " table jsonl " },
    { "encoding", "utf-16", " table jsonl fasttext lines " },
    { "split", "3", " uci " },
    { "image-size", "8", " images " },
    { "multi-label", "yes", " reuters texts fasttext lines " },
};

enum { N_TAKES = sizeof takes / sizeof takes[0] };

static int takes_it(size_t k, const char *format)
{
    char word[64];

    snprintf(word, sizeof word, " %s ", format);
    return strstr(takes[k].formats, word) != NULL;
}

/* Every reader with every setting that is not for all data: refused with its name, or taken. */
static void without_effect(void)
{
    const ad_data_reader *reader;
    size_t refused = 0, rows = 0;

    for (const adrop_option *row = adrop_data_options(); row->name; row++)
        rows += (row->applies & ADROP_FOR_DATA) != 0;
    CHECK_EQ(rows, (size_t)N_TAKES);
    for (size_t i = 0; (reader = ad_data_reader_at(i)) != NULL; i++)
        for (size_t k = 0; k < N_TAKES; k++) {
            adrop_data_opts opts = scene_opts("x");
            const ad_opening o = { .ctx = ctx, .opts = &opts };
            char named[64];
            CHECK_WHERE("%s of %s", takes[k].setting, reader->name);
            CHECK_EQ(ad_opening_check_effects(&o, reader->name, reader->kinds), ADROP_OK);
            CHECK_EQ(adrop_option_set(ctx, adrop_data_options(), &opts, takes[k].setting,
                                      takes[k].value),
                     ADROP_OK);
            const adrop_status status = ad_opening_check_effects(&o, reader->name, reader->kinds);
            CHECK_EQ(status, takes_it(k, reader->name) ? ADROP_OK : ADROP_EINVAL);
            if (!status)
                continue;
            refused++;
            snprintf(named, sizeof named, "`%s` has no effect on", takes[k].setting);
            CHECK_HAS(adrop_ctx_message(ctx), named);
        }
    CHECK(refused > 60);
}

CHECK_MAIN(scene_begin, names, junk, ambiguous, without_effect, scene_end)
