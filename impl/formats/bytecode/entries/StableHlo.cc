// Reads attributes and types of stablehlo and chlo in files that do not use vhlo.
#include "formats/bytecode/entries/Dialects.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

mlir::Attribute readChannel(EntryCursor& in) {
  const int64_t handle = in.signedVarint(), type = in.signedVarint();
  return hlo::ChannelHandleAttr::get(in.context(), handle, type);
}

mlir::Attribute readConvDimensions(EntryCursor& in) {
  struct Side {
    int64_t first, second;
    llvm::SmallVector<int64_t> spatial;
  } sides[3];
  for (Side& side : sides) {
    side.first = in.signedVarint();
    side.second = in.signedVarint();
    side.spatial = in.signedVarints();
  }
  auto& [input, kernel, output] = sides;
  return hlo::ConvDimensionNumbersAttr::get(in.context(), input.first, input.second, input.spatial,
                                            kernel.first, kernel.second, kernel.spatial,
                                            output.first, output.second, output.spatial);
}

mlir::Attribute readDotDimensions(EntryCursor& in) {
  llvm::SmallVector<int64_t> lists[4];
  for (auto& list : lists)
    list = in.signedVarints();
  return hlo::DotDimensionNumbersAttr::get(in.context(), lists[0], lists[1], lists[2], lists[3]);
}

mlir::Attribute readDotAlgorithm(EntryCursor& in) {
  mlir::Type lhs = in.type(), rhs = in.type(), accumulation = in.type();
  const int64_t lhsCount = in.signedVarint(), rhsCount = in.signedVarint();
  const int64_t operations = in.signedVarint();
  const bool isImprecise = in.byte() != 0;
  return in.ok() ? hlo::DotAlgorithmAttr::get(in.context(), lhs, rhs, accumulation, lhsCount,
                                              rhsCount, operations, isImprecise)
                 : mlir::Attribute();
}

// Reads the dimension numbers of gather or scatter.
template <typename Attr> mlir::Attribute readIndexing(EntryCursor& in) {
  llvm::SmallVector<llvm::SmallVector<int64_t>, 5> lists(5);
  for (auto& list : lists)
    list = in.signedVarints();
  const int64_t vectorDim = in.signedVarint();
  return Attr::get(in.context(), lists[0], lists[1], lists[2], lists[3], lists[4], vectorDim);
}

} // namespace

mlir::Attribute readAccuracy(EntryCursor& in) {
  llvm::APFloat atol = in.real(llvm::APFloat::IEEEdouble());
  llvm::APFloat rtol = in.real(llvm::APFloat::IEEEdouble());
  const int64_t ulps = in.signedVarint();
  auto mode = in.attributeOf<hlo::ResultAccuracyModeAttr>("a mode of accuracy");
  return in.ok() ? hlo::ResultAccuracyAttr::get(in.context(), atol, rtol, ulps, mode)
                 : mlir::Attribute();
}

mlir::Attribute skipMesh(EntryCursor& in) {
  while (!in.atEnd())
    in.byte();
  auto dialect = mlir::StringAttr::get(in.context(), "stablehlo");
  return mlir::OpaqueAttr::get(dialect, "mesh", mlir::NoneType::get(in.context()));
}

// Reads a transposition. StableHLO numbers the cases from 1; 0 means unknown.
mlir::Attribute readTransposition(EntryCursor& in) {
  const uint64_t number = in.varint();
  if (number < 1 || number > 3)
    in.fail("transposition " + llvm::Twine(number) + " is unknown");
  return in.ok() ? hlo::TranspositionAttr::get(in.context(), hlo::Transposition(number - 1))
                 : mlir::Attribute();
}

mlir::Attribute readOutputOperandAlias(EntryCursor& in) {
  llvm::SmallVector<int64_t> outputs = in.signedVarints();
  const int64_t operand = in.signedVarint();
  llvm::SmallVector<int64_t> operands = in.signedVarints();
  return hlo::OutputOperandAliasAttr::get(in.context(), outputs, operand, operands);
}

// Reads the bounds of dynamic dimensions. They are kept in the type, but lowering rejects dynamic
// shapes.
mlir::Attribute boundsOf(EntryCursor& in) {
  std::string text = "bounds<";
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(in.signedVarints(), out, [&](int64_t bound) {
    if (mlir::ShapedType::isDynamic(bound))
      out << '?';
    else
      out << bound;
  });
  out << '>';
  auto dialect = mlir::StringAttr::get(in.context(), "stablehlo");
  return mlir::OpaqueAttr::get(dialect, text, mlir::NoneType::get(in.context()));
}

mlir::Attribute readStableHloAttribute(EntryCursor& in) {
  const uint64_t code = in.varint();
  switch (code) {
  case 1:
    return readChannel(in);
  case 2:
    return readEnum<hlo::ComparisonDirectionAttr>(in, hlo::symbolizeComparisonDirection);
  case 3:
    return readEnum<hlo::ComparisonTypeAttr>(in, hlo::symbolizeComparisonType);
  case 4:
    return readConvDimensions(in);
  case 5:
    return readDotDimensions(in);
  case 6:
    return readEnum<hlo::FftTypeAttr>(in, hlo::symbolizeFftType);
  case 7:
    return readIndexing<hlo::GatherDimensionNumbersAttr>(in);
  case 8:
    return readEnum<hlo::PrecisionAttr>(in, hlo::symbolizePrecision);
  case 9:
    return readEnum<hlo::RngAlgorithmAttr>(in, hlo::symbolizeRngAlgorithm);
  case 10:
    return readEnum<hlo::RngDistributionAttr>(in, hlo::symbolizeRngDistribution);
  case 11:
    return readIndexing<hlo::ScatterDimensionNumbersAttr>(in);
  case 12:
    return readTransposition(in);
  case 13:
    return boundsOf(in);
  case 14:
    return readOutputOperandAlias(in);
  case 15:
    return readDotAlgorithm(in);
  case 16:
    return readEnum<hlo::ResultAccuracyModeAttr>(in, hlo::symbolizeResultAccuracyMode);
  case 17:
    return readAccuracy(in);
  case 18:
  case 19:
  case 20:
  case 21:
  case 22:
    return skipMesh(in);
  default:
    in.refuse("attribute " + llvm::Twine(code) + " of the dialect stablehlo");
    return {};
  }
}

mlir::Type readStableHloType(EntryCursor& in) {
  const uint64_t code = in.varint();
  if (code == 0)
    return hlo::TokenType::get(in.context());
  if (code == 1)
    return readFutureType(in);
  in.refuse("type " + llvm::Twine(code) + " of the dialect stablehlo");
  return {};
}

mlir::Attribute readChloAttribute(EntryCursor& in) {
  const uint64_t code = in.varint();
  if (code == 0)
    return readEnum<hlo::ComparisonDirectionAttr>(in, hlo::symbolizeComparisonDirection);
  if (code == 1)
    return readEnum<hlo::ComparisonTypeAttr>(in, hlo::symbolizeComparisonType);
  in.refuse("attribute " + llvm::Twine(code) + " of the dialect chlo");
  return {};
}

} // namespace lz::formats
