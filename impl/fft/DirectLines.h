// Transforms several lines at a time, each in its own lane.
#pragma once

#include "fft/Core.h"
#include "fft/LinePlan.h"

namespace lz::fft {

// Returns the predicted time of a line. If direct transforms of lines of this length are not
// possible, returns infinity.
template <typename T> double directNs(int64_t n, int64_t count, MachineClass cpu);

template <typename T> class DirectLines : public LinePlan<T> {
public:
  DirectLines(int64_t n, int64_t count, MachineClass cpu);

  int linesTogether() const override { return lanesOf<T>(cpu_); }
  double nsPerLine() const override { return ns_; }
  int64_t scratchSize(int) const override { return core_.scratchSize(); }
  int64_t tableSize() const override { return core_.tableSize(); }
  void run(const LinesCall<T>& call) const override;

private:
  MachineClass cpu_;
  double ns_;
  Core<T> core_;
};

} // namespace lz::fft
