#include "formats/bytecode/Properties.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"

namespace lz::formats {
namespace {

// A cursor with the interface that classes of mlir-tblgen expect.
class PropertiesReader final : public mlir::DialectBytecodeReader {
public:
  explicit PropertiesReader(EntryCursor& in) : in_(in) {}

  mlir::InFlightDiagnostic emitError(const llvm::Twine& message) const override {
    in_.source().failed = true;
    return mlir::emitError(in_.location()) << message;
  }
  mlir::FailureOr<const mlir::DialectVersion*> getDialectVersion(llvm::StringRef) const override {
    return mlir::failure();
  }
  mlir::MLIRContext* getContext() const override { return in_.context(); }
  uint64_t getBytecodeVersion() const override { return in_.file().version; }
  mlir::LogicalResult readAttribute(mlir::Attribute& result) override {
    result = in_.attribute();
    return status();
  }
  mlir::LogicalResult readOptionalAttribute(mlir::Attribute& result) override {
    result = in_.optionalAttribute();
    return status();
  }
  mlir::LogicalResult readType(mlir::Type& result) override {
    result = in_.type();
    return status();
  }
  mlir::LogicalResult readVarInt(uint64_t& result) override {
    result = in_.varint();
    return status();
  }
  mlir::LogicalResult readSignedVarInt(int64_t& result) override {
    result = in_.signedVarint();
    return status();
  }
  mlir::FailureOr<llvm::APInt> readAPIntWithKnownWidth(unsigned width) override {
    llvm::APInt value = in_.integer(width);
    if (!in_.ok())
      return mlir::failure();
    return value;
  }
  mlir::FailureOr<llvm::APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics& semantics) override {
    llvm::APFloat value = in_.real(semantics);
    if (!in_.ok())
      return mlir::failure();
    return value;
  }
  mlir::LogicalResult readString(llvm::StringRef& result) override {
    result = in_.string();
    return status();
  }
  mlir::LogicalResult readBlob(llvm::ArrayRef<char>& result) override {
    llvm::StringRef blob = in_.blob();
    result = {blob.data(), blob.size()};
    return status();
  }
  mlir::LogicalResult readBool(bool& result) override {
    result = in_.byte() != 0;
    return status();
  }

private:
  mlir::FailureOr<mlir::AsmDialectResourceHandle> readResourceHandle() override {
    return mlir::failure();
  }
  mlir::LogicalResult status() const { return mlir::success(in_.ok()); }

  EntryCursor& in_;
};

// An op and the names of its attributes. "?" precedes the name of an attribute that may be missing.
struct PropertyList {
  llvm::StringLiteral op;
  llvm::StringLiteral names;
};
// Lists ops that have no class here, and ops to which later versions of their dialect added an
// attribute. The number of attributes in a file tells which list applies.
constexpr PropertyList kLists[] = {
    {"func.call", "callee"},
    {"func.call", "callee ?no_inline"},
    {"func.call", "?arg_attrs callee ?res_attrs"},
    {"func.call", "?arg_attrs callee ?no_inline ?res_attrs"},
    {"func.func", "?arg_attrs function_type ?res_attrs sym_name ?sym_visibility"},
    {"func.func", "?arg_attrs function_type ?no_inline ?res_attrs sym_name ?sym_visibility"},
    {"stablehlo.all_gather",
     "all_gather_dim ?channel_handle replica_groups ?use_global_device_ids"},
    {"stablehlo.all_reduce", "?channel_handle replica_groups ?use_global_device_ids"},
    {"stablehlo.all_to_all",
     "?channel_handle concat_dimension replica_groups split_count split_dimension"},
    {"stablehlo.batch_norm_grad", "epsilon feature_index"},
    {"stablehlo.batch_norm_inference", "epsilon feature_index"},
    {"stablehlo.batch_norm_training", "epsilon feature_index"},
    {"stablehlo.collective_broadcast", "?channel_handle replica_groups"},
    {"stablehlo.collective_broadcast", "?channel_handle ?has_dynamic_root replica_groups"},
    {"stablehlo.collective_permute", "?channel_handle source_target_pairs"},
    {"stablehlo.collective_reduce",
     "?channel_handle ?has_dynamic_root replica_groups ?use_global_device_ids"},
    {"stablehlo.composite", "?composite_attributes decomposition name ?version"},
    {"stablehlo.map", "dimensions"},
    {"stablehlo.reduce_scatter",
     "?channel_handle replica_groups scatter_dimension ?use_global_device_ids"},
};

size_t countNumbers(EntryCursor in) {
  size_t count = 0;
  for (; !in.atEnd(); ++count)
    in.varint();
  return count;
}

// Reads the attributes of an op that is in the table, and returns false for other ops. The names of
// the attributes come from the list that has as many attributes as the file.
bool readByTable(EntryCursor& in, mlir::OperationState& state) {
  llvm::StringRef op = state.name.getStringRef();
  if (llvm::none_of(kLists, [&](const PropertyList& list) { return list.op == op; }))
    return false;
  const size_t count = countNumbers(in);
  for (const PropertyList& list : kLists) {
    llvm::SmallVector<llvm::StringRef> names;
    llvm::StringRef(list.names).split(names, ' ');
    if (list.op != op || names.size() != count)
      continue;
    for (llvm::StringRef name : names) {
      mlir::Attribute value = name.consume_front("?") ? in.optionalAttribute() : in.attribute();
      if (value)
        state.attributes.set(name, value);
    }
    return true;
  }
  in.refuse("a form of " + op + " with " + llvm::Twine(count) + " attributes");
  return true;
}

} // namespace

void readProperties(EntryCursor& in, mlir::OperationState& state) {
  if (readByTable(in, state))
    return;
  auto* interface = state.name.getInterface<mlir::BytecodeOpInterface>();
  if (!interface)
    return;
  PropertiesReader reader(in);
  EntryCursor start = in;
  if (failed(interface->readProperties(reader, state)))
    start.fail("properties of " + state.name.getStringRef() + " that MLIR 19 does not read");
  else if (!in.atEnd())
    in.refuse("a later form of " + state.name.getStringRef() + ", with more attributes,");
}

} // namespace lz::formats
