#include "formats/vhlo/Convert.h"
#include "hlo/ir/Dialect.h"

namespace lz::formats {
namespace {

mlir::Type takeType(mlir::NamedAttrList& attributes, llvm::StringRef name) {
  auto type = mlir::dyn_cast_or_null<mlir::TypeAttr>(attributes.erase(name));
  return type && !mlir::isa<mlir::NoneType>(type.getValue()) ? type.getValue() : mlir::Type();
}

// Converts the algorithm of dot_general, which exists since 1.6.0. If its types are `none`, there
// is no algorithm.
void convertAlgorithm(mlir::NamedAttrList& attributes, mlir::MLIRContext* context) {
  if (!attributes.get("accumulation_type"))
    return;
  mlir::Type accumulation = takeType(attributes, "accumulation_type");
  mlir::Type lhs = takeType(attributes, "lhs_precision_type");
  mlir::Type rhs = takeType(attributes, "rhs_precision_type");
  const int64_t lhsCount = takeNumber(attributes, "lhs_component_count").value_or(1);
  const int64_t rhsCount = takeNumber(attributes, "rhs_component_count").value_or(1);
  const int64_t operations = takeNumber(attributes, "num_primitive_operations").value_or(1);
  auto imprecise =
      mlir::dyn_cast_or_null<mlir::BoolAttr>(attributes.erase("allow_imprecise_accumulation"));
  if (accumulation && lhs && rhs)
    attributes.set("algorithm",
                   hlo::DotAlgorithmAttr::get(context, lhs, rhs, accumulation, lhsCount, rhsCount,
                                              operations, imprecise && imprecise.getValue()));
}

bool asksForNothing(mlir::Attribute attr) {
  auto accuracy = mlir::dyn_cast_or_null<hlo::ResultAccuracyAttr>(attr);
  return accuracy && accuracy.getMode().getValue() == hlo::ResultAccuracyMode::DEFAULT;
}

} // namespace

void convertHints(mlir::NamedAttrList& attributes, mlir::MLIRContext* context) {
  auto precision = mlir::dyn_cast_or_null<mlir::ArrayAttr>(attributes.get("precision_config"));
  if (precision && precision.empty())
    attributes.erase("precision_config");
  convertAlgorithm(attributes, context);
  if (asksForNothing(attributes.get("result_accuracy")))
    attributes.erase("result_accuracy");
  auto kind = mlir::dyn_cast_or_null<hlo::ComparisonTypeAttr>(attributes.get("compare_type"));
  if (kind && kind.getValue() == hlo::ComparisonType::NOTYPE)
    attributes.erase("compare_type");
}

} // namespace lz::formats
