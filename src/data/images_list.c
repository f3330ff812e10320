/* Which files of a source are images, of which class and part (images_impl.h, class_files.h). */
#include <string.h>

#include "base/ascii.h"
#include "data/images_impl.h"

static bool is_image(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot && (ad_alike(dot, ".jpg") || ad_alike(dot, ".jpeg") || ad_alike(dot, ".png"));
}

static const ad_class_kind images = {
    is_image, "images",
    "there are no .jpg, .jpeg or .png images in class folders: give each class a folder of its name"
};

bool ad_image_item_parse(const ad_source *source, size_t entry, ad_image_item *item)
{
    return ad_class_file_parse(source, entry, &images, item);
}

adrop_status ad_images_list(const ad_source *source, bool loose_too, ad_image_item **items,
                            size_t *n)
{
    return ad_class_files_list(source, &images, loose_too, items, n);
}
