/* The page of `adrop playground`, built into the program: the parts before and after the library's
 * WebAssembly, which is embedded in base64. Its size is 0 in a program built without it.
 * cmake/playground_write.cmake writes the source. */
#ifndef ADROP_CLI_PLAYGROUND_PAGE_H
#define ADROP_CLI_PLAYGROUND_PAGE_H

#include <stddef.h>

extern const unsigned char playground_before[], playground_after[], playground_wasm[];
extern const size_t playground_before_size, playground_after_size, playground_wasm_size;

#endif
