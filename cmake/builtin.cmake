# The files of recipes/ become one C source, so that the library needs none of them
# where it runs (src/config/builtin.h). The list is a file of its own: it changes only
# when a file comes or goes, and then the source is written anew.
file(GLOB_RECURSE builtin_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/recipes
  recipes/*.csv recipes/*.txt recipes/*.yaml)
list(SORT builtin_files)
list(JOIN builtin_files "\n" builtin_lines)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/builtin_files.txt CONTENT "${builtin_lines}\n" @ONLY)
list(TRANSFORM builtin_files PREPEND ${CMAKE_SOURCE_DIR}/recipes/)

set(builtin_source ${CMAKE_BINARY_DIR}/builtin_files.c)
add_custom_command(OUTPUT ${builtin_source}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${CMAKE_SOURCE_DIR}/recipes
    -DLIST=${CMAKE_BINARY_DIR}/builtin_files.txt -DOUT=${builtin_source}
    -P ${CMAKE_SOURCE_DIR}/cmake/builtin_write.cmake
  DEPENDS ${builtin_files} ${CMAKE_BINARY_DIR}/builtin_files.txt cmake/builtin_write.cmake
  COMMENT "Writing builtin_files.c" VERBATIM)
