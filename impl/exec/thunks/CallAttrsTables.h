// Writes the attributes of a call as tables of a file, and reads them.
#pragma once

#include "exec/CallAttrs.h"
#include "exec/tables/TableWriter.h"

namespace lz::exec {

using AttrTables = flatbuffers::Vector<flatbuffers::Offset<fb::Attr>>;

flatbuffers::Offset<AttrTables> writeAttrs(TableWriter& writer, const CallAttrs& attrs);
// Sets the fields that the file contains. Other fields do not change. Fails with DataLoss if the
// file has an attribute that is not a field, or that has the wrong type.
Status readAttrs(const AttrTables* tables, CallAttrs& attrs);

} // namespace lz::exec
