/* Runs a fuzz target without libFuzzer on every file of the given folders, so that the corpus is
 * part of the tests. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");

    if (!file)
        return 0;
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    return 1;
}

int main(int argc, char **argv)
{
    int n = 0;

    for (int i = 1; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        char path[4096];
        for (const struct dirent *d; folder && (d = readdir(folder));)
            if (d->d_name[0] != '.') {
                snprintf(path, sizeof path, "%s/%s", argv[i], d->d_name);
                n += replay_file(path);
            }
        if (folder)
            closedir(folder);
    }
    printf("%d files replayed\n", n);
    return n ? EXIT_SUCCESS : EXIT_FAILURE;
}
