// Writes thunks to a file and reads them: the parts that several kinds share.
#pragma once

#include "base/machine/Caches.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"
#include "exec/tables/TableWriter.h"
#include "exec/thunks/BoundKernel.h"

#include <vector>

namespace lz::exec {

// A table of one kind, with its number in the union of kinds.
struct ThunkTable {
  fb::Thunk kind;
  flatbuffers::Offset<void> table;
};
template <typename Table> ThunkTable thunkTable(flatbuffers::Offset<Table> table) {
  return {fb::ThunkTraits<Table>::enum_value, table.Union()};
}

class ThunkWriter : public TableWriter {
public:
  // Writes a sequence after those inside it, and returns its number; -1 for nullptr.
  int32_t sequence(const Sequence* sequence);
  flatbuffers::Offset<fb::Kernel> kernel(const BoundKernel& kernel); // Kernel.cc
  // Returns all sequences that were written.
  auto sequences() { return builder().CreateVector(sequences_); }

private:
  std::vector<flatbuffers::Offset<fb::Sequence>> sequences_;
};

class ThunkReader {
public:
  // The parts of this machine that files refer to by name. `functions` is indexed by object;
  // `hostCalls` is nullptr if there are none.
  struct Machine {
    const CodeSource& source;
    const HostCalls* hostCalls;
    MachineClass cpu;
    Caches caches;
    std::vector<KernelFn> functions;
  };
  explicit ThunkReader(Machine machine) : machine_(std::move(machine)) {}

  const Machine& machine() const { return machine_; }

  // Reads the next sequence of the file.
  Status read(const fb::Sequence& table);
  // Returns the last sequence, which is the program. Fails if there is none.
  StatusOr<Sequence> program();

  // Returns a sequence that was read before, for one thunk. Fails if it was not read, or belongs to
  // another thunk: sharing would let a small file stand for an endless number of steps.
  StatusOr<SequenceRef> sequence(int32_t number);
  // Fails if the kernel has no code (Kernel.cc).
  StatusOr<BoundKernel> kernel(const fb::Kernel* table) const;

private:
  struct Nested {
    std::shared_ptr<Sequence> steps; // nullptr once a thunk owns it
    int nesting;                     // levels of sequences below it
  };

  const Machine machine_;
  std::vector<Nested> sequences_;
  int nesting_ = 0; // of the sequence that is being read
};

} // namespace lz::exec
