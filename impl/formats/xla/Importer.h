// Internal to formats/xla: converts modules of HLO text to IR, computation by computation, with a
// stack of the regions that are being filled.
#pragma once

#include "formats/xla/ImportHlo.h"
#include "formats/xla/module/Opcodes.h"
#include "hlo/build/Bridge.h"
#include "hlo/rewrite/OpMaker.h"

namespace lz::formats {

using Leaves = llvm::SmallVector<mlir::Value, 2>; // one value for an array, none for a token

class Importer {
public:
  Importer(mlir::MLIRContext& context, const xla::Module& module, const std::string& name)
      : context_(&context), module_(module), name_(name), builder_(&context) {}

  StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> run();

private:
  // A computation whose instructions are being converted into a block. `parameters` has the leaves
  // of each parameter.
  struct Frame {
    const xla::Computation* computation;
    mlir::Block* block;
    std::vector<Leaves> parameters;
    std::vector<Leaves> values{}; // indexed by instruction
    size_t next = 0;
  };

  // Functions that push, pop or fill frames.
  Status step();
  void closeFrame();
  Status openBlock(int32_t computation, mlir::Block* block);
  void openBranch(int32_t computation, mlir::Block* block, std::vector<Leaves> parameters);
  StatusOr<mlir::func::FuncOp> functionOf(int32_t computation);
  StatusOr<mlir::func::FuncOp> makeFunction(int32_t computation, llvm::StringRef name);
  void markDonated(mlir::func::FuncOp main);

  // Functions that convert instructions (ImportInstructions.cc).
  StatusOr<Leaves> import(const xla::Instruction& instruction);
  StatusOr<Leaves> importOp(const xla::Instruction& instruction, mlir::NamedAttrList attributes,
                            mlir::ValueRange operands, int numRegions);
  StatusOr<Leaves> importTableOp(const xla::Instruction& instruction);
  StatusOr<Leaves> importTableOp(const xla::Instruction& instruction, mlir::ValueRange values);
  StatusOr<Leaves> importConvolution(const xla::Instruction& instruction);
  StatusOr<Leaves> importRandomBits(const xla::Instruction& instruction);
  StatusOr<Leaves> importTextOp(const xla::Instruction& instruction);
  StatusOr<Leaves> importConstant(const xla::Instruction& instruction);
  StatusOr<Leaves> importCall(const xla::Instruction& instruction);
  StatusOr<Leaves> importConditional(const xla::Instruction& instruction);
  StatusOr<Leaves> importCollective(const xla::Instruction& instruction);
  StatusOr<Leaves> importBitcast(const xla::Instruction& instruction);
  StatusOr<Leaves> importElement(const xla::Instruction& instruction);
  StatusOr<Leaves> importDynamicSlice(const xla::Instruction& instruction, size_t firstIndex);
  StatusOr<Leaves> importSize(const xla::Instruction& instruction);
  StatusOr<mlir::NamedAttrList> textAttributes(const xla::Instruction& instruction);
  StatusOr<mlir::ArrayAttr> comparatorsOf(const xla::Instruction& call);
  bool isComparator(int32_t computation) const; // true if it maps scalars to a predicate
  Status constantLeaves(const xla::Instruction& instruction, const xla::HloLiteral& literal,
                        Leaves& leaves);

  const Leaves& operand(const xla::Instruction& instruction, size_t i) const;
  Leaves operands(const xla::Instruction& instruction) const;
  // Appends the types of a tuple's elements in their order, without tokens.
  Status leafTypes(const xla::Instruction& instruction, const xla::Shape& shape,
                   llvm::SmallVectorImpl<mlir::Type>& types) const;
  mlir::Location location(const xla::Place& place) const;
  bool isAlone() const; // true if there is one replica with one partition
  Status error(const xla::Instruction& instruction, absl::string_view message) const;
  Status notSupported(const xla::Instruction& instruction, absl::string_view what) const;
  Status located(const xla::Instruction& instruction, const Status& status) const;

  mlir::MLIRContext* context_;
  const xla::Module& module_;
  const std::string& name_;
  mlir::OpBuilder builder_;
  mlir::OwningOpRef<mlir::ModuleOp> result_;
  std::vector<Frame> frames_;
  llvm::DenseMap<int32_t, mlir::func::FuncOp> functions_;
  std::vector<std::pair<int32_t, mlir::func::FuncOp>> pending_;
  int64_t copies_ = 0; // number of instructions copied to regions
};

} // namespace lz::formats
