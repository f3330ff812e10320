/* Who trains the runs of a comparison, a search or a reproduction (--launch): what the three
 * commands do about it before and after their work. */
#ifndef ADROP_CLI_LAUNCH_CHOICE_H
#define ADROP_CLI_LAUNCH_CHOICE_H

#include <stdio.h>

#include "adrop/launch.h"
#include "command.h"

/* Is this call done without planning anything: a script to print, or a process that is a worker of
 * the experiment in folder? Then *code is the exit status. */
int launch_is_other(const command_call *call, adrop_launch_opts *opts, const char *folder,
                    size_t jobs, int *code);

/* Have the runs of the experiment in folder trained by workers, if that was asked for. Returns the
 * exit status; *launch is NULL if there are none. */
int launch_begin(const command_call *call, adrop_launch_opts *opts, const char *folder, size_t jobs,
                 adrop_launch **launch);

/* Be a worker until there is nothing left to do. Returns the exit status. */
int launch_work(const command_call *call, const char *folder, size_t number, const char *session);

/* A line for each worker of the experiment in folder, if it has some now. */
void launch_show(FILE *file, adrop_ctx *ctx, const char *folder);

#endif
