# Tests that are scripts: they look at the tree, the built files or the program.
# Exit status 77 means skipped, with the reason printed.
function(add_script name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "BUILD=${CMAKE_BINARY_DIR};ADROP=${CMAKE_BINARY_DIR}/adrop;CC=${CMAKE_C_COMPILER};CXX=${CMAKE_CXX_COMPILER};SANITIZE=${ADROP_SANITIZE}")
endfunction()

add_script(house/layers tools/check_layers.sh)
add_script(house/headers tools/check_headers.sh)
add_script(house/symbols tools/check_symbols.sh)
add_script(house/lists tools/check_lists.sh)

add_script(cli/cases tests/cli/run.sh)
add_script(cli/json tests/cli/json.sh)
add_script(cli/get tests/cli/get.sh)
add_script(cli/locale tests/cli/locale.sh)
add_script(cli/man tests/cli/man.sh)
add_script(examples tests/examples.sh)
add_script(docs tests/docs.sh)
add_script(getting_started tests/getting_started.sh)
add_script(base/threads tests/base/threads.sh)
add_script(data/hostile tests/data/hostile.sh)
add_script(train/kill tests/train/kill.sh)
add_script(train/full tests/train/full.sh)
add_script(train/configs tests/train/configs.sh)
add_script(compare tests/compare.sh)
add_script(install/outside tests/install/run.sh)

# Comparisons with independent implementations; skipped by name where those are missing.
add_script(peers/dist tests/peers/check_dist.py)
add_script(peers/stats tests/peers/check_stats.py)
add_script(peers/techniques tests/peers/check_techniques.py)
add_script(peers/optim tests/peers/check_optim.py)
add_script(peers/networks tests/peers/check_networks.py)
add_script(peers/run tests/peers/check_run.py)
