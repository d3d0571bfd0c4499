// Programs for batches of any size up to a bound. Each program is compiled once for all these
// sizes.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/HashMap.h"
#include "base/Status.h"
#include "lazy/bucket/Bucketing.h"
#include "lazy/bucket/Rungs.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace lz::exec {
class Executable;
}

namespace lz::lazy {

// Any thread may call these functions.
class BoundedProgram {
public:
  using Compile =
      absl::FunctionRef<StatusOr<std::shared_ptr<const exec::Executable>>(const Program&)>;

  explicit BoundedProgram(Bucketed bucketed) : bucketed_(std::move(bucketed)) {}

  const Bucketed& bucketed() const { return bucketed_; }
  // Does not wait, because cuts call this function with the cut lock held.
  bool isCompiled() const { return isCompiled_.load(std::memory_order_acquire); }
  // Compiles the program unless it is compiled already. Other threads wait meanwhile. After an
  // error the next call tries again.
  StatusOr<std::shared_ptr<const exec::Executable>> executable(Compile compile);
  Rungs& rungs() { return rungs_; } // its plans for small budgets

private:
  const Bucketed bucketed_;
  std::atomic<bool> isCompiled_{false};
  std::mutex mutex_;                                   // held while the program is compiled
  std::shared_ptr<const exec::Executable> executable_; // guarded by mutex_
  Rungs rungs_;
};

// Any thread may call these functions.
class Buckets {
public:
  // Returns the entry of this program, or a new one. An entry exists while somebody holds it.
  std::shared_ptr<BoundedProgram> find(Bucketed bucketed);

private:
  std::mutex mutex_;
  HashMap<uint64_t, std::vector<std::weak_ptr<BoundedProgram>>> known_; // guarded by mutex_
};

} // namespace lz::lazy
