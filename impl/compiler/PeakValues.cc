#include "compiler/PeakValues.h"

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lz::compiler {
namespace {

// The first and the last moment of an op or of a value. At each moment one op begins.
struct Span {
  int64_t first, last;
};

struct LivingValue {
  mlir::Value value;
  Span life;
  int64_t bytes;
};

class Lives {
public:
  explicit Lives(mlir::ModuleOp module) {
    std::vector<mlir::Operation*> ops;
    module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation* op) {
      if (isInsideKernel(op) || mlir::isa<mlir::ModuleOp, mlir::func::FuncOp>(op))
        return;
      spans_[op] = {moments_, moments_};
      for (auto it = spans_.find(op->getParentOp()); it != spans_.end();
           it = spans_.find(it->first->getParentOp()))
        it->second.last = moments_;
      ops.push_back(op);
      ++moments_;
    });
    for (mlir::Operation* op : ops)
      add(op);
  }

  llvm::DenseSet<mlir::Value> above(int64_t bytes) const {
    std::vector<int64_t> alive(size_t(moments_) + 1);
    for (const LivingValue& v : values_) {
      alive[size_t(v.life.first)] += v.bytes;
      alive[size_t(v.life.last) + 1] -= v.bytes;
    }
    // The number of tight moments before each moment.
    std::vector<int64_t> tight(size_t(moments_) + 1);
    for (int64_t m = 0, sum = 0; m < moments_; ++m) {
      sum += alive[size_t(m)];
      tight[size_t(m) + 1] = tight[size_t(m)] + (sum > bytes);
    }
    llvm::DenseSet<mlir::Value> found;
    for (const LivingValue& v : values_)
      if (tight[size_t(v.life.last) + 1] > tight[size_t(v.life.first)])
        found.insert(v.value);
    return found;
  }

private:
  void add(mlir::Operation* op) {
    if (ir::isView(op) || ir::renamesRows(op))
      return;
    for (mlir::Value value : op->getResults()) {
      if (!mlir::isa<mlir::RankedTensorType>(value.getType()))
        continue;
      if (const std::optional<int64_t> last = lastUse(value))
        values_.push_back(
            {value, {spans_.at(op).first, *last}, hlo::fromIr(value.getType()).numBytes()});
    }
  }

  // Returns the last moment at which the value or a view of it is read, or nullopt if the function
  // returns it.
  std::optional<int64_t> lastUse(mlir::Value value) const {
    mlir::Block* block = value.getParentBlock();
    int64_t last = spans_.at(value.getDefiningOp()).last;
    llvm::SetVector<mlir::Value> names;
    names.insert(value);
    for (size_t i = 0; i < names.size(); ++i)
      for (mlir::Operation* user : mlir::Value(names[i]).getUsers()) {
        if (mlir::isa<mlir::func::ReturnOp>(user))
          return std::nullopt;
        if (ir::isView(user) || ir::renamesRows(user))
          names.insert(user->result_begin(), user->result_end());
        if (mlir::Operation* here = block->findAncestorOpInBlock(*user))
          if (auto it = spans_.find(here); it != spans_.end())
            last = std::max(last, it->second.last);
      }
    return last;
  }

  int64_t moments_ = 0;
  llvm::DenseMap<mlir::Operation*, Span> spans_;
  std::vector<LivingValue> values_;
};

} // namespace

bool isInsideKernel(mlir::Operation* op) {
  return op->getParentOfType<ir::RegionOp>() || op->getParentOfType<ir::ContractionOp>() ||
         op->getParentOfType<ir::SweepOp>();
}

llvm::DenseSet<mlir::Value> valuesAbove(mlir::ModuleOp module, int64_t bytes) {
  return Lives(module).above(bytes);
}

} // namespace lz::compiler
