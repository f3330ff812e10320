/* Does the beginning of a file look like a table? */
#ifndef AD_DATA_TABLE_PROBE_H
#define AD_DATA_TABLE_PROBE_H

#include "data/encoding.h"

/* Does the name have a table's extension: .csv and the like? */
bool ad_table_has_ending(const char *name);

/* Is it text with two columns or more, with a number in the first two rows? A table's name relaxes
 * this. */
bool ad_table_head_is_one(ad_text_head *head, const char *name);

/* Does the text hold three lines, or all of the file? */
bool ad_table_head_is_enough(const ad_text_head *head);

#endif
