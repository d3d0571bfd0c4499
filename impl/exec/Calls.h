// Functions of the library that a thunk calls by name, for ops that are neither a generated kernel
// nor a contraction. A function gets the buffers of a run as typed views, the attributes as a
// struct (CallAttrs.h), scratch that memory::plan placed, and the threads of the device.
// HostCalls.h has the caller's functions.
//
//   call concatenate reads in0 in1 ... in99 writes out0 scratch tmp101 {dimension = 0}
//
// The table of functions is closed: Calls.cc lists them all. Attributes hold what is known about an
// op when it is compiled. If the function has an attribute for the meaning of a body, the compiler
// finds it once (compiler/lower/CallAttrs.h). Other bodies are run by the function.
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

// The tables that a function computes once for a call, at compile time, and that all runs read.
class CallPlan {
public:
  virtual ~CallPlan() = default;
  virtual int64_t bytes() const = 0;
  // What it decides: a few words for the list of thunks, and a sentence with predicted times.
  virtual std::string print() const { return {}; }
  virtual std::string explain() const { return {}; }
};

// All that is known about a call at compile time.
struct CallSignature {
  std::vector<TensorType> operands, results;
  CallAttrs attrs{};
  int threads = 1;                        // of the executable: scratch may be for as many
  MachineClass cpu = MachineClass::X86V2; // bits may depend on it; other classes may not run
  const KernelTable* kernels = nullptr;   // for f64 if the first operand is f64, else f32
  std::shared_ptr<const CallPlan> plan{}; // if the function has one; follows from the rest

  // The element type of the first operand.
  DType operandType() const { return operands.empty() ? DType::Invalid : operands[0].dtype; }
  // The attributes of the function that is called.
  template <typename T> const T& attrsOf() const { return std::get<T>(attrs); }
};

// A buffer during a run, row-major. Its size is that of its type.
struct CallView {
  const TensorType& type;
  std::byte* data;

  template <typename T> absl::Span<T> as() const {
    return {reinterpret_cast<T*>(data), size_t(type.numElements())};
  }
};

// The body of an op that compares: it takes scalars and returns a predicate. The function calls it.
class CallBody {
public:
  virtual ~CallBody() = default;
  // Whether several threads may run it at once.
  virtual bool isShared() const = 0;
  // The predicate for parameters at these addresses. False after the body has ended.
  virtual bool holds(const void* const* params) = 0;
  // True after a step of the body failed, or was skipped because the run is cancelled. Its results
  // are then useless, and the function must return soon.
  virtual bool hasEnded() const = 0;
};

// No two views of a call overlap unless its step lists an alias.
struct CallArgs {
  const CallSignature& signature;
  void* const* buffers; // operands, then results
  absl::Span<std::byte> scratch;
  ThreadPool& pool;
  CallBody* body = nullptr; // set if no attribute describes the body

  CallView operand(size_t i) const {
    return {signature.operands[i], static_cast<std::byte*>(buffers[i])};
  }
  CallView result(size_t i) const {
    return {signature.results[i], static_cast<std::byte*>(buffers[signature.operands.size() + i])};
  }
};

// What a call needs. It follows from the signature alone.
struct CallNeeds {
  int64_t scratchBytes = 0;
  double ns = 0; // predicted time on one thread; 0: not known
};

struct CallFunction {
  std::string_view name;
  // Fills all results, with the same bits for every number of threads. Work of more than a
  // millisecond must end early when the run is cancelled: it runs as a loop of the pool, or calls
  // isCancelled() between pieces, and hasEnded() of a body. It allocates nothing. An error ends the
  // run; the thunk adds the op and its place.
  Status (*run)(const CallArgs& args);
  CallNeeds (*needs)(const CallSignature& signature);
  // nullptr: the function has no plan. Otherwise it is called once, before needs() and run(), which
  // find the plan in the signature.
  StatusOr<std::shared_ptr<const CallPlan>> (*plan)(const CallSignature& signature) = nullptr;
};

// nullptr: there is none of this name.
const CallFunction* findCall(std::string_view name);

} // namespace lz::exec
