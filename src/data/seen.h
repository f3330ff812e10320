/* What is at a path that is in no format, in words. */
#ifndef AD_DATA_SEEN_H
#define AD_DATA_SEEN_H

#include "data/source.h"

enum { AD_SEEN_SIZE = 320 };

/* "a text whose first line, 'hello', has no separators" and the like; "" if there is nothing to be
 * said. ADROP_ENOMEM, or what reading says. */
adrop_status ad_source_seen(ad_source *source, char text[AD_SEEN_SIZE]);

#endif
