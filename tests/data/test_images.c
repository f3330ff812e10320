/* Class folders of JPEG and PNG images, written by the libraries' own encoders. */
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>

#include "asked.h"
#include "data/image.h"

#include "data/scene.h"

/* A gradient: red along x, green along y; grey takes the first. */
static unsigned char shade(size_t i, size_t n)
{
    return (unsigned char)(255 * i / (n > 1 ? n - 1 : 1));
}

static void fill(unsigned char *pixels, size_t width, size_t height, size_t channels)
{
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            for (size_t c = 0; c < channels; c++)
                pixels[(y * width + x) * channels + c] = c == 0   ? shade(x, width)
                                                         : c == 1 ? shade(y, height)
                                                                  : 128;
}

static void write_png(const char *name, unsigned width, unsigned height, unsigned format)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format
    };
    unsigned char *pixels = calloc((size_t)width * height, 8);

    fill(pixels, width, height, PNG_IMAGE_SAMPLE_CHANNELS(format));
    scene_text(name, "");
    CHECK(png_image_write_to_file(&image, scene_path(name), 0, pixels, 0, NULL) != 0);
    free(pixels);
}

static void write_jpeg(const char *name, unsigned width, unsigned height, int channels,
                       int progressive)
{
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    unsigned char *pixels = calloc((size_t)width * height, 8);

    fill(pixels, width, height, (size_t)channels);
    scene_text(name, "");
    FILE *file = fopen(scene_path(name), "wb");
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, file);
    jpeg.image_width = width;
    jpeg.image_height = height;
    jpeg.input_components = channels;
    jpeg.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 100, TRUE);
    if (progressive)
        jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < height) {
        JSAMPROW row = pixels + (size_t)jpeg.next_scanline * width * (size_t)channels;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    fclose(file);
    free(pixels);
}

static void write_set(void)
{
    scene_clear();
    write_png("train/ant/1.png", 8, 8, PNG_FORMAT_RGB);
    write_png("train/ant/2.PNG", 8, 8, PNG_FORMAT_GRAY);
    write_jpeg("train/bee/1.jpg", 8, 8, 3, 0);
    write_jpeg("val/bee/9.JPEG", 8, 8, 1, 1);
    scene_text("train/ant/notes.txt", "not an image");
}

static void parts_and_classes(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    uint8_t pixels[3 * 64];

    write_set();
    adrop_data *data = scene_open(&opts);
    if (!data)
        return;
    adrop_data_info info;
    adrop_data_describe(data, &info);
    CHECK_TEXT(info.format, "images");
    CHECK_EQ(info.n_train, 3);
    CHECK_EQ(info.n_test, 1); /* val alone is the test part */
    CHECK_EQ(info.channels, 3);
    CHECK_EQ(info.height, 8);
    CHECK_TEXT(adrop_data_class_name(data, 1), "bee");
    CHECK_EQ(adrop_data_label(data, 0), 0);
    CHECK_EQ(adrop_data_label(data, 2), 1);
    CHECK_EQ(adrop_data_pixels(ctx, data, 0, pixels), ADROP_OK);
    CHECK_EQ(pixels[7], 255);       /* red, the end of the first row */
    CHECK_EQ(pixels[64 + 7], 0);    /* green there */
    CHECK_EQ(pixels[64 + 63], 255); /* green in the last row */
    CHECK_EQ(pixels[128], 128);     /* blue */
    CHECK_EQ(adrop_data_pixels(ctx, data, 1, pixels), ADROP_OK);
    CHECK_EQ(pixels[7], pixels[64 + 7]); /* grey in all channels */
    CHECK_EQ(adrop_data_pixels(ctx, data, 2, pixels), ADROP_OK);
    CHECK_NEAR(pixels[7], 255, 30); /* JPEG halves the resolution of colour */
    CHECK_NEAR(pixels[64 + 56], 255, 30);
    adrop_data_file file;
    CHECK_EQ(adrop_data_n_files(data), 1);
    CHECK(adrop_data_file_at(data, 0, &file));
    CHECK_TEXT(file.path, scene_folder);
    adrop_data_free(data);
}

