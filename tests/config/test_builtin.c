/* Texts built into the library. */
#include "check.h"
#include "config/builtin.h"

static void listed(void)
{
    size_t n = 0;

    for (const ad_builtin_file *file; (file = ad_builtin_at(n)); n++) {
        CHECK_WHERE("%s", file->name);
        CHECK_EQ(strlen(file->text), file->size); /* texts: no zero but the last */
        CHECK(file->size > 0);
        CHECK(ad_builtin_find(file->name) == file);
        CHECK(n == 0 || strcmp(ad_builtin_at(n - 1)->name, file->name) < 0);
    }
    CHECK(n >= 20);
    CHECK_EQ(n, ad_builtin_count);
}

/* Byte for byte, quotes and line ends included. */
static void contents(void)
{
    const ad_builtin_file *file = ad_builtin_find("paper/ablation2.csv");
    const char start[] = "method,dataset,model,metric,mean,std,p\n"
                         "concrete-mlp,cifar10,vgg16,accuracy,94.10,0.08,3.87e-3\n";

    CHECK(file && !strncmp(file->text, start, strlen(start)));
    CHECK(file && file->text[file->size - 1] == '\n');
    CHECK_EQ(file->size, 451);
    CHECK_HAS(ad_builtin_find("paper/results.csv")->text,
              "advanced,mnist,\"mlp:800,800\",accuracy,98.89,0.04,\n");
    CHECK(!ad_builtin_find("paper/README.md"));
    CHECK(!ad_builtin_find("ablation2.csv"));
    CHECK(!ad_builtin_find(""));
}

CHECK_MAIN(listed, contents)
