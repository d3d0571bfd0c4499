// Internal to hlo: finds chains of matrix products in a program, and makes products of parts of a
// chain.
//
//   %0 = dot_general %a, %b, contracting [1] x [0]      factors: %a, %b, diagonal of %s, %v
//   %1 = multiply %0, (broadcast %s, dims = [1])        nodes: %2 = %1 %v, %1 = %0 diag(%s),
//   %2 = dot_general %1, %v, contracting [1] x [0]             %0 = %a %b
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>
#include <vector>

namespace lz::hlo {

// A part of a chain: a matrix, or a factor that scales. The rows of a matrix can be one dimension,
// several dimensions, or no dimension as in a row vector. The same is true of the columns.
// Dimensions of extent 1 have no role. All parts of a chain list their batch dimensions in the same
// order. The columns of a part have the same order as the rows of the next part.
struct ChainPart {
  mlir::Value value{};
  Ints batch{}, rows{}, columns{};
  bool scales = false;
  // A value that scales stands for a diagonal matrix, whose rows are also its columns. `places` has
  // an entry for each dimension of the value with an extent other than 1. The entry is an index in
  // the list of the batch dimensions and the rows of that matrix. A number has no entries.
  Ints places{};

  int64_t rowCount() const { return extentOf(rows); }
  int64_t columnCount() const { return extentOf(columns); }
  int64_t batchCount() const { return extentOf(batch); }

private:
  int64_t extentOf(const Ints& dims) const;
};

struct ChainFactors {
  ChainPart left, right;
};

// Returns the two factors if a product in the block makes the part, or nullopt. The product is a
// dot_general, or a multiplication by a vector or number. The operands of a dot_general must have
// the type of its result, and must have no free dimensions besides the rows and columns of the
// part. A multiplication must have only one use.
std::optional<ChainFactors> factorsOf(const ChainPart& part, mlir::Block* block);

// Returns the result of a dot_general as a part.
ChainPart resultOf(mlir::Operation* dot);

// Makes the product of two parts that follow each other in a chain.
ChainPart multiplied(const ChainPart& left, const ChainPart& right, OpMaker& maker);

// Returns the value of the part with the dimensions in this order: batch, rows, columns. The result
// has the extents `dims`, which can have extents of 1 in addition.
mlir::Value inOrder(const ChainPart& part, const Dims& dims, OpMaker& maker);

// If the op only transposes, or adds or removes dimensions of extent 1, returns the dimension of
// the operand for each dimension of the result. Entries for dimensions of extent 1 mean nothing.
// Returns nullopt for all other ops.
std::optional<Ints> dimsOfView(mlir::Operation* op);

struct MatrixChain {
  // A product, or a factor. Children follow their parents.
  struct Node {
    ChainPart part;
    mlir::Operation* op = nullptr; // the op of a product; null for a factor
    int left = -1, right = -1;     // indices of nodes
    int begin = 0, end = 1;        // the range of its factors
  };
  std::vector<Node> nodes{};
  std::vector<int> factors{}; // indices of nodes, from left to right

  int middle(const Node& node) const { return nodes[size_t(node.left)].end; }
};

// The largest number of factors of a chain. If a chain would be longer, the products that are
// farthest from its end are factors.
inline constexpr int kMostFactors = 24;

// Reads the chain that ends with `dot`.
MatrixChain chainOf(mlir::Operation* dot);

} // namespace lz::hlo
