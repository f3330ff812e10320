/* Sources: files, compressed files, archives, and refusals. */
#include "base/memory.h"
#include "data/opening.h"
#include "data/source.h"

#include "data/scene.h"

#define LIMIT ((uint64_t)1 << 30)

static const char hello[] = "hello, archive";

/* Entry `name` of what is at path holds `text`. */
static void holds(const char *path, size_t n_entries, const char *name, const char *text)
{
    ad_source *source;
    ad_bytes bytes = { 0 };

    CHECK_WHERE("%s: %s", path, name);
    CHECK_EQ(ad_source_open(ctx, path, LIMIT, &source), ADROP_OK);
    if (!source)
        return;
    CHECK_EQ(source->n_entries, n_entries);
    const size_t i = ad_source_find(source, name);
    CHECK(i < source->n_entries);
    if (i < source->n_entries) {
        CHECK_EQ(ad_source_read(source, i, 1000, &bytes), ADROP_OK);
        CHECK_TEXT(bytes.data, text);
        CHECK_EQ(bytes.size, strlen(text));
    }
    ad_bytes_release(ctx, &bytes);
    ad_source_free(source);
    check_where[0] = 0;
}

static void refuses(const char *path, adrop_status status, const char *part)
{
    ad_source *source;

    CHECK_WHERE("%s", part);
    CHECK_EQ(ad_source_open(ctx, path, LIMIT, &source), status);
    CHECK(source == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), part);
    CHECK_HAS(adrop_ctx_message(ctx), path);
    check_where[0] = 0;
}

static void reading(void)
{
    const member one = { .name = "x", .data = hello, .size = strlen(hello) };
    const member two[] = { { .name = "b/two.txt", .data = "22", .size = 2 },
                           { .name = "a/one.txt", .data = hello, .size = strlen(hello) } };

    holds(scene_text("plain.txt", hello), 1, "plain.txt", hello);
    holds(scene_archive("a.txt.gz", "raw", "gz", &one, 1), 1, "a.txt", hello);
    holds(scene_archive("a.txt.xz", "raw", "xz", &one, 1), 1, "a.txt", hello);
    holds(scene_archive("a.txt.zst", "raw", "zst", &one, 1), 1, "a.txt", hello);
    holds(scene_archive("two.tar", "tar", "", two, 2), 2, "a/one.txt", hello);
    holds(scene_archive("two.tar.gz", "tar", "gz", two, 2), 2, "b/two.txt", "22");
    holds(scene_archive("two.tar.xz", "tar", "xz", two, 2), 2, "a/one.txt", hello);
    holds(scene_archive("two.zip", "zip", "", two, 2), 2, "a/one.txt", hello);
    scene_clear();
    scene_archive("a.txt.gz", "raw", "gz", &one, 1);
    scene_text("deep/er/file", "below");
    scene_text(".hidden", "not seen");
    holds(scene_folder, 2, "a.txt", hello);
    holds(scene_folder, 2, "deep/er/file", "below");
    scene_text("a.txt", "the same name once more");
    refuses(scene_folder, ADROP_EFORMAT, "twice");
    unlink(scene_path(".hidden"));
    scene_clear();
}

static void hostile_names(void)
{
    const struct {
        member m;
        const char *part;
    } bad[] = { { { .name = "../up", .data = "x", .size = 1 }, "climbs" },
                { { .name = "a/../../up", .data = "x", .size = 1 }, "climbs" },
                { { .name = "a/..", .data = "x", .size = 1 }, "climbs" },
                { { .name = "/etc/passwd", .data = "x", .size = 1 }, "not a relative name" },
                { { .name = "a\\b", .data = "x", .size = 1 }, "not a relative name" },
                { { .name = "soft", .link = "/etc/passwd" }, "is a link" },
                { { .name = "hard", .hard_link = "other" }, "is a link" } };

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuses(scene_archive("bad.tar", "tar", "", &bad[i].m, 1), ADROP_EFORMAT, bad[i].part);
    const member twice[] = { { .name = "a", .data = "x", .size = 1 },
                             { .name = "a", .data = "y", .size = 1 } };
    refuses(scene_archive("twice.tar", "tar", "", twice, 2), ADROP_EFORMAT, "twice");
}

static adrop_status read_all(const char *path)
{
    ad_source *source;
    ad_bytes bytes = { 0 };
    adrop_status status = ad_source_open(ctx, path, LIMIT, &source);

    if (!status)
        status = ad_source_read(source, 0, SIZE_MAX, &bytes);
    ad_bytes_release(ctx, &bytes);
    ad_source_free(source);
    return status;
}

static void bombs(void)
{
    const size_t large = (size_t)100 << 20;
    const member zeros = { .name = "zeros", .zeros = large };
    const member pair[] = { zeros, { .name = "after", .data = "x", .size = 1 } };

    CHECK_EQ(read_all(scene_archive("bomb.gz", "raw", "gz", &zeros, 1)), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "bomb");
    CHECK_EQ(read_all(scene_archive("bomb.zip", "zip", "", &zeros, 1)), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "bomb");
    /* noticed while the archive is merely listed */
    refuses(scene_archive("bomb.tar.gz", "tar", "gz", pair, 2), ADROP_EFORMAT, "bomb");
    CHECK(scene_peak_mb() < 512);
}

