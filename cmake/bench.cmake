# `make bench`: programs that time; never part of the tests.
file(GLOB bench_sources CONFIGURE_DEPENDS bench/bench_*.c)
foreach(source ${bench_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} EXCLUDE_FROM_ALL ${source})
  target_link_libraries(${name} PRIVATE adrop_inside)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  list(APPEND bench_targets ${name})
endforeach()
add_custom_target(bench_programs DEPENDS ${bench_targets})

target_link_libraries(bench_winograd PRIVATE ${DNNL_LIBRARY}) # what it is compared with
