// The context in which the code of a kernel is written: its schedule, the builders, and the
// addresses of the kernel's arguments. The files include each other in this order, where a < b
// means that b includes a:
//
//   KernelContext.h < Loops.h, Loads.h and Values.h < stages/ < stages/Stages.cc
//
// Each StageKind has a stage emitter, a function of stages/ that is named after the kind. A stage
// emitter gets its Stage, and a scope in which the dims of the surrounding loops are bound. It
// opens the loops of its Stage with functions of Loops.h, which make inner scopes. In the innermost
// scope it calls emitPoint or asks for values (Values.h). Both functions run the child stages of
// the emitter's stage. Data that a stage keeps for other stages is a separate object
// (stages/Stages.h). Loads and stores go through memory/, and elementwise ops through elementwise/.
// Both folders use the target. Stages use the target only for prefetches. Stages make no decisions.
// The schedule contains all decisions.
#pragma once

#include "base/Status.h"
#include "emit/kernel/IndexEmitter.h"
#include "emit/memory/Memory.h"
#include "schedule/Schedule.h"

namespace lz::emit {

using Values = std::vector<mlir::Value>;

// Emits stages of any kind (stages/Stages.cc).
class StageRunner {
public:
  virtual ~StageRunner() = default;
  virtual Status run(const schedule::Stage& stage, Scope& scope) = 0;
};

// Memory in which a stage keeps values of nodes for later stages. Before a later stage computes a
// node, it looks for the value here.
class KeptValues {
public:
  virtual ~KeptValues() = default;
  // Returns the value of the node at the point of `scope`, as a vector of the scope's lanes.
  // Returns null if the value is not kept here.
  virtual StatusOr<mlir::Value> find(region::NodeId node, Scope& scope) = 0;
};

class KernelContext {
public:
  using Value = mlir::Value;

  // The schedule must have been made for this target.
  KernelContext(mlir::OpBuilder& builder, mlir::Location loc, const schedule::Schedule& schedule,
                const Target& target, const KernelFrame& frame);

  // Loads the addresses of the buffers, at the beginning of the kernel.
  void loadBuffers();

  const region::PlanNode& node(region::NodeId id) const { return plan.nodes[size_t(id)]; }
  const region::PlanReduction& reductionOf(const schedule::Stage& stage) const {
    return plan.reductions[size_t(stage.reduction)];
  }
  uint64_t depsOf(region::NodeId id) const { return schedule.deps[size_t(id)]; }
  int64_t extent(int32_t dim) const { return plan.dims[size_t(dim)].extent; }

  void focus(Scope& scope); // makes the builder insert where the scope inserts code
  Value asValue(BoundDim dim) { return dim.value ? dim.value : b.intConstant(64, dim.constant); }
  Memory memory() { return {b, scratch}; }
  mlir::Type pointer() const { return frame.buffers.getType(); }
  // Allocates memory on the stack of the kernel, aligned to 64 bytes.
  Value allocate(mlir::Type element, int64_t count);

  // Emits those child stages of the scope's stage that write outputs. A child stage that reduces is
  // emitted when one of its values is needed for the first time.
  Status emitPoint(Scope& scope);
  // Emits the stage that computes this reduction. The results are then stored in the scope.
  Status emitReductionAt(int32_t reduction, Scope& scope);
  mlir::Location locOfLoop() const; // names the stage: "stage 3"

  const schedule::Schedule& schedule;
  const region::RegionPlan& plan;
  const schedule::GridInfo& grid;
  const int lanes;
  const std::vector<int32_t>& gridDims;
  const Target& target;

  mlir::OpBuilder& builder;
  LaneBuilder b;
  IndexEmitter index;
  KernelFrame frame;
  Values inputs, outputs; // addresses
  Value scratch;          // slots for accesses that are masked off (Memory.h)

  StageRunner* stages = nullptr;
  std::vector<KeptValues*> kept;            // searched in this order
  const schedule::Stage* running = nullptr; // the stage whose loops are emitted, or null
};

// While an object of this class lives, emitted loops belong to `stage`. If `stage` is null, the
// loops belong to no stage. An example is a loop that copies rows.
class LoopsOf {
public:
  LoopsOf(KernelContext& k, const schedule::Stage* stage)
      : k_(k), around_(std::exchange(k.running, stage)) {}
  ~LoopsOf() { k_.running = around_; }
  LoopsOf(const LoopsOf&) = delete;
  LoopsOf& operator=(const LoopsOf&) = delete;

private:
  KernelContext& k_;
  const schedule::Stage* around_;
};

} // namespace lz::emit
