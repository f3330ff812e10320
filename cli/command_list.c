/* The commands of the program (command_list.h). */
#include "command.h"

const command *const command_all[] = {
#define COMMAND(id) &command_##id,
#include "command_list.h"
#undef COMMAND
    NULL,
};
