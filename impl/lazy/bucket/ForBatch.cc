#include "lazy/bucket/ForBatch.h"

#include "absl/strings/str_cat.h"
#include "base/Integers.h"
#include "exec/thunks/Kinds.h"

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
    auto& thunks = spec_.body.thunks;
    thunks.insert(thunks.begin(), before_.begin(), before_.end());
    thunks.insert(thunks.end(), after_.begin(), after_.end());
    absl::StrAppend(&spec_.fingerprint, ":", shape_.size);
    spec_.inputs = std::move(shape_.inputs);
    spec_.outputs = std::move(shape_.outputs);
    return std::move(spec_);
  }

private:
  void place(BufferId id) {
    const BufferSpec& buffer = spec_.buffers[size_t(id)];
    const auto ordinal = size_t(buffer.ordinal);
    if (buffer.kind == BufferKind::Input && ordinal == shape_.inputs.size())
      return becomeTheSize(spec_.buffers[size_t(id)]);
    if (buffer.kind == BufferKind::Input && isInput(ordinal))
      before_.push_back(exec::makeCopy(moveToArena(id, shape_.inputs[ordinal].numBytes()), id));
    else if (buffer.kind == BufferKind::Output && isOutput(ordinal))
      after_.push_back(exec::makeCopy(id, moveToArena(id, shape_.outputs[ordinal].numBytes())));
  }

  bool isInput(size_t i) const { return shape_.inputs[i] != spec_.inputs[i]; }
  bool isOutput(size_t i) const { return shape_.outputs[i] != spec_.outputs[i]; }

  void becomeTheSize(BufferSpec& buffer) const {
    buffer.kind = BufferKind::Constant;
    buffer.constant = Literal::splatInt({DType::S32, {}}, shape_.size);
  }

  // Moves this buffer to the arena with `bytes` bytes, and returns a new buffer with its old place.
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
  std::vector<exec::ThunkRef> before_, after_;
};

} // namespace

ExecutableSpec forBatch(const ExecutableSpec& bounded, BatchShape shape) {
  return Batch(bounded, std::move(shape)).make();
}

} // namespace lz::lazy
