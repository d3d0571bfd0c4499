// Internal to hlo/passes: a chain of matrix products as it stands in a program.
//
//   %0 = dot_general %a, %b, contracting [1] x [0]      factors: %a, %b, diagonal of %s, %v
//   %1 = multiply %0, (broadcast %s, dims = [1])        nodes: %2 = %1 %v, %1 = %0 diag(%s),
//   %2 = dot_general %1, %v, contracting [1] x [0]             %0 = %a %b
#pragma once

#include "hlo/rewrite/OpMaker.h"

#include <optional>
#include <vector>

namespace lz::hlo {

// A part of a chain: a matrix, or a factor that scales. The rows and columns of a matrix may be
// several dimensions each, or none, as the columns of a vector. Dimensions of extent 1 have no
// role. The batch dimensions of all parts of a chain have one order, and so have the columns of a
// part and the rows of the next one.
struct ChainPart {
  mlir::Value value{};
  Ints batch{}, rows{}, columns{};
  bool scales = false;
  // For each dimension of a value that scales, except for those of extent 1: its place among the
  // batch dimensions and then the rows. A number has no places.
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

// Returns the two factors if the part is made by a product in the block: a dot_general that sums
// over the rows or columns of its operands and does not change the type, or a multiplication by a
// vector or number with no other use. Otherwise returns nullopt.
std::optional<ChainFactors> factorsOf(const ChainPart& part, mlir::Block* block);

// Returns the result of a dot_general as a part.
ChainPart resultOf(mlir::Operation* dot);

// Makes the product of two parts that follow each other in a chain.
ChainPart multiplied(const ChainPart& left, const ChainPart& right, OpMaker& maker);

// Returns the value of the part with the dimensions in this order: batch, rows, columns. `dims` are
// their extents, with extents of 1 at any place.
mlir::Value inOrder(const ChainPart& part, const Dims& dims, OpMaker& maker);

// Returns for each dimension of the result the dimension of the operand, if the op only transposes,
// or adds or removes dimensions of extent 1 (for which the entry means nothing). Otherwise returns
// nullopt.
std::optional<Ints> dimsOfView(mlir::Operation* op);

struct MatrixChain {
  // A product, or a factor. Children follow their parents.
  struct Node {
    ChainPart part;
    mlir::Operation* op = nullptr; // the op of a product; null for a factor
    int left = -1, right = -1;     // nodes
    int begin = 0, end = 1;        // the factors of the node
  };
  std::vector<Node> nodes{};
  std::vector<int> factors{}; // nodes, from left to right

  int middle(const Node& node) const { return nodes[size_t(node.left)].end; }
};

// The most factors of a chain. In longer chains the products with the largest distance from the
// root are factors.
inline constexpr int kMostFactors = 24;

// Reads the chain that ends with `dot`.
MatrixChain chainOf(mlir::Operation* dot);

} // namespace lz::hlo
