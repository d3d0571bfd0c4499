// Reads quantized types. The types are converted to text, and QuantDialect reads and checks this
// text.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/Status.h"
#include "base/text/NumberText.h"
#include "formats/bytecode/entries/Dialects.h"
#include "hlo/ir/TypeBridge.h"

#include "mlir/AsmParser/AsmParser.h"

namespace lz::formats {
namespace {

struct Fields {
  uint64_t flags = 0; // 1 if the storage type is signed
  mlir::Type storage, expressed;
  std::optional<uint64_t> dimension;
  int64_t least = 0, greatest = 0;
  llvm::SmallVector<double> scales;
  llvm::SmallVector<int64_t> zeroPoints;
};

double readScale(EntryCursor& in) {
  return in.real(llvm::APFloat::IEEEdouble()).convertToDouble();
}

Fields readFields(EntryCursor& in, bool isPerAxis) {
  Fields f;
  f.flags = in.varint();
  f.storage = in.type();
  f.expressed = in.type();
  if (!isPerAxis) {
    f.scales.push_back(readScale(in));
    f.zeroPoints.push_back(in.signedVarint());
    f.least = in.signedVarint();
    f.greatest = in.signedVarint();
    return f;
  }
  f.dimension = in.varint();
  f.least = in.signedVarint();
  f.greatest = in.signedVarint();
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i)
    f.scales.push_back(readScale(in));
  f.zeroPoints = in.signedVarints();
  return f;
}

// Parses the type, and drops the parser's messages, because their positions do not refer to the
// file.
mlir::Type parseQuietly(const std::string& text, mlir::MLIRContext* context) {
  mlir::ScopedDiagnosticHandler silence(context, [](mlir::Diagnostic&) { return mlir::success(); });
  return mlir::parseType(text, context);
}

} // namespace

mlir::Type readQuantizedType(EntryCursor& in, bool isPerAxis) {
  EntryCursor start = in;
  const Fields f = readFields(in, isPerAxis);
  if (!in.ok())
    return {};
  auto storage = mlir::dyn_cast<mlir::IntegerType>(f.storage);
  const DType expressed = hlo::dtypeFromIr(f.expressed);
  if (!storage || !isValid(expressed) || f.scales.size() != f.zeroPoints.size()) {
    start.fail("the parts of a quantized type do not fit together; the file is damaged");
    return {};
  }
  std::vector<std::string> parameters;
  for (auto [scale, zero] : llvm::zip(f.scales, f.zeroPoints))
    parameters.push_back(absl::StrCat(scientificText(scale, 17), ":", zero));
  std::string list = absl::StrJoin(parameters, ", ");
  if (f.dimension)
    list = absl::StrCat("{", list, "}");
  const std::string_view name = dtypeName(expressed);
  const std::string text =
      absl::StrCat("!quant.uniform<", f.flags & 1 ? "i" : "u", storage.getWidth(), "<", f.least,
                   ":", f.greatest, ">:", absl::string_view(name.data(), name.size()),
                   f.dimension ? absl::StrCat(":", *f.dimension) : std::string(), ", ", list, ">");
  mlir::Type type = parseQuietly(text, in.context());
  if (!type)
    start.refuse("the quantized type " + text.substr(0, 200));
  return type;
}

mlir::Type readQuantType(EntryCursor& in) {
  const uint64_t code = in.varint();
  if (code == 4 || code == 5)
    return readQuantizedType(in, code == 5);
  in.refuse("type " + llvm::Twine(code) + " of the dialect quant");
  return {};
}

} // namespace lz::formats
