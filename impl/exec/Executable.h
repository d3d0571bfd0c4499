// An executable: a sequence of thunks with a static buffer plan. An executable is immutable, so
// many threads can run it at once. Each run has its own arena and outputs. An executable uses
// neither MLIR nor LLVM. It has function pointers, and an object that owns their code.
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

// The bytes that a run takes from the allocator, for its arena and its outputs.
struct RunBytes {
  int64_t most = 0;  // if no output takes over the memory of an input
  int64_t least = 0; // if each output takes over what it can
  bool operator==(const RunBytes&) const = default;
};

struct ExecutableSpec {
  std::string name;
  std::vector<TensorType> inputs, outputs;
  std::vector<BufferSpec> buffers;
  Sequence body;
  std::vector<ContentUse> ends; // the content of each output at the end of a run
  int64_t arenaBytes = 0;
  std::vector<bool> donated; // for each input, whether the caller donates it; empty: none
  // For each output, the number of an input, or -1. When a run donates this input, the output takes
  // over the storage of the input. This happens only if nothing else holds the storage, the library
  // owns it, and the sizes agree. An empty list means -1 for all outputs. The plan must be correct
  // in two cases: input and output have the same address, or they do not overlap. A thunk that
  // writes the output must come after the last read of the input, or must be a kernel that reads
  // each element before it writes the element. For an update in place, a thunk first copies the
  // input to the output. If both have the same address, the copy costs nothing.
  std::vector<int32_t> aliasOf;
  std::shared_ptr<const MachineCode> code; // owns the kernels' code
  int numKernels = 0;                      // kernels with different machine code
  int64_t codeBytes = 0;                   // size of the object files with the kernels
  int64_t tableBytes = 0;                  // size of the plans of calls
  bool onProgramThread = false;            // whether a host call asks for it (HostCallTraits)
  double flops = 0;                        // float operations of one run (spec/Flops.h)
  double ns = 0;           // predicted time on one thread, with one iteration of each loop
  std::string fingerprint; // identifies what affects the results, except inputs
  MachineClass cpu = MachineClass::X86V2; // the CPU class that the code is compiled for
  std::string features{};                 // instructions beyond the CPU class, "+avx512bf16"
  Caches caches = lz::caches();           // the caches that contractions are planned for
  bool isLoaded = false;                  // true if it was read from a file
  bool isShared = false;                  // true if it shares parts with an earlier executable
  RunBytes runBytes{};                    // what bytesOfRun returns; verify() adds it up again
  // RunBytes::most of the smallest plan of memory that the compiler found, or 0 if it is not known.
  int64_t smallestBudget = 0;
  std::vector<std::string> moves{}; // what the plan changes so that a run takes less, as texts
  // If no plan fits into the budget: the largest tensors that cannot be split, with the reasons.
  std::vector<std::string> unsplit{};
  // The locations of ops, to which buffers and calls refer. Nothing else in an executable depends
  // on them.
  std::vector<std::string> locations{};
};

// Returns a text for reports that names the op that writes the buffer, such as "maximum at
// net.c:12".
std::string originOf(const ExecutableSpec& spec, const BufferSpec& buffer);

// Returns the bytes that runs take. If the allocator is not exact, a run can reuse kept blocks of
// memory that are up to an eighth larger than the run needs.
RunBytes bytesOfRun(const ExecutableSpec& spec);

// Returns OK if a run takes at most `budget` bytes, whether or not inputs are donated. Otherwise
// returns ResourceExhausted. `what` is the verb in the message, for example "compile". The message
// also has the remedy, the bytes that the steps need in any order, and the largest values at the
// thunk that needs the most bytes. The error has the op and the location of the largest of these
// values.
Status checkFits(const ExecutableSpec& spec, int64_t budget, absl::string_view what,
                 absl::string_view remedy);
// `error` is the error of an allocator that has refused the memory of a run. Adds what the steps
// need to this error, as checkFits() does. If there is no memory for the text, returns the error
// unchanged.
Status refusedRun(const ExecutableSpec& spec, const Status& error) noexcept;

// All sizes are in bytes. It is assumed that nobody else holds donated inputs.
struct MemoryStatistics {
  int64_t inputs = 0, outputs = 0;
  int64_t arena = 0;     // bytes for the temporaries, which share places
  int64_t constants = 0; // bytes that the executable holds, with the plans of calls
  int64_t code = 0;
  int64_t aliased = 0; // bytes of outputs that reuse the memory of donated inputs
  int64_t peak = 0;    // largest memory of a run, without code; aliased bytes count once
  RunBytes run{};
  int64_t smallestBudget = 0; // bytes of a run in the smallest plan that the compiler found
  int64_t lowerBound = 0;     // with any order and places, a run takes at least this (LowerBound.h)
};

