/* The page of `adrop playground`, built into the program: what stands before and after the
 * library's WebAssembly, which the page holds in base64. Its size is 0 in a program that was built
 * without it. The source is written by cmake/playground_write.cmake. */
#ifndef ADROP_CLI_PLAYGROUND_PAGE_H
#define ADROP_CLI_PLAYGROUND_PAGE_H

#include <stddef.h>

extern const unsigned char playground_before[], playground_after[], playground_wasm[];
extern const size_t playground_before_size, playground_after_size, playground_wasm_size;

#endif
