// Internal to formats/xla: converts programs to HLO modules, with a stack of the regions that are
// being written.
#pragma once

#include "base/HashMap.h"
#include "formats/xla/ExportHlo.h"
#include "formats/xla/module/Opcodes.h"

namespace lz::formats {

class HloExporter {
public:
  explicit HloExporter(const Program& program) : program_(program) {}

  StatusOr<xla::Module> run();

private:
  using Operands = std::vector<int32_t>; // positions in the computation

  // A region that is being written as a computation.
  struct Frame {
    const Region* region;
    xla::Computation out{};
    HashMap<ValueId, int32_t> ids{}; // the instruction that computes each value
    ValueIds passed{};               // values that the computation returns after its own results
    size_t next = 0;
    // `op` is the op whose regions are being written in the frames above this one. For each region,
    // `captures` has the values from outside that the region uses. `callees` are the finished
    // computations.
    const Op* op = nullptr;
    std::vector<ValueIds> captures{};
    std::vector<int32_t> callees{};
  };

  // Functions that work on the frames (Exporter.cc).
  Status step();
  Status begin(const Op& op);
  void openMain();
  void openRegion();
  void closeFrame();
  void nameAll();
  Status findCaptures(const Op& op, std::vector<ValueIds>& captures) const;
  ValueIds capturesOf(const Region& region) const;
  void takeParameters(absl::Span<const ValueId> values);
  void takePacked(absl::Span<const ValueId> values);

  // Functions that write instructions (ExportInstructions.cc).
  Status writeOp(const Op& op);
  Status writeTableOp(const Op& op);
  void writeConstant(const Op& op);
  void writeBroadcast(const Op& op);
  void writeSquare(const Op& op);
  void writeWhile(const Op& op);
  void writeConditional(const Op& op);
  void writeCall(const Op& op);
  void writeCustomCall(const Op& op);
  void writeBarrier(const Op& op);

  // Appends an instruction to the computation of the top frame.
  int32_t add(std::string_view opcode, xla::Shape shape, Operands operands = {},
              xla::Attributes attributes = {});
  int32_t addConstant(const Literal& literal);
  int32_t element(int32_t tuple, size_t index);
  // Returns the tuple of the values, or the value itself if there is only one.
  int32_t pack(const Operands& values);
  xla::Shape packedShape(absl::Span<const ValueId> values) const;
  xla::Shape shapeOf(ValueId value) const { return xla::arrayShape(program_.type(value)); }
  // Returns the instruction, in the computation of the top frame, that has the value.
  int32_t use(ValueId value);
  Operands use(absl::Span<const ValueId> values);
  // Records that `values` are the elements of the instruction's result.
  void define(absl::Span<const ValueId> values, int32_t instruction);
  xla::Attribute callee(std::string_view attribute, size_t region) const;
  Status notSupported(const Op& op, absl::string_view what) const;

  const Program& program_;
  xla::Module module_;
  std::vector<Frame> frames_;
  HashMap<ValueId, const Op*> splats_; // constants that repeat one value
};

} // namespace lz::formats
