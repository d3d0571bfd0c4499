// Functions of the library that a thunk calls by name: what is neither a generated kernel nor a
// contraction. They see the buffers of a run as typed views, attributes as plain data, a scratch
// that memory::plan placed, and the threads of the device. HostCalls.h has functions that the user
// gives.
//
//   call concatenate reads in0 in1 ... in99 writes out0 scratch tmp101 {dimension = 0}
//
// The table of functions is closed: Calls.cc lists them all. Attributes are what is known of an op
// when it is compiled; what a body of an op means to the function is one of them, found once
// (compiler/lower/CallAttrs.h). Another body the function runs.
#pragma once

#include "absl/types/span.h"
#include "base/MicroKernels.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "base/machine/CpuClass.h"
#include "base/machine/ThreadPool.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lz::exec {

using CallAttr =
    std::variant<int64_t, double, std::string, std::vector<int64_t>, std::vector<std::string>>;
using CallAttrs = std::vector<std::pair<std::string, CallAttr>>;
// {dimension = 1, order = "total"}
std::string print(const CallAttrs& attrs);

// What a function works out once for a call, when it is compiled: tables that all runs read.
class CallPlan {
public:
  virtual ~CallPlan() = default;
  virtual int64_t bytes() const = 0;
};

// What is known of a call when it is compiled.
struct CallSignature {
  std::vector<TensorType> operands, results;
  CallAttrs attrs{};
  int threads = 1;                        // that the executable is for: scratch may be for so many
  CpuClass cpu = CpuClass::V2;            // likewise: bits may depend on it, and no other may run
  const MicroKernels* kernels = nullptr;  // of the first operand's type: f64, or f32 for all others
  std::shared_ptr<const CallPlan> plan{}; // of a function that has one; made of all else

  // Of the first operand.
  DType operandType() const { return operands.empty() ? DType::Invalid : operands[0].dtype; }
  // The call has the attribute, and it is of this type.
  template <typename T> const T& attr(std::string_view name) const {
    for (const auto& [key, value] : attrs)
      if (key == name)
        return std::get<T>(value);
    static const T none{};
    return none;
  }
};

// A buffer during a run; row-major, of the type's bytes.
struct CallView {
  const TensorType& type;
  std::byte* data;

  template <typename T> absl::Span<T> as() const {
    return {reinterpret_cast<T*>(data), size_t(type.numElements())};
  }
};

// The body of an op that compares: it takes scalars and gives a predicate. It runs when the
// function says so.
class CallBody {
public:
  virtual ~CallBody() = default;
  // Whether several threads may run it at a time.
  virtual bool isShared() const = 0;
  // What it gives for parameters at these addresses; false once it has ended.
  virtual bool holds(const void* const* params) = 0;
  // A step of it failed, or was left out since the run is cancelled: nothing that it gives counts
  // any more, and the function returns as soon as from cancelled work.
  virtual bool hasEnded() const = 0;
};

// No two views of a call overlap unless its step lists an alias.
struct CallArgs {
  const CallSignature& signature;
  void* const* buffers; // of operands, then of results
  absl::Span<std::byte> scratch;
  ThreadPool& pool;
  CallBody* body = nullptr; // of an op whose attributes do not say what the body means

  CallView operand(size_t i) const {
    return {signature.operands[i], static_cast<std::byte*>(buffers[i])};
  }
  CallView result(size_t i) const {
    return {signature.results[i], static_cast<std::byte*>(buffers[signature.operands.size() + i])};
  }
};

// What a call wants, from its signature alone.
struct CallNeeds {
  int64_t scratchBytes = 0;
  double ns = 0; // predicted, of one thread; 0: nobody predicts it
};

struct CallFunction {
  std::string_view name;
  // Fills all results, with the same bits for every number of threads. Work that takes longer than
  // a millisecond is a loop of the pool, which a cancelled run leaves early, or asks isCancelled()
  // between pieces, and a body whether it has ended. It allocates nothing. An error ends the run;
  // it gets the op and its place from the thunk.
  Status (*run)(const CallArgs& args);
  CallNeeds (*needs)(const CallSignature& signature);
  // nullptr: it has no plan. Otherwise called once, before needs() and run(), which find the plan
  // in the signature.
  StatusOr<std::shared_ptr<const CallPlan>> (*plan)(const CallSignature& signature) = nullptr;
};

// nullptr: there is none of this name.
const CallFunction* findCall(std::string_view name);

} // namespace lz::exec
