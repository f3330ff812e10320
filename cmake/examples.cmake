# Examples: small programs that use the public headers alone; the tests compare what
# they print with the file beside them. Without networks there are only the first two.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.c)
if(NOT ADROP_ONEDNN)
  set(example_sources examples/01_own_loop.c examples/02_masks.c)
endif()
foreach(source ${example_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE adrop_outside adrop_shared m)
  set_target_properties(example_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples INSTALL_RPATH "$ORIGIN/..")
endforeach()
