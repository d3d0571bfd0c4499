// Contractions of random layouts on plain kernels, and checks that hold for each of them.
#pragma once

#include "contraction/plan/ContractionPlan.h"

#include <cstddef>
#include <cstdint>
#include <random>

namespace lz::contraction {

struct Buffer {
  explicit Buffer(size_t bytes); // filled with zeros
  ~Buffer();
  Buffer(const Buffer&) = delete;
  void* data;
};

// Fills `data` with `count` values from -1 to 1.
void fillRandom(DType dtype, void* data, int64_t count, std::mt19937& rng);

const KernelTable& kernelsFor(DType compute, int choice); // `choice` is 0 to 2

// Returns a contraction without a tile. An order is the index of a permutation, from 0 to 5.
// `lhsOrder` and `rhsOrder` permute batch, rows and k in memory, and `outOrder` permutes batch, m
// and n.
TiledContraction specOf(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                        int kernelChoice, int lhsOrder, int rhsOrder, int outOrder);
// Returns the same contraction with a tile.
TiledContraction plainSpec(int64_t batch, int64_t m, int64_t n, int64_t k, DType in, DType out,
                           int kernelChoice, int lhsOrder, int rhsOrder, int outOrder);
// Returns the contraction in pairs. `spec` must have neither pairs nor a tile.
TiledContraction inPairs(TiledContraction spec);

// Splits an axis into two with the same points, so that it has two strides.
Axis split(const Axis& axis, int64_t by);

// Checks the contraction on random values. The bits must not depend on the number of threads, on
// the CPU class, or on RowWork, which makes or finishes rows. Every `step`-th row must equal the
// naive sums.
void check(TiledContraction spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
           std::mt19937& rng, int64_t step = 1);
// Checks the contraction in pairs. `spec` must have neither pairs nor a tile.
void checkPairs(const TiledContraction& spec, int64_t lhsCount, int64_t rhsCount, int64_t outCount,
                std::mt19937& rng);

} // namespace lz::contraction
