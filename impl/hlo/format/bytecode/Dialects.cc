#include "hlo/format/bytecode/Dialects.h"

#include "hlo/format/vhlo/Codes.h"

namespace lz::hlo {

constexpr DialectCodes kDialects[] = {
    {"builtin", readBuiltinAttribute, readBuiltinType},
    {"chlo", readChloAttribute, noType},
    {"quant", noAttribute, readQuantType},
    {"stablehlo", readStableHloAttribute, readStableHloType},
    {"vhlo", readVhloAttribute, readVhloType},
};

const DialectCodes* dialectCodes(llvm::StringRef dialect) {
  const DialectCodes* found =
      llvm::find_if(kDialects, [&](const DialectCodes& codes) { return codes.dialect == dialect; });
  return found == std::end(kDialects) ? nullptr : found;
}

mlir::Attribute noAttribute(EntryCursor& in) {
  in.refuse("this attribute in bytecode");
  return {};
}

mlir::Type noType(EntryCursor& in) {
  in.refuse("this type in bytecode");
  return {};
}

} // namespace lz::hlo
