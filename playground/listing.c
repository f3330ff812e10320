/* Listings, numbers as text, memory, the message (module.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "adrop/dist.h"
#include "adrop/number.h"
#include "adrop/technique.h"
#include "adrop/version.h"
#include "inside.h"

static adrop_ctx *context;

adrop_ctx *play_context(void)
{
    if (!context && adrop_ctx_create(NULL, &context))
        context = NULL;
    return context;
}

const char *play_message(void)
{
    return context ? adrop_ctx_message(context) : "there is no memory left";
}

void *play_allocate(size_t bytes)
{
    return malloc(bytes);
}

void play_free(void *memory)
{
    free(memory);
}

const char *play_seed(size_t i)
{
    return adrop_seed_name(i);
}

const char *play_map(size_t i)
{
    return adrop_map_name(i);
}

const char *play_seed_summary(size_t i)
{
    return adrop_seed_summary(i);
}

const char *play_map_summary(size_t i)
{
    return adrop_map_summary(i);
}

const char *play_technique(size_t i)
{
    adrop_technique_info info;

    return adrop_technique_at(i, &info) ? info.name : NULL;
}

const char *play_technique_summary(size_t i)
{
    adrop_technique_info info;

    return adrop_technique_at(i, &info) ? info.summary : NULL;
}

const char *play_version(void)
{
    return adrop_version();
}

void play_number(double x, int digits, char *text)
{
    if (isnan(x))
        strcpy(text, "undefined");
    else if (isinf(x))
        strcpy(text, x > 0 ? "infinite" : "-infinite");
    else
        adrop_number_round(text, x, digits);
}
