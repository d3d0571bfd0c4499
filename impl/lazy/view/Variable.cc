#include "lazy/view/Variable.h"

#include "lazy/context/Devices.h"
#include "lazy/context/Replay.h"

#include <mutex>
#include <utility>

namespace lz::lazy {

struct Variable::Known {
  Value value;
  uint64_t version;
};

struct Variable::Cell {
  Cell(Result& first, CountHandles count)
      : countHandles(count), value{Ref<Node>::share(first.owner), first.index} {
    first.handle.retain();
  }
  Cell(const Cell&) = delete;
  ~Cell() { release(value.result()); }

  void release(Result& result) const {
    if (result.owner->store->releaseHandle(result))
      countHandles(-1);
  }

  Known known() {
    std::lock_guard lock(mutex);
    return {value, version};
  }
  // Returns the value with a reference of its handle.
  Result* take() {
    std::lock_guard lock(mutex);
    value.result().handle.retain();
    return &value.result();
  }
  // Takes over a reference of the handle of `next`, unless the version differs from `before`.
  // Releases the old value after it has released the lock, because releasing a value can call
  // functions of the caller's program.
  bool replace(Result& next, std::optional<uint64_t> before) {
    Value old{Ref<Node>::share(next.owner), next.index};
    {
      std::lock_guard lock(mutex);
      if (before && *before != version)
        return false;
      std::swap(value, old);
      ++version;
    }
    release(old.result());
    return true;
  }

  const CountHandles countHandles;
  std::mutex mutex;
  Value value; // holds a reference of the value's handle; guarded by mutex
  uint64_t version = 0;
};

Variable::Variable(Result& value, CountHandles countHandles)
    : cell_(std::make_shared<Cell>(value, countHandles)), type_(value.type) {}

Graph& Variable::graph() const {
  return graphOf(*cell_->known().value.node);
}

Variable Variable::view(ViewStep step) const {
  Variable view = *this;
  view.type_ = step.to;
  view.steps_.push_back(std::move(step));
  return view;
}

// Records the ops of the program and returns the tensor of `result`. `values` has the tensors for
// the first values of the program.
StatusOr<Result*> Variable::recorded(Program program, std::vector<Value>& values, ValueId result,
                                     const SourceLocation& location) const {
  const ReplayPlan plan(std::move(program), 0, graph().engine().locations);
  Replay replay(graph(), plan, values, location);
  LZ_RETURN_IF_ERROR(replay.record());
  LZ_ASSIGN_OR_RETURN(Result * tensor, replay.take(result));
  cell_->countHandles(1);
  return tensor;
}

StatusOr<Result*> Variable::value(const SourceLocation& location) const {
  LZ_RETURN_IF_ERROR(graph().checkRunning());
  if (steps_.empty())
    return cell_->take();
  const Known now = cell_->known();
  Program program;
  std::vector<Value> values{now.value};
  ValueId x = program.addValue(TensorType(now.value.result().type));
  autodiff::Builder b(program, program.body.ops);
  for (const ViewStep& step : steps_)
    x = appendView(b, step, x);
  LZ_RETURN_IF_ERROR(b.status());
  return recorded(std::move(program), values, x, location);
}

// Records the steps that compute the tensors that the update reads, and then the update.
StatusOr<Result*> Variable::updated(const Known& before, Result& value,
                                    const SourceLocation& location) const {
  Program program;
  std::vector<Value> values{before.value, {Ref<Node>::share(value.owner), value.index}};
  ValueIds tensors{program.addValue(TensorType(before.value.result().type))};
  ValueId x = program.addValue(TensorType(type_));
  size_t numRead = steps_.size();
  while (numRead > 0 && !readsTensor(steps_[numRead - 1]))
    --numRead;
  autodiff::Builder b(program, program.body.ops);
  for (size_t i = 0; i + 1 < numRead; ++i)
    tensors.push_back(appendView(b, steps_[i], tensors.back()));
  tensors.resize(std::max(tensors.size(), steps_.size()), autodiff::kNoValue);
  for (size_t i = steps_.size(); i-- > 0;)
    x = appendUpdate(b, steps_[i], tensors[i], x);
  LZ_RETURN_IF_ERROR(b.status());
  return recorded(std::move(program), values, x, location);
}

Status Variable::assign(Result& value, const SourceLocation& location) {
  // Keeps the node alive, because a callback can release its handle.
  const Ref<Node> held = Ref<Node>::share(value.owner);
  LZ_RETURN_IF_ERROR(graph().checkRunning());
  if (value.owner->store != &graph())
    return invalidArgument("[variable_assign] the variable and the value ",
                           apart(graph(), graphOf(value)));
  if (value.type != type_)
    return invalidArgument("[variable_assign] the variable is ", type_.str(), ", but the value is ",
                           value.type.str(), "; convert or reshape the value");
  for (const ViewStep& step : steps_)
    if (!step.isWritable)
      return failedPrecondition(
          "[variable_assign] the view, ", type_.str(),
          ", is read-only, because several of its elements can be the same element of ",
          step.from.str());
  if (steps_.empty()) {
    value.handle.retain();
    cell_->replace(value, std::nullopt);
    return okStatus();
  }
  while (true) {
    const Known before = cell_->known();
    LZ_ASSIGN_OR_RETURN(Result * next, updated(before, value, location));
    if (cell_->replace(*next, before.version))
      return okStatus();
    cell_->release(*next); // another thread has replaced the value meanwhile
  }
}

} // namespace lz::lazy
