// An executable: a sequence of thunks with a static buffer plan. It is immutable, so many threads
// may run it; each run brings its own arena and outputs. It uses neither MLIR nor LLVM: its code
// arrives as function pointers and an object that owns them.
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
  std::vector<bool> donated; // per input: whether the caller offers it; empty: none
  // For each output, the input whose storage it takes over when a run donates that input, or -1. An
  // empty list means none. The output takes the storage over only if nobody else holds it, the
  // Library owns it, and the sizes agree. So the plan must be right in both cases: with input and
  // output at one address, and apart. No output is initialized. Hence a thunk that writes such an
  // output comes after the last read of the input, or is a kernel that reads each element before it
  // writes it. If the output begins with the value of the input (an update in place), a copy input
  // -> output comes first; it costs nothing if the two are one.
  std::vector<int32_t> aliasOf;
  std::shared_ptr<const MachineCode> code; // owns the kernels' code
  int numKernels = 0;                      // distinct machine-code kernels
  int64_t codeBytes = 0;                   // of the objects that they come from
  int64_t tableBytes = 0;                  // of the plans of calls
  bool onProgramThread = false;            // true if a host call asks for it (HostCallTraits)
  double flops = 0;                        // of the program (spec/Flops.h)
  double ns = 0;                           // predicted, of one thread; of loops one iteration
  std::string fingerprint;                 // of all that its results depend on, but for the inputs
  MachineClass cpu = MachineClass::X86V2;  // the class that its code is for
  std::string features{};                  // instructions beyond the class, "+avx512bf16"
  Caches caches = lz::caches();            // the caches that its contractions are planned for
  bool isLoaded = false;                   // it was read from a file, not compiled by this process
};

// All sizes are in bytes. Donated inputs are assumed to have no other holder.
struct MemoryStatistics {
  int64_t inputs = 0, outputs = 0;
  int64_t arena = 0;     // temporaries, many of which share a place
  int64_t constants = 0; // held by the executable, including tables of calls
  int64_t code = 0;
  int64_t aliased = 0; // the part of the outputs that lies in donated inputs
  int64_t peak = 0;    // of one run, without the code; aliased bytes count once
};

// A loop counts as one iteration, and a branch as the most expensive of its cases.
struct CostStatistics {
  double flops = 0, ns = 0;
  int64_t bytes = 0;   // read and written by steps; each step counts each of its arrays once
  int64_t kernels = 0; // distinct
  int64_t steps = 0;   // thunks, including those in loops and branches
};

struct RunResult {
  absl::InlinedVector<std::shared_ptr<runtime::Storage>, 4> outputs;
};

// The time until a sleeping thread begins its work and the caller learns of the end. A sum of 4
// numbers, read 1 us after the call, took 8 us in all on another thread and 2 us on the calling
// thread (AMD Zen 3, two cores of a virtual machine).
inline constexpr double kHandOffNs = 5e3;

class Executable {
public:
  explicit Executable(ExecutableSpec spec);

  const ExecutableSpec& spec() const { return spec_; }

  // Runs on the calling thread and the device's pool, and returns when the results are complete. It
  // allocates the outputs and one arena, nothing else. `donated[i]` means that the caller gives
  // args[i] away: it becomes Donated if an output takes it over, and otherwise does not change.
  //
  // `outData` has for each output a storage to write it to, or nullptr; it may be empty. Such an
  // output takes over no input. Its size must be that of the output, and its bytes must not be
  // those of another output or an argument; otherwise the error is InvalidArgument.
  //
  // Other errors: InvalidArgument (count, sizes), FailedPrecondition (an argument was donated or
  // deleted), ResourceExhausted; the arguments are then unchanged. Cancelled, within some
  // milliseconds after the calling thread's work is cancelled (base/Cancel.h); the arguments taken
  // over are then Donated, unless no thunk had begun. Work that throws on any thread ends the run
  // in the same way, with ResourceExhausted if it ran out of memory. A call that fails ends it with
  // the error of the call.
  StatusOr<RunResult> run(runtime::Device& device,
                          absl::Span<const std::shared_ptr<runtime::Storage>> args,
                          absl::Span<const bool> donated = {},
                          absl::Span<const std::shared_ptr<runtime::Storage>> outData = {}) const;

  // Prints one thunk per line with the buffers that it reads and writes.
  std::string print() const;
  // Reports the memory of a run: totals, the donated inputs and their use, and the largest buffers
  // with the ops that write them and the thunks that use them (numbered from 0, as in print()).
  std::string memoryReport() const;
  MemoryStatistics memory() const;
  CostStatistics cost() const;
  // Returns whether a run ends before another thread could have begun it: the time of all its
  // thunks is known, and is at most kHandOffNs in total.
  bool isQuick() const { return isQuick_; }

private:
  Status checkArgs(absl::Span<const std::shared_ptr<runtime::Storage>> args,
                   absl::Span<const bool> donated) const;
  bool takesOver(size_t output, absl::Span<const std::shared_ptr<runtime::Storage>> args,
                 absl::Span<const bool> donated) const;

  ExecutableSpec spec_;
  const bool isQuick_;
  // The offset in the arena, after the temporaries, of the addresses of all buffers and the
  // arguments of one thunk, so that a run needs no further allocation for them.
  int64_t tableOffset_ = 0;
  size_t mostArgs_ = 0;
};

} // namespace lz::exec