// The work of a run, as counted from the thunks. The time `ns` is predicted. A loop is counted as
// one iteration, and a condition as its most expensive branch.
struct CostStatistics {
  double flops = 0, ns = 0;
  int64_t bytes = 0; // bytes that thunks read and write; each thunk counts each of its arrays once
  int64_t kernels = 0; // number of kernels with different machine code
  int64_t steps = 0;   // thunks, including those inside of loops and branches
};

struct RunResult {
  absl::InlinedVector<std::shared_ptr<runtime::Storage>, 4> outputs;
};

// An arena of at most this size is not allocated. It lies on the stack of the calling thread.
inline constexpr int64_t kArenaOnStack = 1024;

// What a run does to get its memory.
struct RunMemory {
  // The reservation of the run. After the run, the reservation says whether the run got its memory.
  // If it is nullptr, the run makes a reservation.
  runtime::Reservation* reservation = nullptr;
  bool relieves = true; // see MemoryRequest
};

class Executable {
public:
  explicit Executable(ExecutableSpec spec);

  const ExecutableSpec& spec() const { return spec_; }

  // Runs on the calling thread and the device's pool. Returns when the results are complete.
  // Allocates only the outputs and one arena. If `donated[i]` is true, an output is allowed to take
  // over the storage args[i]. A storage that is taken over becomes Donated. Other storages do not
  // change.
  //
  // For each output, `outData` has the storage to which the output is written, or nullptr. An empty
  // list means nullptr for all outputs. An output with such a storage takes over no input. The
  // storage must have the size of the output. It must not overlap an argument or the storage of
  // another output. Otherwise the error is InvalidArgument.
  //
  // The run gets all of its memory at once, before it begins. If this memory is not free, the run
  // waits for other runs that hold memory of the device (runtime/Reservation.h).
  //
  // After these errors the arguments are unchanged: InvalidArgument (number or size of arguments),
  // FailedPrecondition (an argument was donated or deleted), ResourceExhausted. If the work of the
  // calling thread is cancelled (base/Cancel.h), the run ends within some milliseconds with
  // Cancelled. If a thunk had begun, the arguments that were taken over are then Donated. An
  // exception on any thread ends the run in the same way, with ResourceExhausted if memory ran out.
  // A call that fails ends the run with the error of the call.
  StatusOr<RunResult> run(runtime::Device& device,
                          absl::Span<const std::shared_ptr<runtime::Storage>> args,
                          absl::Span<const bool> donated = {},
                          absl::Span<const std::shared_ptr<runtime::Storage>> outData = {},
                          const RunMemory& memory = {}) const;
  // Returns the bytes that a run with these arguments takes. The arguments must be valid for run().
  int64_t bytesToTake(absl::Span<const std::shared_ptr<runtime::Storage>> args,
                      absl::Span<const bool> donated = {},
                      absl::Span<const std::shared_ptr<runtime::Storage>> outData = {}) const;

  // Prints one thunk per line with the buffers that it reads and writes.
  std::string print() const;
  // Reports the memory of a run: totals, the use of donated inputs, and the largest buffers. For
  // each of the largest buffers, the report names the op that writes the buffer, and the thunks
  // that use it. Thunks are numbered from 0, as in print().
  std::string memoryReport() const;
  MemoryStatistics memory() const;
  CostStatistics cost() const;
  // Returns whether a run is predicted to take less time than handing the run to another thread.
  // The times of all thunks must be known, and their sum must be at most ThreadPool::kHandOffNs.
  bool isQuick() const { return isQuick_; }

private:
  Status checkArgs(absl::Span<const std::shared_ptr<runtime::Storage>> args,
                   absl::Span<const bool> donated) const;
  bool takesOver(size_t output, absl::Span<const std::shared_ptr<runtime::Storage>> args,
                 absl::Span<const bool> donated) const;

  ExecutableSpec spec_;
  const bool isQuick_;
  // The offset of a table in the arena, after the temporaries. The table has the addresses of all
  // buffers and the arguments of one thunk.
  int64_t tableOffset_ = 0;
  size_t mostArgs_ = 0;
};

} // namespace lz::exec
