/* SIGINT, SIGTERM, SIGHUP (unless it is ignored, as under nohup) and SIGPIPE: the first asks the
 * work to stop, a second ends the program. */
#ifndef ADROP_CLI_INTERRUPT_H
#define ADROP_CLI_INTERRUPT_H

/* From now on these signals are kept. Until interrupt_ready() there is nothing to save, and the
 * first one ends the program at once. */
void interrupt_watch(void);
void interrupt_ready(void);

/* The signal that came, or 0. */
int interrupt_signal(void);

/* Whether one came: the hook that long work asks. */
int interrupt_stop(void *user);

/* Say that the command was interrupted and that its folder can be resumed. Returns the exit
 * status. */
int interrupt_tell(const char *command, const char *folder);

#endif
