# The files of recipes/ become one C source, so that the library needs none of them
# where it runs (src/config/builtin.h). The list is a file of its own: it changes only
# when a file comes or goes, and then the source is written anew.
file(GLOB_RECURSE builtin_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/recipes
  recipes/*.csv recipes/*.txt recipes/*.yaml)
list(SORT builtin_files)
list(JOIN builtin_files "\n" builtin_lines)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/builtin_files.txt CONTENT "${builtin_lines}\n" @ONLY)
list(TRANSFORM builtin_files PREPEND ${PROJECT_SOURCE_DIR}/recipes/)

set(builtin_source ${PROJECT_BINARY_DIR}/builtin_files.c)
add_custom_command(OUTPUT ${builtin_source}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/recipes
    -DLIST=${PROJECT_BINARY_DIR}/builtin_files.txt -DOUT=${builtin_source}
    -P ${PROJECT_SOURCE_DIR}/cmake/builtin_write.cmake
  DEPENDS ${builtin_files} ${PROJECT_BINARY_DIR}/builtin_files.txt cmake/builtin_write.cmake
  COMMENT "Writing builtin_files.c" VERBATIM)
