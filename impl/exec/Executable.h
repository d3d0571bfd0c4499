// An executable: a sequence of thunks over a static buffer plan. Immutable and safe to run from
// many threads; each run brings its own arena and outputs. No MLIR, no LLVM: code comes in as
// function pointers and an owner.
#pragma once

#include "absl/container/inlined_vector.h"
#include "base/Literal.h"
#include "base/Steps.h"
#include "base/machine/Caches.h"
#include "base/machine/MachineCode.h"
#include "contraction/plan/Slices.h"
#include "exec/Calls.h"
#include "exec/HostCalls.h"
#include "runtime/Runtime.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lz::exec {

using KernelFn = void (*)(void* const* buffers, int64_t lo, int64_t hi);

// A buffer is a value of the steps with a place.
using BufferKind = ValueKind;

struct BufferSpec {
  BufferKind kind;
  int64_t bytes = 0;         // Rows: 0
  int32_t ordinal = -1;      // Input, Output, Constant: which one
  int64_t offset = 0;        // Temp: in the arena, 64-byte aligned
  Literal constant{};        // Constant
  std::string origin{};      // what writes it, "maximum at net.c:12"; for reports
  std::string op{}, place{}; // the same in parts, for errors: "maximum", "net.c:12"
};

using BufferId = ValueId; // index into ExecutableSpec::buffers

// Runs grid units 0..gridSize-1 of a kernel, split between the threads of the pool.
struct KernelThunk {
  std::string name;
  KernelFn fn;
  int64_t gridSize;
  double nsPerUnit;              // of one thread, for the grain of the pool
  std::vector<BufferId> buffers; // reads, then writes
  int32_t numReads;
  int32_t object = -1; // of ExecutableSpec::code: the one with `fn`
};

// Nothing when both have one address. Of different sizes, where one is an argument or a result
// (lazy/bucket/ForBatch.h): the first bytes, as many as both have.
struct CopyThunk {
  BufferId source, target;
};

// A kernel that runs inside a contraction (RowWork): the units of row r are those from
// r * unitsPerRow on. An epilogue reads the contraction's output, and what the kernels before it
// wrote, in these rows only; a prologue writes the private operand.
struct RowKernel {
  KernelThunk kernel; // at most kMostRowBuffers
  int64_t unitsPerRow;
};
inline constexpr size_t kMostRowBuffers = 32;

// dot_general and convolution. It runs as its plan says.
struct ContractionThunk {
  std::string name;
  contraction::ContractionPlan plan; // of the whole contraction
  BufferId lhs, rhs, out;
  BufferId scratch; // Temp of scratchBytes()
  // One, if plan.spec.ownByRows; of slices one per operand in scratch.
  std::vector<RowKernel> prologue{};
  std::vector<RowKernel> epilogue{};              // in this order on the rows that are complete
  std::optional<contraction::SlicePlan> slices{}; // how it runs, if not as a whole

  int64_t scratchBytes() const { return slices ? slices->scratchBytes : plan.scratchBytes(); }
};

struct Sequence;

// Of an op whose call runs it: `steps` read buffers that the call fills, and fill others.
struct BodyThunk {
  std::shared_ptr<const Sequence> steps{}; // nullptr: there is none
  std::vector<BufferId> params{}, results{};
};

// A function of the library, or one that the user gives, on buffers.
struct CallThunk {
  const CallFunction* function; // nullptr: `host` is called
  CallSignature signature;
  std::vector<BufferId> buffers;          // operands, then results
  BufferId scratch;                       // Temp, or -1
  std::shared_ptr<const HostCall> host{}; // lives as long as the executable
  std::string place{};                    // of a host call, which may have no result that says so
  BodyThunk body{};

  std::string name() const {
    return host ? absl::StrCat("@", host->name()) : std::string(function->name);
  }
};

// while (cond) body: `cond` leaves a byte in `predicate`; both work on fixed buffers.
struct WhileThunk {
  std::string name;
  std::shared_ptr<const Sequence> condition, body;
  BufferId predicate;
};

// Runs branches[clamp(index)]: pred for `if` (branches[0] is the true branch), s32 for `case` (out
// of range: last).
struct ConditionalThunk {
  std::string name;
  BufferId selector;
  bool selectorIsPred;
  std::vector<std::shared_ptr<const Sequence>> branches;
};

using Thunk =
    std::variant<KernelThunk, CopyThunk, ContractionThunk, CallThunk, WhileThunk, ConditionalThunk>;

struct Sequence {
  std::vector<Thunk> thunks;
};

