# The page of `adrop playground` becomes a C source of the program: the library as WebAssembly
# (playground/stored.sh chooses it) and the page around it (cmake/playground_write.cmake).
set(play_folder ${PROJECT_BINARY_DIR}/playground)
file(GLOB play_sources CONFIGURE_DEPENDS playground/*.c playground/*.h playground/*.sh
  src/base/*.[ch] src/random/*.[ch] src/dist/*.[ch] src/technique/*.[ch] src/optim/*.[ch] include/adrop/*.h)
file(GLOB play_stored CONFIGURE_DEPENDS playground/adrop.wasm playground/adrop.wasm.sums)
set(play_scripts module.js plot.js masks.js network.js main.js)
set(play_page page.html style.css ${play_scripts})
list(TRANSFORM play_page PREPEND ${PROJECT_SOURCE_DIR}/playground/page/)

add_custom_command(OUTPUT ${play_folder}/adrop.wasm
  COMMAND ${CMAKE_COMMAND} -E env BUILD=${PROJECT_BINARY_DIR} CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER}
    ${PROJECT_SOURCE_DIR}/playground/stored.sh choose ${play_folder}/adrop.wasm
  DEPENDS ${play_sources} ${play_stored} COMMENT "Choosing the playground's WebAssembly" VERBATIM)
add_custom_command(OUTPUT ${play_folder}/page.c
  COMMAND ${CMAKE_COMMAND} -DPAGE=${PROJECT_SOURCE_DIR}/playground/page "-DSCRIPTS=${play_scripts}"
    -DWASM=${play_folder}/adrop.wasm -DOUT=${play_folder}/page.c
    -P ${PROJECT_SOURCE_DIR}/cmake/playground_write.cmake
  DEPENDS ${play_page} ${play_folder}/adrop.wasm cmake/playground_write.cmake
  COMMENT "Writing the playground's page" VERBATIM)
