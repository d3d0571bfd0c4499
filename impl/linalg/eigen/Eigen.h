// Eigen, with its memory from Memory.h: all that it allocates and frees goes through two calls by
// these names, which are macros here. Only for files of this folder.
#pragma once

#include "linalg/eigen/Memory.h"

// What has functions of the names, before the macros.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <sstream>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#define EIGEN_MPL2_ONLY
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_STACK_ALLOCATION_LIMIT 16384
#define malloc(bytes) lz::linalg::eigenAllocate(bytes)
#define free(memory) lz::linalg::eigenFree(memory)
#include <Eigen/Eigenvalues>
#include <Eigen/Householder>
#include <Eigen/Jacobi>
#include <Eigen/SVD>
#undef malloc
#undef free

#ifdef __SSE2__
static_assert(EIGEN_MAX_ALIGN_BYTES == 16,
              "longer vectors group sums otherwise: results are to be the same on all machines");
#endif
