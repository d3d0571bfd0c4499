#include "hlo/ir/StructAttrs.h"

#include "hlo/ir/Dialect.h"

namespace lz::hlo {
namespace {

AttrValue plain(llvm::ArrayRef<int64_t> dims) {
  return Ints(dims.begin(), dims.end());
}
AttrValue plain(int64_t number) {
  return number;
}

llvm::ArrayRef<int64_t> listOf(const AttrValue& value) {
  const Ints* ints = std::get_if<Ints>(&value);
  return ints ? llvm::ArrayRef<int64_t>(*ints) : llvm::ArrayRef<int64_t>();
}

int64_t numberOf(const AttrValue& value) {
  const int64_t* number = std::get_if<int64_t>(&value);
  return number ? *number : 0;
}

#include "spec/StructAttrs.inc" // generated: kStructs and its functions

} // namespace

const StructAttr* structAttrOf(Opcode opcode) {
  const StructAttr* found =
      llvm::find_if(kStructs, [&](const StructAttr& s) { return s.opcode == opcode; });
  return found == std::end(kStructs) ? nullptr : found;
}

} // namespace lz::hlo
