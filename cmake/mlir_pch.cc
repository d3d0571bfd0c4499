// The object that owns the shared precompiled header; see LazuliLLVM.cmake.
