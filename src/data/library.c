/* Loading libraries (library.h). */
#include "data/library.h"

#include <dlfcn.h>
#include <string.h>

#include "base/context.h"

/* The last error of dlopen or dlsym. */
static const char *reason(void)
{
    const char *text = dlerror();

    return text ? text : "it cannot be loaded";
}

adrop_status ad_library_open(adrop_ctx *ctx, const char *file, const char *package,
                             adrop_status failure, const char *const *names, size_t n,
                             ad_library_fn **calls, ad_library *out)
{
    out->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!out->handle) {
        const char *why = reason();
        if (strstr(why, "failed to map") || strstr(why, "annot allocate"))
            return ad_fail(ctx, ADROP_ENOMEM, "there is no memory to load %s (%s)", file, why);
        return ad_fail(ctx, failure, "%s is needed for this (%s): install %s", file, why, package);
    }
    for (size_t i = 0; i < n; i++) {
        void *const call = dlsym(out->handle, names[i]);
        if (!call) {
            ad_library_close(out);
            return ad_fail(ctx, failure, "%s is too old, it has no %s: install a newer %s", file,
                           names[i], package);
        }
        memcpy(&calls[i], &call, sizeof call); /* C has no cast from data to function */
    }
    return ADROP_OK;
}

void ad_library_close(ad_library *library)
{
    if (library->handle)
        dlclose(library->handle);
    library->handle = NULL;
}
