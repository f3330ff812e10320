/* Texts of the status codes, and the version. */
#include "adrop/status.h"

#include "adrop/version.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

const char *adrop_status_text(adrop_status status)
{
    switch (status) {
#define CASE(code, value, text)                                                                    \
  case ADROP_##code:                                                                               \
    return text;
        ADROP_STATUS_MAP(CASE)
#undef CASE
    }
    return "unknown status";
}

const char *adrop_version(void)
{
    return TEXT(ADROP_VERSION_MAJOR) "." TEXT(ADROP_VERSION_MINOR) "." TEXT(ADROP_VERSION_PATCH);
}

int adrop_version_number(void)
{
    return ADROP_VERSION;
}
