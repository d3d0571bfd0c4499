# cpack runs this file when the files of the components are in their folders. It changes them as
# Debian's policy requires: licences become /usr/share/doc/PACKAGE/copyright, and man pages and the
# changelog are compressed.
find_program(gzip gzip REQUIRED)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(READ "${CPACK_LZ_SOURCE_DIR}/THIRD-PARTY-NOTICES" notices)

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER "${component}" upper)
  set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
  set(share "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}${CPACK_PACKAGING_INSTALL_PREFIX}/share")
  file(REMOVE_RECURSE "${share}/doc/lazuli")
  file(WRITE "${share}/doc/${package}/copyright"
    "Lazuli, an embeddable tensor compiler\n\nCopyright the authors of Lazuli\n\n"
    "Licence: Apache License 2.0. On Debian systems its text, which is called the file\n"
    "LICENSE below, is /usr/share/common-licenses/Apache-2.0.\n\n${notices}")
  file(WRITE "${share}/doc/${package}/changelog.Debian"
    "lazuli (${CPACK_LZ_VERSION}) unstable; urgency=medium\n\n  * Built from the sources of this version.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB pages "${share}/man/man*/*.[0-9]")
  execute_process(COMMAND "${gzip}" -9n "${share}/doc/${package}/changelog.Debian" ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
