#include "hlo/ir/text/QuantizedType.h"

#include "base/Literal.h"
#include "base/text/NumberText.h"
#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

#include "mlir/IR/DialectImplementation.h"

#include <bit>
#include <cmath>

MLIR_DEFINE_EXPLICIT_TYPE_ID(lz::hlo::QuantizedType)
MLIR_DEFINE_EXPLICIT_TYPE_ID(lz::hlo::QuantDialect)

namespace lz::hlo {

using mlir::failed;
using mlir::failure;
using mlir::ParseResult;
using mlir::succeeded;
using mlir::success;

bool Quantization::hasZeroPoints() const {
  return llvm::any_of(zeroPoints, [](int64_t zero) { return zero != 0; });
}

namespace detail {
struct QuantizedStorage : mlir::TypeStorage {
  using KeyTy = Quantization;

  explicit QuantizedStorage(KeyTy key) : quantization(std::move(key)) {}
  bool operator==(const KeyTy& key) const { return quantization == key; }
  static llvm::hash_code hashKey(const KeyTy& key) {
    llvm::hash_code hash =
        llvm::hash_combine(int32_t(key.storage), int32_t(key.expressed), key.storageMin,
                           key.storageMax, key.dimension.value_or(-1),
                           llvm::hash_combine_range(key.zeroPoints.begin(), key.zeroPoints.end()));
    for (double scale : key.scales)
      hash = llvm::hash_combine(hash, std::bit_cast<uint64_t>(scale));
    return hash;
  }
  // The context calls the destructor, which frees the lists.
  static QuantizedStorage* construct(mlir::TypeStorageAllocator& allocator, KeyTy&& key) {
    return new (allocator.allocate<QuantizedStorage>()) QuantizedStorage(std::move(key));
  }

  Quantization quantization;
};
} // namespace detail

QuantizedType QuantizedType::get(mlir::MLIRContext* context, const Quantization& quantization) {
  return Base::get(context, quantization);
}

const Quantization& QuantizedType::operator*() const {
  return getImpl()->quantization;
}

mlir::Type QuantizedType::storageType() const {
  return dtypeToIr(getContext(), (*this)->storage);
}

mlir::Type QuantizedType::expressedType() const {
  return dtypeToIr(getContext(), (*this)->expressed);
}

QuantizedType quantizedElement(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor ? mlir::dyn_cast<QuantizedType>(tensor.getElementType()) : QuantizedType();
}

namespace {

int64_t leastOf(DType storage) {
  return isUnsignedInt(storage) ? 0 : -(int64_t{1} << (bitWidth(storage) - 1));
}
int64_t greatestOf(DType storage) {
  return (int64_t{1} << (bitWidth(storage) - (isUnsignedInt(storage) ? 0 : 1))) - 1;
}

class TypeParser {
public:
  explicit TypeParser(mlir::DialectAsmParser& parser) : parser_(parser) {}

  mlir::Type parse() {
    if (parser_.parseLess() || parseStorage() || parser_.parseColon() || parseExpressed() ||
        parseDimension() || parser_.parseComma() || parseParameters() || parser_.parseGreater())
      return {};
    return QuantizedType::get(parser_.getContext(), quantization_);
  }

private:
  auto error(llvm::SMLoc loc) { return parser_.emitError(loc) << "[quant.uniform] "; }

  // Parses a storage type: i8, u8, or i8<-100:100>.
  ParseResult parseStorage() {
    Quantization& q = quantization_;
    llvm::SMLoc loc = parser_.getCurrentLocation();
    llvm::StringRef word;
    if (parser_.parseKeyword(&word))
      return failure();
    const bool isUnsigned = word.starts_with("u");
    llvm::StringRef width = word;
    width.consume_front(isUnsigned ? "u" : "s");
    if (!width.consume_front("i") && !isUnsigned)
      width = "";
    unsigned bits = 0;
    if (!width.getAsInteger(10, bits) && bits >= 2 && bits <= 32)
      q.storage = dtypeFromIr(mlir::IntegerType::get(parser_.getContext(), bits,
                                                     isUnsigned ? mlir::IntegerType::Unsigned
                                                                : mlir::IntegerType::Signless));
    if (!isValid(q.storage))
      return error(loc)
             << "the storage type must be i2, i4, i8, i16, i32, u2, u4, u8, u16 or u32, but is "
             << word;
    q.storageMin = leastOf(q.storage);
    q.storageMax = greatestOf(q.storage);
    if (failed(parser_.parseOptionalLess()))
      return success();
    loc = parser_.getCurrentLocation();
    if (parser_.parseInteger(q.storageMin) || parser_.parseColon() ||
        parser_.parseInteger(q.storageMax) || parser_.parseGreater())
      return failure();
    if (leastOf(q.storage) <= q.storageMin && q.storageMin < q.storageMax &&
        q.storageMax <= greatestOf(q.storage))
      return success();
    return error(loc) << "the bounds must be ascending integers of " << word << ", "
                      << leastOf(q.storage) << " to " << greatestOf(q.storage) << ", but are "
                      << q.storageMin << ':' << q.storageMax;
  }

