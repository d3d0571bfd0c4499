# Read by cpack before it begins: no package of the archive where it has not been built.
if(NOT EXISTS "${CPACK_LZ_ARCHIVE}")
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL static)
endif()
