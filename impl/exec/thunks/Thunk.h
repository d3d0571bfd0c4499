// A thunk: one entry in the list that an executable runs. A thunk is a kernel, a contraction, a
// sweep, a call, a copy, a view, a loop or a condition. Each kind is a file of this folder. Other
// code uses only this interface. Thunks are immutable, so several threads and several executables
// (lazy/bucket/ForBatch.h) can use the same thunk.
#pragma once

#include "absl/functional/function_ref.h"
#include "base/Status.h"
#include "exec/thunks/Buffers.h"

#include <memory>
#include <vector>

namespace lz::exec {

struct BoundKernel;
class BufferChecks;
class Explanation;
class Printer;
class Run;
class Thunk;
struct ThunkTable;
class ThunkWriter;

using ThunkRef = std::shared_ptr<const Thunk>;

// Thunks that run one after another.
struct Sequence {
  std::vector<ThunkRef> thunks;
  // What each thunk reads and writes. Only checks (exec/verify) use this list. If it is empty, the
  // contents are not known.
  std::vector<Contents> contents{};
};
using SequenceRef = std::shared_ptr<const Sequence>;

// How a thunk uses a buffer.
enum class BufferUse : uint8_t {
  Reads,
  Writes,
  Keeps, // scratch, a predicate, or parameters or results of a body
};

// The scratch of a thunk, and the fewest bytes with which the thunk can run, on one thread.
struct LeastScratch {
  BufferId buffer = -1; // -1: the thunk has no scratch
  int64_t bytes = 0;
};

// How often a thunk runs its sequences.
enum class Nesting : uint8_t {
  None,   // the thunk has no sequences
  Choice, // runs one of its sequences once
  Loop,   // runs all of its sequences in order, any number of times
  Body,   // runs its sequence on single elements, any number of times
};

class Thunk {
public:
  virtual ~Thunk() = default;

  // Runs the thunk. All state is in `run`. A thunk stores nothing and allocates nothing.
  virtual void execute(Run& run) const = 0;
  // Checks everything that must hold before the thunk runs, for example that the buffers are large
  // enough. Returns an Internal error for the first violation.
  virtual Status verify(const BufferChecks& checks) const = 0;
  // Prints a line with the buffers that the thunk reads and writes, and details in lines below it.
  virtual void print(Printer& printer) const = 0;
  // Reports the decisions that the compiler made about the thunk. By default reports nothing.
  virtual void explain(Explanation& explanation) const;
  // Returns the thunk as a table of a file. Kinds.def names the function that reads the table.
  virtual ThunkTable write(ThunkWriter& writer) const = 0;

  // Visits each buffer that the thunk uses. A buffer that is used several times is visited several
  // times.
  virtual void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const = 0;
  virtual LeastScratch leastScratch() const { return {}; }
  virtual Nesting nesting() const { return Nesting::None; }
  // Visits the sequences of the thunk in the order in which they are printed.
  virtual void forEachSequence(absl::FunctionRef<void(const Sequence&)>) const {}
  // Returns the same thunk with other sequences, in the order of forEachSequence. Returns nullptr
  // if the thunk has none.
  virtual ThunkRef withSequences(std::vector<SequenceRef>) const { return nullptr; }

  // Returns whether ExecutableSpec::ns contains the full time of the thunk. Returns false for a
  // loop and a condition, of which ExecutableSpec::ns contains one iteration and one branch, and
  // for a call, whose time can be unknown.
  virtual bool hasKnownTime() const = 0;
  // Returns the kernel if the thunk only runs a kernel, else nullptr.
  virtual const BoundKernel* kernel() const { return nullptr; }
};

} // namespace lz::exec
