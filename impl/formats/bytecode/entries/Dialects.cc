#include "formats/bytecode/entries/Dialects.h"

namespace lz::formats {

mlir::Attribute noAttribute(EntryCursor& in) {
  in.refuse("this attribute in bytecode");
  return {};
}

mlir::Type noType(EntryCursor& in) {
  in.refuse("this type in bytecode");
  return {};
}

} // namespace lz::formats
