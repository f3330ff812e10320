# cmake -DFOLDER=DIR -DOUT=FILE.c -P page_write.cmake: report.css and report.js as texts in C.
set(texts "")
foreach(kind css js)
  file(READ "${FOLDER}/report.${kind}" hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n    " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1, " hex "${hex}")
  string(APPEND texts "const unsigned char ad_page_${kind}[] = {\n    ${hex}0x00\n};\n\n")
endforeach()
file(WRITE "${OUT}" "/* Written by cmake/page_write.cmake. */\n#include \"report/html.h\"\n\n${texts}")
