# libadrop, the core, and libadrop-lab, experiments. A module is a folder of src/ and
# belongs to one of them; tools/layers.txt says which may include which.
if(ADROP_ONEDNN)
  set(core_modules base random dist stats measure technique conform transform compute comm layer optim model rows prune trainer predict exchange)
else()
  set(core_modules base random dist stats measure technique conform)
endif()
set(lab_modules config data train runs study figure document experiment paper report)
set(built_modules ${core_modules})

# The files of modules that match a pattern, below the project.
function(adrop_sources out pattern) # modules..
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/src/)
  list(TRANSFORM ARGN APPEND /${pattern})
  file(GLOB found CONFIGURE_DEPENDS ${ARGN})
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Files called *_kernel.c are compiled once for each kernel set (src/base/kernel.h), the rest once.
adrop_sources(kernel_sources *_kernel.c ${core_modules})
adrop_sources(core_sources *.c ${core_modules})
list(REMOVE_ITEM core_sources ${kernel_sources})
list(FILTER core_sources EXCLUDE REGEX "_plugin\\.c$") # loaded at run time (comm.cmake)
if(ADROP_ONEDNN) # one of the two (src/compute/version_dnnl.h)
  list(FILTER core_sources EXCLUDE REGEX "version[0-9]+_dnnl\\.c$")
  list(APPEND core_sources ${PROJECT_SOURCE_DIR}/src/compute/version${dnnl_major}_dnnl.c)
endif()

# Products and transforms for CPUs with AVX2 and FMA; nothing else calls them.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  adrop_sources(avx2_sources *_avx2.c compute)
  set_source_files_properties(${avx2_sources} PROPERTIES
    COMPILE_OPTIONS "-mavx2;-mfma;-ffp-contract=fast")
  list(FILTER core_sources EXCLUDE REGEX "/winograd_absent\\.c$")
else()
  list(FILTER core_sources EXCLUDE REGEX "/winograd(_[a-z]+)?(_avx2)?\\.c$")
  if(ADROP_ONEDNN)
    list(APPEND core_sources ${PROJECT_SOURCE_DIR}/src/compute/winograd_absent.c)
  endif()
endif()

set_source_files_properties(${PROJECT_SOURCE_DIR}/src/comm/open.c PROPERTIES
  COMPILE_DEFINITIONS "ADROP_COMM_DIR=\"${CMAKE_INSTALL_FULL_LIBDIR}/adrop-comm\"")
add_library(adrop_objects OBJECT ${core_sources})
target_link_libraries(adrop_objects PRIVATE adrop_flags adrop_small_frames adrop_core_needs)

# The wide sets are for x86-64 alone (src/base/kernel.h).
set(kernel_sets f64 f32)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND kernel_sets f32_avx2 f32_avx512)
endif()
set(flags_f64 -DAD_KERNEL_DOUBLE)
set(flags_f32 "")
set(flags_f32_avx2 -mavx2)
set(flags_f32_avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512)
set(core_objects $<TARGET_OBJECTS:adrop_objects>)

# Kernels that few programs spend time in: vectorised, but not unrolled and peeled as by -O3, which makes
# them two to three times as large in each set.
set(plain_kernels dist/formula dist/spline random/beta_noise random/gamma technique/concrete_mlp
  technique/evolutional technique/information_kl technique/jumpout technique/masksembles
  technique/soft technique/variational_hierarchical)
list(TRANSFORM plain_kernels PREPEND ${PROJECT_SOURCE_DIR}/src/)
list(TRANSFORM plain_kernels APPEND _kernel.c)
set_property(SOURCE ${plain_kernels} APPEND PROPERTY COMPILE_OPTIONS
  $<$<AND:$<C_COMPILER_ID:GNU>,$<CONFIG:Release>>:-O2;-ftree-vectorize;-fvect-cost-model=dynamic>)

# Code that reads settings and formulas, once for each: -O3 makes it larger and saves no time.
file(GLOB readers ${PROJECT_SOURCE_DIR}/src/base/option*.c ${PROJECT_SOURCE_DIR}/src/base/text*.c
  ${PROJECT_SOURCE_DIR}/src/dist/formula.c ${PROJECT_SOURCE_DIR}/src/dist/formula_eval.c
  ${PROJECT_SOURCE_DIR}/src/dist/own_*.c)
set_property(SOURCE ${readers} APPEND PROPERTY COMPILE_OPTIONS
  $<$<AND:$<C_COMPILER_ID:GNU>,$<CONFIG:Release>>:-O2>)

foreach(set ${kernel_sets})
  add_library(adrop_kernels_${set} OBJECT ${kernel_sources})
  target_link_libraries(adrop_kernels_${set} PRIVATE adrop_flags adrop_small_frames adrop_core_needs)
  target_compile_definitions(adrop_kernels_${set} PRIVATE AD_KERNEL_SET=${set})
  target_compile_options(adrop_kernels_${set} PRIVATE -fno-trapping-math ${flags_${set}})
  if(ADROP_CONTRACT AND set MATCHES "avx")
    set_property(SOURCE ${kernel_sources} APPEND PROPERTY COMPILE_OPTIONS -ffp-contract=fast)
    target_compile_options(adrop_kernels_${set} PRIVATE -mfma)
  endif()
  list(APPEND core_objects $<TARGET_OBJECTS:adrop_kernels_${set}>)
