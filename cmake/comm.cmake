# Plug-ins that carry messages between the ranks of a job, one for each library of MPI that is
# installed (src/comm/mpi_plugin.c): their binary interfaces differ, so each is compiled by its own
# mpicc. The program loads one when mpirun has started it, and needs none otherwise.
set(adrop_comm_plugins "")
foreach(name openmpi mpich)
  find_program(ADROP_MPICC_${name} mpicc.${name})
  if(ADROP_MPICC_${name})
    set(plugin ${PROJECT_BINARY_DIR}/adrop-comm/${name}.so)
    add_custom_command(OUTPUT ${plugin}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/adrop-comm
      COMMAND ${ADROP_MPICC_${name}} -std=c17 -O2 -g -Wall -Wextra -fPIC -fvisibility=hidden
        -fstack-protector-strong -fstack-clash-protection -D_FORTIFY_SOURCE=2
        -I${PROJECT_SOURCE_DIR}/src -shared -Wl,-z,relro,-z,now
        -o ${plugin} ${PROJECT_SOURCE_DIR}/src/comm/mpi_plugin.c
      DEPENDS ${PROJECT_SOURCE_DIR}/src/comm/mpi_plugin.c ${PROJECT_SOURCE_DIR}/src/comm/transport.h
      VERBATIM)
    list(APPEND adrop_comm_plugins ${plugin})
  endif()
endforeach()
add_custom_target(adrop_comm ALL DEPENDS ${adrop_comm_plugins})
