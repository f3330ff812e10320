# The rows of the built-in digits become one C source (src/data/digits.h): tools/make_digits.py writes
# the file of bytes.
set(digits_source ${PROJECT_BINARY_DIR}/digits_rows.c)
add_custom_command(OUTPUT ${digits_source}
  COMMAND ${CMAKE_COMMAND} -DFILE=${PROJECT_SOURCE_DIR}/src/data/digits.bin -DOUT=${digits_source}
    -P ${PROJECT_SOURCE_DIR}/cmake/digits_write.cmake
  DEPENDS ${PROJECT_SOURCE_DIR}/src/data/digits.bin cmake/digits_write.cmake
  COMMENT "Writing digits_rows.c" VERBATIM)
