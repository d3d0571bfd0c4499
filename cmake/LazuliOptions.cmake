# Compiler flags and link options shared by every target: the interface target lz_options.
add_library(lz_options INTERFACE)
target_compile_options(lz_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Werror=return-type -ffunction-sections -fdata-sections
  $<$<COMPILE_LANGUAGE:CXX>:-Werror=switch>)
target_include_directories(lz_options INTERFACE
  "${PROJECT_SOURCE_DIR}/impl" "${PROJECT_BINARY_DIR}/impl" "${PROJECT_SOURCE_DIR}/include")
# The cache on disk tells builds apart by their ids (compiler/disk/BuildId.h).
target_link_options(lz_options INTERFACE -fuse-ld=lld LINKER:--build-id)

# The flags that a program outside of the library needs to link with a sanitized library. Empty in
# other builds.
add_library(lz_sanitizers INTERFACE)
if(LAZULI_SANITIZE)
  # Two checks are off. The check of function types reads a type hash before the entry of a
  # function, which generated code does not have. The check of vtables needs the C++ runtime, which
  # C programs lack.
  set(lz_flags -fsanitize=${LAZULI_SANITIZE} -fno-sanitize=function,vptr -fno-omit-frame-pointer
    -fno-sanitize-recover=undefined)
  foreach(target lz_options lz_sanitizers)
    target_compile_options(${target} INTERFACE ${lz_flags})
    target_link_options(${target} INTERFACE -fsanitize=${LAZULI_SANITIZE} -fno-sanitize=function,vptr)
  endforeach()
endif()
if(LAZULI_FUZZ)
  foreach(target lz_options lz_sanitizers)
    target_compile_options(${target} INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(${target} INTERFACE -fsanitize=fuzzer-no-link)
  endforeach()
endif()
