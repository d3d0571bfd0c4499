// The object that owns the precompiled header of the tests; see LazuliLibrary.cmake.
