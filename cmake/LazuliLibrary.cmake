# lz_in_batches(TARGET) compiles the C++ files of the target in batches of a dozen. A file that
# includes MLIR or Abseil takes 2 to 8 s for the headers, and a tenth of that for its own lines. So
# names in anonymous namespaces must differ within a target. LAZULI_UNITY=OFF (the preset "single")
# compiles each file alone, which finds missing includes. CMake's UNITY_BUILD is not used, because
# it names files by their absolute paths, so ccache would find nothing in the next clone. A file
# with compile definitions of its own, or with the property SKIP_UNITY_BUILD_INCLUSION, is compiled
# alone.
set(LZ_BATCH 12 CACHE STRING "Files that are compiled together, at most")
mark_as_advanced(LZ_BATCH)
function(lz_in_batches target)
  if(LAZULI_UNITY)
    # Runs after the CMakeLists.txt of the folder has been read, because then the properties of its
    # files are known. Deferred code does not see the variables of this function.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL lz_make_batches [[${target}]])")
  endif()
endfunction()

function(lz_make_batches target)
  get_target_property(sources ${target} SOURCES)
  set(alone "")
  set(together "")
  foreach(source IN LISTS sources)
    get_source_file_property(definitions "${source}" COMPILE_DEFINITIONS)
    get_source_file_property(skips "${source}" SKIP_UNITY_BUILD_INCLUSION)
    if(source MATCHES "\\.cc$" AND NOT definitions AND NOT skips)
      list(APPEND together "${source}")
    else()
      list(APPEND alone "${source}")
    endif()
  endforeach()
  list(LENGTH together count)
  if(count LESS 2)
    return()
  endif()
  math(EXPR batches "(${count} + ${LZ_BATCH} - 1) / ${LZ_BATCH}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.batches")
  foreach(batch RANGE 1 ${batches})
    math(EXPR first "(${batch} - 1) * ${count} / ${batches}")
    math(EXPR length "${batch} * ${count} / ${batches} - ${first}")
    list(SUBLIST together ${first} ${length} files)
    set(text "")
    foreach(file IN LISTS files)
      get_filename_component(path "${file}" ABSOLUTE)
      file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/impl" "${path}") # as in all other includes
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    file(CONFIGURE OUTPUT "${folder}/${batch}.cc" CONTENT "${text}" @ONLY)
    list(APPEND alone "${folder}/${batch}.cc")
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${alone}")
endfunction()

# lz_add_library(NAME [MLIR] SOURCES a.cc... [DEPS targets...]) adds a layer of the library as an
# archive. So liblazuli.so, liblazuli.a and the tests link the same objects. With MLIR, the layer
# uses MLIR and the precompiled header of lz_mlir_pch.
function(lz_add_library name)
  cmake_parse_arguments(ARG "MLIR" "" "SOURCES;DEPS" ${ARGN})
  if(ARG_MLIR AND NOT LAZULI_COMPILER)
    return()
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  lz_in_batches(${name})
  target_link_libraries(${name} PUBLIC lz_options ${ARG_DEPS})
  if(ARG_MLIR)
    target_link_libraries(${name} PUBLIC lz_llvm_headers)
    lz_use_pch(${name} lz_mlir_pch)
  endif()
  set_property(GLOBAL APPEND PROPERTY LAZULI_LAYERS ${name})
endfunction()

