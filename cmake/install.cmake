# `make install`: program, libraries, headers, pkg-config files, CMake package, and
# the manual pages and completion scripts that the program writes from its own option tables.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/adrop)

# What an outside program that links a static library needs besides it.
foreach(name ${adrop_core_names})
  target_link_libraries(adrop_static INTERFACE $<INSTALL_INTERFACE:${name}>)
endforeach()
install(TARGETS adrop_shared adrop_static EXPORT adropTargets)
install(EXPORT adropTargets NAMESPACE adrop:: DESTINATION ${package_dir})

if(adrop_lab)
  foreach(name ${adrop_lab_names})
    target_link_libraries(adrop_lab_static INTERFACE $<INSTALL_INTERFACE:${name}>)
  endforeach()
  install(TARGETS adrop_lab_shared adrop_lab_static EXPORT adropLabTargets)
  install(EXPORT adropLabTargets NAMESPACE adrop:: DESTINATION ${package_dir})
  install(DIRECTORY include/adrop DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
else() # the headers that adrop.h includes; those of networks stand within an #if there
  set(include "^#include")
  if(ADROP_ONEDNN)
    set(include "^# *include")
  endif()
  file(STRINGS include/adrop/adrop.h headers REGEX "${include}")
  list(TRANSFORM headers REPLACE ".*\"(.*)\".*" "include/\\1")
  install(FILES include/adrop/adrop.h include/adrop/export.h ${headers}
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/adrop)
endif()

configure_package_config_file(cmake/adropConfig.cmake.in adropConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(adropConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/adropConfig.cmake ${PROJECT_BINARY_DIR}/adropConfigVersion.cmake
  DESTINATION ${package_dir})

# The pkg-config files find the prefix from where they stand, so that the prefix may be
# chosen at installation: cmake --install BUILD --prefix DIR. adrop-static and
# adrop-lab-static name the archives: `pkg-config --static` alone cannot, for the linker
# takes the shared library where it finds both, unless the whole program is static.
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
cmake_path(APPEND pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}") # an absolute one replaces it
cmake_path(APPEND pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
if(NOT ADROP_ONEDNN)
  set(pc_cflags " -DADROP_NO_MODELS")
endif()
function(adrop_pc name requires about names) # names: what the archive needs
  list(TRANSFORM names PREPEND -l OUTPUT_VARIABLE pc_private)
  list(JOIN pc_private " " pc_private)
  set(pc_name ${name})
  set(pc_about ${about})
  set(pc_requires ${requires})
  set(pc_libs "-L\${libdir} -l${name}")
  configure_file(cmake/adrop.pc.in ${name}.pc @ONLY)
  set(pc_name ${name}-static)
  list(TRANSFORM pc_requires APPEND -static)
  set(pc_libs "\${libdir}/lib${name}.a ${pc_private}")
  set(pc_private "")
  configure_file(cmake/adrop.pc.in ${name}-static.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc ${PROJECT_BINARY_DIR}/${name}-static.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
adrop_pc(adrop "" "learned, Bayesian dropout" "${adrop_core_names}")
if(adrop_lab)
  adrop_pc(adrop-lab adrop "experiments with learned, Bayesian dropout" "${adrop_lab_names}")
endif()

if(adrop_program)
  # The same program, linked for where it will stand.
  file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  adrop_add_program(adrop_installed "$ORIGIN/${bin_to_lib}")
  set_target_properties(adrop_installed PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/installed)
  install(TARGETS adrop_installed)

  add_custom_target(adrop_man ALL COMMAND adrop_cli help --man-dir ${PROJECT_BINARY_DIR}/man1
    DEPENDS adrop_cli VERBATIM)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})

  # Completion scripts, under the names that each shell looks for.
  foreach(shell bash zsh fish)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/completion/${shell}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completion
      COMMAND adrop_cli completion ${shell} > ${PROJECT_BINARY_DIR}/completion/${shell}
      DEPENDS adrop_cli VERBATIM)
    list(APPEND completion_files ${PROJECT_BINARY_DIR}/completion/${shell})
  endforeach()
  add_custom_target(adrop_completion ALL DEPENDS ${completion_files})
  set(share ${CMAKE_INSTALL_DATADIR})
  install(FILES ${PROJECT_BINARY_DIR}/completion/bash DESTINATION ${share}/bash-completion/completions RENAME adrop)
  install(FILES ${PROJECT_BINARY_DIR}/completion/zsh DESTINATION ${share}/zsh/site-functions RENAME _adrop)
  install(FILES ${PROJECT_BINARY_DIR}/completion/fish DESTINATION ${share}/fish/vendor_completions.d RENAME adrop.fish)
endif()

if(adrop_program AND adrop_comm_plugins)
  install(FILES ${adrop_comm_plugins} DESTINATION ${CMAKE_INSTALL_LIBDIR}/adrop-comm)
endif()
