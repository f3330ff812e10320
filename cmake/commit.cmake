# Run by every build: commit.h says which commit is built ("+": with changes). It is written only
# when that has changed.
#     cmake -DSOURCE=DIR -DHEADER=FILE -P commit.cmake
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed)
  set(commit "")
else()
  execute_process(COMMAND git -C ${SOURCE} diff --quiet HEAD -- src include cli ERROR_QUIET RESULT_VARIABLE changed)
  if(changed)
    string(APPEND commit "+")
  endif()
endif()
set(text "#define ADROP_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${HEADER} "${text}")
endif()
