/* SIGINT, SIGTERM, SIGHUP (unless ignored, as under nohup) and SIGPIPE: the first asks the work to
 * stop, the second ends the program. */
#ifndef ADROP_CLI_INTERRUPT_H
#define ADROP_CLI_INTERRUPT_H

/* Catch these signals from now on. Until interrupt_ready() there is nothing to save, so the first
 * one ends the program at once. */
void interrupt_watch(void);
void interrupt_ready(void);

/* The signal received, or 0. */
int interrupt_signal(void);

/* Was one received? A hook for long work. */
int interrupt_stop(void *user);

/* Report that the command was interrupted and that its folder can be resumed. Returns the exit
 * status. */
int interrupt_tell(const char *command, const char *folder);

#endif
