// Converts ops that the op table does not have, and ops that have more attributes in the IR than in
// a program.
#include "formats/xla/Importer.h"
#include "formats/xla/module/Words.h"

#include "mlir/AsmParser/AsmParser.h"

namespace lz::formats {
namespace {

using xla::findAttribute;

// Returns the configuration of a custom call. For the typed FFI it is a dictionary in MLIR's
// syntax.
mlir::Attribute configOf(mlir::Builder& builder, const xla::Attributes& attributes) {
  if (auto* text = findAttribute<std::string>(attributes, "backend_config"))
    return builder.getStringAttr(*text);
  auto* written = findAttribute<xla::Verbatim>(attributes, "backend_config");
  if (!written)
    return {};
  mlir::ScopedDiagnosticHandler quiet(builder.getContext(),
                                      [](mlir::Diagnostic&) { return mlir::success(); });
  mlir::Attribute parsed = mlir::parseAttribute(written->text, builder.getContext());
  return parsed ? parsed : builder.getStringAttr(written->text);
}

void addCustomCall(mlir::Builder& builder, const xla::Attributes& from, mlir::NamedAttrList& to) {
  to.set("call_target_name",
         builder.getStringAttr(*findAttribute<std::string>(from, "custom_call_target")));
  if (auto* effect = findAttribute<bool>(from, "custom_call_has_side_effect"))
    to.set("has_side_effect", builder.getBoolAttr(*effect));
  if (mlir::Attribute config = configOf(builder, from))
    to.set("backend_config", config);
  auto* version = findAttribute<xla::Word>(from, "api_version");
  for (int i = 0; version && i < int(std::size(xla::kApiVersions)); ++i)
    if (version->text == xla::kApiVersions[i])
      to.set("api_version", builder.getI32IntegerAttr(i));
}

// Adds the attributes of a scan. Its operands are the inputs, and then the carried values. Its
// results are the outputs, and then the carried values.
void addScan(mlir::Builder& builder, const xla::Instruction& scan, mlir::NamedAttrList& to) {
  const xla::Attributes& from = scan.attributes;
  const auto carries = int32_t(*findAttribute<int64_t>(from, "num_carries"));
  const auto operands = int32_t(scan.operandIds.size());
  const auto results = scan.shape.isTuple() ? int32_t(scan.shape.tupleShapes.size()) : 1;
  to.set("operandSegmentSizes", builder.getDenseI32ArrayAttr({operands - carries, carries}));
  to.set("resultSegmentSizes", builder.getDenseI32ArrayAttr({results - carries, carries}));
  auto* dims = findAttribute<Ints>(from, "dimensions");
  to.set("dimension", builder.getI64IntegerAttr(dims && !dims->empty() ? dims->front() : 0));
  if (auto* isReverse = findAttribute<bool>(from, "is_reverse"))
    to.set("is_reverse", builder.getBoolAttr(*isReverse));
}

void addRagged(mlir::Builder& builder, const xla::Attributes& from, mlir::NamedAttrList& to) {
  auto dims = [&](const char* name) {
    auto* list = findAttribute<Ints>(from, name);
    return list ? llvm::ArrayRef<int64_t>(*list) : llvm::ArrayRef<int64_t>();
  };
  to.set("ragged_dot_dimension_numbers",
         chlo::RaggedDotDimensionNumbersAttr::get(
             builder.getContext(), dims("lhs_batch_dims"), dims("rhs_batch_dims"),
             dims("lhs_contracting_dims"), dims("rhs_contracting_dims"), dims("lhs_ragged_dims"),
             dims("rhs_group_dims")));
}

} // namespace

// Converts the computations of a custom call that are comparators. Other computations can contain
// anything, so they are not converted.
StatusOr<mlir::ArrayAttr> Importer::comparatorsOf(const xla::Instruction& call) {
  llvm::SmallVector<mlir::Attribute> symbols;
  for (const char* name : {"called_computations", "to_apply"})
    if (auto* called = findAttribute<xla::Computations>(call.attributes, name))
      for (int32_t computation : called->ids)
        if (isComparator(computation)) {
          LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp function, functionOf(computation));
          symbols.push_back(mlir::FlatSymbolRefAttr::get(function));
        }
  return builder_.getArrayAttr(symbols);
}

StatusOr<mlir::NamedAttrList> Importer::textAttributes(const xla::Instruction& instruction) {
  const xla::Attributes& from = instruction.attributes;
  const std::string& name = instruction.opcode->name;
  mlir::NamedAttrList to;
  if (name == "custom-call") {
    addCustomCall(builder_, from, to);
    LZ_ASSIGN_OR_RETURN(mlir::ArrayAttr comparators, comparatorsOf(instruction));
    if (!comparators.empty())
      to.set("called_computations", comparators);
  }
  if (name == "ragged-dot")
    addRagged(builder_, from, to);
  if (name == "scan")
    addScan(builder_, instruction, to);
  if (auto* epsilon = findAttribute<double>(from, "epsilon")) // batch norms have this attribute
    to.set("epsilon", builder_.getF32FloatAttr(float(*epsilon)));
  if (auto* feature = findAttribute<int64_t>(from, "feature_index"))
    to.set("feature_index", builder_.getI64IntegerAttr(*feature));
  if (auto* dims = findAttribute<Ints>(from, "dimensions"); dims && name == "map")
    to.set("dimensions", builder_.getDenseI64ArrayAttr(*dims));
  if (auto* how = findAttribute<xla::Word>(from, "distribution")) {
    bool isNormal = how->text == "rng_normal";
    to.set("rng_distribution",
           hlo::RngDistributionAttr::get(context_, isNormal ? hlo::RngDistribution::NORMAL
                                                            : hlo::RngDistribution::UNIFORM));
  }
  return to;
}

StatusOr<Leaves> Importer::importTextOp(const xla::Instruction& instruction) {
  const std::string& name = instruction.opcode->name;
  static constexpr llvm::StringLiteral kKnown[] = {"batch-norm-grad",
                                                   "batch-norm-inference",
                                                   "batch-norm-training",
                                                   "custom-call",
                                                   "dynamic-reshape",
                                                   "map",
                                                   "partition-id",
                                                   "ragged-dot",
                                                   "replica-id",
                                                   "rng",
                                                   "scan"};
  if (!llvm::is_contained(kKnown, name))
    return notSupported(instruction, absl::StrCat("opcode ", name));
  hlo::OpMaker maker(builder_, location(instruction.place));
  Leaves all = operands(instruction);
  if (name == "partition-id" || name == "replica-id") {
    if (!isAlone())
      return notSupported(instruction, "an op of several devices");
    return Leaves{maker.splat({DType::U32, {}}, 0)};
  }
  const Dims& dims = instruction.shape.dimensions;
  if (name == "dynamic-reshape") {
    mlir::Value result = all.empty() ? mlir::Value() : maker.reshape(all.front(), dims);
    return result ? StatusOr<Leaves>(Leaves{result})
                  : error(instruction, "operand and result differ in their number of elements");
  }
  if (name == "rng" && all.size() >= 2) {
    all.truncate(2); // some texts repeat the shape
    Literal sizes({DType::S64, {int64_t(dims.size())}});
    std::copy(dims.begin(), dims.end(), sizes.mutableAs<int64_t>());
    all.push_back(maker.constant(sizes));
  }
  LZ_ASSIGN_OR_RETURN(mlir::NamedAttrList attributes, textAttributes(instruction));
  return importOp(instruction, std::move(attributes), all, -1);
}

} // namespace lz::formats
