# Flags every C file gets. Contraction off: a*b + c is two roundings on every CPU, so that
# the kernel sets agree bit for bit (src/base/kernel.h).
#
#     adrop_outside    for programs that see the public headers alone
#     adrop_flags      for the libraries and what looks inside them
add_library(adrop_outside INTERFACE)
add_library(adrop_flags INTERFACE)
target_link_libraries(adrop_flags INTERFACE adrop_outside)
target_include_directories(adrop_flags INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(adrop_outside INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(adrop_outside INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wundef -Wvla -ffp-contract=off -fno-math-errno
  -ffunction-sections -fdata-sections) # so that a static program takes along what it uses alone
# For the libraries and the program: they must not need a large stack. Sanitizers do.
add_library(adrop_small_frames INTERFACE)
if(NOT ADROP_SANITIZE)
  target_compile_options(adrop_small_frames INTERFACE -Wframe-larger-than=16384)
endif()
if(ADROP_WERROR)
  target_compile_options(adrop_outside INTERFACE -Werror)
endif()

# Against what a hostile file might find to overwrite; tools/check_elf.sh looks for it in
# what was built. None of it costs measurable time.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)
target_compile_options(adrop_outside INTERFACE -fstack-protector-strong -fstack-clash-protection)
target_link_options(adrop_outside INTERFACE -Wl,-z,relro,-z,now)
if(NOT ADROP_SANITIZE AND NOT ADROP_FUZZ AND NOT CMAKE_C_FLAGS MATCHES "FORTIFY_SOURCE")
  target_compile_options(adrop_outside INTERFACE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
endif()

if(ADROP_FUZZ)
  if(ADROP_FUZZ_FAST) # to search with; what is found and kept is replayed with sanitizers
    set(ADROP_SANITIZE fuzzer-no-link)
  else()
    if(NOT ADROP_SANITIZE) # undefined alone shows what address costs
      set(ADROP_SANITIZE address,undefined)
    endif()
    string(APPEND ADROP_SANITIZE ,fuzzer-no-link)
  endif()
  target_compile_options(adrop_flags INTERFACE
    -fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/fuzz/unwatched.txt)
  target_compile_definitions(adrop_flags INTERFACE FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
endif()
if(ADROP_SANITIZE) # gcc's own checks of pointers make -Wformat-truncation see ones that are not there
  target_compile_options(adrop_flags INTERFACE -fsanitize=${ADROP_SANITIZE} -UNDEBUG -fno-omit-frame-pointer
    -fno-sanitize-recover=all $<$<C_COMPILER_ID:GNU>:-Wno-format-truncation>)
  target_link_options(adrop_outside INTERFACE -fsanitize=${ADROP_SANITIZE})
endif()
