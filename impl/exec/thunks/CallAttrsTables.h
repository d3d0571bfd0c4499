// What a call is told, as tables of a file and back.
#pragma once

#include "exec/CallAttrs.h"
#include "exec/tables/TableWriter.h"

namespace lz::exec {

using AttrTables = flatbuffers::Vector<flatbuffers::Offset<fb::Attr>>;

flatbuffers::Offset<AttrTables> writeAttrs(TableWriter& writer, const CallAttrs& attrs);
// Fills the fields; those that the file leaves out stay as they are. Error: DataLoss, an attribute
// that is no field of them, or of another type.
Status readAttrs(const AttrTables* tables, CallAttrs& attrs);

} // namespace lz::exec
