// Transforms one line of n = n1 * n2 numbers as a matrix x[i n2 + j]. With w = e^(-2 pi i / n), the
// transform is
//   a[k][j] = w^(j k) * (transform of column j)[k]       n1 numbers each
//   X[k + n1 l] = (transform of row k of a)[l]           n2 numbers each
#pragma once

#include "fft/Core.h"
#include "fft/LinePlan.h"

#include <limits>
#include <vector>

namespace lz::fft {

struct SplitChoice {
  int64_t n1 = 0, n2 = 0;
  double ns = std::numeric_limits<double>::infinity(); // predicted time of a line
};
// Returns the fastest split. If n cannot be split, the time of the result is infinite.
template <typename T> SplitChoice chooseSplit(int64_t n, MachineClass cpu);

template <typename T> class SplitLine : public LinePlan<T> {
public:
  SplitLine(const SplitChoice& choice, MachineClass cpu);

  double nsPerLine() const override { return choice_.ns; }
  int64_t scratchSize(int workers) const override;
  int64_t tableSize() const override {
    return columns_.tableSize() + rows_.tableSize() + int64_t(laneRoots_.size() + rowRoots_.size());
  }
  void run(const LinesCall<T>& call) const override;

private:
  int64_t coreScratchSize() const;
  int64_t matrixStep() const;
  void transformColumns(const LinesCall<T>& call) const;
  void transformRows(const LinesCall<T>& call) const;

  SplitChoice choice_;
  MachineClass cpu_;
  Core<T> columns_, rows_;
  // Each lane has a column of its own: j = first + lane. So w^(j k) is the product of w^(lane k)
  // and w^(first k):
  std::vector<T> laneRoots_; // [k]: a block with w^(lane k) in each lane
  std::vector<T> rowRoots_;  // [group][k]: w^(first k) as a complex number
};

} // namespace lz::fft
