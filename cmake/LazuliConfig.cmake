# find_package(Lazuli) gives the target Lazuli::lazuli.
include("${CMAKE_CURRENT_LIST_DIR}/LazuliTargets.cmake")
