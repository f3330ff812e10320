/* Describing what is at a path in no known format. */
#ifndef AD_DATA_SEEN_H
#define AD_DATA_SEEN_H

#include "data/source.h"

enum { AD_SEEN_SIZE = 320 };

/* "a text whose first line, 'hello', has no separators" and the like; "" if there is nothing to
 * say. ADROP_ENOMEM, or a failure of reading. */
adrop_status ad_source_seen(ad_source *source, char text[AD_SEEN_SIZE]);

#endif
