// A thunk that copies a buffer to another one. The thunk does nothing if the two buffers have the
// same address. If one of them is an input or output of the program, the sizes of the two buffers
// may differ (lazy/bucket/ForBatch.h). In that case, only as many bytes are copied as the smaller
// buffer has.
#include "absl/strings/str_cat.h"
#include "base/machine/LibraryCosts.h"
#include "exec/ShareBytes.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/thunks/Kinds.h"
#include "exec/thunks/Printer.h"
#include "exec/thunks/Run.h"
#include "exec/thunks/ThunkFile.h"

#include <algorithm>
#include <cstring>

namespace lz::exec {
namespace {

class CopyThunk final : public Thunk {
public:
  CopyThunk(BufferId source, BufferId target) : source_(source), target_(target) {}

  void execute(Run& run) const override {
    auto* source = static_cast<const std::byte*>(run.at(source_));
    auto* target = static_cast<std::byte*>(run.at(target_));
    const int64_t bytes = std::min(run.bytesOf(source_), run.bytesOf(target_));
    run.written = target_;
    if (source == target || bytes == 0)
      return;
    shareBytes(run.pool, bytes, kNsPerCopiedByte * double(bytes), [&](int64_t begin, int64_t end) {
      std::memcpy(target + begin, source + begin, size_t(end - begin));
    });
  }

  Status verify(const BufferChecks& checks) const override {
    if (!checks.exists(source_) || !checks.exists(target_))
      return wrong("a copy names a buffer that does not exist");
    if (!checks.isWritten(target_))
      return wrong("a copy writes an input or a constant");
    const BufferSpec &source = checks.at(source_), &target = checks.at(target_);
    if (source.bytes != target.bytes && source.kind != BufferKind::Input &&
        target.kind != BufferKind::Output)
      return wrong("a copy must be from one buffer to another buffer of the same size");
    return okStatus();
  }

  void print(Printer& printer) const override {
    printer.line(
        absl::StrCat("copy reads", printer.names({source_}), " writes", printer.names({target_})));
  }

  ThunkTable write(ThunkWriter& writer) const override {
    return thunkTable(fb::CreateCopy(writer.builder(), source_, target_));
  }

  void forEachBuffer(absl::FunctionRef<void(BufferId, BufferUse)> visit) const override {
    visit(source_, BufferUse::Reads);
    visit(target_, BufferUse::Writes);
  }

  bool hasKnownTime() const override { return true; }

private:
  const BufferId source_, target_;
};

} // namespace

ThunkRef makeCopy(BufferId source, BufferId target) {
  return std::make_shared<CopyThunk>(source, target);
}

StatusOr<ThunkRef> readCopy(const fb::Copy& table, ThunkReader&) {
  return makeCopy(table.source(), table.target());
}

} // namespace lz::exec
