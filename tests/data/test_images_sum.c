/* The checksum of an image folder: it depends on the contents of the files only, not on whether
 * they are decoded at once or later, nor on the number of threads. A run does not resume on images
 * that have changed. */
#include <png.h>

#include "adrop/train.h"
#include "scene.h"
#include "texts.h"

enum { CLASSES = 2, EACH = 40 };

static const char *name_of(int class, int i)
{
    static char name[32];

    snprintf(name, sizeof name, "%c/%02d.png", 'a' + class, i);
    return name;
}

/* 4 x 4 pixels, and one byte behind the image's end, which no decoder looks at. */
static void write_image(int class, int i, char behind)
{
    unsigned char pixels[48], file[4096];
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = 4, .height = 4, .format = PNG_FORMAT_RGB
    };
    png_alloc_size_t size = sizeof file - 1;

    for (int k = 0; k < 48; k++)
        pixels[k] = (unsigned char)(class * 90 + i + k);
    CHECK(png_image_write_to_memory(&image, file, &size, 0, pixels, 0, NULL));
    file[size] = (unsigned char)behind;
    scene_file(name_of(class, i), file, size + 1);
}

static void write_all(void)
{
    for (int c = 0; c < CLASSES; c++)
        for (int i = 0; i < EACH; i++)
            write_image(c, i, '.');
}

static adrop_data_file sums(size_t cache_mb)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    adrop_data_file file;

    opts.cache_mb = cache_mb;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(adrop_data_n_files(data), 1);
    CHECK(adrop_data_file_at(data, 0, &file));
    adrop_data_free(data);
    file.path = NULL;
    return file;
}

static void contents(void)
{
    write_all();
    const adrop_data_file first = sums(64), later = sums(0);
    CHECK(first.contents && first.xxh3 && first.contents != first.xxh3);
    CHECK(later.contents == first.contents && later.xxh3 == first.xxh3);
    write_image(1, EACH - 1, '!'); /* the same name, length and pixels */
    const adrop_data_file changed = sums(64);
    CHECK(changed.xxh3 == first.xxh3 && changed.bytes == first.bytes);
    CHECK(changed.contents != first.contents);
    CHECK(sums(0).contents == changed.contents);
    write_image(1, EACH - 1, '.');
    CHECK(sums(0).contents == first.contents);
}

static void threads(void)
{
    adrop_ctx *before = ctx;
    adrop_ctx_opts opts;
    uint64_t got[2][2];

    adrop_ctx_opts_init(&opts);
    for (int i = 0; i < 2; i++) {
        opts.threads = 1 + 2 * i;
        CHECK_EQ(adrop_ctx_create(&opts, &ctx), ADROP_OK);
        got[i][0] = sums(64).contents;
        got[i][1] = sums(0).contents;
        adrop_ctx_free(ctx);
    }
    ctx = before;
    CHECK(got[0][0] == got[1][0] && got[0][1] == got[1][1] && got[0][0] == got[0][1]);
}

/* A file that cannot be read is named. */
static void unreadable(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    adrop_data *data;

    if (!geteuid())
        return; /* root reads everything */
    opts.cache_mb = 0;
    opts.image_size = 4;
    CHECK_EQ(chmod(scene_path(name_of(0, 3)), 0), 0);
    CHECK_EQ(adrop_data_open(ctx, &opts, &data), ADROP_EIO);
    CHECK_HAS(adrop_ctx_message(ctx), "a/03.png");
    CHECK_EQ(chmod(scene_path(name_of(0, 3)), 0644), 0);
}

static void no_resume_on_others(void)
{
    char out[] = "/tmp/adrop-images-XXXXXX", command[64];
    adrop_data_opts data;
    adrop_data_opts_init(&data);
    adrop_train_opts train;
    adrop_train_opts_init(&train);
    adrop_train_result r;

    CHECK(mkdtemp(out) != NULL);
    data.data = scene_folder;
    train.epochs = 1;
    train.model = "mlp:4";
    train.out = text_of("%s/run", out);
    CHECK_EQ(adrop_train(ctx, &data, &train, NULL, &r), ADROP_OK);
    train.resume = 1;
    data.cache_mb = 0; /* does not matter */
    CHECK_EQ(adrop_train(ctx, &data, &train, NULL, &r), ADROP_OK);
    write_image(0, 7, '!');
    CHECK_EQ(adrop_train(ctx, &data, &train, NULL, &r), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "its checksum differs");
    snprintf(command, sizeof command, "rm -r %s", out);
    CHECK_EQ(system(command), 0);
}

CHECK_MAIN(scene_begin, contents, threads, unreadable, no_resume_on_others, scene_end)
