// Checks of buffers. Thunks use these checks to verify themselves.
#pragma once

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "base/Status.h"
#include "exec/thunks/Thunk.h"

namespace lz::exec {

// Returns an Internal error with a text made of these parts.
template <typename... Parts> Status wrong(const Parts&... parts) {
  return internalError("executable: ", parts...);
}

class BufferChecks {
public:
  explicit BufferChecks(const std::vector<BufferSpec>& buffers) : buffers_(buffers) {}

  // Verifies the thunks of a sequence. Recurses into loops and branches.
  Status verify(const Sequence& sequence) const;

  bool exists(BufferId id) const { return id >= 0 && size_t(id) < buffers_.size(); }
  bool allExist(const std::vector<BufferId>& ids) const {
    return absl::c_all_of(ids, [this](BufferId id) { return exists(id); });
  }
  // Returns the buffer, which must exist. The functions below also require that it exists, unless
  // they say otherwise.
  const BufferSpec& at(BufferId id) const { return buffers_[size_t(id)]; }
  bool holds(BufferId id, CheckedInt bytes) const { return bytes && *bytes <= at(id).bytes; }
  // Returns whether thunks are allowed to write the buffer. Returns false for inputs, which belong
  // to the caller, for constants, which all runs share, and for views, which are only read.
  bool isWritten(BufferId id) const {
    return at(id).kind != BufferKind::Input && at(id).kind != BufferKind::Constant &&
           at(id).kind != BufferKind::View;
  }
  // Returns whether the buffer exists and is a temporary of at least `bytes` bytes.
  bool isScratch(BufferId id, int64_t bytes) const {
    return exists(id) && at(id).kind == BufferKind::Temp && bytes <= at(id).bytes;
  }

private:
  const std::vector<BufferSpec>& buffers_;
};

} // namespace lz::exec
