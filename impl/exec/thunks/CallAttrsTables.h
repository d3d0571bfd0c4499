// Writes the attributes of a call as tables of a file, and reads them.
#pragma once

#include "exec/CallAttrs.h"
#include "exec/tables/TableWriter.h"

namespace lz::exec {

using AttrTables = flatbuffers::Vector<flatbuffers::Offset<fb::Attr>>;

flatbuffers::Offset<AttrTables> writeAttrs(TableWriter& writer, const CallAttrs& attrs);
// Sets the fields that the file contains. The other fields do not change. Fails with DataLoss if an
// attribute is not one of the fields or has the wrong type.
Status readAttrs(const AttrTables* tables, CallAttrs& attrs);

} // namespace lz::exec
