/* The table of known sets. Places are tried in order. The last place of some sets is a
 * small subset for trying things out; opening it warns. */
#include "data/known.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/option_check.h"
#include "base/registry.h"
#include "base/struct.h"
#include "base/text.h"

static const char *const fashion_classes[] = { "T-shirt/top", "Trouser",    "Pullover", "Dress",
                                               "Coat",        "Sandal",     "Shirt",    "Sneaker",
                                               "Bag",         "Ankle boot", NULL };

#define SET(n, s, ok, p, tr, te, k) .shown = { n, s, ok, p, tr, te, k }

static const ad_known all[] = {
    { SET("digits", "handwritten digits, 8x8 grey, built in", 1, "", 1437, 360, 10) },
    { SET("mnist", "handwritten digits, 28x28 grey", 1, "mnist,MNIST/raw", 60000, 10000, 10),
      .format = "idx" },
    { SET("fashion-mnist", "articles of clothing, 28x28 grey", 1, "fashion-mnist,FashionMNIST/raw",
          60000, 10000, 10),
      .format = "idx", .classes = fashion_classes, .system = "/usr/share/datasets/fashion-mnist" },
    { SET("cifar10", "small photographs, 32x32 colour", 1,
          "cifar10,cifar-10-batches-bin,cifar-10-binary.tar.gz", 50000, 10000, 10),
      .format = "cifar" },
    { SET("cifar100", "small photographs, 32x32 colour", 1,
          "cifar100,cifar-100-binary,cifar-100-binary.tar.gz", 50000, 10000, 100),
      .format = "cifar" },
    { SET("boston", "house prices, 13 columns", 1, "boston,uci/bostonHousing,uci/boston", 0, 0, 0),
      .format = "uci" },
    { SET("concrete", "strength of concrete, 8 columns", 1, "concrete,uci/concrete", 0, 0, 0),
      .format = "uci" },
    { SET("wine-red", "quality of red wine, 11 columns", 1, "wine-red,uci/wine-quality-red", 0, 0,
          0),
      .format = "uci" },
    { SET("yacht", "resistance of yachts, 6 columns", 1, "yacht,uci/yacht", 0, 0, 0),
      .format = "uci" },
    { SET("imagenet32", "ImageNet at 32x32, colour", 1, "imagenet32", 1281167, 50000, 1000),
      .format = "imagenet32" },
    { SET("caltech256", "photographs of objects", 1,
          "caltech256,256_ObjectCategories,256_ObjectCategories.tar,images/caltech256_subset.tar",
          0, 0, 257),
      .format = "images", .image_size = 224, .train_pool = 60 },
    { SET("miniimagenet", "100 classes of ImageNet", 1,
          "miniimagenet,images/tiny-imagenet-mini25.tar.gz", 50000, 10000, 100),
      .format = "images", .image_size = 84 },
    { SET("imagenet", "ILSVRC 2012", 1, "imagenet", 1281167, 50000, 1000), .format = "images",
      .image_size = 224 },
    { SET("reuters21578", "news texts, ten topics", 1,
          "reuters21578/reuters21578.tar.xz,reuters21578/reuters21578.tar.gz,reuters21578", 6490,
          2545, 10),
      .format = "reuters", .features = "lsa:10" },
};

enum { N_KNOWN = sizeof all / sizeof all[0] };

int adrop_known_data_at_sized(size_t i, adrop_known_data *known, size_t size)
{
    static const adrop_known_data none;

    ad_struct_write(known, size, i < N_KNOWN ? &all[i].shown : &none, sizeof none);
    return i < N_KNOWN;
}

const ad_known *ad_known_find(const char *name)
{
    for (size_t i = 0; i < N_KNOWN; i++)
        if (!strcmp(all[i].shown.name, name))
            return &all[i];
    return NULL;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

adrop_status ad_known_locate(adrop_ctx *ctx, const ad_known *known, const char *data_dir,
                             char path[AD_PATH_SIZE])
{
    for (const char *place = known->shown.places; data_dir && *place;) {
        const size_t length = strcspn(place, ",");
        if (snprintf(path, AD_PATH_SIZE, "%s/%.*s", data_dir, (int)length, place) < AD_PATH_SIZE &&
            exists(path))
            return ADROP_OK;
        place += length + (place[length] == ',');
    }
    if (known->system && exists(known->system)) {
        snprintf(path, AD_PATH_SIZE, "%s", known->system);
        return ADROP_OK;
    }
    if (!data_dir)
        return ad_fail(ctx, ADROP_ENOENT,
                       "the data set '%s' is not built in: give the folder of the data sets",
                       known->shown.name);
    return ad_fail(ctx, ADROP_ENOENT, "the data set '%s' is not in '%s': looked for %s%s%s",
                   known->shown.name, data_dir, known->shown.places, known->system ? " and " : "",
                   known->system ? known->system : "");
}

static const char *known_name_at(const void *list, size_t i)
{
    (void)list;
    return i < N_KNOWN ? all[i].shown.name : NULL;
}

static const ad_registry registry = { "data set", known_name_at, NULL };

adrop_status ad_known_refuse(adrop_ctx *ctx, const char *name)
{
    if (ad_registry_nearest(&registry, name))
        return ad_registry_refuse(ctx, &registry, name);
    return ad_fail(ctx, ADROP_ENOENT,
                   "there is no data set '%s': it is neither a known name nor a file or folder",
                   AD_SHOWN(name));
}

adrop_status adrop_known_data_find(adrop_ctx *ctx, const char *name, const char *data_dir,
                                   char *path, size_t size)
{
    if (ad_check_given(ctx, "name", name) || ad_check_given(ctx, "path", path))
        return ADROP_EINVAL;

    const ad_known *known = ad_known_find(name);
    char found[AD_PATH_SIZE] = "";

    if (!known)
        return ad_known_refuse(ctx, name);
    if (*known->shown.places) {
        const adrop_status status = ad_known_locate(ctx, known, data_dir, found);
        if (status)
            return status;
    }
    snprintf(path, size, "%s", found);
    return ADROP_OK;
}
