# `cpack --config BUILD/CPackConfig.cmake` makes a Debian package of each component that
# Install.cmake installs. `scripts/lz package` makes the packages of a release. CMAKE_INSTALL_LIBDIR
# of the build decides where the files go. The preset "package" sets it to the folder for libraries
# in Debian.
if(NOT PROJECT_IS_TOP_LEVEL OR NOT LAZULI_COMPILER OR LAZULI_SANITIZE)
  return()
endif()
set(LAZULI_MAINTAINER "Lazuli <packages@lazuli.invalid>" CACHE STRING "Name and mail address of who makes the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lazuli)
set(CPACK_PACKAGE_CONTACT "${LAZULI_MAINTAINER}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE lazuli)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(lz_deb_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
# A program that was linked with this version may use functions that an older version does not have.
# So packages of such programs must depend on this version or a later one.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL runtime development static tools)
set(lz_about "Lazuli records operations on tensors through a C API and compiles them to\nmachine code of the CPU that it runs on, when a result is wanted.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "liblazuli${lz_soversion}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "embeddable tensor compiler - shared library\n${lz_about}")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME liblazuli-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "liblazuli${lz_soversion} (= ${lz_deb_version})")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "embeddable tensor compiler - development files\n${lz_about}\nThis package has the headers, what pkg-config and CMake find the library by,\nand a description of all operations for generators of bindings.")

set(CPACK_DEBIAN_STATIC_PACKAGE_NAME liblazuli-static-dev)
set(CPACK_DEBIAN_STATIC_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_STATIC_PACKAGE_DEPENDS "liblazuli-dev (= ${lz_deb_version}), libabsl-dev, libstdc++-dev")
set(CPACK_DEBIAN_STATIC_DESCRIPTION "embeddable tensor compiler - static library\n${lz_about}\nThis package has the library for programs that shall not need it at run time.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME lazuli-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "embeddable tensor compiler - tools\n${lz_about}\nlz-run runs StableHLO programs and compares results; lz-opt runs passes on IR.")

# Files that only Debian packages contain.
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/debian/components.cmake")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/debian/files.cmake")
set(CPACK_LZ_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
set(CPACK_LZ_ARCHIVE "${PROJECT_BINARY_DIR}/capi/static/liblazuli.a")
set(CPACK_LZ_VERSION "${lz_deb_version}")
include(CPack)