endforeach()
if(NOT ADROP_ONEDNN)
  target_compile_definitions(adrop_flags INTERFACE ADROP_NO_MODELS)
endif()

# A library as lib<name>.so and lib<name>.a. The shared one shows what cmake/adrop.map.in
# lets it, and binds its own calls when it is linked.
configure_file(cmake/adrop.map.in adrop.map @ONLY)
function(adrop_library target name) # objects..
  add_library(${target}_shared SHARED ${ARGN})
  add_library(${target}_static STATIC ${ARGN})
  foreach(kind shared static)
    set_target_properties(${target}_${kind} PROPERTIES OUTPUT_NAME ${name})
    target_include_directories(${target}_${kind} PUBLIC
      $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_compile_definitions(${target}_${kind} PUBLIC $<$<NOT:$<BOOL:${ADROP_ONEDNN}>>:ADROP_NO_MODELS>)
  endforeach()
  set_target_properties(${target}_shared PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LINK_DEPENDS ${PROJECT_BINARY_DIR}/adrop.map)
  target_link_libraries(${target}_shared PRIVATE $<BUILD_INTERFACE:adrop_outside>)
  target_link_options(${target}_shared PRIVATE -Wl,-Bsymbolic-functions
    -Wl,--version-script=${PROJECT_BINARY_DIR}/adrop.map)
  if(NOT ADROP_SANITIZE)
    target_link_options(${target}_shared PRIVATE -Wl,-z,defs)
  endif()
endfunction()

adrop_library(adrop adrop ${core_objects})
foreach(kind shared static)
  target_link_libraries(adrop_${kind} PRIVATE $<BUILD_INTERFACE:adrop_core_needs>)
  set_target_properties(adrop_${kind} PROPERTIES EXPORT_NAME ${kind})
  add_library(adrop::${kind} ALIAS adrop_${kind})
endforeach()
add_library(adrop::adrop ALIAS adrop_shared)

# What tests, timings and fuzz targets link: everything, its insides too.
add_library(adrop_inside INTERFACE)
target_link_libraries(adrop_inside INTERFACE adrop_static adrop_flags adrop_core_needs)

if(adrop_lab)
  list(APPEND built_modules ${lab_modules})
  adrop_sources(lab_kernels *_kernel.c ${lab_modules})
  if(lab_kernels)
    message(FATAL_ERROR "kernels belong into the core: ${lab_kernels}")
  endif()
  include(cmake/builtin.cmake)
  include(cmake/page.cmake)
  include(cmake/digits.cmake)
  adrop_sources(lab_sources *.c ${lab_modules})
  add_library(adrop_lab_objects OBJECT ${lab_sources} ${builtin_source} ${page_source} ${digits_source})
  target_link_libraries(adrop_lab_objects PRIVATE adrop_flags adrop_small_frames adrop_core_needs adrop_lab_needs)
  add_custom_target(adrop_commit BYPRODUCTS ${PROJECT_BINARY_DIR}/made/commit.h
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${PROJECT_BINARY_DIR}/made/commit.h
      -P ${PROJECT_SOURCE_DIR}/cmake/commit.cmake VERBATIM)
  add_dependencies(adrop_lab_objects adrop_commit)
  target_include_directories(adrop_lab_objects PRIVATE ${PROJECT_BINARY_DIR}/made)
  set(lab_objects $<TARGET_OBJECTS:adrop_lab_objects>)

  adrop_library(adrop_lab adrop-lab ${lab_objects})
  foreach(kind shared static)
    target_link_libraries(adrop_lab_${kind} PUBLIC adrop_${kind}
      PRIVATE $<BUILD_INTERFACE:adrop_lab_needs> $<BUILD_INTERFACE:adrop_core_needs>)
  endforeach()
  add_dependencies(adrop_lab_shared adrop_lab_static)
  add_custom_command(TARGET adrop_lab_shared PRE_LINK VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/tools/check_lab.sh $<TARGET_FILE:adrop_shared> $<TARGET_FILE:adrop_lab_static>)
  set_target_properties(adrop_lab_shared PROPERTIES EXPORT_NAME lab INSTALL_RPATH "$ORIGIN")
  set_target_properties(adrop_lab_static PROPERTIES EXPORT_NAME lab_static)
  add_library(adrop::lab ALIAS adrop_lab_shared)
  add_library(adrop::lab_static ALIAS adrop_lab_static)
  target_link_libraries(adrop_inside INTERFACE adrop_lab_static adrop_lab_needs
    ${ADROP_ARCHIVE_LINK_LIBRARIES}) # tests write archives
endif()
