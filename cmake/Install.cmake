# cmake --install BUILD --prefix P: the library, its headers, and what other builds find it by (pkg-config "lazuli",
# CMake package Lazuli with the target Lazuli::lazuli). Nothing in the tree names P: it can be moved.
if(NOT LAZULI_COMPILER)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(lz_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Lazuli")
set(lz_pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# In development the library needs the distribution's MLIR, which is not on the loader's path.
set_target_properties(lazuli PROPERTIES VERSION ${PROJECT_VERSION} INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS lazuli EXPORT LazuliTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lazuli" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "module.modulemap")
# What the licences of the parts that are linked in ask for.
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/THIRD-PARTY-NOTICES"
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Tools and their pages.
foreach(tool lz-run lz-opt)
  if(TARGET ${tool})
    set_target_properties(${tool} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS ${tool} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(FILES "${PROJECT_SOURCE_DIR}/tools/${tool}/${tool}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  endif()
endforeach()

# liblazuli.a where it has been built. What it leaves to the program: Abseil, whose archives cannot go into position
# independent code, and the C++ runtime.
install(FILES "${PROJECT_BINARY_DIR}/capi/static/liblazuli.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}" OPTIONAL)
set(lz_static_needs -labsl_statusor -labsl_status -labsl_cord -labsl_raw_hash_set -labsl_hash -labsl_str_format_internal
  -labsl_strings -labsl_throw_delegate -lstdc++ -lm)
list(JOIN lz_static_needs " " lz_static_needs)
# With `pkg-config --static`: what Abseil's archives need of each other.
set(lz_static_requires "absl_statusor absl_status absl_cord absl_raw_hash_set absl_hash absl_str_format absl_strings")

# From these folders up to the prefix, so that their files hold wherever the prefix is moved.
string(REGEX REPLACE "[^/]+" ".." lz_up "${lz_pkgconfig_dir}")
string(REGEX REPLACE "[^/]+" ".." lz_package_up "${lz_package_dir}")

install(EXPORT LazuliTargets NAMESPACE Lazuli:: DESTINATION "${lz_package_dir}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/LazuliConfig.cmake.in" "${PROJECT_BINARY_DIR}/LazuliConfig.cmake" @ONLY)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/LazuliConfig.cmake" "${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake"
  DESTINATION "${lz_package_dir}")

foreach(name lazuli lazuli-static)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${lz_pkgconfig_dir}")
endforeach()
