#include "hlo/ir/PlainAttrs.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/StructAttrs.h"
#include "hlo/ir/TypeBridge.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/Builders.h"

namespace lz::hlo {
namespace {

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

// Limits the length of lists, since a short text such as dense<0> : tensor<1000000000x2xi64> can
// describe a long list.
constexpr int64_t kMaxInts = 1 << 16;

StatusOr<AttrValue> toInts(mlir::DenseIntElementsAttr dense) {
  if (dense.isSplat() && dense.getNumElements() > kMaxInts)
    return invalidArgument("the list has more than ", kMaxInts, " numbers");
  Ints values;
  for (const llvm::APInt& value : dense.getValues<llvm::APInt>())
    values.push_back(value.getSExtValue());
  return AttrValue(std::move(values));
}

std::optional<int64_t> enumValue(mlir::Attribute attr) {
  using Result = std::optional<int64_t>;
  return llvm::TypeSwitch<mlir::Attribute, Result>(attr)
      .Case<ComparisonDirectionAttr, ComparisonTypeAttr, FftTypeAttr, PrecisionAttr,
            RngAlgorithmAttr, TranspositionAttr>([](auto e) { return int64_t(e.getValue()); })
      .Default(Result());
}

StatusOr<AttrValue> toPlain(mlir::Attribute attr) {
  if (auto flag = mlir::dyn_cast<mlir::BoolAttr>(attr))
    return AttrValue(int64_t(flag.getValue()));
  if (auto number = mlir::dyn_cast<mlir::IntegerAttr>(attr))
    return AttrValue(number.getValue().getSExtValue());
  if (auto number = mlir::dyn_cast<mlir::FloatAttr>(attr))
    return AttrValue(number.getValueAsDouble());
  if (auto dims = mlir::dyn_cast<mlir::DenseI64ArrayAttr>(attr))
    return AttrValue(Ints(dims.asArrayRef().begin(), dims.asArrayRef().end()));
  if (auto flags = mlir::dyn_cast<mlir::DenseBoolArrayAttr>(attr))
    return AttrValue(Ints(flags.asArrayRef().begin(), flags.asArrayRef().end()));
  if (std::optional<int64_t> value = enumValue(attr))
    return AttrValue(*value);
  return unimplemented("an attribute of this kind is not supported");
}

// Returns the text of an attribute that has no plain form, such as the dictionary of a custom_call.
AttrValue toText(mlir::Attribute attr) {
  if (auto text = mlir::dyn_cast<mlir::StringAttr>(attr))
    return AttrValue(text.str());
  if (auto symbol = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(attr))
    return AttrValue(symbol.getValue().str());
  std::string text;
  llvm::raw_string_ostream stream(text);
  attr.print(stream);
  return AttrValue(std::move(text));
}

StatusOr<AttrValue> toPlain(mlir::Attribute attr, AttrKind kind, Literals literals) {
  if (kind == AttrKind::String)
    return toText(attr);
  if (kind == AttrKind::Literal) {
    auto elements = mlir::dyn_cast<mlir::ElementsAttr>(attr);
    if (!elements)
      return invalidArgument("a constant needs a value");
    if (literals == Literals::Skip)
      return AttrValue();
    LZ_ASSIGN_OR_RETURN(Literal literal, literalFromIr(elements));
    return AttrValue(std::move(literal));
  }
  if (auto dense = mlir::dyn_cast<mlir::DenseIntElementsAttr>(attr))
    return toInts(dense);
  return toPlain(attr);
}

template <typename Attr, typename Enum>
mlir::Attribute enumAttr(mlir::MLIRContext* context, int64_t value) {
  return Attr::get(context, Enum(value));
}

mlir::Attribute toEnum(mlir::MLIRContext* context, std::string_view enumName, int64_t value) {
  return llvm::StringSwitch<decltype(&enumAttr<PrecisionAttr, Precision>)>(ref(enumName))
      .Case("ComparisonDirection", enumAttr<ComparisonDirectionAttr, ComparisonDirection>)
      .Case("ComparisonType", enumAttr<ComparisonTypeAttr, ComparisonType>)
      .Case("FftType", enumAttr<FftTypeAttr, FftType>)
      .Case("Precision", enumAttr<PrecisionAttr, Precision>)
      .Case("RngAlgorithm", enumAttr<RngAlgorithmAttr, RngAlgorithm>)
      .Case("Transposition", enumAttr<TranspositionAttr, Transposition>)(context, value);
}

// Returns a list as array<i64: ...>, except for two attributes whose lists are pairs or flags.
mlir::Attribute toList(mlir::Builder& builder, std::string_view name, const Ints& values) {
  if (name == "padding") {
    auto type = mlir::RankedTensorType::get({int64_t(values.size() / 2), 2}, builder.getI64Type());
    return mlir::DenseIntElementsAttr::get(type, llvm::ArrayRef<int64_t>(values));
  }
  if (name == "window_reversal") {
    llvm::SmallVector<bool> flags(values.begin(), values.end());
    return builder.getDenseBoolArrayAttr(flags);
  }
  return builder.getDenseI64ArrayAttr(values);
}

mlir::Attribute toIrAttr(mlir::MLIRContext* context, const AttrInfo& info, const AttrValue& value) {
  mlir::Builder builder(context);
  switch (info.kind) {
  case AttrKind::Int:
    return builder.getIntegerAttr(builder.getIntegerType(info.bits), std::get<int64_t>(value));
  case AttrKind::Bool:
    return builder.getBoolAttr(std::get<int64_t>(value) != 0);
  case AttrKind::Float:
    return builder.getF64FloatAttr(std::get<double>(value));
  case AttrKind::Enum:
    return toEnum(context, info.enumName, std::get<int64_t>(value));
  case AttrKind::Ints:
    return toList(builder, info.name, std::get<Ints>(value));
  case AttrKind::String:
    return builder.getStringAttr(std::get<std::string>(value));
  case AttrKind::Literal:
    return literalToIr(context, std::get<Literal>(value));
  }
  return {};
}

} // namespace

StatusOr<Attrs> plainAttrs(mlir::Operation* op, const OpInfo& info, Literals literals) {
  Attrs result(info.attrs.size());
  if (info.attrs.empty())
    return result;
  mlir::DictionaryAttr inherent = op->getAttrDictionary();
  for (size_t i = 0; i < info.attrs.size(); ++i) {
    const AttrInfo& attr = info.attrs[i];
    mlir::Attribute value = inherent.get(ref(attr.name));
    if (!value)
      continue;
    auto plain = toPlain(value, attr.kind, literals);
    if (!plain.ok())
      return Status(plain.status().code(),
                    absl::StrCat("[", ref(info.name).str(), "] ", ref(attr.name).str(), ": ",
                                 plain.status().message()));
    result[i] = *std::move(plain);
  }
  if (const StructAttr* fields = structAttrOf(info.opcode))
    if (mlir::Attribute value = inherent.get(fields->name))
      fields->read(value, &result[fields->first]);
  return result;
}

void setIrAttrs(mlir::MLIRContext* context, const OpInfo& info, absl::Span<const AttrValue> attrs,
                mlir::NamedAttrList& result) {
  const StructAttr* fields = structAttrOf(info.opcode);
  if (fields && attrs.size() >= fields->first + fields->count)
    result.set(fields->name, fields->make(context, &attrs[fields->first]));
  for (size_t i = 0; i < attrs.size() && i < info.attrs.size(); ++i)
    if (isSet(attrs[i]) && !(fields && fields->holds(i)))
      result.set(ref(info.attrs[i].name), toIrAttr(context, info.attrs[i], attrs[i]));
}

} // namespace lz::hlo
