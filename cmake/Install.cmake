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

install(EXPORT LazuliTargets NAMESPACE Lazuli:: DESTINATION "${lz_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/LazuliConfig.cmake" "${PROJECT_BINARY_DIR}/LazuliConfigVersion.cmake"
  DESTINATION "${lz_package_dir}")

# From the folder of lazuli.pc up to the prefix, so that the file holds wherever the prefix is moved.
string(REGEX REPLACE "[^/]+" ".." lz_up "${lz_pkgconfig_dir}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/lazuli.pc.in" "${PROJECT_BINARY_DIR}/lazuli.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/lazuli.pc" DESTINATION "${lz_pkgconfig_dir}")