static void damaged(void)
{
    char text[4096];
    FILE *file;

    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * i * 2654435761u >> 7);
    const member one = { .name = "x", .data = text, .size = sizeof text };
    refuses(scene_path("missing"), ADROP_EIO, "cannot open");
    refuses(scene_text("empty", ""), ADROP_EFORMAT, "is empty");
    const char *path = scene_archive("cut.gz", "raw", "gz", &one, 1);
    CHECK_EQ(truncate(path, 2000), 0);
    CHECK_EQ(read_all(path), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), path);
    path = scene_archive("flipped.xz", "raw", "xz", &one, 1);
    CHECK((file = fopen(path, "r+b")) != NULL);
    fseek(file, 1000, SEEK_SET);
    fputc(0x55, file);
    fclose(file);
    CHECK_EQ(read_all(path), ADROP_EFORMAT);
    CHECK_EQ(mkfifo(scene_path("fifo"), 0600), 0);
    refuses(scene_path("fifo"), ADROP_EIO, "neither a file nor a folder");
}

/* Files in memory are read as a folder's are, and a data set may be opened from them. */
static void memory(void)
{
    static const char table[] = "1,2,a\n3,4,b\n5,6,a\n7,8,b\n";
    const ad_memory_file files[] = { { "z.csv", table, sizeof table - 1 }, { "a", "xyz", 3 } };
    ad_bytes bytes = { 0 };
    adrop_data_opts opts;
    adrop_data *data;
    ad_source *source;

    CHECK_EQ(ad_source_memory(ctx, "/m", AD_FOLDER, files, 2, LIMIT, &source), ADROP_OK);
    CHECK_EQ(source->n_entries, 2);
    CHECK_TEXT(source->entries[0].name, "a");
    CHECK_EQ(ad_source_read(source, 0, 10, &bytes), ADROP_OK);
    CHECK(bytes.size == 3 && !memcmp(bytes.data, "xyz", 3));
    ad_bytes_release(ctx, &bytes);
    CHECK_EQ(ad_source_read(source, 1, 10, &bytes), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "/m/z.csv");
    ad_bytes_release(ctx, &bytes);
    ad_source_free(source);
    adrop_data_opts_init(&opts);
    opts.data = "/m/z.csv";
    CHECK_EQ(ad_source_memory(ctx, opts.data, AD_FILE, files, 1, LIMIT, &source), ADROP_OK);
    CHECK_EQ(ad_data_open_source(ctx, &opts, source, NULL, 0, &data), ADROP_OK);
    CHECK_EQ(adrop_data_n_files(data), 1);
    adrop_data_free(data);
    ad_source_free(source);
}

/* An archive in memory is read as the same one on disk is, and its sum is that of its bytes. */
static void packed(void)
{
    static const char table[] = "1,2,a\n3,4,b\n5,6,a\n7,8,b\n";
    const member one = { .name = "z.csv", .data = table, .size = sizeof table - 1 };
    const char *path = scene_archive("z.zip", "zip", "", &one, 1);
    adrop_data *data[2] = { NULL, NULL };
    adrop_data_file file[2];
    adrop_data_opts opts;
    ad_source *source;
    char *text;
    size_t size;

    CHECK_EQ(ad_file_read(ctx, path, 1 << 20, &text, &size), ADROP_OK);
    const ad_memory_file packed_file = { "/m/z.zip", text, size };
    CHECK_EQ(ad_source_unpack(ctx, &packed_file, LIMIT, &source), ADROP_OK);
    CHECK_EQ(source->kind, AD_ARCHIVE);
    CHECK_TEXT(source->entries[0].name, "z.csv");
    adrop_data_opts_init(&opts);
    opts.data = packed_file.name;
    CHECK_EQ(ad_data_open_source(ctx, &opts, source, NULL, 0, &data[0]), ADROP_OK);
    opts.data = path;
    CHECK_EQ(adrop_data_open(ctx, &opts, &data[1]), ADROP_OK);
    for (int i = 0; i < 2; i++)
        CHECK(adrop_data_file_at(data[i], 0, &file[i]));
    CHECK(file[0].xxh3 == file[1].xxh3 && file[0].bytes == size && file[1].bytes == size);
    for (int i = 0; i < 2; i++)
        adrop_data_free(data[i]);
    ad_source_free(source);
    const ad_memory_file cut = { "/m/z.zip", text, 40 };
    CHECK_EQ(ad_source_unpack(ctx, &cut, LIMIT, &source), ADROP_EFORMAT);
    CHECK(source == NULL);
    CHECK_HAS(adrop_ctx_message(ctx), "/m/z.zip");
    ad_free(ctx, text);
}

CHECK_MAIN(scene_begin, reading, hostile_names, bombs, damaged, memory, packed, scene_end)
