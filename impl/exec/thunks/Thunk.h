// A thunk: one entry in the list that an executable runs through. It is a kernel, a contraction, a
// call, a copy, a loop or a condition; Kinds.def has the list of kinds, and each kind is a file of
// this folder. Who goes through thunks asks them here and knows no kind. Immutable: runs of many
// threads, and several executables (lazy/bucket/ForBatch.h), share them.
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

// Thunks that run one after the other.
struct Sequence {
  std::vector<ThunkRef> thunks;
};
using SequenceRef = std::shared_ptr<const Sequence>;

// What a thunk has a buffer for.
enum class BufferUse : uint8_t {
  Reads,
  Writes,
  Keeps, // beside the arrays that it reads and writes: scratch, a predicate, parameters of a body
};

// What a thunk does with its sequences.
enum class Nesting : uint8_t {
  None,   // it has none
  Choice, // runs one of them, once
  Loop,   // runs all of them, one after the other, any number of times
  Body,   // runs it on single elements, any number of times between its own reads and writes
};

class Thunk {
public:
  virtual ~Thunk() = default;

  // All that a run is lies in `run`; a thunk keeps nothing and allocates nothing.
  virtual void execute(Run& run) const = 0;
  // Whether its buffers exist and are large enough, and whatever else must hold before it runs,
  // whoever made it. Internal error: the first thing that is not so.
  virtual Status verify(const BufferChecks& checks) const = 0;
  // One line with the buffers that it reads and writes, and below it what belongs to it.
  virtual void print(Printer& printer) const = 0;
  // What was decided about it when it was compiled. Of itself it tells nothing.
  virtual void explain(Explanation& explanation) const;
  // Its table in a file; Kinds.def says what reads it.
  virtual ThunkTable write(ThunkWriter& writer) const = 0;

  // Each array once for each place that it has among those that are read or written.
  virtual void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const = 0;
  virtual Nesting nesting() const { return Nesting::None; }
  // In the order in which they are printed.
  virtual void forEachSequence(absl::FunctionRef<void(const Sequence&)>) const {}

  // ExecutableSpec::ns has all of its time: a loop has there that of one iteration, and a call may
  // take any.
  virtual bool hasKnownTime() const = 0;
  // The kernel, if it is one and nothing else.
  virtual const BoundKernel* kernel() const { return nullptr; }
};

} // namespace lz::exec
