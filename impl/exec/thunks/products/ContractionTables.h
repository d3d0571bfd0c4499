// Writes the data that determines the plan of a contraction as tables of a file, and reads them.
#pragma once

#include "contraction/plan/Slices.h"
#include "exec/tables/CodeSource.h"
#include "exec/tables/Executable_generated.h"

namespace lz::exec {

flatbuffers::Offset<fb::Tiled> writeTiled(flatbuffers::FlatBufferBuilder& builder,
                                          const contraction::TiledContraction& tiled);
flatbuffers::Offset<fb::Slices> writeSlices(flatbuffers::FlatBufferBuilder& builder,
                                            const contraction::Slices& slices);

// Fails with DataLoss if no plan can be made from the data, or with FailedPrecondition if a
// micro-kernel is missing.
StatusOr<contraction::TiledContraction> readTiled(const fb::Tiled& table, MachineClass cpu,
                                                  const CodeSource& source);
StatusOr<contraction::Slices> readSlices(const fb::Slices& table, MachineClass cpu,
                                         const CodeSource& source);

} // namespace lz::exec
