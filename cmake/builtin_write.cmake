# cmake -DFOLDER=DIR -DLIST=FILE -DOUT=FILE.c -P builtin_write.cmake: the files that
# LIST names, below FOLDER, as arrays of bytes in one C source.
file(STRINGS "${LIST}" names)
list(LENGTH names count)
set(arrays "")
set(table "")
set(i 0)
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" hex HEX)
  file(SIZE "${FOLDER}/${name}" size)
  string(REGEX REPLACE "(................................)" "\\1\n    " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " hex "${hex}")
  string(APPEND arrays "static const unsigned char file${i}[] = {\n    ${hex}0x00\n};\n\n")
  string(APPEND table "    { \"${name}\", (const char *)file${i}, ${size} },\n")
  math(EXPR i "${i} + 1")
endforeach()
file(WRITE "${OUT}" "/* Written by cmake/builtin_write.cmake. */
#include \"config/builtin.h\"

${arrays}const ad_builtin_file ad_builtin_files[] = {
${table}    { 0 },
};

const size_t ad_builtin_count = ${count};
")
