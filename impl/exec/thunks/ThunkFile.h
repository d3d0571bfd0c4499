// Writes thunks to a file and reads them. This header has the code that several kinds of thunks
// use.
#pragma once

#include "base/machine/Caches.h"
#include "exec/HostCalls.h"
#include "exec/tables/CodeSource.h"
#include "exec/tables/TableWriter.h"
#include "exec/thunks/BoundKernel.h"

#include <vector>

namespace lz::exec {

// The table of a thunk, and the index of its kind in the union of all kinds.
struct ThunkTable {
  fb::Thunk kind;
  flatbuffers::Offset<void> table;
};
template <typename Table> ThunkTable thunkTable(flatbuffers::Offset<Table> table) {
  return {fb::ThunkTraits<Table>::enum_value, table.Union()};
}

class ThunkWriter : public TableWriter {
public:
  // Writes a sequence, after the sequences inside of it. Returns the number of the sequence, or -1
  // for nullptr.
  int32_t sequence(const Sequence* sequence);
  flatbuffers::Offset<fb::Kernel> kernel(const BoundKernel& kernel); // Kernel.cc
  // Writes the list of all sequences.
  auto sequences() { return builder().CreateVector(sequences_); }

private:
  std::vector<flatbuffers::Offset<fb::Sequence>> sequences_;
};

using ContentUseTables = flatbuffers::Vector<const fb::ContentUse*>;
flatbuffers::Offset<ContentUseTables> writeUses(ThunkWriter& writer,
                                                const std::vector<ContentUse>& uses);
std::vector<ContentUse> readUses(const ContentUseTables* tables);

class ThunkReader {
public:
  // What a reader needs to know about this machine and process. `functions` has the kernel of each
  // object. `hostCalls` is nullptr if there are no host calls.
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
  // Returns the last sequence, which is the program. Fails if the file has no sequence.
  StatusOr<Sequence> program();

  // Returns sequence `number` for a thunk, which then owns the sequence. Fails if the sequence was
  // not read yet, or if another thunk owns it. If thunks shared sequences, a small damaged file
  // could describe a huge number of thunks.
  StatusOr<SequenceRef> sequence(int32_t number);
  // Reads a kernel. Fails if its code is missing (Kernel.cc).
  StatusOr<BoundKernel> kernel(const fb::Kernel* table) const;

private:
  struct Nested {
    std::shared_ptr<Sequence> steps; // null once a thunk owns it
    int nesting;                     // levels of sequences inside of it
  };

  const Machine machine_;
  std::vector<Nested> sequences_;
  int nesting_ = 0; // levels of sequences inside of the one that is being read
};

} // namespace lz::exec