# lz_add_pch(NAME deps...) adds lz_NAME, the precompiled header cmake/NAME.h. A precompiled header
# contains absolute paths, so ccache would compile all files that use it again in each clone. With
# CCACHE_PCH_EXTSUM, ccache reads the file beside the header instead. This file contains everything
# on which the header depends: its text, the flags, and the versions that the distribution has
# installed. The versions are represented by one file each of the compiler, MLIR, GoogleTest, the
# C++ library and the C library.
function(lz_add_pch name)
  set(header "${PROJECT_SOURCE_DIR}/cmake/${name}.h")
  add_library(lz_${name} OBJECT "${PROJECT_SOURCE_DIR}/cmake/${name}.cc")
  target_link_libraries(lz_${name} PUBLIC lz_options ${ARGN})
  target_compile_options(lz_${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  target_precompile_headers(lz_${name} PRIVATE "${header}")
  file(READ "${header}" text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  # Files that the compiler finds, such as /usr/lib/gcc/.../include/c++/12/version and
  # /usr/include/features.h.
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -x c++ -M -include version -include features.h /dev/null
    OUTPUT_VARIABLE standard_headers COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "/[^ \n]*/(version|features\\.h)" standard_headers "${standard_headers}")
  foreach(installed IN ITEMS "${CMAKE_CXX_COMPILER}" "${LLVM_LIBRARY_DIR}/libMLIR.so" /usr/include/gtest/gtest.h ${standard_headers})
    file(REAL_PATH "${installed}" installed)
    file(TIMESTAMP "${installed}" time "%s")
    string(APPEND text "${installed} ${time}\n")
  endforeach()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  string(APPEND text "${CMAKE_CXX_COMPILER_VERSION} ${MLIR_VERSION} ${CMAKE_BUILD_TYPE} ${CMAKE_CXX_FLAGS} "
    "${CMAKE_CXX_FLAGS_${type}} ${LAZULI_SANITIZE} ${LAZULI_FUZZ}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/lz_${name}.dir/cmake_pch.hxx.pch.sum" CONTENT "${text}" @ONLY)
endfunction()

# lz_use_pch(name pch) compiles the target with the header. target_precompile_headers(REUSE_FROM) is
# not used, because it adds an -include with an absolute path, which makes ccache miss. CMake
# compiles executables as PIE and the header as PIC. The last flag wins, which is -fPIC here. Files
# that are compiled alone do not use the header, so a missing include is found.
function(lz_use_pch name pch)
  if(NOT LAZULI_UNITY)
    return()
  endif()
  get_target_property(folder ${pch} BINARY_DIR)
  set(header "${folder}/CMakeFiles/${pch}.dir/cmake_pch.hxx.pch")
  target_compile_options(${name} PRIVATE -fPIC
    "SHELL:$<$<COMPILE_LANGUAGE:CXX>:-Winvalid-pch -Xclang -include-pch -Xclang ${header}>")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL lz_after_pch [[${name}]] [[${header}]])")
endfunction()

# The object files depend on the header. A dependency between the targets would only order their
# links.
function(lz_after_pch name header)
  get_target_property(sources ${name} SOURCES)
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${header}")
endfunction()

# lz_without_optimization(TARGET) is for tests. It halves their compile time, and does not make
# their runs longer, because the library under test is optimized.
function(lz_without_optimization target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0>)
endfunction()

# lz_add_test_pch() adds the precompiled header of the tests without MLIR. A precompiled header must
# have the same level of optimization as its users.
function(lz_add_test_pch)
  lz_add_pch(test_pch GTest::gtest)
  lz_without_optimization(lz_test_pch)
endfunction()

# lz_add_test(NAME [MLIR] [OPTIMIZED] [COST seconds] SOURCES... DEPS...) adds a GoogleTest binary,
# and registers it with ctest under the label "unit". OPTIMIZED is for tests that spend their time
# in their own loops. For example, contraction_test has its own micro-kernels and would take 104 s
# without optimization. COST is for long tests. ctest starts them first, even if it has never run a
# test here.
function(lz_add_test name)
  cmake_parse_arguments(ARG "MLIR;OPTIMIZED" "COST" "SOURCES;DEPS;LABELS" ${ARGN})
  if(ARG_MLIR AND NOT LAZULI_COMPILER)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  lz_in_batches(${name})
  target_link_libraries(${name} PRIVATE lz_options ${ARG_DEPS} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    target_link_libraries(${name} PRIVATE lz_llvm)
    lz_use_pch(${name} lz_mlir_pch)
  elseif(NOT ARG_OPTIMIZED)
    lz_without_optimization(${name})
    lz_use_pch(${name} lz_test_pch)
  endif()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "unit;${ARG_LABELS}" TIMEOUT 600)
  if(ARG_COST)
    set_tests_properties(${name} PROPERTIES COST ${ARG_COST})
  endif()
endfunction()

# lz_for_every_cpu_class(TEST): TEST runs each of its programs for some of the CPU classes
# (tests/support/CpuSample.h). It also adds TEST_every_class, which is slow and runs each program
# for all CPU classes. With a sanitizer, each program runs for only one CPU class. Sanitizers do not
# see generated code, and the compiler and the library do much the same for each CPU class.
function(lz_for_every_cpu_class test)
  if(NOT TARGET ${test})
    return()
  endif()
  if(LAZULI_SANITIZE)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT LAZULI_TEST_CLASSES=one)
  endif()
  get_test_property(${test} LABELS labels)
  add_test(NAME ${test}_every_class COMMAND ${test})
  set_tests_properties(${test}_every_class PROPERTIES
    ENVIRONMENT LAZULI_TEST_CLASSES=all LABELS "${labels};slow" TIMEOUT 3600)
endfunction()
