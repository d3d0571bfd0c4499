// What verifying a thunk asks of the buffers that it names.
#pragma once

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "base/Status.h"
#include "exec/thunks/Thunk.h"

namespace lz::exec {

// Error: Internal.
template <typename... Parts> Status wrong(const Parts&... parts) {
  return internalError("executable: ", parts...);
}

class BufferChecks {
public:
  explicit BufferChecks(const std::vector<BufferSpec>& buffers) : buffers_(buffers) {}

  // Nests as deep as the program's loops and branches do.
  Status verify(const Sequence& sequence) const;

  bool exists(BufferId id) const { return id >= 0 && size_t(id) < buffers_.size(); }
  bool allExist(const std::vector<BufferId>& ids) const {
    return absl::c_all_of(ids, [this](BufferId id) { return exists(id); });
  }
  // The buffer must exist, as in all functions that follow.
  const BufferSpec& at(BufferId id) const { return buffers_[size_t(id)]; }
  bool holds(BufferId id, CheckedInt bytes) const { return bytes && *bytes <= at(id).bytes; }
  // Inputs are the caller's, constants are for all runs, and neither is ever written.
  bool isWritten(BufferId id) const {
    return at(id).kind != BufferKind::Input && at(id).kind != BufferKind::Constant;
  }
  // It exists and is a temporary of at least so many bytes.
  bool isScratch(BufferId id, int64_t bytes) const {
    return exists(id) && at(id).kind == BufferKind::Temp && bytes <= at(id).bytes;
  }

private:
  const std::vector<BufferSpec>& buffers_;
};

} // namespace lz::exec
