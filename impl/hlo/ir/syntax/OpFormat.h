// Parses and prints parts of the pretty forms in spec/ops/*.td: `custom<Name>(...)` calls parseName
// and printName. The comment of each pair shows the text.
#pragma once

#include "hlo/ir/Dialect.h"
#include "hlo/ir/syntax/ConvolutionText.h"

namespace lz::hlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using TypesOut = llvm::SmallVectorImpl<mlir::Type>;

// Parses and prints "tensor<2xf32>" if all operands and the result have this type, otherwise
// "(tensor<2xf32>) -> tensor<2xi1>".
mlir::ParseResult parseSameOrFunctional(mlir::OpAsmParser& parser,
                                        llvm::ArrayRef<mlir::Type*> operands, mlir::Type& result);
void printSameOrFunctional(mlir::OpAsmPrinter& printer, llvm::ArrayRef<mlir::Type> operands,
                           mlir::Type result);

inline mlir::ParseResult parseSameType(mlir::OpAsmParser& parser, mlir::Type& x,
                                       mlir::Type& result) {
  return parseSameOrFunctional(parser, {&x}, result);
}
inline mlir::ParseResult parseSameType(mlir::OpAsmParser& parser, mlir::Type& x, mlir::Type& y,
                                       mlir::Type& result) {
  return parseSameOrFunctional(parser, {&x, &y}, result);
}
inline mlir::ParseResult parseSameType(mlir::OpAsmParser& parser, mlir::Type& x, mlir::Type& y,
                                       mlir::Type& z, mlir::Type& result) {
  return parseSameOrFunctional(parser, {&x, &y, &z}, result);
}
inline void printSameType(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::Type x,
                          mlir::Type result) {
  printSameOrFunctional(printer, {x}, result);
}
inline void printSameType(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::Type x, mlir::Type y,
                          mlir::Type result) {
  printSameOrFunctional(printer, {x, y}, result);
}
inline void printSameType(mlir::OpAsmPrinter& printer, mlir::Operation*, mlir::Type x, mlir::Type y,
                          mlir::Type z, mlir::Type result) {
  printSameOrFunctional(printer, {x, y, z}, result);
}

// Parses and prints "tensor<2xcomplex<f32>>" if the parts are tensor<2xf32>.
mlir::ParseResult parseComplexType(mlir::OpAsmParser& parser, mlir::Type& re, mlir::Type& im,
                                   mlir::Type& result);
void printComplexType(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::Type re,
                      mlir::Type im, mlir::Type result);

// Parses and prints "tensor<2xi1>, tensor<2xf32>" if both branches and the result have one type.
mlir::ParseResult parseSelectTypes(mlir::OpAsmParser& parser, mlir::Type& pred, mlir::Type& onTrue,
                                   mlir::Type& onFalse, mlir::Type& result);
void printSelectTypes(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::Type pred,
                      mlir::Type onTrue, mlir::Type onFalse, mlir::Type result);

// "tensor<2xf32>, tensor<i32>": operand i and result i have type i.
mlir::ParseResult parsePairwiseTypes(mlir::OpAsmParser& parser, TypesOut& operands,
                                     TypesOut& results);
void printPairwiseTypes(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::TypeRange operands,
                        mlir::TypeRange results);

// "LT", followed by ", SIGNED" if given.
mlir::ParseResult parseDirection(mlir::OpAsmParser& parser, ComparisonDirectionAttr& direction);
void printDirection(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                    ComparisonDirectionAttr direction);
mlir::ParseResult parseCompareType(mlir::OpAsmParser& parser, ComparisonTypeAttr& type);
void printCompareType(mlir::OpAsmPrinter& printer, mlir::Operation* op, ComparisonTypeAttr type);

// "%a, %b," before a named attribute.
mlir::ParseResult parseOperandsThenAttr(mlir::OpAsmParser& parser, Operands& operands);
void printOperandsThenAttr(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                           mlir::OperandRange operands);

// "[0:2, 1:9:3]": start, limit and, unless it is 1, stride.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser& parser, mlir::DenseI64ArrayAttr& starts,
                                   mlir::DenseI64ArrayAttr& limits,
                                   mlir::DenseI64ArrayAttr& strides);
void printSliceRanges(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                      mlir::DenseI64ArrayAttr starts, mlir::DenseI64ArrayAttr limits,
                      mlir::DenseI64ArrayAttr strides);

// "batching_dims = [0] x [0], contracting_dims = [2] x [1]"
mlir::ParseResult parseDotDimensions(mlir::OpAsmParser& parser, DotDimensionNumbersAttr& dims);
void printDotDimensions(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                        DotDimensionNumbersAttr dims);

// ", precision = [DEFAULT, HIGHEST]" and ", algorithm = <...>". Each part can be missing.
mlir::ParseResult parseDotHints(mlir::OpAsmParser& parser, mlir::ArrayAttr& precision,
                                DotAlgorithmAttr& algorithm);
void printDotHints(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::ArrayAttr precision,
                   DotAlgorithmAttr algorithm);

// "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
mlir::ParseResult parseConvLayouts(mlir::OpAsmParser& parser, ConvDimensionNumbersAttr& dims);
void printConvLayouts(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                      ConvDimensionNumbersAttr dims);

// Parses and prints "stride = [1, 1], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1,
// 1], reverse = [false, false]". Each part can be missing.
mlir::ParseResult parseWindow(mlir::OpAsmParser& parser, mlir::DenseI64ArrayAttr& strides,
                              mlir::DenseIntElementsAttr& padding,
                              mlir::DenseI64ArrayAttr& lhsDilation,
                              mlir::DenseI64ArrayAttr& rhsDilation,
                              mlir::DenseBoolArrayAttr& reversal);
void printWindow(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

// "@name"
mlir::ParseResult parseCallTarget(mlir::OpAsmParser& parser, mlir::StringAttr& target);
void printCallTarget(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::StringAttr target);

// "e5m10"
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser& parser, mlir::IntegerAttr& exponent,
                                        mlir::IntegerAttr& mantissa);
void printExponentMantissa(mlir::OpAsmPrinter& printer, mlir::Operation* op,
                           mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa);

// "!stablehlo.token", the type of the result and of all operands.
mlir::ParseResult parseTokenTypes(mlir::OpAsmParser& parser, const Operands& inputs,
                                  TypesOut& types, mlir::Type& result);
void printTokenTypes(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::OperandRange inputs,
                     mlir::TypeRange types, mlir::Type result);

// Parses and prints "tuple<tensor<2xf32>, tensor<i32>>", whose elements are the operands' types.
mlir::ParseResult parseTupleTypes(mlir::OpAsmParser& parser, TypesOut& types, mlir::Type& result);
void printTupleTypes(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::TypeRange types,
                     mlir::Type result);

} // namespace lz::hlo

namespace lz::chlo {

// "dense<1.0> : tensor<2xf32>"
mlir::ParseResult parseConstantValue(mlir::OpAsmParser& parser, mlir::ElementsAttr& value,
                                     mlir::Type& type);
void printConstantValue(mlir::OpAsmPrinter& printer, mlir::Operation* op, mlir::ElementsAttr value,
                        mlir::Type type);

} // namespace lz::chlo
