// What decides the plan of a contraction, as tables of a file and back.
#pragma once

#include "contraction/plan/Slices.h"
#include "exec/tables/CodeSource.h"
#include "exec/tables/Executable_generated.h"

namespace lz::exec {

flatbuffers::Offset<fb::Tiled> writeTiled(flatbuffers::FlatBufferBuilder& builder,
                                          const contraction::TiledContraction& tiled);
flatbuffers::Offset<fb::Slices> writeSlices(flatbuffers::FlatBufferBuilder& builder,
                                            const contraction::Slices& slices);

// Errors: DataLoss if no plan can be made of it; FailedPrecondition if a kernel does not exist.
StatusOr<contraction::TiledContraction> readTiled(const fb::Tiled& table, MachineClass cpu,
                                                  const CodeSource& source);
StatusOr<contraction::Slices> readSlices(const fb::Slices& table, MachineClass cpu,
                                         const CodeSource& source);

} // namespace lz::exec
