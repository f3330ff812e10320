/* What `adrop reproduce` prints: the list, the plan, the tables, and all of it as JSON. */
#ifndef ADROP_CLI_REPRODUCE_SHOW_H
#define ADROP_CLI_REPRODUCE_SHOW_H

#include <stdio.h>

#include "adrop/reproduce.h"
#include "adrop/table.h"

void reproduce_list(FILE *file, const adrop_recipes *recipes);
void reproduce_list_json(FILE *file, const adrop_recipes *recipes);

/* What would be done; seconds as estimated here, or NaN. */
void reproduce_plan(FILE *file, const adrop_reproduction *r, double seconds);
void reproduce_plan_json(FILE *file, const adrop_reproduction *r, double seconds);

/* The first words: what is made, how the scale differs, what is left out. */
void reproduce_begin(FILE *file, const adrop_reproduction *r);

/* Tables, sheets, sentences. */
adrop_status reproduce_show(FILE *file, adrop_ctx *ctx, const adrop_reproduction *r,
                            adrop_table_style style);
void reproduce_json(FILE *file, const adrop_reproduction *r);

/* "about 3 hours", "about 20 minutes", "seconds", "unknown". Returns buffer. */
char *reproduce_hours(double hours, char *buffer, size_t size);

#endif
