/* Does the beginning of a file look like a table? */
#ifndef AD_DATA_TABLE_PROBE_H
#define AD_DATA_TABLE_PROBE_H

#include "data/encoding.h"

/* Is the name that of a table: .csv and the like? */
bool ad_table_has_ending(const char *name);

/* Text whose first line has two columns or more, one line of two with a number, unless its name is
 * that of a table. */
bool ad_table_head_is_one(ad_text_head *head, const char *name);

/* Are two lines there, or all that the file has? */
bool ad_table_head_is_enough(const ad_text_head *head);

#endif
