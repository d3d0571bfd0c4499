// Finds the cheapest order of the products of a chain of matrices.
//
//   A B v, A and B 4000 x 4000       (A B) v   64 * 10^9 multiply-adds        A (B v)   32 * 10^6
//
// A factor can also be a number, or a vector that is multiplied with all rows or all columns. Such
// a factor *scales*. A vector that scales stands for a diagonal matrix.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"

#include <cstdint>
#include <vector>

namespace lz::contraction {

struct ChainFactor {
  int64_t rows = 1, columns = 1; // of a matrix
  // The number of elements of a factor that scales, or 0 for a matrix. `rows` and `columns` of a
  // factor that scales are not used.
  int64_t scales = 0;
};

// A product of the factors [begin, middle) and the factors [middle, end).
struct ChainProduct {
  int begin, middle, end;
  // Whether the product is computed in any case. Then it costs nothing here.
  bool exists = false;

  bool operator==(const ChainProduct&) const = default;
};

// A product of `factors`, from left to right. Each matrix has as many columns as the next matrix
// has rows.
struct Chain {
  MachineClass cpu = MachineClass::Avx2;
  DType dtype = DType::F32;
  int64_t batch = 1; // the number of chains of these sizes
  std::vector<ChainFactor> factors{};
  // The products of the program. Each product comes before the products that make its factors.
  std::vector<ChainProduct> written{};
};

// Returns the predicted time of one product, in ps. The price is the larger one of two times, plus
// the cost of one more kernel. The two times are that of the multiplications, and that of reading
// and writing the arrays. Packing is not counted, because layouts are not known. The price is a
// whole number, so that sums of prices do not depend on their order.
double psOfProduct(const Chain& chain, const ChainProduct& product);

struct ChainOrder {
  double ps = 0; // the price of the products to compute
  // The products to compute, and the existing products that they read. Each product comes after the
  // products that make its factors.
  std::vector<ChainProduct> products{};
};

// Returns the order with the lowest price. If prices are equal, products of the program are
// preferred. The time is cubic in the number of factors.
ChainOrder orderChain(const Chain& chain);

} // namespace lz::contraction