struct ExecutableSpec {
  std::string name;
  std::vector<TensorType> inputs, outputs;
  std::vector<BufferSpec> buffers;
  Sequence body;
  int64_t arenaBytes = 0;
  std::vector<bool> donated; // per input: the caller offers it; empty: none
  // Per output: the input whose storage it takes over when a run donates that input, or -1; empty:
  // none. It happens only when nobody else holds the storage, the Library owns it and the sizes
  // agree, so the plan must be right for both: input and output at one address, or apart. No output
  // is initialized. Hence a thunk that writes the output comes after the last read of the input, or
  // is a kernel whose every element is read before it is written; and where the output begins as
  // the input's value (an update in place), a CopyThunk input -> output comes first, which costs
  // nothing when the two are one.
  std::vector<int32_t> aliasOf;
  std::shared_ptr<const MachineCode> code; // keeps the kernels alive
  int numKernels = 0;                      // distinct machine-code kernels
  int64_t codeBytes = 0;                   // of the objects that they come from
  int64_t tableBytes = 0;                  // of plans of calls
  bool onProgramThread = false;            // a host call asks for it (HostCallTraits)
  double flops = 0;                        // of the program (spec/Flops.h)
  double ns = 0;                           // predicted, of one thread; of loops one iteration
  std::string fingerprint;                 // of all that its results depend on, but for the inputs
  CpuClass cpu = CpuClass::V2;             // that its code is for
  std::string features{};                  // instructions beyond the class, "+avx512bf16"
  Caches caches = lz::caches();            // that its contractions are planned for
  bool isLoaded = false;                   // from a file: nobody compiled it here
};

// In bytes. What is donated is thought to have no other holder.
struct MemoryStatistics {
  int64_t inputs = 0, outputs = 0;
  int64_t arena = 0;     // temporaries, of which many share a place
  int64_t constants = 0; // that the executable holds, with tables of calls
  int64_t code = 0;
  int64_t aliased = 0; // of the outputs, in the memory of donated inputs
  int64_t peak = 0;    // of one run: all but the code, what is aliased once
};

// Loops count as one iteration, branches as the largest of them.
struct CostStatistics {
  double flops = 0, ns = 0;
  int64_t bytes = 0;   // that steps read and write, an array once for each step that has it
  int64_t kernels = 0; // distinct
  int64_t steps = 0;   // thunks, with those in loops and branches
};

struct RunResult {
  absl::InlinedVector<std::shared_ptr<runtime::Storage>, 4> outputs;
};

// What it takes until a thread that sleeps has begun, and who waits for it has heard of the end:
// a sum of 4 numbers whose result is read 1 us after the call took 8 us in all, and 2 us when it
// ran on the calling thread (AMD Zen 3, two cores of a virtual machine).
inline constexpr double kHandOffNs = 5e3;

class Executable {
public:
  explicit Executable(ExecutableSpec spec);

  const ExecutableSpec& spec() const { return spec_; }

  // Runs on the calling thread plus the device's pool and returns when the results are there.
  // `donated[i]`: the caller gives args[i] away; if an output takes it over, args[i] is Donated
  // afterwards, else it stays as it is and the caller drops it. Allocates the outputs and one
  // arena, nothing else. Errors: InvalidArgument (count, sizes), FailedPrecondition (an argument
  // was donated or deleted), ResourceExhausted; the arguments are then untouched. Cancelled, when
  // the calling thread's work is (base/Cancel.h): at most some milliseconds later; the arguments
  // that were taken over are gone (Donated), and before the first thunk none is. Work that throws,
  // on whatever thread, ends the run in the same way: ResourceExhausted where it found no memory.
  // So does a call that fails, with its error.
  // `outData`: per output a storage to write it to, or nullptr; empty: none. Such an output takes
  // over nothing. Their sizes are the outputs'; InvalidArgument when the bytes of one are those of
  // another or of an argument.
  StatusOr<RunResult> run(runtime::Device& device,
                          absl::Span<const std::shared_ptr<runtime::Storage>> args,
                          absl::Span<const bool> donated = {},
                          absl::Span<const std::shared_ptr<runtime::Storage>> outData = {}) const;

  // One thunk a line with the buffers it reads and writes; enough to explain a slow run.
  std::string print() const;
  // What a run holds: totals, the donated inputs and what becomes of them, and the largest buffers
  // with the ops that write them and the thunks (as print() lists them, from 0) that use them.
  std::string memoryReport() const;
  MemoryStatistics memory() const;
  CostStatistics cost() const;
  // It has ended before another thread would have begun with it: kernels, copies and contractions
  // only, each of which runs once, of kHandOffNs at most in all.
  bool isQuick() const { return isQuick_; }

private:
  Status checkArgs(absl::Span<const std::shared_ptr<runtime::Storage>> args,
                   absl::Span<const bool> donated) const;
  bool takesOver(size_t output, absl::Span<const std::shared_ptr<runtime::Storage>> args,
                 absl::Span<const bool> donated) const;

  ExecutableSpec spec_;
  const bool isQuick_;
  // Behind the temporaries in the arena lie the addresses of all buffers and the arguments of one
  // kernel, so that a run allocates nothing for them.
  int64_t tableOffset_ = 0;
  size_t maxKernelArgs_ = 0;
};

} // namespace lz::exec
