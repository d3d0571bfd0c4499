# LLVM and MLIR 19 of the distribution. Two targets:
#   lz_llvm_headers  include paths only, for the layers
#   lz_llvm          what a binary links: libMLIR.so + libLLVM.so in development (fast links), the static
#                    archives in release (LAZULI_STATIC_LLVM), never both in one image
find_package(MLIR 19.1 REQUIRED CONFIG PATHS /usr/lib/llvm-19 NO_DEFAULT_PATH)
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(LZ_LLVM_BIN "${LLVM_TOOLS_BINARY_DIR}")

# Removes two kinds of dependencies. Every exported MLIR archive names the shared LLVM. LLVMSupport
# names libraries that the JIT never calls: z3 by an absolute path, and zstd and zlib, whose -dev
# packages should not be required.
get_property(lz_imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target IN LISTS lz_imported)
  if(target MATCHES "^MLIR")
    get_target_property(libs ${target} INTERFACE_LINK_LIBRARIES)
    if(libs)
      list(REMOVE_ITEM libs LLVM)
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")
    endif()
  endif()
endforeach()
get_target_property(libs LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER libs EXCLUDE REGEX "libz3|zstd|ZLIB")
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")

add_library(lz_llvm_headers INTERFACE)
target_include_directories(lz_llvm_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(lz_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(lz_llvm_headers INTERFACE ${lz_llvm_definitions})

# The static LLVM from which liblazuli.a is made, even if the shared library links the shared LLVM.
# It is built only with liblazuli.a.
add_library(lz_compression_stubs STATIC EXCLUDE_FROM_ALL "${PROJECT_SOURCE_DIR}/cmake/compression_stubs.cc")
# LLVM's X86 scheduling models have tables with a name for each of 40,000 classes. Only debug output
# prints these names. Without the pointers to them, the tables need no relocation. Then 240 fewer
# pages are copied when the library is loaded, which saves half a millisecond. The replacement is
# linked as an object file, so it comes before the member of the archive.
set(lz_x86_tables "${PROJECT_BINARY_DIR}/X86MCTargetDesc.cpp.o")
find_program(LZ_OBJCOPY llvm-objcopy PATHS "${LZ_LLVM_BIN}" NO_DEFAULT_PATH REQUIRED)
add_custom_command(OUTPUT "${lz_x86_tables}"
  COMMAND "${CMAKE_AR}" x "$<TARGET_FILE:LLVMX86Desc>" X86MCTargetDesc.cpp.o
  COMMAND "${LZ_OBJCOPY}" --wildcard "--remove-section=.rela.data.rel.ro.*SchedClassesE" "${lz_x86_tables}"
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}" VERBATIM)
add_custom_target(lz_x86_tables DEPENDS "${lz_x86_tables}")
add_library(lz_llvm_static INTERFACE)
add_dependencies(lz_llvm_static lz_x86_tables)
llvm_map_components_to_libnames(lz_llvm_components
  Core Support Analysis InstCombine ScalarOpts TransformUtils Target TargetParser MC
  OrcJIT JITLink OrcShared OrcTargetProcess X86CodeGen X86Desc X86Info X86AsmParser)
target_link_libraries(lz_llvm_static INTERFACE lz_llvm_headers
  MLIRParser MLIRFuncDialect MLIRArithDialect MLIRMathDialect MLIRSCFDialect MLIRVectorDialect
  MLIRLLVMDialect MLIRControlFlowDialect MLIRUBDialect MLIRBytecodeWriter
  MLIRArithToLLVM MLIRMathToLLVM MLIRSCFToControlFlow MLIRVectorToLLVM MLIRFuncToLLVM
  MLIRControlFlowToLLVM MLIRUBToLLVM MLIRReconcileUnrealizedCasts MLIRTransforms
  MLIRVectorTransforms MLIRArithTransforms
  MLIRTargetLLVMIRExport MLIRLLVMToLLVMIRTranslation MLIRBuiltinToLLVMIRTranslation
  "${lz_x86_tables}" ${lz_llvm_components} lz_compression_stubs)

add_library(lz_llvm INTERFACE)
if(LAZULI_STATIC_LLVM)
  target_link_libraries(lz_llvm INTERFACE lz_llvm_static)
else()
  target_link_libraries(lz_llvm INTERFACE lz_llvm_headers MLIR LLVM)
endif()

# One precompiled header for all targets that use MLIR. With this header, a changed file compiles in
# about a second instead of ten.
lz_add_pch(mlir_pch lz_llvm_headers)
