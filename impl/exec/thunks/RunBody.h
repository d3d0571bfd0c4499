// Runs the body of an op when the function of its call asks for it (exec/Calls.h).
#pragma once

#include "absl/functional/function_ref.h"
#include "exec/Calls.h"
#include "exec/thunks/BoundKernel.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lz::exec {

// The body of an op that a call runs. The call fills the buffers `params`. `steps` reads `params`
// and fills `results`.
struct BodySteps {
  SequenceRef steps{}; // nullptr: there is no body
  std::vector<BufferId> params{}, results{};
};

// A body that is one kernel. The kernel reads parameters in place, so several threads can run it at
// once.
class KernelBody : public CallBody {
public:
  KernelBody(const BodySteps& body, void* const* addresses)
      : kernel_(body.steps->thunks.size() == 1 ? body.steps->thunks[0]->kernel() : nullptr) {
    if (!kernel_ || kernel_->buffers.size() > kMostArgs || body.results.size() != 1) {
      kernel_ = nullptr;
      return;
    }
    result_ = placeOf(kernel_->buffers, body.results[0]);
    for (size_t i = 0; i < kernel_->buffers.size(); ++i) {
      fixed_[i] = addresses[kernel_->buffers[i]];
      const size_t param = placeOf(body.params, kernel_->buffers[i]);
      if (param < body.params.size())
        params_[numParams_++] = {i, param};
    }
    // The predicate must be the only result, because all threads would write other results to the
    // same place.
    if (result_ < size_t(kernel_->numReads) || size_t(kernel_->numReads) + 1 != fixedCount())
      kernel_ = nullptr;
  }

  bool isValid() const { return kernel_ != nullptr; }
  bool isShared() const override { return true; }
  bool holds(const void* const* params) override {
    std::array<void*, kMostArgs> args;
    std::copy_n(fixed_.begin(), fixedCount(), args.begin());
    for (size_t i = 0; i < numParams_; ++i)
      args[params_[i].arg] = const_cast<void*>(params[params_[i].param]);
    uint8_t result = 0;
    args[result_] = &result;
    kernel_->fn(args.data(), 0, kernel_->gridSize);
    return result != 0;
  }
  bool hasEnded() const override { return false; } // a kernel of one element always completes

private:
  static constexpr size_t kMostArgs = 32;
  struct Param {
    size_t arg, param;
  };

  static size_t placeOf(absl::Span<const BufferId> list, BufferId id) {
    return size_t(std::find(list.begin(), list.end(), id) - list.begin());
  }
  size_t fixedCount() const { return kernel_->buffers.size(); }

  const BoundKernel* kernel_; // null if the body is not one kernel
  size_t result_ = 0;
  std::array<void*, kMostArgs> fixed_{};
  std::array<Param, kMostArgs> params_{};
  size_t numParams_ = 0;
};

// A body of several steps. Parameters are copied to the buffers that the steps read. `runSteps`
// runs the steps, and returns false if a step did not run.
class StepsBody : public CallBody {
public:
  StepsBody(const BodySteps& body, const std::vector<BufferSpec>& buffers, void* const* addresses,
            absl::FunctionRef<bool()> runSteps)
      : body_(body), buffers_(buffers), addresses_(addresses), runSteps_(runSteps) {}

  bool isShared() const override { return false; }
  bool hasEnded() const override { return hasEnded_; }
  bool holds(const void* const* params) override {
    if (hasEnded_)
      return false;
    for (size_t i = 0; i < body_.params.size(); ++i)
      std::memcpy(addresses_[body_.params[i]], params[i],
                  size_t(buffers_[size_t(body_.params[i])].bytes));
    hasEnded_ = !runSteps_();
    return !hasEnded_ && *static_cast<const uint8_t*>(addresses_[body_.results[0]]) != 0;
  }

private:
  const BodySteps& body_;
  const std::vector<BufferSpec>& buffers_;
  void* const* addresses_;
  absl::FunctionRef<bool()> runSteps_;
  bool hasEnded_ = false;
};

} // namespace lz::exec
