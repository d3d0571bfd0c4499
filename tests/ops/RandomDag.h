// Makes random programs. Each consists of a few idioms: statistics of rows and columns, products,
// broadcasts, windows, views and elementwise ops. Unusual combinations are preferred. The same seed
// makes the same program on every platform.
#pragma once

#include "spec/Program.h"

#include <random>

namespace lz::test {

struct DagOptions {
  int64_t mostExtent = 2000;
  int64_t mostElements = int64_t(1) << 26; // the most elements of a value
  int64_t mostIdioms = 5;
  // Most idioms make tables of pairs or read them. Tables have at least 2^20 elements if
  // `mostElements` allows it.
  bool tables = false;
};

class RandomDag {
public:
  RandomDag(uint64_t seed, const DagOptions& options) : options_(options), random_(seed) {}
  Program run();

private:
  // Random choices.
  int64_t below(int64_t n) { return n <= 1 ? 0 : int64_t(random_() % uint64_t(n)); }
  bool chance(double p) { return double(random_() >> 11) * 0x1p-53 < p; }
  template <typename T> T oneOf(std::initializer_list<T> choices) {
    return choices.begin()[below(int64_t(choices.size()))];
  }
  int64_t extent();
  Ints shuffled(int64_t count);
  int64_t dimOf(ValueId v) { return below(rankOf(v)); }
  Ints someDims(ValueId v);

  // Operands: an existing value, or a new parameter.
  const TensorType& typeOf(ValueId v) const { return program_.type(v); }
  const Dims& shapeOf(ValueId v) const { return typeOf(v).dims; }
  int64_t rankOf(ValueId v) const { return typeOf(v).rank(); }
  ValueId parameter(DType dtype, Dims dims);
  ValueId anyValue(int64_t leastRank, int64_t mostRank = 4);
  ValueId like(DType dtype, const Dims& dims);

  // Add single ops. If an op is too large, or its shape rule refuses it, all ops of the idiom are
  // removed.
  ValueId add(Opcode opcode, ValueIds operands,
              std::initializer_list<std::pair<std::string_view, AttrValue>> attrs = {},
              std::vector<Region> regions = {}, std::optional<TensorType> stated = std::nullopt);
  ValueId constant(DType dtype, double value);
  ValueId scalarLike(ValueId v, double value); // in the shape of v
  ValueId function(ValueId v);
  ValueId combine(ValueId a, ValueId b);
  ValueId broadcast(ValueId v, Ints dims, const Dims& shape);
  ValueId reduce(ValueId v, const Ints& dims, Opcode opcode = Opcode::Add);
  ValueId backTo(ValueId statistic, const Ints& reduced, ValueId v);
  ValueId window(ValueId v, int64_t dim, int64_t size, int64_t stride, int64_t low, int64_t high,
                 Opcode opcode);
  ValueId dot(ValueId a, ValueId b, const Ints& batchA, const Ints& batchB, int64_t dimA,
              int64_t dimB);
  ValueId softmax(ValueId v, int64_t dim);
  ValueId norm(ValueId v, const Ints& dims);
  ValueId reshape(ValueId v, Dims dims);
  Region combiner(Opcode opcode, DType dtype);

  // The idioms.
  void functions();
  void twoOfOneShape();
  void bias();
  void statistic();
  void gate();
  void normOfGroups();
  void statisticsOfTwoSides();
  void matrixVector();
  void matrixVectorByHand();
  void matrixMatrix();
  void leastSquares();
  void pairs();
  void outer();
  void windows();
  void view();
  void concatenation();
  void mask();
  void otherType();
  void sum();

  // The idioms of tables of pairs (RandomTables.cc).
  ValueId madeTable();
  ValueId table();
  ValueId masked(ValueId t);
  ValueId attention(ValueId t, int64_t dim);
  void newTable();
  void sumsOfBothSides();
  void productsOfBothSides();
  void attentionOfTable();
  void cascade();
  void momentsOfTable();
  void logSumOfTable();
  void gradientOfAttention();
  void readTable();
  void scannedTable();

  bool tryIdiom(void (RandomDag::*idiom)());
  void chooseResults();

  DagOptions options_;
  std::mt19937_64 random_;
  Program program_;
  DType dtype_ = DType::F32;
  std::vector<int64_t> extents_; // few sizes, so that dimensions are often equal by chance
  std::vector<ValueId> pool_;
  bool refused_ = false;
};

inline Program randomDag(uint64_t seed, const DagOptions& options = {}) {
  return RandomDag(seed, options).run();
}

} // namespace lz::test
