# What the two libraries need. Results are variables and targets of ours, for those that
# find_package imports are not seen by a project around this one.
#
#     adrop_core_needs    for libadrop: Jansson, xxhash, OpenMP and, with networks, oneDNN, YAML and,
#                         for texts, utf8proc and Snowball's libstemmer
#     adrop_lab_needs     for libadrop-lab besides: JPEG, PNG; the headers of
#                         libcurl and libarchive, which are loaded by what uses them
#     adrop_core_names    the same as names for the linker, for who links an installed
#     adrop_lab_names     static library
find_package(PkgConfig REQUIRED)

function(adrop_needs target prefix) # what pkg_check_modules found
  target_include_directories(${target} SYSTEM INTERFACE ${${prefix}_INCLUDE_DIRS})
  target_link_libraries(${target} INTERFACE ${${prefix}_LINK_LIBRARIES})
endfunction()

pkg_check_modules(ADROP_JANSSON REQUIRED jansson)
pkg_check_modules(ADROP_XXHASH REQUIRED libxxhash)
add_library(adrop_core_needs INTERFACE)
adrop_needs(adrop_core_needs ADROP_JANSSON)
adrop_needs(adrop_core_needs ADROP_XXHASH)
set(adrop_core_names jansson xxhash)

if(ADROP_ONEDNN)
  find_path(DNNL_INCLUDE oneapi/dnnl/dnnl_version.h) # its own package file asks for OpenCL's headers
  find_library(DNNL_LIBRARY dnnl)
  set(without "or configure with -DADROP_ONEDNN=OFF for the dropout layer without networks")
  if(NOT DNNL_INCLUDE OR NOT DNNL_LIBRARY)
    message(FATAL_ERROR "oneDNN was not found: install its 2.x or 3.x (libdnnl-dev of Debian 12 or 13), ${without}")
  endif()
  file(STRINGS ${DNNL_INCLUDE}/oneapi/dnnl/dnnl_version.h lines
    REGEX "define DNNL_VERSION_(MAJOR|MINOR|PATCH) ")
  list(TRANSFORM lines REPLACE "[^0-9]*([0-9]+).*" "\\1")
  list(JOIN lines "." dnnl_version)
  string(REGEX MATCH "^[0-9]+" dnnl_major ${dnnl_version})
  if(NOT dnnl_version VERSION_GREATER_EQUAL 2.6 OR dnnl_major GREATER 3 OR (dnnl_major EQUAL 3 AND dnnl_version VERSION_LESS 3.4))
    message(FATAL_ERROR "oneDNN ${dnnl_version} in ${DNNL_INCLUDE} is not supported, for adrop uses calls of 2.6 "
      "and above or of 3.4 and above: give -DDNNL_INCLUDE=DIR and -DDNNL_LIBRARY=FILE of one of those, as "
      "libdnnl-dev of Debian 12 (2.6) and of Debian 13 (3.7) are, ${without}")
  endif()
  target_include_directories(adrop_core_needs SYSTEM INTERFACE ${DNNL_INCLUDE})
  target_link_libraries(adrop_core_needs INTERFACE ${DNNL_LIBRARY})
  list(APPEND adrop_core_names dnnl)

  pkg_check_modules(ADROP_UTF8PROC REQUIRED libutf8proc)
  adrop_needs(adrop_core_needs ADROP_UTF8PROC)
  find_path(STEMMER_INCLUDE libstemmer.h) # it has no pkg-config file
  find_library(STEMMER_LIBRARY stemmer)
  if(NOT STEMMER_INCLUDE OR NOT STEMMER_LIBRARY)
    message(FATAL_ERROR "Snowball's libstemmer was not found: install libstemmer-dev, ${without}")
  endif()
  target_include_directories(adrop_core_needs SYSTEM INTERFACE ${STEMMER_INCLUDE})
  target_link_libraries(adrop_core_needs INTERFACE ${STEMMER_LIBRARY})
  pkg_check_modules(ADROP_YAML REQUIRED yaml-0.1)
  adrop_needs(adrop_core_needs ADROP_YAML)
  list(APPEND adrop_core_names utf8proc stemmer yaml)
endif()

if(ADROP_OPENMP AND NOT ADROP_FUZZ) # the parsers need no threads
  if(ADROP_SANITIZE MATCHES "thread" AND CMAKE_C_COMPILER_ID MATCHES "Clang")
    # ThreadSanitizer knows what clang's runtime does, by Archer, and would report races in correct loops of
    # libgomp. oneDNN's calls go to clang's runtime too, which has libgomp's names and comes first.
    target_compile_options(adrop_core_needs INTERFACE -fopenmp)
    target_link_libraries(adrop_core_needs INTERFACE -fopenmp)
  elseif(CMAKE_C_COMPILER_ID MATCHES "Clang") # its own runtime would stand beside oneDNN's (src/base/parallel.c)
    include(CheckLibraryExists)
    check_library_exists(gomp GOMP_parallel "" ADROP_HAS_GOMP)
    if(NOT ADROP_HAS_GOMP)
      message(FATAL_ERROR "gcc's OpenMP runtime, libgomp, was not found: install gcc, which brings it, beside clang")
    endif()
    target_compile_definitions(adrop_core_needs INTERFACE ADROP_GOMP)
    target_link_libraries(adrop_core_needs INTERFACE gomp)
  else()
    find_package(OpenMP REQUIRED COMPONENTS C)
    target_compile_options(adrop_core_needs INTERFACE ${OpenMP_C_FLAGS})
    target_link_libraries(adrop_core_needs INTERFACE ${OpenMP_C_LIBRARIES})
  endif()
  list(APPEND adrop_core_names gomp)
endif()
target_compile_options(adrop_core_needs INTERFACE -pthread)
target_link_libraries(adrop_core_needs INTERFACE pthread m)
list(APPEND adrop_core_names pthread m)

if(adrop_lab)
  pkg_check_modules(ADROP_JPEG REQUIRED libjpeg)
  pkg_check_modules(ADROP_PNG REQUIRED libpng)
  pkg_check_modules(ADROP_ARCHIVE REQUIRED libarchive)
  pkg_check_modules(ADROP_CURL REQUIRED libcurl>=7.85)
  add_library(adrop_lab_needs INTERFACE)
  adrop_needs(adrop_lab_needs ADROP_JPEG)
  adrop_needs(adrop_lab_needs ADROP_PNG)
  target_include_directories(adrop_lab_needs SYSTEM INTERFACE ${ADROP_ARCHIVE_INCLUDE_DIRS} ${ADROP_CURL_INCLUDE_DIRS})
  target_link_libraries(adrop_lab_needs INTERFACE ${CMAKE_DL_LIBS})
  set(adrop_lab_names jpeg png ${CMAKE_DL_LIBS})
endif()
