# `cmake --install BUILD --prefix P [--component C]` installs the library, its headers, and files by
# which other builds find the library: pkg-config "lazuli", and the CMake package Lazuli with the
# target Lazuli::lazuli. No installed file contains P, so the folder can be moved.
if(NOT LAZULI_COMPILER)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(lz_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Lazuli")
set(lz_pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# The components are runtime, development, static and tools. Each one contains the licences of the
# parts that are linked into its files.
foreach(component runtime development static tools)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/THIRD-PARTY-NOTICES"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT ${component})
endforeach()

# In a development build, the library needs the distribution's shared MLIR, which is not on the
# loader's path.
get_target_property(lz_soversion lazuli SOVERSION)
set_target_properties(lazuli PROPERTIES VERSION ${lz_soversion}.${PROJECT_VERSION} INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS lazuli EXPORT LazuliTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lazuli" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "module.modulemap")
# Names, attributes, types and documentation of all ops, for generators of bindings.
set(lz_data_dir "${CMAKE_INSTALL_DATADIR}/lazuli")
install(FILES "${PROJECT_BINARY_DIR}/impl/spec/ops.json" DESTINATION "${lz_data_dir}" COMPONENT development)

# Tools and their pages.
foreach(tool lz-run lz-opt)
  if(TARGET ${tool})
    set_target_properties(${tool} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS ${tool} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
    install(FILES "${PROJECT_SOURCE_DIR}/tools/${tool}/${tool}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
      COMPONENT tools)
  endif()
endforeach()

# Installs liblazuli.a if it has been built. The program must link two parts that it lacks: the C++
# runtime, and Abseil, whose archives are not position independent.
install(FILES "${PROJECT_BINARY_DIR}/capi/static/liblazuli.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT static
  OPTIONAL)
set(lz_static_needs -labsl_statusor -labsl_status -labsl_cord -labsl_raw_hash_set -labsl_hash -labsl_str_format_internal
  -labsl_strings -labsl_throw_delegate -lstdc++ -lm)
list(JOIN lz_static_needs " " lz_static_needs)
# For `pkg-config --static`: the libraries on which Abseil's archives depend.
set(lz_static_requires "absl_statusor absl_status absl_cord absl_raw_hash_set absl_hash absl_str_format absl_strings")

# Paths in these files are relative: they go from the folder of the file up to the prefix. So the
# files stay valid if the prefix is moved.
string(REGEX REPLACE "[^/]+" ".." lz_up "${lz_pkgconfig_dir}")
string(REGEX REPLACE "[^/]+" ".." lz_package_up "${lz_package_dir}")

install(EXPORT LazuliTargets NAMESPACE Lazuli:: DESTINATION "${lz_package_dir}" COMPONENT development)
configure_file("${PROJECT_SOURCE_DIR}/cmake/LazuliConfig.cmake.in" "${PROJECT_BINARY_DIR}/LazuliConfig.cmake" @ONLY)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/LazuliConfig.cmake" "${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake"
  DESTINATION "${lz_package_dir}" COMPONENT development)

foreach(name lazuli lazuli-static)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/lazuli.pc" DESTINATION "${lz_pkgconfig_dir}" COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/lazuli-static.pc" DESTINATION "${lz_pkgconfig_dir}" COMPONENT static)
