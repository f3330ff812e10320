# The script and the style sheet of reports become one C source (src/report/html.h), so that a page
# needs nothing beside it.
set(page_source ${PROJECT_BINARY_DIR}/report_page.c)
set(page_files ${PROJECT_SOURCE_DIR}/src/report/page/report.css ${PROJECT_SOURCE_DIR}/src/report/page/report.js)
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/src/report/page -DOUT=${page_source}
    -P ${PROJECT_SOURCE_DIR}/cmake/page_write.cmake
  DEPENDS ${page_files} cmake/page_write.cmake
  COMMENT "Writing report_page.c" VERBATIM)
