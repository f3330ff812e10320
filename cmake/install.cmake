# `make install`: program, libraries, headers, pkg-config file, CMake package and
# the manual pages that the program writes from its own option tables.
include(CMakePackageConfigHelpers)

# What an outside program that links libadrop.a needs besides it.
target_link_libraries(adrop_static INTERFACE
  $<INSTALL_INTERFACE:yaml> $<INSTALL_INTERFACE:jansson> $<INSTALL_INTERFACE:xxhash> $<INSTALL_INTERFACE:archive>
  $<INSTALL_INTERFACE:jpeg> $<INSTALL_INTERFACE:png> $<INSTALL_INTERFACE:curl> $<INSTALL_INTERFACE:pthread> $<INSTALL_INTERFACE:dnnl> $<INSTALL_INTERFACE:gomp> $<INSTALL_INTERFACE:m>)

install(TARGETS adrop_shared adrop_static adrop_cli EXPORT adropTargets)
install(DIRECTORY include/adrop DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT adropTargets NAMESPACE adrop:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/adrop)
configure_package_config_file(cmake/adropConfig.cmake.in adropConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/adrop)
write_basic_package_version_file(adropConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/adropConfig.cmake ${CMAKE_BINARY_DIR}/adropConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/adrop)

# The pkg-config file finds the prefix from where it stands, so that the prefix may
# be chosen at installation: cmake --install BUILD --prefix DIR.
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}") # an absolute one replaces it
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
configure_file(cmake/adrop.pc.in adrop.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/adrop.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

add_custom_target(man ALL COMMAND adrop_cli help --man-dir ${CMAKE_BINARY_DIR}/man1
  DEPENDS adrop_cli VERBATIM)
install(DIRECTORY ${CMAKE_BINARY_DIR}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
