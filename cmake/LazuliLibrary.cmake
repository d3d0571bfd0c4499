# lz_add_library(NAME [MLIR] SOURCES a.cc... [DEPS targets...])
# A layer of the library as an object library, so that liblazuli.so and the tests link the same objects.
# MLIR: the layer speaks MLIR and shares the precompiled header of lz_mlir_pch.
function(lz_add_library name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPS" ${ARGN})
  if(ARG_MLIR AND NOT LAZULI_COMPILER)
    return()
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC lz_options ${ARG_DEPS})
  if(ARG_MLIR)
    target_link_libraries(${name} PUBLIC lz_llvm_headers)
    target_precompile_headers(${name} REUSE_FROM lz_mlir_pch)
  endif()
  set_property(GLOBAL APPEND PROPERTY LAZULI_LAYERS ${name})
endfunction()

# lz_use_mlir_pch(target): for executables. CMake compiles them as PIE, the header is compiled as PIC: the last
# flag wins.
function(lz_use_mlir_pch name)
  target_compile_options(${name} PRIVATE -fPIC)
  target_precompile_headers(${name} REUSE_FROM lz_mlir_pch)
endfunction()

# lz_add_test(NAME SOURCES... DEPS...): one GoogleTest binary registered with ctest under the label "unit".
function(lz_add_test name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPS;LABELS" ${ARGN})
  if(ARG_MLIR AND NOT LAZULI_COMPILER)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE lz_options ${ARG_DEPS} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    target_link_libraries(${name} PRIVATE lz_llvm)
    lz_use_mlir_pch(${name})
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit;${ARG_LABELS}" TIMEOUT 300)
endfunction()
