# Examples: small programs that use the public headers alone; the tests compare what
# they print with the file beside them.
file(GLOB example_sources CONFIGURE_DEPENDS examples/*.c)
foreach(source ${example_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_compile_options(example_${name} PRIVATE ${adrop_warnings})
  target_link_libraries(example_${name} PRIVATE adrop_shared m)
  set_target_properties(example_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/examples)
  if(ADROP_SANITIZE)
    target_link_options(example_${name} PRIVATE -fsanitize=${ADROP_SANITIZE})
  endif()
endforeach()
