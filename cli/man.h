/* Manual pages, written from the command table. */
#ifndef ADROP_CLI_MAN_H
#define ADROP_CLI_MAN_H

/* Write adrop.1 and adrop-<command>.1 for every command into the folder, which is
 * made if it is missing. Returns the exit status; what went wrong has been said. */
int man_write_all(const char *folder);

#endif
