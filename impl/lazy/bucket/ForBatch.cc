#include "lazy/bucket/ForBatch.h"

#include "absl/strings/str_cat.h"
#include "base/Integers.h"
#include "exec/thunks/Kinds.h"

#include <algorithm>
#include <utility>

namespace lz::lazy {
namespace {

using exec::BufferId;
using exec::BufferKind;
using exec::BufferSpec;
using exec::ExecutableSpec;

class Batch {
public:
  Batch(const ExecutableSpec& bounded, BatchShape shape)
      : spec_(bounded), shape_(std::move(shape)) {}

  ExecutableSpec make() {
    // New buffers are appended, so that existing ids stay valid.
    for (size_t id = 0, count = spec_.buffers.size(); id < count; ++id)
      place(BufferId(id));
    keepAliases();
    if (!spec_.donated.empty())
      spec_.donated.pop_back();
    for (auto* list : {&before_, &after_}) {
      auto at = [&](auto& all) { return list == &before_ ? all.begin() : all.end(); };
      exec::Sequence& body = spec_.body;
      body.thunks.insert(at(body.thunks), list->thunks.begin(), list->thunks.end());
      body.contents.insert(at(body.contents), list->contents.begin(), list->contents.end());
    }
    absl::StrAppend(&spec_.fingerprint, ":", shape_.size);
    spec_.inputs = std::move(shape_.inputs);
    spec_.outputs = std::move(shape_.outputs);
    const int64_t ofBounded = spec_.runBytes.most;
    spec_.runBytes = exec::bytesOfRun(spec_);
    // With a smaller plan of the program, the copies take as many bytes as with this plan.
    if (spec_.smallestBudget > 0)
      spec_.smallestBudget = std::clamp<int64_t>(
          spec_.smallestBudget + spec_.runBytes.most - ofBounded, 1, spec_.runBytes.most);
    return std::move(spec_);
  }

private:
  void place(BufferId id) {
    const BufferSpec& buffer = spec_.buffers[size_t(id)];
    const auto ordinal = size_t(buffer.ordinal);
    if (buffer.kind == BufferKind::Input && ordinal == shape_.inputs.size())
      return becomeTheSize(spec_.buffers[size_t(id)]);
    if (buffer.kind == BufferKind::Input && isInput(ordinal))
      copy(moveToArena(id, shape_.inputs[ordinal].numBytes()), 1, id, before_);
    else if (buffer.kind == BufferKind::Output && isOutput(ordinal))
      copyEnd(id, moveToArena(id, shape_.outputs[ordinal].numBytes()));
  }

  static void copy(BufferId source, int32_t content, BufferId target, exec::Sequence& out) {
    out.thunks.push_back(exec::makeCopy(source, target));
    out.contents.push_back({{{source, content}, {target, 0, 1}}, {}, {}, {}});
  }

  // Copies the last content of the output `id` to the buffer `outside`, after the last thunk. From
  // now on, `outside` is the output.
  void copyEnd(BufferId id, BufferId outside) {
    int32_t content = 0;
    for (ContentUse& end : spec_.ends)
      if (end.value == id) {
        content = end.reads;
        end = {outside, 1};
      }
    copy(id, content, outside, after_);
  }

  bool isInput(size_t i) const { return shape_.inputs[i] != spec_.inputs[i]; }
  bool isOutput(size_t i) const { return shape_.outputs[i] != spec_.outputs[i]; }

  void becomeTheSize(BufferSpec& buffer) const {
    buffer.kind = BufferKind::Constant;
    buffer.constant = Literal::splatInt({DType::S32, {}}, shape_.size);
  }

  // Moves the buffer `id` to a place of `bytes` bytes in the arena. Returns a new buffer that has
  // the old place of `id`.
  BufferId moveToArena(BufferId id, int64_t bytes) {
    BufferSpec outside = spec_.buffers[size_t(id)];
    outside.bytes = bytes;
    BufferSpec& inside = spec_.buffers[size_t(id)];
    inside.kind = BufferKind::Temp;
    inside.ordinal = -1;
    inside.offset = roundUp(spec_.arenaBytes, runtime::kAlignment);
    spec_.arenaBytes = inside.offset + inside.bytes;
    spec_.buffers.push_back(std::move(outside));
    return BufferId(spec_.buffers.size()) - 1;
  }

  void keepAliases() {
    for (size_t output = 0; output < spec_.aliasOf.size(); ++output) {
      int32_t& input = spec_.aliasOf[output];
      if (input >= 0 &&
          (size_t(input) == shape_.inputs.size() || isOutput(output) || isInput(size_t(input))))
        input = -1;
    }
  }

  ExecutableSpec spec_;
  BatchShape shape_;
  exec::Sequence before_, after_;
};

} // namespace

ExecutableSpec forBatch(const ExecutableSpec& bounded, BatchShape shape) {
  return Batch(bounded, std::move(shape)).make();
}

} // namespace lz::lazy
