// An executable: a sequence of thunks over a static buffer plan. Immutable and safe to run from
// many threads; each run brings its own arena and outputs. No MLIR, no LLVM: code comes in as
// function pointers and an owner.
#pragma once

#include "absl/container/inlined_vector.h"
#include "base/machine/Caches.h"
#include "base/machine/MachineClass.h"
#include "base/machine/MachineCode.h"
#include "exec/thunks/Thunk.h"
#include "runtime/Runtime.h"

#include <memory>
#include <string>
#include <vector>

namespace lz::exec {

struct ExecutableSpec {
  std::string name;
  std::vector<TensorType> inputs, outputs;
  std::vector<BufferSpec> buffers;
  Sequence body;
  int64_t arenaBytes = 0;
  std::vector<bool> donated; // per input: the caller offers it; empty: none
  // Per output: the input whose storage it takes over when a run donates that input, or -1; empty:
  // none. It happens only when nothing else holds the storage, the Library owns it and the sizes
  // agree, so the plan must be right for both: input and output at one address, or apart. No output
  // is initialized. Hence a thunk that writes the output comes after the last read of the input, or
  // is a kernel whose every element is read before it is written; and where the output begins as
  // the input's value (an update in place), a copy input -> output comes first, which costs nothing
  // when the two are one.
  std::vector<int32_t> aliasOf;
  std::shared_ptr<const MachineCode> code; // keeps the kernels alive
  int numKernels = 0;                      // distinct machine-code kernels
  int64_t codeBytes = 0;                   // of the objects that they come from
  int64_t tableBytes = 0;                  // of plans of calls
  bool onProgramThread = false;            // a host call asks for it (HostCallTraits)
  double flops = 0;                        // of the program (spec/Flops.h)
  double ns = 0;                           // predicted, of one thread; of loops one iteration
  std::string fingerprint;                 // of all that its results depend on, but for the inputs
  MachineClass cpu = MachineClass::X86V2;  // that its code is for
  std::string features{};                  // instructions beyond the class, "+avx512bf16"
  Caches caches = lz::caches();            // that its contractions are planned for
  bool isLoaded = false;                   // read from a file, not compiled here
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

// A sleeping thread takes so long to begin, and the caller to hear of the end. A sum of 4 numbers,
// read 1 us after the call, took 8 us in all on another thread and 2 us on the calling thread (AMD
// Zen 3, two cores of a virtual machine).
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
  // It has ended before another thread would have begun with it: thunks whose time is known, of
  // kHandOffNs at most in all.
  bool isQuick() const { return isQuick_; }

private:
  Status checkArgs(absl::Span<const std::shared_ptr<runtime::Storage>> args,
                   absl::Span<const bool> donated) const;
  bool takesOver(size_t output, absl::Span<const std::shared_ptr<runtime::Storage>> args,
                 absl::Span<const bool> donated) const;

  ExecutableSpec spec_;
  const bool isQuick_;
  // Behind the temporaries in the arena lie the addresses of all buffers and the arguments of one
  // thunk, so that a run allocates nothing for them.
  int64_t tableOffset_ = 0;
  size_t mostArgs_ = 0;
};

} // namespace lz::exec
