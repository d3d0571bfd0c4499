// A random computation and its results, which are computed here without the library. Every value is
// a matrix of n samples with three whole numbers each. The numbers are so small that sums and
// products are exact in f32 in any order.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lz::crossings {

constexpr int64_t kColumns = 3;

// Row-major.
struct Matrix {
  explicit Matrix(int64_t rows = 0) : rows(rows), numbers(size_t(rows * kColumns)) {}
  double& at(int64_t i, int64_t j) { return numbers[size_t(i * kColumns + j)]; }
  double at(int64_t i, int64_t j) const { return numbers[size_t(i * kColumns + j)]; }

  int64_t rows;
  std::vector<double> numbers;
};

enum class Kind : uint8_t {
  Add,
  Subtract,
  Multiply,
  Negate,
  SumOfRows,    // the sum over the samples, in each row
  SumOfColumns, // the sum over the numbers of a sample, in each column
  SumOfAll,     // the sum over both
  Product,      // the product with the weights
  Contraction,  // contraction of two values, over both dimensions
  Gram,         // a * (a^T b), over the samples
  Turn,         // reverses the columns
  Join,         // the last two columns of a, and the first of b
  Maximum       // not in a sketch that is differentiated, because two elements may be equal
};
constexpr int kKinds = int(Kind::Maximum) + 1;
const char* nameOf(Kind kind);
int arity(Kind kind);

struct Node {
  Kind kind;
  int a, b; // indices of the operands: inputs, then nodes; b == a if there is one operand
};

class Sketch {
public:
  // Draws a sketch of two inputs. It is exact for batches of all these sizes, and so are its
  // gradients if `isSmooth`.
  static Sketch draw(std::mt19937& random, const std::vector<int64_t>& sizes, bool isSmooth);

  static constexpr int kInputs = 2;
  const std::vector<Node>& nodes() const { return nodes_; }
  // Returns the indices of the values that no node uses.
  std::vector<int> results() const;
  Matrix input(int i, int64_t rows) const;
  static const Matrix& weights(); // 3 x 3

  // Computes all values.
  std::vector<Matrix> evaluate(int64_t rows) const { return run(rows, false); }
  // Returns the gradients of the sum of all results with respect to each input.
  std::vector<Matrix> gradients(int64_t rows) const { return differentiate(rows, false); }
  std::string str() const;

private:
  // Computes all values. If `isBound`, computes with magnitudes, and so returns upper bounds of all
  // partial sums.
  std::vector<Matrix> run(int64_t rows, bool isBound) const;
  std::vector<Matrix> differentiate(int64_t rows, bool isBound) const;
  bool isExact(const std::vector<int64_t>& sizes, bool isSmooth) const;

  uint32_t seed_ = 0; // the seed of the inputs
  std::vector<Node> nodes_;
};

} // namespace lz::crossings
