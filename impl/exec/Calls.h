// Functions of the library that a thunk calls by name. They run ops that neither a generated kernel
// nor a contraction can run. A function gets buffers as typed views, attributes as a struct
// (CallAttrs.h), scratch memory, and the threads of the device. HostCalls.h has the functions that
// your program defines.
//
//   call concatenate reads in0 in1 ... in99 writes out0 scratch tmp101 {dimension = 0}
//
// Calls.cc lists all functions. Some ops have a body, such as the comparison of a sort. If
// attributes can describe the body, the compiler sets these attributes
// (compiler/lower/CallAttrs.h). Otherwise the function runs the body.
#pragma once

#include "absl/types/span.h"
#include "base/KernelTable.h"
#include "base/Shape.h"
#include "base/Status.h"
#include "base/machine/MachineClass.h"
#include "base/machine/ThreadPool.h"
#include "exec/CallAttrs.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lz::exec {

// Data that a function computes once for a call, at compile time. All runs use the same plan.
class CallPlan {
public:
  virtual ~CallPlan() = default;
  virtual int64_t bytes() const = 0;
  // These functions describe the decisions of the plan. print() returns a few words for the list of
  // thunks. explain() returns a sentence with predicted times.
  virtual std::string print() const { return {}; }
  virtual std::string explain() const { return {}; }
};

// Everything that is known about a call at compile time.
struct CallSignature {
  std::vector<TensorType> operands, results;
  CallAttrs attrs{};
  // The size of the call's scratch depends on `threads`. The bits of the call's results can depend
  // on `cpu`.
  int threads = 1;
  MachineClass cpu = MachineClass::X86V2;
  // `kernels` and `plan` follow from the fields above. They are set if the function has a plan.
  const KernelTable* kernels = nullptr;
  std::shared_ptr<const CallPlan> plan{};

  // Returns the element type of the first operand.
  DType operandType() const { return operands.empty() ? DType::Invalid : operands[0].dtype; }
  // Returns the attributes, which must be those of this function.
  template <typename T> const T& attrsOf() const { return std::get<T>(attrs); }
};

// A buffer during a run, in row-major order. Its size follows from its type.
struct CallView {
  const TensorType& type;
  std::byte* data;

  template <typename T> absl::Span<T> as() const {
    return {reinterpret_cast<T*>(data), size_t(type.numElements())};
  }
};

// The body of an op that compares. It takes scalars and returns a predicate. The function of the
// call runs it.
class CallBody {
public:
  virtual ~CallBody() = default;
  // Returns whether several threads are allowed to run the body at once.
  virtual bool isShared() const = 0;
  // Runs the body on the parameters at these addresses and returns the predicate. Returns false if
  // hasEnded() is true.
  virtual bool holds(const void* const* params) = 0;
  // Returns whether a step of the body has failed, or was skipped because the run is cancelled. If
  // so, the function must return soon, and its results are not used.
  virtual bool hasEnded() const = 0;
};

// The arguments of a function for one call. Two buffers can overlap only if the step of the call
// lists an alias.
struct CallArgs {
  const CallSignature& signature;
  void* const* buffers; // operands, then results
  absl::Span<std::byte> scratch;
  ThreadPool& pool;
  CallBody* body = nullptr; // null if the attributes describe the body

  CallView operand(size_t i) const {
    return {signature.operands[i], static_cast<std::byte*>(buffers[i])};
  }
  CallView result(size_t i) const {
    return {signature.results[i], static_cast<std::byte*>(buffers[signature.operands.size() + i])};
  }
};

// The resources that a call needs. They follow from the signature.
struct CallNeeds {
  int64_t scratchBytes = 0;
  double ns = 0; // predicted time on one thread, or 0 if unknown
};

struct CallFunction {
  std::string_view name;
  // Fills all results and allocates nothing. The bits of the results must be the same for every
  // number of threads. Work of more than a millisecond must end early when the run is cancelled. A
  // parallel loop of the thread pool ends early by itself. Other code must call isCancelled() and
  // the body's hasEnded() between pieces of its work. An error ends the run. The thunk adds the
  // name and the source location of the op to the error.
  Status (*run)(const CallArgs& args);
  CallNeeds (*needs)(const CallSignature& signature);
  // Makes the plan of a call. `plan` is null if the function has no plans. `plan` is called once,
  // before needs() and run(). needs() and run() find the plan of the call in the signature.
  StatusOr<std::shared_ptr<const CallPlan>> (*plan)(const CallSignature& signature) = nullptr;
};

// Returns the function of this name, or nullptr.
const CallFunction* findCall(std::string_view name);

} // namespace lz::exec
