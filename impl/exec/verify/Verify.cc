#include "exec/verify/Verify.h"

#include "absl/algorithm/container.h"
#include "base/Checked.h"
#include "exec/thunks/BufferChecks.h"
#include "exec/verify/CheckPlaces.h"
#include "runtime/Runtime.h"

namespace lz::exec {
namespace {

class BufferVerifier {
public:
  explicit BufferVerifier(const ExecutableSpec& spec)
      : spec_(spec), hasOutput_(spec.outputs.size()) {}

  Status run() {
    LZ_RETURN_IF_ERROR(verifyLists());
    for (size_t i = 0; i < spec_.buffers.size(); ++i)
      if (!isPlaced(i))
        return wrong("buffer ", i, " of ", spec_.buffers[i].bytes, " bytes has no place");
    if (!absl::c_all_of(hasOutput_, [](bool has) { return has; }))
      return wrong("an output has no buffer");
    return okStatus();
  }

private:
  Status verifyLists() const {
    for (const auto* types : {&spec_.inputs, &spec_.outputs})
      for (const TensorType& type : *types)
        LZ_RETURN_IF_ERROR(checkType(type));
    if (!spec_.donated.empty() && spec_.donated.size() != spec_.inputs.size())
      return wrong("it says of ", spec_.donated.size(),
                   " inputs whether they are donated, but has ", spec_.inputs.size(), " inputs");
    if (!spec_.aliasOf.empty() && spec_.aliasOf.size() != spec_.outputs.size())
      return wrong("it has aliases for ", spec_.aliasOf.size(), " outputs, but has ",
                   spec_.outputs.size(), " outputs");
    for (int32_t input : spec_.aliasOf)
      if (input < -1 || input >= int64_t(spec_.inputs.size()))
        return wrong("an output takes over input ", input, ", but there are ", spec_.inputs.size(),
                     " inputs");
    if (spec_.tableBytes < 0)
      return wrong("the size of its tables is negative: ", spec_.tableBytes, " bytes");
    return spec_.arenaBytes < 0
               ? wrong("the size of its arena is negative: ", spec_.arenaBytes, " bytes")
               : okStatus();
  }

  bool hasBytesOf(const std::vector<TensorType>& types, const BufferSpec& buffer) const {
    return buffer.ordinal >= 0 && size_t(buffer.ordinal) < types.size() &&
           types[size_t(buffer.ordinal)].numBytes() == buffer.bytes;
  }

  bool isPlaced(size_t id) {
    const BufferSpec& buffer = spec_.buffers[id];
    if (buffer.bytes < 0 || (buffer.kind == BufferKind::View) != (buffer.viewOf != -1))
      return false;
    switch (buffer.kind) {
    case BufferKind::Input:
      return hasBytesOf(spec_.inputs, buffer);
    case BufferKind::Output:
      if (!hasBytesOf(spec_.outputs, buffer))
        return false;
      hasOutput_[size_t(buffer.ordinal)] = true;
      return true;
    case BufferKind::Temp: {
      const CheckedInt end = checkedAdd(buffer.offset, buffer.bytes);
      return buffer.offset >= 0 && buffer.offset % runtime::kAlignment == 0 && end &&
             *end <= spec_.arenaBytes;
    }
    case BufferKind::Constant:
      return buffer.constant.valid() && buffer.constant.type().numBytes() == buffer.bytes;
    case BufferKind::Rows:
      return buffer.bytes == 0;
    case BufferKind::View:
      return buffer.viewOf >= 0 && size_t(buffer.viewOf) < id &&
             spec_.buffers[size_t(buffer.viewOf)].bytes >= buffer.bytes && buffer.content >= 0 &&
             buffer.content <= buffer.bytes;
    }
    return false;
  }

  const ExecutableSpec& spec_;
  std::vector<bool> hasOutput_;
};

} // namespace

Status verify(const ExecutableSpec& spec) {
  LZ_RETURN_IF_ERROR(BufferVerifier(spec).run());
  LZ_RETURN_IF_ERROR(BufferChecks(spec.buffers).verify(spec.body));
  LZ_RETURN_IF_ERROR(checkPlaces(spec));
  return checkRunBytes(spec);
}

} // namespace lz::exec
