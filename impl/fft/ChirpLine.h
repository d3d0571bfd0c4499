// Transforms a line of any length n with Bluestein's algorithm. Let c[k] = e^(-pi i k^2 / n). Then
// X[k] is c[k] times the convolution of x[j] c[j] with conj(c[j]). The convolution is computed by
// transforms of a longer length that has only small prime factors.
#pragma once

#include "fft/LinePlan.h"

#include <memory>
#include <vector>

namespace lz::fft {

template <typename T> double chirpNs(int64_t n, MachineClass cpu);

template <typename T> class ChirpLine : public LinePlan<T> {
public:
  ChirpLine(int64_t n, MachineClass cpu);

  double nsPerLine() const override { return ns_; }
  int64_t scratchSize(int workers) const override;
  int64_t tableSize() const override {
    return plan_->tableSize() + int64_t(chirp_.size() + spectrum_.size());
  }
  void run(const LinesCall<T>& call) const override;

private:
  int64_t n_, longer_;
  MachineClass cpu_;
  double ns_;
  std::unique_ptr<LinePlan<T>> plan_; // transforms lines of the longer length
  std::vector<T> chirp_;              // c[k] as complex numbers
  std::vector<T> spectrum_;           // transform of conj(c), divided by the longer length
};

} // namespace lz::fft
