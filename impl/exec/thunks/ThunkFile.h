// What thunks write to a file and read from one, beside the fields of their own tables.
#pragma once

#include "base/machine/Caches.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"
#include "exec/tables/TableWriter.h"
#include "exec/thunks/BoundKernel.h"

#include <vector>

namespace lz::exec {

// A table of the union of kinds.
struct ThunkTable {
  fb::Thunk kind;
  flatbuffers::Offset<void> table;
};
template <typename Table> ThunkTable thunkTable(flatbuffers::Offset<Table> table) {
  return {fb::ThunkTraits<Table>::enum_value, table.Union()};
}

class ThunkWriter : public TableWriter {
public:
  // Its number among the sequences, which come after those inside of them; -1 of nullptr.
  int32_t sequence(const Sequence* sequence);
  flatbuffers::Offset<fb::Kernel> kernel(const BoundKernel& kernel); // Kernel.cc
  // All sequences that were written.
  auto sequences() { return builder().CreateVector(sequences_); }

private:
  std::vector<flatbuffers::Offset<fb::Sequence>> sequences_;
};

class ThunkReader {
public:
  // What files name and this machine has. `functions`: by object. `hostCalls`: nullptr: none.
  struct Machine {
    const CodeSource& source;
    const HostCalls* hostCalls;
    MachineClass cpu;
    Caches caches;
    std::vector<KernelFn> functions;
  };
  explicit ThunkReader(Machine machine) : machine_(std::move(machine)) {}

  const Machine& machine() const { return machine_; }

  // The next sequence of the file.
  Status read(const fb::Sequence& table);
  // The last one: the program. Error: there is none.
  StatusOr<Sequence> program();

  // One that was read before. It belongs to one thunk: few that were shared could be steps without
  // end. Errors: it is another thunk's, or has not been read.
  StatusOr<SequenceRef> sequence(int32_t number);
  // Error: it has no code (Kernel.cc).
  StatusOr<BoundKernel> kernel(const fb::Kernel* table) const;

private:
  struct Nested {
    std::shared_ptr<Sequence> steps; // nullptr: a thunk has it
    int nesting;                     // levels of sequences below it
  };

  const Machine machine_;
  std::vector<Nested> sequences_;
  int nesting_ = 0; // of the sequence that is read
};

} // namespace lz::exec
