# cpack reads this file before it begins. The package with the archive is left out if the archive
# has not been built.
if(NOT EXISTS "${CPACK_LZ_ARCHIVE}")
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL static)
endif()
