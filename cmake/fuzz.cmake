# Fuzz targets (clang, libFuzzer): one a parser. The whole library is instrumented.
file(GLOB fuzz_sources CONFIGURE_DEPENDS fuzz/fuzz_*.c)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source} ${core_objects} ${lab_objects})
  target_link_libraries(${name} PRIVATE adrop_flags adrop_core_needs adrop_lab_needs
    ${ADROP_ARCHIVE_LINK_LIBRARIES}) # one writes archives
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endforeach()
