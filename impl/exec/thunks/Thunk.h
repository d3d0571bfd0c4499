// A thunk: one entry in the list that an executable runs. It is a kernel, a contraction, a call, a
// copy, a loop or a condition. Kinds.def lists the kinds; each kind is a file of this folder, and
// other code uses only this interface. Thunks are immutable, so runs on several threads and several
// executables (lazy/bucket/ForBatch.h) can share them.
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
};
using SequenceRef = std::shared_ptr<const Sequence>;

// How a thunk uses a buffer.
enum class BufferUse : uint8_t {
  Reads,
  Writes,
  Keeps, // for scratch, a predicate or parameters of a body: neither an operand nor a result
};

// How often a thunk runs its sequences.
enum class Nesting : uint8_t {
  None,   // it has none
  Choice, // runs one of them, once
  Loop,   // runs all of them, one after the other, any number of times
  Body,   // runs it on single elements, any number of times while it runs
};

class Thunk {
public:
  virtual ~Thunk() = default;

  // Runs the thunk. All state is in `run`; a thunk stores nothing and allocates nothing.
  virtual void execute(Run& run) const = 0;
  // Checks that its buffers exist and are large enough, and all else that must hold before it runs.
  // Returns an Internal error for the first violation.
  virtual Status verify(const BufferChecks& checks) const = 0;
  // Prints one line with the buffers that it reads and writes, and its details below that line.
  virtual void print(Printer& printer) const = 0;
  // Reports what was decided when it was compiled. The default reports nothing.
  virtual void explain(Explanation& explanation) const;
  // Returns its table in a file. Kinds.def names the function that reads it.
  virtual ThunkTable write(ThunkWriter& writer) const = 0;

  // Visits each buffer; one that occurs several times among reads or writes is visited each time.
  virtual void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const = 0;
  virtual Nesting nesting() const { return Nesting::None; }
  // Visits its sequences in the order in which they are printed.
  virtual void forEachSequence(absl::FunctionRef<void(const Sequence&)>) const {}

  // Returns whether ExecutableSpec::ns contains all of its time. It does not for a loop, of which
  // it contains one iteration, nor for a call, which may take any time.
  virtual bool hasKnownTime() const = 0;
  // Returns the kernel if the thunk is only that, else nullptr.
  virtual const BoundKernel* kernel() const { return nullptr; }
};

} // namespace lz::exec