/* Decoded when needed or at once: the same bytes. */
static void lazily(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    uint8_t a[3 * 25], b[3 * 25];

    opts.image_size = 5;
    opts.input_scale = ADROP_SCALE_STANDARD;
    adrop_data *now = scene_open(&opts);
    opts.cache_mb = 0;
    adrop_data *later = scene_open(&opts);
    for (size_t row = 0; row < 4; row++) {
        CHECK_EQ(adrop_data_pixels(ctx, now, row, a), ADROP_OK);
        CHECK_EQ(adrop_data_pixels(ctx, later, row, b), ADROP_OK);
        CHECK(!memcmp(a, b, sizeof a));
    }
    for (size_t c = 0; c < 3; c++) {
        double m1, d1, m2, d2;
        adrop_data_moments(now, c, &m1, &d1);
        adrop_data_moments(later, c, &m2, &d2);
        CHECK(m1 == m2 && d1 == d2 && d1 > 0);
    }
    /* what cannot be decoded later is a status then */
    scene_text("train/ant/1.png", "broken");
    CHECK_EQ(adrop_data_pixels(ctx, later, 0, b), ADROP_EFORMAT);
    CHECK_HAS(adrop_ctx_message(ctx), "1.png");
    adrop_data_free(now);
    adrop_data_free(later);
}

/* A worker's failure reaches whoever takes the batch; the other batches are fine. */
static void worker_failure(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    adrop_batches_opts batches_opts;
    adrop_batches *batches;
    adrop_data_batch batch;

    adrop_batches_opts_init(&batches_opts);
    write_set();
    opts.image_size = 5;
    opts.cache_mb = 0;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(unlink(scene_path("train/ant/2.PNG")), 0);
    batches_opts.rows = 1;
    batches_opts.shuffle = 0;
    for (batches_opts.workers = 0; batches_opts.workers <= 3; batches_opts.workers++) {
        CHECK_EQ(adrop_batches_create(ctx, data, &batches_opts, &batches), ADROP_OK);
        CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
        CHECK_EQ(batch.n, 1);
        CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_EIO);
        CHECK_HAS(adrop_ctx_message(ctx), "2.PNG");
        CHECK_EQ(batch.n, 0);
        CHECK_EQ(adrop_batches_next(batches, &batch), ADROP_OK);
        CHECK_EQ(batch.rows[0], 2);
        adrop_batches_free(batches);
    }
    adrop_data_free(data);
}

/* Wide images: the middle is kept. Kinds of pixels all decode. */
static void kinds(void)
{
    adrop_data_opts opts = scene_opts(scene_folder);
    uint8_t pixels[64];

    scene_clear();
    write_png("a/rgba.png", 24, 8, PNG_FORMAT_RGBA);
    write_png("a/grey-alpha.png", 24, 8, PNG_FORMAT_GA);
    write_png("b/sixteen.png", 24, 8, PNG_FORMAT_LINEAR_RGB);
    write_jpeg("b/cmyk.jpg", 24, 8, 4, 0);
    opts.image_size = 8;
    opts.channels = 1;
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).n_train + asked_data(data).n_test, 4);
    CHECK_EQ(adrop_data_pixels(ctx, data, 0, pixels), ADROP_OK);
    CHECK_EQ(pixels[0], shade(8, 24)); /* grey-alpha: pixels 8 to 15 of 24 */
    CHECK_EQ(pixels[7], shade(15, 24));
    adrop_data_free(data);
    opts.image_size = 0;
    write_png("b/other.png", 7, 8, PNG_FORMAT_RGB);
    scene_refuses(&opts, ADROP_EFORMAT, "give image-size");
}

static void refused_file(const char *name, const void *bytes, size_t size, const char *part)
{
    scene_clear();
    scene_file(name, bytes, size);
    scene_refuses_path(scene_folder, ADROP_EFORMAT, part);
}

static size_t read_back(const char *name, unsigned char *bytes, size_t room)
{
    FILE *file = fopen(scene_path(name), "rb");
    const size_t size = fread(bytes, 1, room, file);

    fclose(file);
    return size;
}

