#include "formats/vhlo/Codes.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

mlir::Attribute readList(EntryCursor& in) {
  llvm::SmallVector<mlir::Attribute> all = in.attributes();
  return in.ok() ? mlir::ArrayAttr::get(in.context(), all) : mlir::Attribute();
}

mlir::Attribute readDictionaryOf(EntryCursor& in) {
  mlir::NamedAttrList list;
  for (size_t i = 0, n = in.count(); i < n && in.ok(); ++i) {
    auto name = in.attributeOf<mlir::StringAttr>("a name");
    mlir::Attribute value = in.attribute();
    if (in.ok() && name.empty())
      in.fail("an attribute without a name; the file is damaged");
    if (in.ok())
      list.set(name, value);
  }
  return in.ok() ? list.getDictionary(in.context()) : mlir::Attribute();
}

mlir::Attribute readTensor(EntryCursor& in) {
  mlir::Type type = in.type();
  return denseOf(in, type, in.blob());
}

mlir::Attribute readApiVersion(EntryCursor& in) {
  const uint64_t number = in.varint();
  if (number > 4)
    in.fail("version " + llvm::Twine(number) + " of custom calls is unknown");
  return mlir::Builder(in.context()).getI32IntegerAttr(int32_t(number));
}

mlir::Attribute readType(EntryCursor& in) {
  mlir::Type type = in.type();
  return in.ok() ? mlir::TypeAttr::get(type) : mlir::Attribute();
}

} // namespace

mlir::Attribute readVhloAttribute(EntryCursor& in) {
  const uint64_t code = in.varint();
  switch (code) {
  case 1:
    return readList(in);
  case 2:
    return mlir::BoolAttr::get(in.context(), in.varint() != 0);
  case 3:
    return readEnum<hlo::ComparisonDirectionAttr>(in, hlo::symbolizeComparisonDirection);
  case 4:
    return readEnum<hlo::ComparisonTypeAttr>(in, hlo::symbolizeComparisonType);
  case 5:
    return readApiVersion(in);
  case 6:
    return readDictionaryOf(in);
  case 7:
    return readEnum<hlo::FftTypeAttr>(in, hlo::symbolizeFftType);
  case 8:
    return readFloatAttr(in);
  case 9:
    return readIntegerAttr(in);
  case 10:
    return readOutputOperandAlias(in);
  case 11:
    return readEnum<hlo::PrecisionAttr>(in, hlo::symbolizePrecision);
  case 12:
    return readEnum<hlo::RngAlgorithmAttr>(in, hlo::symbolizeRngAlgorithm);
  case 13:
    return readEnum<hlo::RngDistributionAttr>(in, hlo::symbolizeRngDistribution);
  case 14:
    return mlir::StringAttr::get(in.context(), in.string());
  case 15:
    return readTensor(in);
  case 16:
    return readTransposition(in);
  case 17:
    return readType(in);
  case 18:
    return boundsOf(in);
  case 19:
    return readEnum<hlo::ResultAccuracyModeAttr>(in, hlo::symbolizeResultAccuracyMode);
  case 20:
    return readAccuracy(in);
  case 21:
  case 22:
  case 23:
  case 24:
  case 25:
    return skipMesh(in);
  default:
    in.refuse("attribute " + llvm::Twine(code) +
              " of the dialect vhlo, which a later version may have,");
    return {};
  }
}

} // namespace lz::formats
