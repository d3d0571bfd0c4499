// Finds the cheapest order of the products of a chain of matrices.
//
//   A B v, A and B 4000 x 4000       (A B) v   83 ms with avx512        A (B v)   1.6 ms
//
// A factor that only scales is part of the chain, too: a number, or the diagonal of a matrix, as
// which a vector multiplies all rows or all columns.
#pragma once

#include "base/DType.h"
#include "base/machine/MachineClass.h"

#include <cstdint>
#include <vector>

namespace lz::contraction {

struct ChainFactor {
  int64_t rows = 1, columns = 1; // of a matrix
  // How many numbers a factor has that scales. Its rows and columns are those of its neighbours.
  // For a matrix it is 0.
  int64_t scales = 0;
};

// A product of the factors [begin, middle) and the factors [middle, end).
struct ChainProduct {
  int begin, middle, end;
  // Whether the program needs the product in any case, so it costs nothing here.
  bool exists = false;

  bool operator==(const ChainProduct&) const = default;
};

// The factors multiply from left to right: the columns of a factor are as many as the rows of the
// next one.
struct Chain {
  MachineClass cpu = MachineClass::Avx2;
  DType dtype = DType::F32;
  int64_t batch = 1; // so many chains of these sizes
  std::vector<ChainFactor> factors{};
  // The order in the program, each product before those of which it consists.
  std::vector<ChainProduct> written{};
};

// Returns the predicted ps of one product. The price counts arithmetic and bytes, and assumes the
// peak rates of the CPU class. Layouts are not known, so it knows nothing about packing. It is a
// whole number, so that sums of prices do not depend on their order.
double psOfProduct(const Chain& chain, const ChainProduct& product);

struct ChainOrder {
  double ps = 0; // of the products that do not exist
  // The products to compute, each after those of which it consists, and the existing ones that are
  // used.
  std::vector<ChainProduct> products{};
};

// Returns the order with the lowest price. If prices are equal, products of the program are
// preferred. The time is cubic in the number of factors.
ChainOrder orderChain(const Chain& chain);

} // namespace lz::contraction