static void hostile(void)
{
    static unsigned char bytes[1 << 16];
    size_t size;

    scene_clear();
    write_jpeg("a/1.jpg", 40, 40, 3, 0);
    size = read_back("a/1.jpg", bytes, sizeof bytes);
    refused_file("a/cut.jpg", bytes, size / 2, "Premature end");
    for (size_t i = 0; i + 9 < size; i++) /* the frame header: height, width */
        if (bytes[i] == 0xff && bytes[i + 1] == 0xc0) {
            bytes[i + 5] = bytes[i + 7] = 60000 >> 8;
            bytes[i + 6] = bytes[i + 8] = 60000 & 255;
        }
    refused_file("a/huge.jpg", bytes, size, "the header says 60000 x 60000 pixels");
    refused_file("a/head.jpg", "\xff\xd8\xff\xe0", 4, "damaged JPEG");
    scene_clear();
    write_png("a/1.png", 40, 40, PNG_FORMAT_RGB);
    size = read_back("a/1.png", bytes, sizeof bytes);
    refused_file("a/cut.png", bytes, size / 2, "cut short");
    bytes[size / 2] ^= 0x10;
    refused_file("a/flipped.png", bytes, size, "damaged PNG");
    bytes[size / 2] ^= 0x10;
    memcpy(bytes + 16, "\0\0\xea\x60\0\0\xea\x60", 8); /* 60000 x 60000, the sum is wrong too */
    refused_file("a/huge.png", bytes, size, "a/huge.png");
    refused_file("a/text.png", "hello", 5, "neither a JPEG nor a PNG");
    refused_file("a/none.png", "", 0, "neither a JPEG nor a PNG");
    scene_clear();
    write_png("train/a/1.png", 4, 4, PNG_FORMAT_RGB);
    write_png("b/1.png", 4, 4, PNG_FORMAT_RGB);
    scene_refuses_path(scene_folder, ADROP_EFORMAT, "some are not");
    CHECK(scene_peak_mb() < 512);
}

/* The last scan of a progressive file again and again: each asks for a pass over all
 * pixels for a few bytes. */
static void scan_bomb(void)
{
    static unsigned char bytes[1 << 16], bomb[1 << 20];
    size_t tables = 0, at;

    scene_clear();
    write_jpeg("a/1.jpg", 16, 16, 3, 1);
    const size_t size = read_back("a/1.jpg", bytes, sizeof bytes);
    for (size_t i = 0; i + 1 < size; i++) /* the last tables, which the last scan uses */
        if (bytes[i] == 0xff && bytes[i + 1] == 0xc4)
            tables = i;
    CHECK(tables > 0);
    memcpy(bomb, bytes, at = size - 2);
    for (int i = 0; i < 120; i++, at += size - 2 - tables)
        memcpy(bomb + at, bytes + tables, size - 2 - tables);
    memcpy(bomb + at, "\xff\xd9", 2);
    refused_file("a/bomb.jpg", bomb, at + 2, "101 scans are too many");
}

/* In a tar archive, in which the order is another. */
static void in_archive(void)
{
    static unsigned char one[4096], two[4096];
    adrop_data_opts opts;

    scene_clear();
    write_png("1.png", 6, 6, PNG_FORMAT_RGB);
    write_png("2.png", 6, 6, PNG_FORMAT_GRAY);
    const member members[] = {
        { .name = "top/zebra/2.png", .data = two, .size = read_back("2.png", two, sizeof two) },
        { .name = "top/ant/1.png", .data = one, .size = read_back("1.png", one, sizeof one) },
        { .name = "top/README", .data = "x", .size = 1 }
    };
    opts = scene_opts(scene_archive("set.tar.gz", "tar", "gz", members, 3));
    adrop_data *data = scene_open(&opts);
    CHECK_EQ(asked_data(data).classes, 2);
    CHECK_TEXT(adrop_data_class_name(data, 0), "ant");
    adrop_data_free(data);
    opts.cache_mb = 0;
    scene_refuses(&opts, ADROP_EINVAL, "unpack the archive");
}

CHECK_MAIN(scene_begin, parts_and_classes, lazily, worker_failure, kinds, hostile, scan_bomb,
           in_archive, scene_end)