  ParseResult parseExpressed() {
    llvm::SMLoc loc = parser_.getCurrentLocation();
    mlir::Type type;
    if (parser_.parseType(type))
      return failure();
    quantization_.expressed = dtypeFromIr(type);
    if (type.isF16() || type.isBF16() || type.isF32() || type.isF64())
      return success();
    return error(loc) << "the expressed type must be f16, bf16, f32 or f64, but is " << type;
  }

  // Parses a dimension such as ":1". Each slice of it has its own scale and zero point.
  ParseResult parseDimension() {
    if (failed(parser_.parseOptionalColon()))
      return success();
    llvm::SMLoc loc = parser_.getCurrentLocation();
    int64_t dimension = 0;
    if (parser_.parseInteger(dimension))
      return failure();
    if (dimension < 0)
      return error(loc) << "the quantized dimension must be 0 or more, but is " << dimension;
    quantization_.dimension = dimension;
    return success();
  }

  ParseResult parseParameters() {
    auto one = [&] { return parseParameter(); };
    if (!quantization_.dimension)
      return parseParameter();
    return parser_.parseCommaSeparatedList(mlir::AsmParser::Delimiter::Braces, one);
  }

  // Parses a scale with or without a zero point: 0.1:3, or 0.1.
  ParseResult parseParameter() {
    const Quantization& q = quantization_;
    double& scale = quantization_.scales.emplace_back(0);
    int64_t& zero = quantization_.zeroPoints.emplace_back(0);
    llvm::SMLoc loc = parser_.getCurrentLocation();
    if (parser_.parseFloat(scale))
      return failure();
    const double rounded = Literal::splat({q.expressed, {}}, scale).toDouble(0);
    if (!(rounded > 0 && rounded < HUGE_VAL))
      return error(loc) << "scale " << generalText(scale) << " is " << generalText(rounded)
                        << " in " << dtypeToIr(parser_.getContext(), q.expressed)
                        << ", but must be positive and finite";
    if (failed(parser_.parseOptionalColon()))
      return checkZero(loc, zero);
    loc = parser_.getCurrentLocation();
    return failed(parser_.parseInteger(zero)) ? failure() : checkZero(loc, zero);
  }

  ParseResult checkZero(llvm::SMLoc loc, int64_t zero) {
    const Quantization& q = quantization_;
    if (q.storageMin <= zero && zero <= q.storageMax)
      return success();
    return error(loc) << "zero point " << zero << " is not within the bounds, " << q.storageMin
                      << " to " << q.storageMax;
  }

  mlir::DialectAsmParser& parser_;
  Quantization quantization_;
};

} // namespace

QuantDialect::QuantDialect(mlir::MLIRContext* context)
    : Dialect(getDialectNamespace(), context, mlir::TypeID::get<QuantDialect>()) {
  addTypes<QuantizedType>();
}

mlir::Type QuantDialect::parseType(mlir::DialectAsmParser& parser) const {
  llvm::SMLoc loc = parser.getNameLoc();
  llvm::StringRef mnemonic;
  if (parser.parseKeyword(&mnemonic))
    return {};
  if (mnemonic == "uniform")
    return TypeParser(parser).parse();
  parser.emitError(loc) << "type !quant." << mnemonic << ' ' << kNotSupported;
  return {};
}

void QuantDialect::printType(mlir::Type type, mlir::DialectAsmPrinter& printer) const {
  const Quantization& q = *mlir::cast<QuantizedType>(type);
  printer << "uniform<" << (isUnsignedInt(q.storage) ? 'u' : 'i') << bitWidth(q.storage);
  if (q.storageMin != leastOf(q.storage) || q.storageMax != greatestOf(q.storage))
    printer << '<' << q.storageMin << ':' << q.storageMax << '>';
  printer << ':' << dtypeToIr(getContext(), q.expressed);
  if (q.dimension)
    printer << ':' << *q.dimension;
  printer << ", " << (q.dimension ? "{" : "");
  llvm::interleaveComma(llvm::zip(q.scales, q.zeroPoints), printer, [&](auto parameter) {
    auto [scale, zero] = parameter;
    printer << scale;
    if (zero != 0)
      printer << ':' << zero;
  });
  printer << (q.dimension ? "}>" : ">");
}

} // namespace lz::hlo
