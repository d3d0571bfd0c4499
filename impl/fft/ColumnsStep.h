// Transforms a complex array [outer][n][inner] along the dimension n. Several columns are
// transformed at once, in place: as many as a register has elements. If columns are too long for
// that, or if n has large prime factors, the columns are copied to lines first.
#pragma once

#include "fft/Core.h"
#include "fft/LinePlan.h"

#include <memory>
#include <optional>

namespace lz::fft {

template <typename T> class ColumnsStep {
public:
  ColumnsStep(int64_t outer, int64_t n, int64_t inner, MachineClass cpu, int threads);

  int64_t scratchSize() const; // in numbers of T
  int64_t tableSize() const { return core_ ? core_->tableSize() : plan_->tableSize(); }
  double ns() const { return ns_; }
  // `out` can be the same as `in`.
  void run(const T* in, T* out, bool inverse, T scale, T* scratch, ThreadPool& pool) const;

private:
  int64_t together() const;
  int64_t groups() const;
  int64_t workerScratchSize() const;
  // A group of `lanes` columns, which begin at `in` and `out`.
  struct Group;
  void copyAndTransform(const Group& group) const;

  int64_t outer_, n_, inner_;
  MachineClass cpu_;
  std::optional<Core<T>> core_;
  std::unique_ptr<LinePlan<T>> plan_; // used if there is no core
  double ns_;
  int workers_;
};

} // namespace lz::fft
