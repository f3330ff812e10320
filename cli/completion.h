/* Scripts with which shells complete commands, options, words and known names, written from the
 * option tables. */
#ifndef ADROP_CLI_COMPLETION_H
#define ADROP_CLI_COMPLETION_H

#include <stdio.h>

void completion_bash(FILE *file);
void completion_zsh(FILE *file);
void completion_fish(FILE *file);

#endif
